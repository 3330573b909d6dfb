//go:build unix

package acctest_test

import (
	"maps"
	"regexp"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// helmMetadata is what Helm 3 adds to an object of a chart, and what the chart says so that Helm keeps the object.
var helmMetadata = map[string]any{
	"labels": map[string]any{"app.kubernetes.io/managed-by": "Helm", "team": "search"},
	"annotations": map[string]any{
		"meta.helm.sh/release-name": "models", "meta.helm.sh/release-namespace": "default", "helm.sh/resource-policy": "keep",
	},
}

// TestAccMigrationFromHelm takes the steps of the guide about migration, as far as they are this provider's: what
// Helm reads at the live object stays until the configuration leaves it out.
func TestAccMigrationFromHelm(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	o := llmaz("openmodels", "", "of-helm")
	metadata := map[string]any{"name": o.Name}
	maps.Copy(metadata, helmMetadata)
	c.Create(t, o, "helm", map[string]any{
		"apiVersion": "llmaz.io/v1alpha1", "kind": "OpenModel", "metadata": metadata,
		"spec": map[string]any{"familyName": "qwen2", "source": map[string]any{"modelHub": map[string]any{"modelID": "Qwen/Qwen2.5-0.5B-Instruct"}}},
	})
	reading := acctest.NewTerraform(t)
	reading.Configure(t, c.Provider("")+`
data "inference_hcl" "it" {
  type = "inference_open_model"
  name = "of-helm"
}

output "adopt" {
  value = "${data.inference_hcl.it.import}\n${data.inference_hcl.it.hcl}"
}
`)
	reading.MustApply(t)
	printed := reading.Text(t, "adopt")
	reading.LoseState(t) // it has read, and nothing is its own
	tf := acctest.NewTerraform(t)
	tf.Configure(t, c.Provider("")+printed)
	tf.MustApply(t)
	expectNothingToDo(t, tf)
	if kept := c.Field(t, o, "metadata", "annotations", "helm.sh/resource-policy"); kept != "keep" {
		t.Fatalf("Helm would delete the object, because its policy is %v: %s", kept, printed)
	}
	helms := regexp.MustCompile(`"(?:meta\.helm\.sh/[a-z-]+|helm\.sh/resource-policy|app\.kubernetes\.io/managed-by)" *= *"[^"]*",?`)
	if found := helms.FindAllString(printed, -1); len(found) != 4 {
		t.Fatalf("%d of Helm's label and annotations are printed: %s", len(found), printed)
	}
	tf.Configure(t, c.Provider("")+helms.ReplaceAllString(printed, ""))
	tf.MustApply(t)
	expectNothingToDo(t, tf)
	live := c.Get(t, o)
	if len(live.GetAnnotations()) > 0 || live.GetLabels()["app.kubernetes.io/managed-by"] != "" || live.GetLabels()["team"] != "search" {
		t.Errorf("left are the labels %v and annotations %v", live.GetLabels(), live.GetAnnotations())
	}
}
