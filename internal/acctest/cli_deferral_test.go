//go:build unix

package acctest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccCLIDeferral applies in rounds what cannot be planned at once: the number of resources follows from another
// resource. The first apply leaves them out, the second makes them, and nothing is left for a third.
func TestAccCLIDeferral(t *testing.T) {
	acctest.NeedTerraform(t, "1.14")
	c := acctest.Start(t, ours)
	tf := acctest.NewTerraform(t)
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
