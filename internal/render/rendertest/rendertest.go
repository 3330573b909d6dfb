// Package rendertest runs the golden cases of a renderer of direct mode and checks what
// holds for every one of them.
package rendertest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

var update = flag.Bool("update", false, "rewrite the golden files of rendered workloads")

// optionsKind is the kind of the document of a case that holds the options of direct
// mode, under the key `options`.
const optionsKind = "Direct"

// Run renders every <dir>/<case>/in.yaml and compares it with out.yaml beside it. A case opens
// with a comment that says what it proves.
func Run(t *testing.T, dir string, fn render.Func) {
	t.Helper()
	cases, err := filepath.Glob(filepath.Join(dir, "*", "in.yaml"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases found in %s (%v)", dir, err)
	}
	for _, path := range cases {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(text, []byte("# ")) {
				t.Error("the case does not open with a comment that says what it proves")
			}
			in := Parse(t, text)
			Golden(t, filepath.Join(filepath.Dir(path), "out.yaml"), rendered(t, fn, in))
		})
	}
}

// rendered renders a case twice and checks every object.
func rendered(t *testing.T, fn render.Func, in render.Input) []byte {
	t.Helper()
	pristine := clone(in)
	out, errs := fn(in)
	if len(errs) > 0 {
		t.Fatal(errs.ToAggregate())
	}
	if diff := cmp.Diff(pristine, in); diff != "" {
		t.Errorf("rendering changed its input (-before +after):\n%s", diff)
	}
	got := Format(t, out)
	again, _ := fn(in)
	if diff := cmp.Diff(string(got), string(Format(t, again))); diff != "" {
		t.Errorf("a second rendering differs (-first +second):\n%s", diff)
	}
	names := map[string]bool{}
	for _, obj := range out.Objects {
		checkObject(t, in.Object, obj)
		id := obj.GetKind() + "/" + obj.GetName()
		if names[id] {
			t.Errorf("%s is rendered twice", id)
		}
		names[id] = true
	}
	return got
}

// Golden compares what was rendered with a golden file, or writes it with -update.
func Golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run the test with -update", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("rendered objects differ (-want +got); -update rewrites them:\n%s", diff)
	}
}

// Parse reads the input of a case: the resource first, then at most one document of
// options, and definitions.
func Parse(t *testing.T, text []byte) render.Input {
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
		switch {
		case in.Object == nil:
			in.Object = obj
		case obj.GetKind() == optionsKind:
			if in.Options, _, err = unstructured.NestedMap(obj.Object, "options"); err != nil {
				t.Fatal(err)
			}
		default:
			in.References = append(in.References, obj)
		}
	}
	return in
}

// Format writes an output as YAML: what is not an object as comments, then the objects
// in the order in which they are applied.
func Format(t *testing.T, out render.Output) []byte {
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

// Errors renders a case that must fail and returns what it says.
func Errors(t *testing.T, fn render.Func, text string) []string {
	t.Helper()
	out, errs := fn(Parse(t, []byte(text)))
	if diff := cmp.Diff(render.Output{}, out); len(errs) > 0 && diff != "" {
		t.Errorf("a failed rendering must return nothing (-want +got):\n%s", diff)
	}
	var got []string
	for _, err := range errs {
		got = append(got, strings.TrimSpace(err.Error()))
	}
	return got
}

func clone(in render.Input) render.Input {
	copied := render.Input{Object: in.Object.DeepCopy()}
	if in.Options != nil {
		copied.Options = (&unstructured.Unstructured{Object: in.Options}).DeepCopy().Object
	}
	for _, def := range in.References {
		copied.References = append(copied.References, def.DeepCopy())
	}
	return copied
}
