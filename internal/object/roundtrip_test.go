package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// specs are the spec shapes of every kind.
func specs(t *testing.T) map[string]*schema.Node {
	t.Helper()
	out := map[string]*schema.Node{}
	for _, k := range provider.Kinds() {
		f, ok := schema.Lookup(k.Definition).JSONField("spec")
		if !ok {
			t.Fatalf("%s has no spec", k.Definition)
		}
		out[k.TypeName] = f.Node
	}
	return out
}

// TestRoundTrip proves that no value is lost or changed on the way to an object and
// back, for generated values of every kind.
func TestRoundTrip(t *testing.T) {
	for name, node := range specs(t) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				value := genValue(t, node, 7)
				tree, unknown, err := object.Encode(node, value, field.NewPath("spec"))
				if err != nil || len(unknown) > 0 {
					t.Fatalf("Encode: %v, unknown %v", err, unknown)
				}
				back, err := object.Decode(node, tree, field.NewPath("spec"))
				if err != nil {
					t.Fatalf("Decode: %v", err)
				}
				if diffs, err := value.Diff(back); err != nil || len(diffs) > 0 {
					t.Fatalf("value and its image differ: %v %v", diffs, err)
				}
			})
		})
	}
}

// TestProjectOntoItself proves that a live object that is what was applied shows no
// change, whatever the server adds beside it.
func TestProjectOntoItself(t *testing.T) {
	for name, node := range specs(t) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				value := genValue(t, node, 6)
				tree, _, err := object.Encode(node, value, field.NewPath("spec"))
				if err != nil {
					t.Fatal(err)
				}
				live := withDefaults(node, tree)
				if diff := cmp.Diff(tree, object.Project(node, tree, live)); diff != "" {
					t.Fatalf("-applied +projected:\n%s", diff)
				}
			})
		})
	}
}

// withDefaults fills in the defaults of the API, as the server does.
func withDefaults(n *schema.Node, tree any) any {
	switch tree := tree.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, v := range tree {
			out[name] = v
			if f, ok := n.JSONField(name); ok {
				out[name] = withDefaults(f.Node, v)
			} else if n.Elem != nil {
				out[name] = withDefaults(n.Elem, v)
			}
		}
		for _, f := range n.Fields {
			if _, set := out[f.JSON]; !set && f.Default != nil {
				out[f.JSON] = f.Default
			}
		}
		return out
	case []any:
		out := make([]any, len(tree))
		for i, item := range tree {
			out[i] = item
			if n.Elem != nil {
				out[i] = withDefaults(n.Elem, item)
			}
		}
		return out
	}
	return tree
}

func TestEncodeUnknown(t *testing.T) {
	node := schema.Lookup("llmaz/core/v1alpha1.ModelClaims")
	item, _ := node.JSONField("models")
	ref := item.Node.Elem.TerraformType()
	unknownItem := tftypes.NewValue(ref, tftypes.UnknownValue)
	known := tftypes.NewValue(ref, map[string]tftypes.Value{
		"name": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "role": tftypes.NewValue(tftypes.String, "main"),
	})
	value := tftypes.NewValue(node.TerraformType(), map[string]tftypes.Value{
		"models":            tftypes.NewValue(item.Node.TerraformType(), []tftypes.Value{unknownItem, known}),
		"inference_flavors": tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, nil),
	})
	tree, unknown, err := object.Encode(node, value, field.NewPath("spec", "modelClaims"))
	if err != nil {
		t.Fatal(err)
	}
	wantTree := any(map[string]any{"models": []any{nil, map[string]any{"role": "main"}}})
	if diff := cmp.Diff(wantTree, tree); diff != "" {
		t.Errorf("An unknown item keeps its place, an unknown field is left out.\n-want +got:\n%s", diff)
	}
	wantUnknown := []string{"spec.modelClaims.models[0]", "spec.modelClaims.models[1].name"}
	if diff := cmp.Diff(wantUnknown, unknown); diff != "" {
		t.Errorf("Unknown values are reported by path.\n-want +got:\n%s", diff)
	}
}
