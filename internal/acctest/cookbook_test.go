//go:build unix

package acctest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccCookbook applies the recipes that stand on the page of the cookbook itself. Those that are examples of their own are
// applied by TestAccExamples.
func TestAccCookbook(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(acctest.Root(t), "docs", "guides", "cookbook.md"))
	if err != nil {
		t.Fatal(err)
	}
	c := acctest.Start(t, gateways)
	models := acctest.Object{Resource: claimType, Namespace: "default", Name: "models"}
	c.Create(t, models, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": map[string]any{"name": models.Name, "namespace": models.Namespace},
		"spec": map[string]any{
			"accessModes": []any{"ReadWriteMany"}, "resources": map[string]any{"requests": map[string]any{"storage": "20Gi"}},
			"volumeName": c.ProvideVolume(t, "20Gi"),
		},
	})
	defer c.Delete(t, models)
	examples, page, count := exampleTexts(t), string(raw), 0
	for _, head := range taskHead.FindAllStringSubmatchIndex(page, -1) {
		section, _, _ := strings.Cut(page[head[1]:], "\n## ")
		for _, block := range taskConfig.FindAllStringSubmatch(section, -1) {
			text := block[1]
			if strings.Contains(examples, text) {
				continue
			}
			count++
			t.Run(page[head[2]:head[3]], func(t *testing.T) {
				tf := acctest.NewTerraform(t)
				if _, resource, moves := strings.Cut(text, "moved {\n"); moves {
					expectKeyed(t, tf, c, text, resource)
					return
				}
				tf.Configure(t, c.Provider("")+text)
				if strings.Contains(text, "\nresource ") || strings.HasPrefix(text, "resource ") {
					expectReady(t, tf)
					return
				}
				tf.MustApply(t)
				if got := tf.Text(t, "workloads"); !strings.Contains(got, "kind: Deployment") || !strings.Contains(got, "kind: Service") {
					t.Errorf("it renders %q", got)
				}
			})
		}
	}
	if count < 5 {
		t.Errorf("%d recipes only: the search for them is broken", count)
	}
}

// expectKeyed applies the resource of a recipe as it was before its block `moved`, and then the recipe, which changes nothing.
func expectKeyed(t *testing.T, tf *acctest.Terraform, c *acctest.Cluster, text, resource string) {
	t.Helper()
	_, resource, _ = strings.Cut(resource, "}\n")
	alone := strings.Replace(resource, "  for_each = { blue = \"assistant\" }\n", "", 1)
	alone = strings.Replace(alone, "each.value", `"assistant"`, 1)
	if alone == resource || strings.Contains(alone, "each.") {
		t.Fatalf("the recipe has another resource:\n%s", resource)
	}
	tf.Configure(t, c.Provider("")+alone)
	tf.MustApply(t)
	tf.Configure(t, c.Provider("")+text)
	for _, change := range tf.Plan(t).ResourceChanges {
		if !change.Change.Actions.NoOp() || change.PreviousAddress != "inference_endpoint.assistant" {
			t.Errorf("a plan would %v %s, which was %q", change.Change.Actions, change.Address, change.PreviousAddress)
		}
	}
	expectReady(t, tf)
}

// exampleTexts are the texts of all configurations below examples. A page has them without their first comment.
func exampleTexts(t *testing.T) string {
	t.Helper()
	var texts strings.Builder
	err := filepath.WalkDir(filepath.Join(acctest.Root(t), "examples"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".tf" {
			return err
		}
		raw, err := os.ReadFile(path)
		texts.Write(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts.String()
}
