//go:build unix

package acctest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/standin"
)

// TestAccCLITest tests modules with `terraform test`, where no cluster is asked for anything: with a mocked provider, for
// which Terraform makes up every computed attribute of every kind, and with the provider itself, which plans on its own.
func TestAccCLITest(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]struct{ files, head, command, sees string }{
		"mocked":  {files: "resource.tf", head: "mock_provider \"inference\" {}\n", command: "apply", sees: "%s.uid != \"\""},
		"planned": {files: "resource_direct*.tf", command: "plan", sees: "can(yamldecode(%s.manifest))"},
	} {
		t.Run(name, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(acctest.Root(t), "examples", "resources", "*", way.files))
			if err != nil || len(files) == 0 {
				t.Fatalf("there are no examples of resources: %v", err)
			}
			tf, runs := acctest.NewManaged(t), way.head
			for _, file := range files {
				raw, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				module := regexp.MustCompile(`\W+`).ReplaceAllString(filepath.Base(filepath.Dir(file))+"_"+filepath.Base(file), "_")
				tf.AddModule(t, module, map[string]string{"main.tf": string(raw), "versions.tf": requiredProvider})
				address := strings.Join(resourceName.FindStringSubmatch(string(raw))[1:], ".")
				runs += fmt.Sprintf("\nrun %q {\n  command = %s\n\n  module {\n    source = \"./%s\"\n  }\n\n  variables {\n%s  }\n\n  assert {\n    condition     = %s\n    error_message = \"It is not known.\"\n  }\n}\n",
					module, way.command, module, standin.Variables(string(raw)), fmt.Sprintf(way.sees, address))
			}
			tf.AddRoot(t, map[string]string{"main.tf": requiredProvider, "examples.tftest.hcl": runs})
			out := tf.Test(t)
			if want := fmt.Sprintf("Success! %d passed, 0 failed.", len(files)); !out.OK || !strings.Contains(out.Log, want) {
				t.Errorf("want %q: %s", want, out.Log)
			}
		})
	}
}

var resourceName = regexp.MustCompile(`(?m)^resource "([^"]+)" "([^"]+)" \{$`)

// TestAccCLIMockedModule shows what the author of a module gets from a test without a cluster, as the guide has it: values of
// computed attributes that the test chooses, the rules of the provider, and its functions.
func TestAccCLIMockedModule(t *testing.T) {
	t.Parallel()
	const module = requiredProvider + `
variable "replicas" {
  type    = number
  default = 2
}

resource "inference_playground" "chat" {
  metadata = { name = "chat", namespace = "llm" }
  spec     = { replicas = var.replicas, model_claim = { model_name = "llama3-1-8b" } }
}

output "url" { value = "${inference_playground.chat.endpoint}/v1" }
`
	const mock = "mock_provider \"inference\" {}\n\n"
	const printed = `yamlencode({ apiVersion = "llmaz.io/v1alpha1", kind = "OpenModel", metadata = { name = "qwen" } })`
	assertion := func(condition string) string {
		return fmt.Sprintf("run \"function\" {\n  assert {\n    condition     = %s\n    error_message = \"The function is mocked.\"\n  }\n}\n", condition)
	}
	for name, tc := range map[string]struct {
		// more is what the module has besides.
		more, test, says string
		passes           bool
		// terraform says that OpenTofu cannot do it.
		terraform bool
	}{
		"guide": {test: documented(t, "getting-started", "mock_provider"), says: "1 passed, 0 failed", passes: true},
		"rule":  {test: mock + "run \"rule\" {\n  variables {\n    replicas = -1\n  }\n}\n", says: "PG-C11"},
		"function": {
			more: "\noutput \"text\" { value = provider::inference::hcl(" + printed + ", \"inference_open_model\").hcl }\n",
			test: mock + assertion("strcontains(output.text, \"qwen\")"), says: "1 passed, 0 failed", passes: true,
		},
		"function in an assertion": {
			test: mock + assertion("strcontains(provider::inference::hcl("+printed+", \"inference_open_model\").hcl, \"qwen\") && output.url != \"\""), says: "1 passed, 0 failed", passes: true,
			// opentofu/opentofu internal/tofu/context_functions.go@v1.12.6 looks for the provider of a plan that is over, and crashes.
			terraform: true,
		},
		"made-up definition": {more: `
resource "inference_open_model" "it" {
  metadata = { name = "qwen" }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } } }
}

resource "inference_playground" "it" {
  metadata    = { name = "qwen", namespace = "llm" }
  spec        = { model_claim = { model_name = "qwen" } }
  references = [inference_open_model.it.manifest]
}
`, test: mock + "run \"references\" {}\n", says: "references[0] of Playground llm/qwen is"},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.terraform {
				acctest.NeedTerraform(t, "1.11")
			}
			tf := acctest.NewManaged(t)
			tf.AddRoot(t, map[string]string{"main.tf": module + tc.more, "chat.tftest.hcl": tc.test})
			if out := tf.Test(t); out.OK != tc.passes || !strings.Contains(out.Log, tc.says) {
				t.Errorf("want %q: %s", tc.says, out.Log)
			}
		})
	}
}
