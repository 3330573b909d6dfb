//go:build unix

package acctest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccCLILine shows that Terraform prints the line of the very attribute that a rule refuses, also within lists and maps: the
// paths of diagnostics end where the configuration does. Before 1.15 it prints that of the resource.
func TestAccCLILine(t *testing.T) {
	t.Parallel()
	acctest.NeedTerraform(t, "1.15")
	const config = requiredProvider + `
resource "inference_playground" "it" {
  metadata = { name = "lines", namespace = "default" }
  spec = {
    model_claim = { model_name = "llama3" }
    elastic_config = {
      max_replicas = 2
      scale_trigger = { hpa = { metrics = [
        { type = "Resource", resource = { name = "cpu", target = { type = "Utilization", average_utilization = 50 } } },
        {
          type     = "cpu"
          resource = { name = "cpu", target = { type = "Utilization", average_utilization = 50 } }
        },
      ] } }
    }
    backend_runtime_config = {
      backend_name = "vllm"
      resources = {
        limits = { cpu = "4", memory = "4Gi" }
        requests = {
          cpu    = "2"
          memory = "8Gi"
        }
      }
    }
    replicas = -1
  }
}
`
	tf := acctest.NewManaged(t)
	tf.AddRoot(t, map[string]string{"main.tf": config})
	var got []string
	for _, d := range tf.Checked(t) {
		got = append(got, strings.TrimSpace(strings.Split(config, "\n")[d.Range.Start.Line-1]))
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{`memory = "8Gi"`, "replicas = -1", `type     = "cpu"`}, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}
