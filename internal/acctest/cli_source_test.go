//go:build unix

package acctest_test

import (
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// The configurations of these tests, with a name that there is not, and the finding about it.
const (
	misspelt = `
resource "inference_playground" "chat" {
  metadata = { name = "chat", namespace = "llm" }
  spec = {
    replica     = 2
    model_claim = { model_name = "m" }
  }
}
`
	misspeltFinding = "spec of inference_playground.chat has no attribute \"replica\". The value is not used, because Terraform leaves out names that a schema does not have. Use \"replicas\"."
	blockOfProvider = "provider \"inference\" {\n"
)

// TestAccCLISource has the real commands, and where they say that a name is unknown: Terraform alone says nothing of it.
func TestAccCLISource(t *testing.T) {
	const (
		list   = "list \"inference_playground\" \"all\" {\n  provider = inference\n  config {\n    label_selector = \"a=b\"\n  }\n}\n"
		action = "action \"inference_scale\" \"none\" {\n  config {\n    type     = \"inference_playground\"\n    name     = \"chat\"\n    replicas = 0\n  }\n}\n"
	)
	const validate, moduleCall = "validate", "module \"m\" {\n  source = \"./m\"\n}\n"
	for name, tc := range map[string]struct {
		root, module map[string]string
		environment  []string
		before       [][]string
		command      []string
		// file is that of the finding, "" for none; warning says that it is no error, silent what is in its place.
		file, silent string
		warning      bool
		// refused says that the command fails where the source check is silent.
		refused bool
		// since is the release of Terraform that has the command or the block first.
		since string
		// tofu says that OpenTofu alone reads the file.
		tofu bool
	}{
		"validate":  {root: map[string]string{"main.tf": misspelt}, command: []string{validate}, file: "main.tf:13:5"},
		"plan":      {root: map[string]string{"main.tf": misspelt}, command: []string{"plan"}, file: "main.tf:13:5"},
		"refresh":   {root: map[string]string{"main.tf": misspelt}, command: []string{"plan", "-refresh-only"}, file: "main.tf:13:5"},
		"chdir":     {module: map[string]string{"main.tf": requiredProvider + misspelt}, command: []string{"-chdir=m", validate}, file: "main.tf:13:5"},
		"module":    {root: map[string]string{"main.tf": moduleCall}, module: map[string]string{"main.tf": requiredProvider + misspelt}, before: [][]string{{"get"}}, command: []string{validate}, file: "m/main.tf:13:5"},
		"data dir":  {root: map[string]string{"main.tf": moduleCall}, module: map[string]string{"main.tf": requiredProvider + misspelt}, environment: []string{"TF_DATA_DIR=.other"}, before: [][]string{{"get"}}, command: []string{"plan"}, file: "m/main.tf:13:5"},
		"workspace": {root: map[string]string{"main.tf": misspelt}, before: [][]string{{"workspace", "new", "other"}}, command: []string{"plan"}, file: "main.tf:13:5"},
		"test":      {root: map[string]string{"main.tf": misspelt, "a.tftest.hcl": "mock_provider \"inference\" {}\nrun \"x\" {}\n"}, command: []string{"test"}, file: "main.tf:13:5"},
		"module of a test": {
			root:   map[string]string{"a.tftest.hcl": "mock_provider \"inference\" {}\nrun \"x\" {\n  module {\n    source = \"./m\"\n  }\n}\n"},
			module: map[string]string{"main.tf": requiredProvider + misspelt}, before: [][]string{{"get"}}, command: []string{"test"}, file: "m/main.tf:13:5",
		},
		"JSON": {
			root:    map[string]string{"b.tf.json": `{"resource": {"inference_playground": {"chat": {"metadata": {"name": "chat", "namespace": "llm"}, "spec": {"model_claim": {"model_name": "m"},` + "\n" + `"replica": 2}}}}}`},
			command: []string{validate}, file: "b.tf.json:2:1",
		},
		"query":                 {root: map[string]string{"main.tf": misspelt, "a.tfquery.hcl": list}, command: []string{"query"}, file: "main.tf:13:5", since: "1.14"},
		"validated query":       {root: map[string]string{"main.tf": misspelt, "a.tfquery.hcl": list}, command: []string{validate, "-query"}, file: "main.tf:13:5", since: "1.14"},
		"list":                  {root: map[string]string{"a.tfquery.hcl": strings.Replace(list, "label_selector", "label_selecter", 1)}, command: []string{validate, "-query"}, silent: "An argument named \"label_selecter\" is not expected here. Did you mean \"label_selector\"?", refused: true, since: "1.14"},
		"beside an action":      {root: map[string]string{"main.tf": misspelt, "a.tf": action}, command: []string{"plan"}, file: "main.tf:13:5", since: "1.14"},
		"action":                {root: map[string]string{"a.tf": strings.Replace(action, "replicas", "replica ", 1)}, command: []string{validate}, silent: "An argument named \"replica\" is not expected here. Did you mean \"replicas\"?", refused: true, since: "1.14"},
		"file of OpenTofu":      {root: map[string]string{"chat.tf": strings.Replace(misspelt, "replica ", "replicas", 1), "chat.tofu": misspelt}, command: []string{validate}, file: "chat.tofu:5:5", tofu: true},
		"destroy":               {root: map[string]string{"main.tf": misspelt}, command: []string{"destroy", "-auto-approve"}, file: "main.tf:13:5"},
		"destroy all the same":  {root: map[string]string{"main.tf": misspelt}, environment: []string{"INFERENCE_SOURCE_CHECK=warn"}, command: []string{"destroy", "-auto-approve"}, file: "main.tf:13:5", warning: true},
		"data source":           {root: map[string]string{"main.tf": "data \"inference_playground\" \"chat\" {\n  metadata = { name = \"chat\", namespac = \"llm\" }\n}\n"}, command: []string{validate}, file: "main.tf:10:31"},
		"other folders":         {root: map[string]string{"main.tf": strings.Replace(misspelt, "replica ", "replicas", 1)}, module: map[string]string{"main.tf": misspelt}, command: []string{validate}, silent: "Success! The configuration is valid"},
		"warning":               {root: map[string]string{"main.tf": blockOfProvider + "  source_check = \"warn\"\n}\n" + misspelt}, command: []string{"plan"}, file: "main.tf:16:5", warning: true},
		"off":                   {root: map[string]string{"main.tf": blockOfProvider + "  source_check = \"off\"\n}\n" + misspelt}, command: []string{validate}, silent: "Success! The configuration is valid"},
		"off by environment":    {root: map[string]string{"main.tf": misspelt}, environment: []string{"INFERENCE_SOURCE_CHECK=off"}, command: []string{validate}, silent: "Success! The configuration is valid"},
		"block and environment": {root: map[string]string{"main.tf": blockOfProvider + "  source_check = \"warn\"\n}\n" + misspelt}, environment: []string{"INFERENCE_SOURCE_CHECK=off"}, command: []string{validate}, file: "main.tf:16:5", warning: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tc.since != "" {
				acctest.NeedTerraform(t, tc.since)
			}
			if tc.tofu && acctest.HasTerraform(t, "1.0") {
				t.Skip("Terraform is at hand, which reads no .tofu files: make test-compat-tofu")
			}
			tf := acctest.NewManaged(t)
			tf.AddRoot(t, map[string]string{"versions.tf": requiredProvider})
			if main, ok := tc.root["main.tf"]; ok {
				tc.root["main.tf"] = requiredProvider + main
				tf.AddRoot(t, map[string]string{"versions.tf": ""})
			}
			tf.AddRoot(t, tc.root)
			if tc.module != nil {
				tf.AddModule(t, "m", tc.module)
			}
			for _, variable := range tc.environment {
				tf.Set(variable)
			}
			for _, command := range tc.before {
				if out := tf.Say(t, command...); !out.OK {
					t.Fatal(out.Log)
				}
			}
			out := tf.Say(t, tc.command...)
			printed := words(out.Log)
			want := tc.file + ": " + misspeltFinding
			if name == "data source" {
				want = tc.file + ": metadata of data.inference_playground.chat has no attribute \"namespac\"."
			}
			if tc.file == "" {
				want = tc.silent
			}
			if strings.Count(printed, want) != 1 || out.OK != (tc.file == "" && !tc.refused || tc.warning) {
				t.Errorf("want %q once: %s", want, printed)
			}
			if headline := map[bool]string{true: "Warning", false: "Error"}[tc.warning] + ": Unknown attribute name"; strings.Contains(printed, headline) != (tc.file != "") {
				t.Errorf("want %q: %s", headline, printed)
			}
		})
	}
}

// words is what a command prints for people, without the lines around it.
func words(printed string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", "", "╷", "", "╵", "").Replace(printed)), " ")
}

// TestAccCLISourceOfFetchedModules has modules that the CLI brings from a registry and from a repository.
func TestAccCLISourceOfFetchedModules(t *testing.T) {
	files := map[string]string{"main.tf": requiredProvider + misspelt}
	for name, call := range map[string]func(*testing.T, *acctest.Terraform) string{
		"registry": func(t *testing.T, tf *acctest.Terraform) string { t.Helper(); return tf.ServeModule(t, "far", files) },
		"repository": func(t *testing.T, _ *acctest.Terraform) string {
			t.Helper()
			return acctest.CommitModule(t, "far", files)
		},
	} {
		t.Run(name, func(t *testing.T) {
			tf := acctest.NewManaged(t)
			tf.AddRoot(t, map[string]string{"main.tf": call(t, tf)})
			if out := tf.Say(t, "get"); !out.OK {
				t.Fatal(out.Log)
			}
			out := tf.Say(t, "validate")
			if want := ".terraform/modules/far/main.tf:13:5: " + misspeltFinding; out.OK || !strings.Contains(words(out.Log), want) {
				t.Errorf("want %q: %s", want, out.Log)
			}
		})
	}
}

// TestAccCLISourceOfSavedPlan applies a plan after its configuration has become another one.
func TestAccCLISourceOfSavedPlan(t *testing.T) {
	none := strings.Replace(misspelt, "metadata", "count = 0\n  metadata", 1)
	tf := acctest.NewManaged(t)
	tf.AddRoot(t, map[string]string{"versions.tf": requiredProvider + "output \"made\" { value = true }\n", "main.tf": strings.Replace(none, "replica ", "replicas", 1)})
	if out := tf.SavedPlan(t); !out.OK {
		t.Fatal(out.Log)
	}
	tf.AddRoot(t, map[string]string{"main.tf": none})
	if out := tf.ApplySaved(t); !out.OK {
		t.Errorf("the saved plan is held to another configuration: %s", out.Log)
	}
	if out := tf.Apply(t); out.OK || !strings.Contains(out.Log, "Unknown attribute name") {
		t.Errorf("the configuration passes: %s", out.Log)
	}
}
