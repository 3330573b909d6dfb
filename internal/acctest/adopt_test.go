//go:build unix

package acctest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// TestAccAdoption brings objects of every kind under Terraform, under every release of the
// real definitions, in every way there is. Ours have fields of several releases with defaults,
// which a kubernetes_manifest then claims: nobody meets such objects.
func TestAccAdoption(t *testing.T) {
	for system, generations := range lifecycles {
		t.Run(system, func(t *testing.T) {
			for version, g := range generations {
				if g.options == ours {
					continue
				}
				t.Run(version, func(t *testing.T) {
					c := acctest.Start(t, g.options)
					subjects := subjectsOf(t, c, g)
					t.Run("list", func(t *testing.T) { testList(t, c, subjects) })
					t.Run("query", func(t *testing.T) { testQuery(t, c, subjects) })
					t.Run("move", func(t *testing.T) { testMove(t, c, subjects) })
					t.Run("print", func(t *testing.T) { testPrint(t, c, subjects) })
				})
			}
		})
	}
}

// subject is an object of one kind that somebody else brings along, with the resource that is to have it.
type subject struct {
	typeName string
	life     lifecycle
	kind     *kinds.Kind
	// manifest is the object as people wrote it, in the vocabulary of the release.
	manifest *unstructured.Unstructured
}

func (s subject) object() acctest.Object {
	o := s.life.object
	o.Name = s.manifest.GetName()
	return o
}

// subjectsOf has an object of every kind of a release.
func subjectsOf(t *testing.T, c *acctest.Cluster, g generation) []subject {
	t.Helper()
	tf := acctest.NewTerraform(t)
	var config strings.Builder
	config.WriteString(c.Provider(""))
	var subjects []subject
	for _, typeName := range slices.Sorted(maps.Keys(g.lives)) {
		life := g.lives[typeName]
		s := subject{typeName: typeName, life: life}
		all := provider.Kinds()
		s.kind = all[slices.IndexFunc(all, func(k *kinds.Kind) bool { return "inference_"+k.TypeName == typeName })]
		subjects = append(subjects, s)
		config.WriteString(s.block("it", "adopt-"+kebabType(typeName), `wait = { until = "accepted" }`))
		fmt.Fprintf(&config, "output %q {\n  value = { manifest = %s.it.manifest, api_release = %s.it.api_release }\n}\n", typeName, typeName, typeName)
	}
	tf.Configure(t, config.String())
	tf.MustApply(t)
	made := tf.Outputs(t)
	for i, s := range subjects {
		subjects[i].manifest = wireManifest(t, s.kind, made[s.typeName]["manifest"].(string), made[s.typeName]["api_release"].(string))
	}
	if out := tf.Destroy(t); !out.OK {
		t.Fatal(out.Log)
	}
	return subjects
}

// block is the resource that says what the manifest says.
func (s subject) block(label, name, lines string) string {
	return fmt.Sprintf("resource %q %q {\n  metadata = { name = %q, %s labels = { team = \"search\" } }\n  %s\n  %s\n}\n",
		s.typeName, label, name, namespaceLine(s.life.object), s.life.body, lines)
}

func namespaceLine(o acctest.Object) string {
	if o.Namespace == "" {
		return ""
	}
	return fmt.Sprintf("namespace = %q,", o.Namespace)
}

func wireManifest(t *testing.T, k *kinds.Kind, definition, release string) *unstructured.Unstructured {
	t.Helper()
	tree := map[string]any{}
	if err := yaml.Unmarshal([]byte(definition), &tree); err != nil {
		t.Fatal(err)
	}
	d, ok := k.Release(release)
	if !ok {
		t.Fatalf("%s has no release %q", k.TypeName, release)
	}
	wire := &unstructured.Unstructured{Object: d.ToWire(tree)}
	if !d.GVK.Empty() {
		wire.SetGroupVersionKind(d.GVK)
	}
	return wire
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func yamlOf(t *testing.T, value any) []byte {
	t.Helper()
	raw, err := yaml.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
