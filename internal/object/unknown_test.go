package object_test

import (
	"slices"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

const openModelDefinition = "llmaz/core/v1alpha1.OpenModel"

// openAPI is a schema as a client reads it.
func openAPI(t *testing.T, props *apiextensionsv1.JSONSchemaProps) map[string]any {
	t.Helper()
	out, err := runtime.DefaultUnstructuredConverter.ToUnstructured(props)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// addField adds an object to the schema at a path, and returns it.
func addField(t *testing.T, in map[string]any, steps ...string) {
	t.Helper()
	for _, step := range steps[:len(steps)-1] {
		switch step {
		case "[]":
			in = in["items"].(map[string]any)
		case "{}":
			in = in["additionalProperties"].(map[string]any)
		default:
			in = in["properties"].(map[string]any)[step].(map[string]any)
		}
	}
	fields, _ := in["properties"].(map[string]any)
	if fields == nil {
		fields = map[string]any{}
		in["properties"] = fields
	}
	fields[steps[len(steps)-1]] = map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"}}}
}

// TestUnknownFields finds what a definition has and the table does not.
func TestUnknownFields(t *testing.T) {
	moved := object.Release{Moves: []object.Move{{From: "spec.familyName", To: "spec.family.name"}}}
	cases := map[string]struct {
		reason  string
		release object.Release
		add     [][]string
		want    []string
	}{
		"none":     {reason: "what the table has is known"},
		"fields":   {reason: "the outermost is named, in lists too", add: [][]string{{"spec", "inferenceConfig", "flavors", "[]", "tier"}, {"spec", "queue"}, {"status", "phase"}}, want: []string{"spec.inferenceConfig.flavors[].tier", "spec.queue", "status.phase"}},
		"omitted":  {reason: "the table leaves it out for a reason", release: object.Release{Omits: []string{"spec.queue"}}, add: [][]string{{"spec", "queue"}}},
		"hub form": {reason: "a release has its own paths", release: moved, want: []string{"spec.familyName"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			installed := openAPI(t, schema.Expand(openModelDefinition))
			for _, path := range tc.add {
				addField(t, installed, path...)
			}
			got, err := tc.release.UnknownFields(openModelDefinition, installed)
			if err != nil || !slices.Equal(got, tc.want) {
				t.Errorf("%s: got %v (%v), want %v", tc.reason, got, err, tc.want)
			}
		})
	}
}

// TestWireSchema moves fields of a schema and leaves its argument as it is.
func TestWireSchema(t *testing.T) {
	moved := object.Release{Moves: []object.Move{{From: "spec.familyName", To: "spec.family.name"}}}
	wire, err := moved.WireSchema(schema.Expand(openModelDefinition))
	if err != nil {
		t.Fatal(err)
	}
	spec := wire.Properties["spec"]
	if _, stays := spec.Properties["familyName"]; stays || spec.Properties["family"].Properties["name"].Type != "string" {
		t.Errorf("want spec.family.name instead of spec.familyName, got %v", spec.Properties)
	}
	if !slices.Contains(spec.Required, "family") || slices.Contains(spec.Required, "familyName") || !slices.Equal(spec.Properties["family"].Required, []string{"name"}) {
		t.Errorf("a required field is required where it is: %v", spec.Required)
	}
	before := schema.Expand(openModelDefinition).Properties["spec"]
	if _, stays := before.Properties["familyName"]; !stays || !slices.Contains(before.Required, "familyName") {
		t.Error("the schema of the table has changed")
	}
	if unknown, err := moved.UnknownFields(openModelDefinition, openAPI(t, wire)); err != nil || len(unknown) > 0 {
		t.Errorf("the release does not know its own fields %v (%v)", unknown, err)
	}
	for _, wrong := range []object.Release{{Moves: []object.Move{{From: "spec.none", To: "spec.other"}}}, {Renames: []object.Rename{{At: "spec.familyName", Table: "a", Wire: "b"}}}} {
		if _, err := wrong.WireSchema(schema.Expand(openModelDefinition)); err == nil {
			t.Errorf("%v is of no field", wrong)
		}
	}
}
