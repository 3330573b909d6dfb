package object

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

// TestText shows how an object of Kubernetes reads in a plan.
func TestText(t *testing.T) {
	tree := map[string]any{
		"kind": "Deployment",
		"metadata": map[string]any{
			"labels": map[string]any{"app": "chat", "on": "yes"},
			"annotations": map[string]any{
				"long": "a value that is too long to stand beside others on a line of the plan, however wide the terminal of the reader is",
			},
		},
		"spec": map[string]any{
			"args":    []any{"--port", "8000"},
			"preStop": map[string]any{"sleep": map[string]any{"seconds": int64(15)}},
			"httpGet": map[string]any{"path": "/health", "port": int64(8000)},
			"script":  map[string]any{"run": "echo a\necho b\n"},
			"volumes": []any{map[string]any{"emptyDir": map[string]any{}, "name": "shm"}},
		},
	}
	const want = `kind: Deployment
metadata:
  annotations:
    long: a value that is too long to stand beside others on a line of the plan, however wide the terminal of the reader is
  labels: {app: chat, "on": "yes"}
spec:
  args: [--port, "8000"]
  httpGet: {path: /health, port: 8000}
  preStop: {sleep: {seconds: 15}}
  script:
    run: |
      echo a
      echo b
  volumes: [{emptyDir: {}, name: shm}]
`
	got, err := Text(tree)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("it reads otherwise (-want +got):\n%s", diff)
	}
}

// TestLine shows an object on a line, which is no JSON: Terraform would show that over many lines.
func TestLine(t *testing.T) {
	got, err := Line(map[string]any{
		"apiVersion": "llmaz.io/v1alpha1", "metadata": map[string]any{"name": "chat"},
		"spec": map[string]any{"args": []any{"a b", "8000", int64(1), true, nil, "two\nlines"}},
	})
	want := `{apiVersion: llmaz.io/v1alpha1, metadata: {name: chat}, spec: {args: [a b, "8000", 1, true, null, "two\nlines"]}}`
	if err != nil || got != want {
		t.Errorf("got %s, %v", got, err)
	}
}

// FuzzText shows that texts are read back as they were, by the parser of Kubernetes too, and that a line is one.
func FuzzText(f *testing.F) {
	for _, seed := range []string{
		`{"a":"b"}`, `{"a":["yes","no","1:20","0o7","010","1e3","null","~","","2001-01-01","=","<<","- a","a: b","#c","*d","&e"," f","g ","\u2028","\t","\u0000","😀"]}`,
		`{"a":1.5,"b":-7,"c":9007199254740993,"d":{"e":[[],{}]},"on":"off"}`, `[{"a":"x\ny"}]`, `"text"`, `{"":""}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			return
		}
		tree, err := ParseJSON(raw)
		if err != nil {
			return
		}
		for name, text := range map[string]func(any) (string, error){"text": Text, "line": Line} {
			printed, err := text(tree)
			if err != nil {
				t.Fatalf("%s of %s: %v", name, raw, err)
			}
			if name == "line" && strings.ContainsAny(printed, "\n\r") {
				t.Errorf("%s of %s has several lines: %q", name, raw, printed)
			}
			back, err := yaml.YAMLToJSON([]byte(printed))
			if err != nil {
				t.Fatalf("%s of %s is no YAML: %v\n%s", name, raw, err, printed)
			}
			got, err := ParseJSON(back)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tree, got); diff != "" {
				t.Errorf("%s of %s is read back otherwise (-want +got):\n%s\n%s", name, raw, diff, printed)
			}
		}
	})
}
