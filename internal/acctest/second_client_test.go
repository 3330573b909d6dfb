//go:build unix

package acctest_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// secondClient is the field manager of who applies rendered YAML without Terraform.
const secondClient = "kubectl"

// TestAccSecondClient applies what inference_render renders of every example in direct
// mode as kubectl does: over what Terraform made it changes nothing, and neither does Terraform
// afterwards; alone, the API server takes all of it and makes the same objects.
func TestAccSecondClient(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(acctest.Root(t), "examples", "resources", "*", "resource_direct*.tf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no examples of direct mode: %v", err)
	}
	c := acctest.Start(t, withoutOperator)
	c.ProvideResults(t, "default")
	for _, path := range files {
		file := filepath.Join("resources", filepath.Base(filepath.Dir(path)), filepath.Base(path))
		t.Run(filepath.ToSlash(file), func(t *testing.T) {
			provideVolumes(t, c, "5Gi", "20Gi", "40Gi")
			tf := acctest.NewTerraform(t)
			text := readExample(t, c, file)
			renderings, blocks := renderedAgain(text)
			if len(renderings) == 0 {
				return
			}
			tf.Configure(t, text+blocks)
			tf.MustApply(t)
			var rendered []*unstructured.Unstructured
			for _, address := range renderings {
				rendered = append(rendered, renderedBy(t, tf, address)...)
			}
			made := map[string]map[string]any{}
			for _, obj := range rendered {
				before := configuredPart(c.Get(t, placeOf(obj)))
				applied := c.ApplyStrictly(t, placeOf(obj), secondClient, obj.Object)
				if diff := cmp.Diff(before, configuredPart(applied)); diff != "" {
					t.Errorf("%s changes under its rendered YAML (-Terraform +%s):\n%s", subjectOf(obj), secondClient, diff)
				}
				made[subjectOf(obj)] = before
			}
			expectNothingToDo(t, tf)
			if outcome := tf.Destroy(t); !outcome.OK {
				t.Fatal(outcome.Log)
			}
			for _, obj := range rendered {
				applied := c.ApplyStrictly(t, placeOf(obj), secondClient, obj.Object)
				if diff := cmp.Diff(unassigned(obj, made[subjectOf(obj)]), unassigned(obj, configuredPart(applied))); diff != "" {
					t.Errorf("%s is another when it is made from YAML (-Terraform +%s):\n%s", subjectOf(obj), secondClient, diff)
				}
			}
			for _, obj := range slices.Backward(rendered) {
				c.Delete(t, placeOf(obj))
			}
		})
	}
}

// renderedAgain renders every resource of a configuration that runs something with the
// data source, and returns the addresses of these beside the blocks.
func renderedAgain(text string) (addresses []string, blocks string) {
	all := provider.Kinds()
	for _, head := range anyResourceHead.FindAllStringSubmatch(text, -1) {
		typeName, name := head[1], head[2]
		i := slices.IndexFunc(all, func(k *kinds.Kind) bool { return "inference_"+k.TypeName == typeName && k.Render != nil })
		if i < 0 {
			continue
		}
		definitions := ""
		if len(all[i].Refers) > 0 {
			definitions = fmt.Sprintf("references = %s.%s.references", typeName, name)
		}
		addresses = append(addresses, "data.inference_render."+typeName)
		blocks += fmt.Sprintf(`
data "inference_render" %[1]q {
  manifest = %[1]s.%[2]s.manifest
  %[3]s
  options    = %[1]s.%[2]s.direct == null ? null : jsonencode(%[1]s.%[2]s.direct)
}
`, typeName, name, definitions)
	}
	return addresses, blocks
}

var anyResourceHead = regexp.MustCompile(`(?m)^resource "([^"]+)" "([^"]+)" \{$`)

// renderedBy returns the objects that a data source of the state rendered.
func renderedBy(t *testing.T, tf *acctest.Terraform, address string) []*unstructured.Unstructured {
	t.Helper()
	manifests, _ := tf.Resource(t, address).AttributeValues["rendered"].(map[string]any)
	var objects []*unstructured.Unstructured
	for _, manifest := range manifests {
		obj := map[string]any{}
		if err := yaml.Unmarshal([]byte(manifest.(string)), &obj); err != nil {
			t.Fatal(err)
		}
		objects = append(objects, &unstructured.Unstructured{Object: obj})
	}
	return objects
}

// placeOf is where an object belongs.
func placeOf(obj *unstructured.Unstructured) acctest.Object {
	resource, _ := meta.UnsafeGuessKindToResource(obj.GroupVersionKind())
	return acctest.Object{Resource: resource, Namespace: obj.GetNamespace(), Name: obj.GetName()}
}

func subjectOf(obj *unstructured.Unstructured) string { return obj.GetKind() + " " + obj.GetName() }

// configuredPart is an object without what its controllers write and what tells only who wrote when.
func configuredPart(live *unstructured.Unstructured) map[string]any {
	out := live.DeepCopy()
	out.SetManagedFields(nil)
	out.SetResourceVersion("")
	unstructured.RemoveNestedField(out.Object, "status")
	return out.Object
}

// assigned are the fields that the cluster gives an object of its own accord when it makes
// one, by the kind; "" stands for every kind.
var assigned = map[string][][]string{
	"": {
		{"metadata", "uid"}, {"metadata", "creationTimestamp"}, {"metadata", "generation"}, {"metadata", "finalizers"},
	},
	"Service":               {{"spec", "clusterIP"}, {"spec", "clusterIPs"}},
	"PersistentVolumeClaim": {{"spec", "volumeName"}},
	"Job":                   {{"spec", "selector"}, {"spec", "template", "metadata", "labels"}},
}

// unassigned is the configured part of a live object without what the cluster gave it:
// annotations are those that were rendered.
func unassigned(rendered *unstructured.Unstructured, live map[string]any) map[string]any {
	out := (&unstructured.Unstructured{Object: live}).DeepCopy()
	for _, at := range slices.Concat(assigned[""], assigned[rendered.GetKind()]) {
		unstructured.RemoveNestedField(out.Object, at...)
	}
	annotations := out.GetAnnotations()
	for key := range annotations {
		if _, configured := rendered.GetAnnotations()[key]; !configured {
			delete(annotations, key)
		}
	}
	unstructured.RemoveNestedField(out.Object, "metadata", "annotations")
	if len(annotations) > 0 {
		out.SetAnnotations(annotations)
	}
	return out.Object
}
