package pulumi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// filler makes values for every property of a resource as the SDKs have it, each text and
// number another one.
type filler struct {
	spec *schema.PackageSpec
	next int
	// bools counts the booleans, which are all true.
	bools int
	// marks are the places of texts and numbers by their values.
	marks map[string]string
}

func (f *filler) object(properties map[string]schema.PropertySpec, at string) resource.PropertyMap {
	out := resource.PropertyMap{}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		out[resource.PropertyKey(name)] = f.value(properties[name].TypeSpec, at+"."+name)
	}
	return out
}

func (f *filler) value(of schema.TypeSpec, at string) resource.PropertyValue {
	if name, ok := strings.CutPrefix(of.Ref, "#/types/"); ok {
		return resource.NewObjectProperty(f.object(f.spec.Types[name].Properties, at))
	}
	switch of.Type {
	case "array":
		return resource.NewArrayProperty([]resource.PropertyValue{f.value(*of.Items, at+"[0]")})
	case "object":
		return resource.NewObjectProperty(resource.PropertyMap{
			resource.PropertyKey(f.mark(at + "{key}")): f.value(*of.AdditionalProperties, at+"{}"),
		})
	case "boolean":
		f.bools++
		return resource.NewBoolProperty(true)
	case "integer", "number":
		n, _ := strconv.Atoi(f.mark(at))
		return resource.NewNumberProperty(float64(n))
	default:
		return resource.NewStringProperty(f.mark(at))
	}
}

// mark is a text of digits, which is also a number, a quantity and JSON.
func (f *filler) mark(at string) string {
	f.next++
	text := strconv.Itoa(1_000_000 + f.next)
	f.marks[text] = at
	return text
}

// TestEveryPropertyArrives sets every property of every resource by the name that the SDKs
// give it, and finds its value in the plan and, for what is the object's, in the object.
func TestEveryPropertyArrives(t *testing.T) {
	spec := packageSchema(t)
	for token, r := range spec.Resources {
		t.Run(token[strings.LastIndex(token, ":")+1:], func(t *testing.T) {
			f := &filler{spec: spec, marks: map[string]string{}}
			inputs := f.object(r.InputProperties, "")
			planned := serve(t, nil).preview(t, token, inputs)
			t.Logf("%d texts and numbers, %d booleans", len(f.marks), f.bools)
			for key, want := range inputs {
				if diff := missing(want, planned[key], string(key)); diff != "" {
					t.Errorf("the plan has lost %s", diff)
				}
			}
			var object any
			if err := json.Unmarshal([]byte(planned["definition"].StringValue()), &object); err != nil {
				t.Fatalf("definition: %v: %v", err, planned["definition"])
			}
			found := map[string]int{}
			leaves(object, found)
			for mark, at := range f.marks {
				if ofObject(at) && found[mark] == 0 {
					t.Errorf("the object has lost %s", at)
				}
			}
		})
	}
}

// ofObject says that a place is one of the custom resource.
func ofObject(at string) bool {
	return strings.HasPrefix(at, ".spec.") || strings.HasPrefix(at, ".metadata.")
}

// missing is the first place of a value that another does not have, "" when there is none.
func missing(want, got resource.PropertyValue, at string) string {
	switch {
	case want.IsObject() && got.IsObject():
		for key, value := range want.ObjectValue() {
			if at := missing(value, got.ObjectValue()[key], at+"."+string(key)); at != "" {
				return at
			}
		}
		return ""
	case want.IsArray() && got.IsArray() && len(want.ArrayValue()) == len(got.ArrayValue()):
		for i, value := range want.ArrayValue() {
			if at := missing(value, got.ArrayValue()[i], fmt.Sprintf("%s[%d]", at, i)); at != "" {
				return at
			}
		}
		return ""
	case want.DeepEquals(got):
		return ""
	}
	return fmt.Sprintf("%s: %v became %v", at, want, got)
}

// leaves counts the texts and numbers of an object, keys included.
func leaves(v any, found map[string]int) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			found[key]++
			leaves(value, found)
		}
	case []any:
		for _, item := range v {
			leaves(item, found)
		}
	case string:
		found[v]++
	case float64:
		found[strconv.FormatFloat(v, 'f', -1, 64)]++
	}
}
