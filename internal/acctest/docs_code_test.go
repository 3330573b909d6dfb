//go:build unix

package acctest_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var (
	configBlocks = regexp.MustCompile("(?ms)^```(?:terraform|hcl)\n(.*?)^```$")
	variableHead = regexp.MustCompile(`(?m)^variable "([^"]+)" \{`)
	importHead   = regexp.MustCompile(`(?m)^import \{$`)
	identityOf12 = regexp.MustCompile(`(?m)^  identity = \{`)
	listHead     = regexp.MustCompile(`(?m)^list "`)
	testHead     = regexp.MustCompile(`(?m)^run "`)
	actionHead   = regexp.MustCompile(`(?m)^action "`)
)

// documentedConfigs are the configurations of the README, of the pages and of the scenarios, by where they stand.
func documentedConfigs(t *testing.T) map[string]string {
	t.Helper()
	root := acctest.Root(t)
	files := []string{filepath.Join(root, "README.md")}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		for i, match := range configBlocks.FindAllStringSubmatch(string(raw), -1) {
			found[fmt.Sprintf("%s, block %d", filepath.ToSlash(name), i+1)] = match[1]
		}
	}
	scenarios, err := filepath.Glob(filepath.Join(root, "examples", "scenarios", "*", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range scenarios {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found["scenario "+filepath.Base(filepath.Dir(file))] = string(raw)
	}
	return found
}

// releaseOf is the release of Terraform that a configuration needs, "" for that of the provider.
func releaseOf(text string) string {
	switch {
	case listHead.MatchString(text), actionHead.MatchString(text):
		return "1.14"
	case importHead.MatchString(text) && identityOf12.MatchString(text):
		return "1.12"
	}
	return ""
}

const requiredProvider = "terraform {\n  required_providers {\n    inference = {\n      source  = \"inferops/inference\"\n      version = \"~> 0.1.0\"\n    }\n  }\n}\n"

// TestAccDocsCode lets the real CLI check every configuration that a text shows: each is a whole one but
// for the source of the provider, in the canonical format, and valid. What the CLI at hand is too old for is passed over:
// make test-compat-terraform has newer ones.
func TestAccDocsCode(t *testing.T) {
	all := acctest.NewManaged(t)
	var root strings.Builder
	root.WriteString("variable \"any\" {\n  type = any\n}\n")
	// Several pages show the same one.
	count, queries := 0, map[string]string{}
	for where, text := range documentedConfigs(t) {
		if testHead.MatchString(text) {
			continue // no configuration: TestAccCLIMockedModule
		}
		if release := releaseOf(text); release != "" && !acctest.HasTerraform(t, release) {
			continue
		}
		count++
		if listHead.MatchString(text) {
			queries[text] = where
			continue
		}
		files := map[string]string{"main.tf": text}
		if !strings.Contains(text, "required_providers") {
			files["versions.tf"] = requiredProvider
		}
		if importHead.MatchString(text) { // only a root module may import
			alone := acctest.NewManaged(t)
			alone.AddRoot(t, files)
			expectValid(t, where, alone)
			continue
		}
		name := regexp.MustCompile(`\W+`).ReplaceAllString(where, "_")
		all.AddModule(t, name, files)
		fmt.Fprintf(&root, "\nmodule %q {\n  source = \"./%s\"\n", name, name)
		for _, variable := range variableHead.FindAllStringSubmatch(text, -1) {
			fmt.Fprintf(&root, "  %s = var.any\n", variable[1])
		}
		root.WriteString("}\n")
	}
	all.AddRoot(t, map[string]string{"main.tf": string(hclwrite.Format([]byte(root.String())))})
	expectValid(t, "the texts", all)
	if len(queries) > 0 {
		expectValidQueries(t, queries)
	}
	if count < 70 {
		t.Errorf("%d configurations only: the search for them is broken", count)
	}
}

// TestAccDocsCodeFails shows what the check of a configuration finds.
func TestAccDocsCodeFails(t *testing.T) {
	for name, c := range map[string]struct{ text, says, reason string }{
		"attribute": {"resource \"inference_open_model\" \"it\" {\n  metadata = { name = \"a\" }\n  specs    = {}\n}\n", "specs", "the attribute does not exist"},
		"rule": {
			"resource \"inference_playground\" \"it\" {\n  metadata = { name = \"a\", namespace = \"b\" }\n  spec     = { replicas = -1, model_claim = { model_name = \"a\" } }\n}\n",
			"PG-C11", "the rules hold in texts",
		},
		"action": {"action \"inference_restart\" \"it\" {\n  config {\n    type = \"inference_open_model\"\n    name = \"a\"\n  }\n}\n", "must be one of", "the action takes no such type"},
	} {
		t.Run(name, func(t *testing.T) {
			if release := releaseOf(c.text); release != "" {
				acctest.NeedTerraform(t, release)
			}
			tf := acctest.NewManaged(t)
			tf.AddModule(t, "block", map[string]string{"main.tf": c.text, "versions.tf": requiredProvider})
			tf.AddRoot(t, map[string]string{"main.tf": "module \"block\" {\n  source = \"./block\"\n}\n"})
			if out := tf.Validate(t); out.OK || !strings.Contains(out.Log, c.says) {
				t.Errorf("%s, want %q in %s", c.reason, c.says, out.Log)
			}
		})
	}
	t.Run("query", func(t *testing.T) {
		acctest.NeedTerraform(t, "1.14")
		tf := acctest.NewManaged(t)
		tf.AddRoot(t, map[string]string{
			"main.tf": requiredProvider, "it.tfquery.hcl": "list \"inference_playground\" \"it\" {\n  provider = inference\n  config {\n    label_selector = \"a in\"\n  }\n}\n",
		})
		if out := tf.ValidateQueries(t); out.OK || !strings.Contains(out.Log, `is "a in": must be a`) {
			t.Errorf("a selector that is none passes: %s", out.Log)
		}
	})
	t.Run("format", func(t *testing.T) {
		tf := acctest.NewManaged(t)
		tf.AddRoot(t, map[string]string{"main.tf": "locals {\n  a   = 1\n}\n"})
		if out := tf.Format(t); out.OK {
			t.Errorf("spaces that are not canonical pass: %s", out.Log)
		}
	})
}

func expectValid(t *testing.T, where string, tf *acctest.Terraform) {
	t.Helper()
	if out := tf.Format(t); !out.OK {
		t.Errorf("%s: not in the canonical format: %s", where, out.Log)
	}
	if out := tf.Validate(t); !out.OK {
		t.Errorf("%s: %s", where, out.Log)
	}
}

// expectValidQueries checks the list blocks of texts, by text.
func expectValidQueries(t *testing.T, of map[string]string) {
	t.Helper()
	tf := acctest.NewManaged(t)
	files := map[string]string{"main.tf": requiredProvider}
	for text := range of {
		files[fmt.Sprintf("texts_%d.tfquery.hcl", len(files))] = text
	}
	tf.AddRoot(t, files)
	if out := tf.ValidateQueries(t); !out.OK {
		t.Errorf("%v: %s", slices.Collect(maps.Values(of)), out.Log)
	}
}
