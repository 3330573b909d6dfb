package pulumi_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// functions are those that the examples call.
var functions = map[string]function.Function{"jsonencode": stdlib.JSONEncodeFunc}

// example is the first resource of a type in its Terraform example, by Pulumi's names. What
// refers to something else is computed.
func example(t *testing.T, typeName string, of shim.Resource) resource.PropertyMap {
	t.Helper()
	file := filepath.Join(acctest.Root(t), "examples", "resources", typeName, "resource.tf")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parsed, problems := hclsyntax.ParseConfig(raw, file, hcl.InitialPos)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	for _, block := range parsed.Body.(*hclsyntax.Body).Blocks {
		if block.Type != "resource" || block.Labels[0] != typeName {
			continue
		}
		values := map[string]cty.Value{}
		for name, attribute := range block.Body.Attributes {
			known := map[string]cty.Value{}
			for _, traversal := range attribute.Expr.Variables() {
				known[traversal.RootName()] = cty.DynamicVal
			}
			value, problems := attribute.Expr.Value(&hcl.EvalContext{Variables: known, Functions: functions})
			if problems.HasErrors() {
				t.Fatal(problems)
			}
			values[name] = value
		}
		return objectProperty(of.Schema(), values)
	}
	t.Fatalf("%s has no resource %s", file, typeName)
	return nil
}

func objectProperty(schema shim.SchemaMap, values map[string]cty.Value) resource.PropertyMap {
	out := resource.PropertyMap{}
	for name, value := range values {
		if !value.IsNull() {
			out[resource.PropertyKey(tfbridge.TerraformToPulumiNameV2(name, schema, nil))] = property(schema.Get(name).Elem(), value)
		}
	}
	return out
}

// property is a value of an attribute by what the schema says of its elements.
func property(elem any, value cty.Value) resource.PropertyValue {
	var of any
	if s, ok := elem.(shim.Schema); ok {
		of = s.Elem()
	}
	switch typ := value.Type(); {
	case !value.IsKnown():
		return resource.MakeComputed(resource.NewStringProperty(""))
	case typ.IsTupleType() || typ.IsListType():
		items := []resource.PropertyValue{}
		for _, item := range value.AsValueSlice() {
			items = append(items, property(of, item))
		}
		return resource.NewArrayProperty(items)
	case typ.IsObjectType() || typ.IsMapType():
		if object, ok := elem.(shim.Resource); ok {
			return resource.NewObjectProperty(objectProperty(object.Schema(), value.AsValueMap()))
		}
		entries := resource.PropertyMap{}
		for key, item := range value.AsValueMap() {
			entries[resource.PropertyKey(key)] = property(of, item)
		}
		return resource.NewObjectProperty(entries)
	case typ == cty.Number:
		number, _ := value.AsBigFloat().Float64()
		return resource.NewNumberProperty(number)
	case typ == cty.Bool:
		return resource.NewBoolProperty(value.True())
	default:
		return resource.NewStringProperty(value.AsString())
	}
}
