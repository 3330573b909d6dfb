//go:build unix

package acctest_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccCLIDeferral applies in rounds what cannot be planned at once: the number of resources follows from another
// resource. The first apply leaves them out, the second makes them, and nothing is left for a third.
func TestAccCLIDeferral(t *testing.T) {
	t.Parallel()
	acctest.NeedTerraform(t, "1.14")
	c := acctest.Start(t, ours)
	tf := acctest.NewManaged(t)
	tf.Configure(t, c.Provider("")+`
resource "terraform_data" "count" {
  input = 1
}

resource "inference_open_model" "it" {
  count    = terraform_data.count.output
  metadata = { name = "deferred-${count.index}" }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } } }
}

resource "inference_playground" "it" {
  metadata = { name = "deferred", namespace = "default" }
  spec     = { model_claim = { model_name = inference_open_model.it[0].metadata.name } }
}
`)
	for _, want := range []map[string]string{
		{"terraform_data.count": "create"},
		{"inference_open_model.it[0]": "create", "inference_playground.it": "create"},
		{},
	} {
		out := tf.Deferring(t)
		if diff := cmp.Diff(want, out.Actions); !out.OK || diff != "" {
			t.Fatalf("planned actions (-want +got):\n%s\n%s", diff, out.Log)
		}
	}
}

// TestAccCLIDeferralOfProvider has a provider block whose cluster the same apply makes. Resources plan without it, and are made by the first
// apply; what has to ask the cluster in the plan, data sources and imports, waits for the second with what follows from it.
func TestAccCLIDeferralOfProvider(t *testing.T) {
	t.Parallel()
	acctest.NeedTerraform(t, "1.14")
	c := acctest.Start(t, ours)
	c.Create(t, llmaz("openmodels", "", "deferred-import"), "acctest", map[string]any{
		"apiVersion": "llmaz.io/v1alpha1", "kind": "OpenModel", "metadata": map[string]any{"name": "deferred-import"},
		"spec": map[string]any{"familyName": "qwen2", "source": map[string]any{"modelHub": map[string]any{"modelID": "Qwen/Qwen2.5-0.5B-Instruct"}}},
	})
	tf := acctest.NewManaged(t)
	tf.Configure(t, fmt.Sprintf(`
resource "terraform_data" "cluster" {
  input = %q
}

provider "inference" {
  config_path = terraform_data.cluster.output
}

resource "inference_open_model" "made" {
  metadata = { name = "deferred-made" }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } } }
}

import {
  to = inference_open_model.imported
  id = "deferred-import"
}

resource "inference_open_model" "imported" {
  metadata = { name = "deferred-import" }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } } }
}

data "inference_open_model" "read" {
  metadata = { name = "deferred-import" }
}

resource "inference_playground" "follows" {
  metadata = { name = "deferred-follows", namespace = "default" }
  spec     = { model_claim = { model_name = data.inference_open_model.read.metadata.name } }
}
`, c.Kubeconfig))
	for _, want := range []map[string]string{
		{"terraform_data.cluster": "create", "inference_open_model.made": "create"},
		{"inference_open_model.imported": "import", "inference_playground.follows": "create"},
		{},
	} {
		out := tf.Deferring(t)
		if diff := cmp.Diff(want, out.Actions); !out.OK || diff != "" {
			t.Fatalf("planned actions (-want +got):\n%s\n%s", diff, out.Log)
		}
	}
}
