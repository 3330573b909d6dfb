//go:build unix

package acctest_test

import (
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccCLIOrigin has findings about values that stand elsewhere: the message says where.
func TestAccCLIOrigin(t *testing.T) {
	const chat = `
resource "inference_playground" "chat" {
  metadata = { name = "chat", namespace = "llm" }
  spec     = SPEC
}
`
	for name, tc := range map[string]struct {
		root, module map[string]string
		command      []string
		// says is the end of what is said of the value, none that nothing is said of where it comes from.
		says, none string
	}{
		"local": {
			root: map[string]string{"main.tf": strings.Replace(chat, "SPEC", "local.base", 1), "locals.tf": `
locals {
  base = {
    model_claim = { model_name = "m" }
    replicas    = -1
  }
}
`},
			command: []string{"validate"}, says: "(PG-C11). The value comes from `local.base.replicas` (locals.tf:5).",
		},
		"another resource": {
			root: map[string]string{"main.tf": strings.Replace(chat, "SPEC", "{ model_claim = { model_name = inference_open_model.m.metadata.name } }", 1), "model.tf": `
resource "inference_open_model" "m" {
  metadata = {
    name = "qwen2-7b"
  }
  spec = { family_name = "qwen2", source = { uri = "host:///models" } }
}
`, "provider.tf": "provider \"inference\" {\n  mode = \"direct\"\n}\n"},
			command: []string{"plan"}, says: "The value comes from `inference_open_model.m.metadata.name` (model.tf:4).",
		},
		"variable": {
			root:    map[string]string{"main.tf": strings.Replace(chat, "SPEC", "{ model_claim = { model_name = \"m\" }, replicas = var.replicas }", 1), "variables.tf": "variable \"replicas\" {}\n"},
			command: []string{"plan", "-var", "replicas=-1"}, says: "(PG-C11). The value comes from `var.replicas` (variables.tf:1).",
		},
		"argument of a module": {
			root:    map[string]string{"main.tf": "module \"m\" {\n  source = \"./m\"\n  replicas = -1\n}\n"},
			module:  map[string]string{"main.tf": requiredProvider + "variable \"replicas\" {}\n" + strings.Replace(chat, "SPEC", "{ model_claim = { model_name = \"m\" }, replicas = var.replicas }", 1)},
			command: []string{"plan"}, says: "(PG-C11). The value comes from `var.replicas` (main.tf:3).",
		},
		"written": {
			root:    map[string]string{"main.tf": strings.Replace(chat, "SPEC", "{ model_claim = { model_name = \"m\" }, replicas = -1 }", 1)},
			command: []string{"validate"}, none: "(PG-C11)",
		},
		"check off": {
			root:    map[string]string{"main.tf": strings.Replace(chat, "SPEC", "local.base", 1) + "locals {\n  base = { model_claim = { model_name = \"m\" }, replicas = -1 }\n}\n", "provider.tf": "provider \"inference\" {\n  source_check = \"off\"\n}\n"},
			command: []string{"validate"}, none: "(PG-C11)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tf := acctest.NewManaged(t)
			tf.AddRoot(t, map[string]string{"versions.tf": requiredProvider})
			tf.AddRoot(t, tc.root)
			if tc.module != nil {
				tf.AddModule(t, "m", tc.module)
				if out := tf.Say(t, "get"); !out.OK {
					t.Fatal(out.Log)
				}
			}
			printed := words(tf.Say(t, tc.command...).Log)
			if want := tc.says + tc.none; !strings.Contains(printed, want) || tc.none != "" && strings.Contains(printed, "The value comes from") {
				t.Errorf("want %q: %s", want, printed)
			}
		})
	}
}
