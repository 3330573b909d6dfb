package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

func TestAttributePath(t *testing.T) {
	node := schema.Lookup("llmaz/inference/v1alpha1.BackendRuntimeSpec")
	root := path.Root("spec")
	cases := map[string]struct {
		reason, field string
		want          path.Path
	}{
		"field":       {"A field is found by its API name.", "readinessProbe.httpGet", root.AtName("readiness_probe").AtName("http_get")},
		"item":        {"An index leads into a list.", "envs[1].name", root.AtName("envs").AtListIndex(1).AtName("name")},
		"map key":     {"A bracket on a map is a key, dots and slashes included.", "resources.limits[nvidia.com/gpu]", root.AtName("resources").AtName("limits").AtMapKey("nvidia.com/gpu")},
		"leading dot": {"The server begins its paths with a dot.", ".image", root.AtName("image")},
		"keyed item":  {"An item named by key has no index, so the list is the deepest attribute.", `envs[name="A"].value`, root.AtName("envs")},
		"unknown":     {"A step the schema lacks ends the path.", "readinessProbe.nonsense.more", root.AtName("readiness_probe")},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			steps, err := fieldpath.Parse(c.field)
			if err != nil {
				t.Fatalf("%s\n%q: %v", c.reason, c.field, err)
			}
			if diff := cmp.Diff(c.want.String(), node.AttributePath(root, steps).String()); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", c.reason, diff)
			}
		})
	}
}

func FuzzAttributePath(f *testing.F) {
	for _, seed := range []string{"spec.a[0].b", `spec.envs[name="x.y"].value`, "spec.limits[nvidia.com/gpu]", ".a", "a[", "a..b", "[]", `a["\"]`} {
		f.Add(seed)
	}
	node := schema.Lookup("llmaz/inference/v1alpha1.Playground")
	f.Fuzz(func(_ *testing.T, text string) {
		steps, err := fieldpath.Parse(text)
		if err == nil {
			node.AttributePath(path.Empty(), steps)
		}
	})
}
