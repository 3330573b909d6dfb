//go:build unix

package acctest_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// makers are those who make the objects that are printed: the generic providers, and this one
// with a state that is lost.
var makers = map[string]func(t *testing.T, c *acctest.Cluster, s subject){
	"kubernetes_manifest": func(t *testing.T, c *acctest.Cluster, s subject) { formers["kubernetes_manifest"](t, c, s) },
	"kubectl apply":       func(t *testing.T, c *acctest.Cluster, s subject) { formers["kubectl_manifest of gavinbunney"](t, c, s) },
	"provider": func(t *testing.T, c *acctest.Cluster, s subject) {
		c.ApplyAs(t, s.object(), "terraform-provider-inference", s.manifest.Object)
	},
}

// testPrint prints an object of every kind of every maker. What is printed is pasted into a
// configuration that has nothing else: its plan imports the objects and changes nothing. The
// function prints the same of what kubectl gets.
func testPrint(t *testing.T, c *acctest.Cluster, subjects []subject) {
	printing, dir := acctest.NewTerraform(t), t.TempDir()
	var config strings.Builder
	config.WriteString(c.Provider(""))
	want := map[string]string{}
	for i, maker := range slices.Sorted(maps.Keys(makers)) {
		for _, s := range subjects {
			s.manifest = s.manifest.DeepCopy()
			s.manifest.SetName(fmt.Sprintf("hcl-%d-%s", i, kebabType(s.typeName)))
			admit(t, s.manifest)
			makers[maker](t, c, s)
			o, label := s.object(), fmt.Sprintf("%s_%d", s.typeName, i)
			t.Cleanup(func() { c.Delete(t, o) })
			file := filepath.Join(dir, o.Name+".yaml")
			if err := os.WriteFile(file, yamlOf(t, c.Get(t, o).Object), 0o600); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&config, "data \"inference_hcl\" %q {\n  type = %q\n  name = %q\n  %s\n}\n", label, s.typeName, o.Name, strings.ReplaceAll(namespaceLine(o), ",", ""))
			fmt.Fprintf(&config, "output %q {\n  value = { live = data.inference_hcl.%s, text = provider::inference::hcl(file(%q), %q) }\n}\n", label, label, file, s.typeName)
			want[s.typeName+"."+strings.ReplaceAll(o.Name, "-", "_")] = "import"
		}
	}
	printing.Configure(t, config.String())
	printing.MustApply(t)

	pasted := c.Provider("")
	for label, printed := range printing.Outputs(t) {
		live, text := printed["live"].(map[string]any), printed["text"].(map[string]any)
		if diff := cmp.Diff(map[string]any{"hcl": live["hcl"], "import": live["import"]}, text); diff != "" {
			t.Errorf("%s: what the function prints (-data source +function):\n%s", label, diff)
		}
		pasted += "\n" + live["import"].(string) + "\n" + live["hcl"].(string)
	}
	printing.LoseState(t) // it has nothing to destroy, and what it read will be gone
	adopting := acctest.NewTerraform(t)
	adopting.Configure(t, pasted)
	adopting.ExpectFormatted(t)
	clashes := clashesOf(subjects)
	expectMoves(t, adopting.Preview(t), want, clashes...)
	adopting.MustApply(t)
	expectMoves(t, adopting.Preview(t), map[string]string{}, clashes...)
}

// admit does what the webhook of LLMKube does to a Model, which nobody plays here: the runtime of the GPU takes the place of the
// default accelerator.
func admit(t *testing.T, o *unstructured.Unstructured) {
	t.Helper()
	if runtime, found, _ := unstructured.NestedString(o.Object, "spec", "hardware", "gpu", "runtime"); found {
		if err := unstructured.SetNestedField(o.Object, runtime, "spec", "hardware", "accelerator"); err != nil {
			t.Fatal(err)
		}
	}
}
