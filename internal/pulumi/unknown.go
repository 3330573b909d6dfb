package pulumi

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// rejectUnknown returns a check that refuses properties which a resource does not have, at
// any depth. The bridge leaves them out without a word.
func rejectUnknown(r shim.Resource) tfbridge.PreCheckCallback {
	return func(_ context.Context, inputs, _ resource.PropertyMap) (resource.PropertyMap, error) {
		return inputs, checkObject(r.Schema(), inputs, "")
	}
}

func checkObject(schema shim.SchemaMap, values resource.PropertyMap, at string) error {
	properties := map[resource.PropertyKey]shim.Schema{}
	schema.Range(func(name string, s shim.Schema) bool {
		properties[resource.PropertyKey(tfbridge.TerraformToPulumiNameV2(name, schema, nil))] = s
		return true
	})
	for _, key := range values.StableKeys() {
		property, known := properties[key]
		if !known && strings.HasPrefix(string(key), "__") {
			continue // The engine's and the bridge's own.
		}
		path := at + string(key)
		if !known {
			return fmt.Errorf("%s: there is no such property. It is one of %s. Correct or remove it", path, names(properties))
		}
		if err := checkValue(property.Elem(), values[key], path); err != nil {
			return err
		}
	}
	return nil
}

// checkValue checks a value with what the schema of its property says of its elements: a
// [shim.Resource] is an object, a [shim.Schema] is what a list, a set or a map is made of.
func checkValue(elem any, value resource.PropertyValue, at string) error {
	for value.IsSecret() || value.IsOutput() {
		if value.IsSecret() {
			value = value.SecretValue().Element
		} else {
			value = value.OutputValue().Element
		}
	}
	switch elem := elem.(type) {
	case shim.Resource:
		if value.IsObject() {
			return checkObject(elem.Schema(), value.ObjectValue(), at+".")
		}
	case shim.Schema:
		if value.IsArray() {
			for i, item := range value.ArrayValue() {
				if err := checkValue(elem.Elem(), item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
					return err
				}
			}
		}
		if value.IsObject() {
			for _, key := range value.ObjectValue().StableKeys() {
				if err := checkValue(elem.Elem(), value.ObjectValue()[key], fmt.Sprintf("%s[%q]", at, key)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func names(properties map[resource.PropertyKey]shim.Schema) string {
	var all []string
	for key, property := range properties {
		if property.Required() || property.Optional() {
			all = append(all, string(key))
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
