//go:build unix

package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccCLINewerDefinition applies on a cluster whose definition has fields that no release has which the provider knows. It says so
// once a run, at the first contact with the definition and without another request, and does everything else as before.
func TestAccCLINewerDefinition(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, acctest.Options{CRDs: ".build/crds/llmaz.io_openmodels.yaml"})
	config := func(block, family string) string {
		return c.Provider(block) + fmt.Sprintf(`
resource "inference_open_model" "it" {
  count    = 3
  metadata = { name = "newer-${count.index}" }
  spec     = { family_name = %q, source = { model_hub = { model_id = "Qwen/Qwen3-8B" } } }
}
`, family)
	}
	told := func(diagnostics []tfjson.Diagnostic) []string {
		var found []string
		for _, d := range diagnostics {
			if d.Summary == "Definition newer than the provider" && d.Severity == tfjson.DiagnosticSeverityWarning {
				found = append(found, d.Detail)
			}
		}
		return found
	}
	tf := acctest.NewManaged(t)
	tf.AddModule(t, ".terraform", nil) // which `terraform init` makes
	tf.Configure(t, config("", "qwen"))
	if got := told(tf.MustApply(t).Diagnostics); len(got) > 0 {
		t.Fatalf("of a definition that the provider knows: %q", got)
	}

	c.AddField(t, "openmodels.llmaz.io", "spec", "licence")
	c.AddField(t, "openmodels.llmaz.io", "spec", "inferenceConfig", "flavors", "[]", "tier")
	const want = "The CustomResourceDefinition openmodels.llmaz.io in the cluster has fields that this version of the provider does not know: spec.inferenceConfig.flavors[].tier, spec.licence. inference_open_model objects are written for "
	tf.Configure(t, config("", "qwen3"))
	var got []string
	requests := requestsOf(t, c, func() { got = told(tf.MustApply(t).Diagnostics) })
	if len(got) != 1 || !strings.HasPrefix(got[0], want) {
		t.Errorf("an apply says %q, want it once: %q", got, want)
	}
	if n := requests["get customresourcedefinitions"]; n != 1 {
		t.Errorf("an apply reads the definition %d times, want once", n)
	}
	for _, change := range tf.Plan(t).ResourceChanges {
		if !change.Change.Actions.NoOp() {
			t.Errorf("the next plan changes %s: %v", change.Address, change.Change.Actions)
		}
	}

	// A plan that asks the server comes upon it before the apply does.
	tf.Configure(t, config(`plan_validation = "server"`, "qwen4"))
	if got := told(tf.Preview(t).Diagnostics); len(got) != 1 {
		t.Errorf("a plan says %q, want it once", got)
	}
	if got := told(tf.MustApply(t).Diagnostics); len(got) != 1 {
		t.Errorf("plan and apply of a run say %q, want it once", got)
	}
	// A pin says which release is meant.
	tf.Configure(t, config("api_releases = { open_model = \"v0.1.4\" }", "qwen5"))
	if got := told(tf.MustApply(t).Diagnostics); len(got) > 0 {
		t.Errorf("with a pin: %q", got)
	}
}
