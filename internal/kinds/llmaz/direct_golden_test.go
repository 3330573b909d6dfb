package llmaz

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

var updateGoldens = flag.Bool("update", false, "rewrite the golden files of rendered workloads")

// directOptionsKind is the kind of the document of a case that holds the options of
// direct mode, under the key `options`.
const directOptionsKind = "Direct"

// readDirectCase reads the input of a case: one Playground, at most one document of
// options, and definitions.
func readDirectCase(t *testing.T, path string) render.Input {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parseDirectCase(t, text)
}

func parseDirectCase(t *testing.T, text []byte) render.Input {
	t.Helper()
	var in render.Input
	for doc := range bytes.SplitSeq(text, []byte("\n---\n")) {
		asJSON, err := yaml.YAMLToJSONStrict(doc)
		if err != nil {
			t.Fatal(err)
		}
		obj := &unstructured.Unstructured{}
		if err := obj.UnmarshalJSON(asJSON); err != nil {
			t.Fatalf("%v in\n%s", err, doc)
		}
		switch obj.GetKind() {
		case "Playground":
			in.Object = obj
		case directOptionsKind:
			in.Options, _, err = unstructured.NestedMap(obj.Object, "options")
			if err != nil {
				t.Fatal(err)
			}
		default:
			in.Definitions = append(in.Definitions, obj)
		}
	}
	if in.Object == nil {
		t.Fatal("the case has no Playground")
	}
	return in
}

// formatOutput writes an output as YAML: what is not an object as comments, then the
// objects in the order in which they are applied.
func formatOutput(t *testing.T, out render.Output) []byte {
	t.Helper()
	var text bytes.Buffer
	fmt.Fprintf(&text, "# endpoint: %s\n", out.Endpoint)
	for _, w := range out.Warnings {
		fmt.Fprintf(&text, "# warning: %s\n", w)
	}
	for _, obj := range out.Objects {
		doc, err := yaml.Marshal(obj.Object)
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString("---\n")
		text.Write(doc)
	}
	return text.Bytes()
}

func TestRenderPlayground(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join("testdata", "render", "playground", "*", "in.yaml"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases found (%v)", err)
	}
	for _, path := range cases {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			in := readDirectCase(t, path)
			pristine := copyDirectInput(in)
			out, errs := RenderPlayground(in)
			if len(errs) > 0 {
				t.Fatal(errs.ToAggregate())
			}
			got := formatOutput(t, out)
			if diff := cmp.Diff(pristine, in); diff != "" {
				t.Errorf("rendering changed its input (-before +after):\n%s", diff)
			}
			again, _ := RenderPlayground(in)
			if diff := cmp.Diff(string(got), string(formatOutput(t, again))); diff != "" {
				t.Errorf("a second rendering differs (-first +second):\n%s", diff)
			}
			for _, obj := range out.Objects {
				checkRenderedObject(t, in.Object, obj)
			}
			golden := filepath.Join(dir, "out.yaml")
			if *updateGoldens {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatalf("%v: run the test with -update", err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("rendered objects differ (-want +got); -update rewrites them:\n%s", diff)
			}
		})
	}
}

func copyDirectInput(in render.Input) render.Input {
	copied := render.Input{Object: in.Object.DeepCopy()}
	if in.Options != nil {
		copied.Options = (&unstructured.Unstructured{Object: in.Options}).DeepCopy().Object
	}
	for _, def := range in.Definitions {
		copied.Definitions = append(copied.Definitions, def.DeepCopy())
	}
	return copied
}

// checkRenderedObject checks what holds for every object of every case.
func checkRenderedObject(t *testing.T, playground, obj *unstructured.Unstructured) {
	t.Helper()
	what := obj.GetKind() + " " + obj.GetName()
	typed, ok := map[string]any{
		"leaderworkerset.x-k8s.io/v1 LeaderWorkerSet": &lwsv1.LeaderWorkerSet{},
		"apps/v1 Deployment":                          &appsv1.Deployment{},
		"v1 Service":                                  &corev1.Service{},
		"v1 PersistentVolumeClaim":                    &corev1.PersistentVolumeClaim{},
		"autoscaling/v2 HorizontalPodAutoscaler":      &autoscalingv2.HorizontalPodAutoscaler{},
	}[obj.GetAPIVersion()+" "+obj.GetKind()]
	if !ok {
		t.Fatalf("%s has an unexpected type %s", what, obj.GroupVersionKind())
	}
	text, err := yaml.Marshal(obj.Object)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict(text, typed); err != nil {
		t.Errorf("%s does not decode into its type: %v", what, err)
	}
	if obj.GetNamespace() == "" {
		t.Errorf("%s has no namespace", what)
	}
	labels := obj.GetLabels()
	if labels["app.kubernetes.io/name"] != playground.GetName() ||
		labels["app.kubernetes.io/managed-by"] != "terraform-provider-inference" {
		t.Errorf("%s lacks the labels of rendered objects: %v", what, labels)
	}
	if _, ok := obj.Object["status"]; ok {
		t.Errorf("%s claims a status", what)
	}
	checkRenderedTree(t, what, obj.Object)
}

// renderedListKeys are the keys of the associative lists of pods. The API server
// refuses to apply a list with a key twice.
// Source: the x-kubernetes-list-map-keys of kubernetes/kubernetes api/openapi-spec@v1.36.3.
var renderedListKeys = map[string][]string{
	"containers":     {"name"},
	"initContainers": {"name"},
	"env":            {"name"},
	"volumes":        {"name"},
	"volumeMounts":   {"mountPath"},
	"ports":          {"containerPort", "port", "protocol"},
}

// checkRenderedTree finds nulls, and keys that an associative list has twice.
func checkRenderedTree(t *testing.T, path string, tree any) {
	t.Helper()
	switch tree := tree.(type) {
	case nil:
		t.Errorf("%s is null", path)
	case map[string]any:
		for name, child := range tree {
			if name == "creationTimestamp" {
				t.Errorf("%s claims %s", path, name)
			}
			if items, ok := child.([]any); ok {
				checkListKeys(t, path+"."+name, items, renderedListKeys[name])
			}
			checkRenderedTree(t, path+"."+name, child)
		}
	case []any:
		for i, child := range tree {
			checkRenderedTree(t, fmt.Sprintf("%s[%d]", path, i), child)
		}
	}
}

func checkListKeys(t *testing.T, path string, items []any, keys []string) {
	t.Helper()
	if keys == nil {
		return
	}
	seen := map[string]bool{}
	for _, item := range items {
		var key strings.Builder
		for _, name := range keys {
			fmt.Fprintf(&key, "%v/", item.(map[string]any)[name])
		}
		if seen[key.String()] {
			t.Errorf("%s has the key %s twice", path, key.String())
		}
		seen[key.String()] = true
	}
}
