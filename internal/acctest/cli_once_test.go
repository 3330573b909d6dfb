//go:build unix

package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccCLISaidOnce counts what people read: Terraform asks for the same findings in its validation, its plan and its apply, of
// a process each, and a command gives each of them once. Nothing is lost that a variable hides from the validation.
func TestAccCLISaidOnce(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	const resource = `
resource "inference_playground" %q {
  metadata    = { name = %q, namespace = "default" }
  references = [jsonencode({
    apiVersion = "llmaz.io/v1alpha1", kind = "OpenModel", metadata = { name = "m" }
    spec       = { familyName = "qwen2", source = { modelHub = { modelID = "Qwen/Qwen2.5-0.5B-Instruct" } } }
  })]
  spec = { model_claim = { model_name = "m" }, backend_runtime_config = { args = [%s] } }
  wait = { until = "accepted" }
}
`
	tf := acctest.NewManaged(t)
	tf.AddModule(t, ".terraform", nil) // which `terraform init` makes
	tf.Configure(t, fmt.Sprintf("provider \"inference\" {\n  mode = \"direct\"\n  config_path = %q\n}\nvariable \"arg\" {}\n", c.Kubeconfig)+
		fmt.Sprintf(resource, "literal", "said-literal", `"--tokenizer={{ .ModelName }}"`)+
		fmt.Sprintf(resource, "variable", "said-variable", "var.arg")+
		// The same finding twice within one process.
		fmt.Sprintf(resource, "nameless", "${var.name}-a", `"--tokenizer={{ .ModelName }}"`)+
		fmt.Sprintf(resource, "namesake", "${var.name}-b", `"--tokenizer={{ .ModelName }}"`)+"variable \"name\" {}\n")
	tf.SetVariables(t, "arg = \"--tokenizer={{ .ModelName }}\"\nname = \"said\"")
	count := func(diagnostics []tfjson.Diagnostic, subject string) int {
		found := 0
		for _, d := range diagnostics {
			if strings.Contains(d.Detail, "args[0] of "+subject+" is") {
				found++
			}
		}
		return found
	}
	expect := func(command string, diagnostics []tfjson.Diagnostic, want map[string]int) {
		t.Helper()
		for subject, times := range want {
			if got := count(diagnostics, subject); got != times {
				t.Errorf("%s gives the finding about %s %d times, want %d", command, subject, got, times)
			}
		}
	}
	const literal, variable, unnamed = "Playground default/said-literal", "Playground default/said-variable", "Playground"
	// Validation knows no variables.
	expect("validate", tf.Checked(t), map[string]int{literal: 1, variable: 0, unnamed: 2})
	// What was found before the name was known says less than what is found after.
	walks := map[string]int{literal: 1, variable: 1, unnamed: 2, "Playground default/said-a": 1, "Playground default/said-b": 1}
	expect("plan", tf.Preview(t).Diagnostics, walks)
	expect("another plan", tf.SavedPlan(t).Diagnostics, walks)
	expect("apply of the saved plan", tf.ApplySaved(t).Diagnostics, map[string]int{literal: 1, variable: 1, unnamed: 0})
	tf.SetVariables(t, "arg = \"--revision={{ .ModelName }}\"\nname = \"said\"")
	expect("apply", tf.MustApply(t).Diagnostics, walks)
	tf.SetVariables(t, "arg = \"\"\nname = \"Not a name\"")
	tf.TryPlan(t).Find(t, tfjson.DiagnosticSeverityError, "Invalid value")
	tf.SetVariables(t, "arg = \"\"\nname = \"said\"")
}

// TestAccCLIEachRule reads what Terraform prints for people: of warnings with one headline it shows a single one, so
// each rule has its own.
func TestAccCLIEachRule(t *testing.T) {
	t.Parallel()
	tf := acctest.NewManaged(t)
	tf.Configure(t, `
resource "inference_playground" "it" {
  metadata = { name = "rules", namespace = "default" }
  spec = {
    model_claim            = { model_name = "m" }
    backend_runtime_config = { args = ["--tokenizer={{ .ModelName }}", "--model={{ .ModelName }}"] }
    elastic_config = {
      max_replicas      = 2
      scale_trigger_ref = { name = "h" }
      scale_trigger     = { hpa = {} }
    }
  }
}
`)
	printed := strings.Join(strings.Fields(strings.ReplaceAll(tf.Say(t, "validate").Log, "│", "")), " ")
	for _, want := range []string{
		"Warning: Value without its expected effect (PG-C8)", "args[0] of Playground default/rules", "(and one more similar warning elsewhere)",
		"Warning: Value without its expected effect (PG-W7)", "scale_trigger_ref of Playground default/rules",
	} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is not printed: %s", want, printed)
		}
	}
}
