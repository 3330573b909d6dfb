package provider

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// requirement stands above examples that leave it to their readers.
const requirement = `terraform {
  required_providers {
    inference = { source = "inferops/inference" }
  }
}
`

// examples returns the files of the examples that match a pattern below examples/.
func examples(t *testing.T, pattern string) []string {
	t.Helper()
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "examples", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("there is no example %s: %v", pattern, err)
	}
	return files
}

// exampleName is the path of an example below examples/.
func exampleName(file string) string {
	_, name, _ := strings.Cut(filepath.ToSlash(file), "/examples/")
	return name
}

func readExample(t *testing.T, files ...string) string {
	t.Helper()
	var out strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(text)
		out.WriteByte('\n')
	}
	if !strings.Contains(out.String(), "required_providers") {
		return requirement + out.String()
	}
	return out.String()
}

var resourceBlock = regexp.MustCompile(`(?m)^resource "`)

// plannedExamples are the examples that a plan needs nobody for, by their paths.
func plannedExamples(t *testing.T) map[string]string {
	t.Helper()
	configurations := map[string]string{}
	for _, pattern := range []string{"resources/*/resource*.tf", "quickstart/*.tf", "scenarios/*/main.tf", "traffic/*/main.tf", "tasks/*/main.tf"} {
		for _, file := range examples(t, pattern) {
			configurations[exampleName(file)] = readExample(t, file)
		}
	}
	provider := examples(t, "provider/provider.tf")[0]
	configurations[exampleName(provider)+" with a resource"] = readExample(t, provider, examples(t, "resources/inference_open_model/resource.tf")[0])
	return configurations
}

// expectCreations fails unless a plan creates what the configuration has.
func expectCreations(t *testing.T, text string, planned []plannedResource) {
	t.Helper()
	blocks := len(resourceBlock.FindAllString(text, -1))
	if len(planned) < blocks || len(planned) > blocks && !strings.Contains(text, "for_each") {
		t.Errorf("want %d resources to be created, not %d", blocks, len(planned))
	}
	for _, resource := range planned {
		if !slices.Equal(resource.Actions, []string{"create"}) {
			t.Errorf("the plan is to %v %s", resource.Actions, resource.Address)
		}
	}
}

// TestExamplesValidateOffline is about the examples whose plan would have to read an object.
func TestExamplesValidateOffline(t *testing.T) {
	t.Parallel()
	texts := map[string]string{}
	for _, file := range slices.Concat(examples(t, "data-sources/*/data-source.tf"), examples(t, "functions/*/function.tf"), examples(t, "provider/provider.tf")) {
		texts[exampleName(file)] = readExample(t, file)
	}
	tf := newTerraform(t)
	tf.writeModules(t, texts)
	tf.mustRun(t, "validate", "-no-color")
}

// runBlock is in the files of `terraform test` alone.
var runBlock = regexp.MustCompile(`(?m)^run "`)

var hclBlock = regexp.MustCompile("(?ms)^```(?:terraform|hcl)\n(.*?)^```$")

// guides returns the blocks of HCL in the guides of the documentation, by guide and number.
func guides(t *testing.T) map[string]string {
	t.Helper()
	blocks := map[string]string{}
	for _, file := range append(examples(t, "../templates/guides/*.md.tmpl"), examples(t, "../templates/*.md.tmpl")...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		for i, match := range hclBlock.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(match[1], "{{") {
				blocks[fmt.Sprintf("%s-%d", name, i+1)] = match[1]
			}
		}
	}
	if len(blocks) < 10 {
		t.Fatalf("the guides have %d blocks of HCL only: the search for them is broken", len(blocks))
	}
	return blocks
}

// rootBlock is in root modules alone, or asks whoever calls the module.
var rootBlock = regexp.MustCompile(`(?m)^(import|variable .*) \{`)

// TestGuidesValidateOffline shows that the configurations of the guides are valid.
func TestGuidesValidateOffline(t *testing.T) {
	t.Parallel()
	modules := map[string]string{}
	for name, text := range guides(t) {
		if !runBlock.MatchString(text) && !strings.Contains(text, "required_providers") {
			text = requirement + text
		}
		if !runBlock.MatchString(text) && !rootBlock.MatchString(text) {
			modules[name] = text
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tf := newTerraform(t)
			if runBlock.MatchString(text) {
				tf.write(t, "main.tf", requirement)
				tf.write(t, "main.tftest.hcl", text)
			} else {
				tf.write(t, "main.tf", text)
			}
			tf.mustRun(t, "validate", "-no-color")
		})
	}
	tf := newTerraform(t)
	tf.writeModules(t, modules)
	tf.mustRun(t, "validate", "-no-color")
}

// TestGuidesAreFormatted reads every block of HCL in the guides.
func TestGuidesAreFormatted(t *testing.T) {
	tf := newTerraform(t)
	for name, text := range guides(t) {
		tf.write(t, name+".tf", text)
	}
	if out, stderr, ok := tf.run(t, "fmt", "-check", "-diff", "-no-color"); !ok {
		t.Errorf("%s%s", out, stderr)
	}
}

// TestExamplesAreFormatted reads every example, those for newer releases of Terraform too.
func TestExamplesAreFormatted(t *testing.T) {
	tf := newTerraform(t)
	for i, file := range append(examples(t, "*/*.tf"), examples(t, "*/*/*.tf")...) {
		tf.write(t, fmt.Sprintf("%d.tf", i), readExample(t, file))
	}
	if out, stderr, ok := tf.run(t, "fmt", "-check", "-diff", "-no-color"); !ok {
		t.Errorf("%s%s", out, stderr)
	}
}

// TestPlanBeforeTheClusterExists shows that a cluster may be made by the same apply that
// uses it, and that an apply which then cannot reach it says so.
func TestPlanBeforeTheClusterExists(t *testing.T) {
	t.Parallel()
	tf := newTerraform(t)
	tf.write(t, "main.tf", requirement+`
resource "terraform_data" "cluster" {
  input = "https://`+closedPort(t)+`"
}

provider "inference" {
  host = terraform_data.cluster.output
}

resource "inference_open_model" "qwen" {
  metadata = { name = "qwen" }
  spec     = { family_name = "qwen", source = { model_hub = { model_id = "Qwen/Qwen3-8B" } } }
  timeouts = { create = "1s" }
}
`)
	out := tf.mustRun(t, "plan", "-no-color", "-input=false")
	if !strings.Contains(out, "Plan: 2 to add") || strings.Contains(out, "inference_open_model.qwen: Reading") {
		t.Errorf("want a plan of two resources:\n%s", out)
	}
	out, stderr, ok := tf.run(t, "apply", "-no-color", "-input=false", "-auto-approve")
	if ok || !strings.Contains(stderr, "Cluster cannot be reached") || !strings.Contains(strings.Join(strings.Fields(stderr), " "), "OpenModel qwen was not touched") {
		t.Errorf("want an apply that says that the cluster cannot be reached:\n%s%s", out, stderr)
	}
	if state := tf.mustRun(t, "state", "list"); strings.Contains(state, "inference_open_model") {
		t.Errorf("what could not be created is in the state:\n%s", state)
	}
}
