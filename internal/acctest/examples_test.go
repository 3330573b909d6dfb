//go:build unix

package acctest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/standin"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// readExample reads an example for a cluster: the harness has the required providers, and
// the provider block becomes that of the cluster.
func readExample(t *testing.T, c *acctest.Cluster, file string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(acctest.Root(t), "examples", file))
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	if i := strings.Index(text, "terraform {\n"); i >= 0 {
		end := strings.Index(text[i:], "\n}\n")
		text = text[:i] + text[i+end+len("\n}\n"):]
	}
	if strings.Contains(text, "provider \"inference\" {\n") {
		return strings.Replace(text, "provider \"inference\" {\n", "provider \"inference\" {\n  config_path = \""+c.Kubeconfig+"\"\n", 1)
	}
	return c.Provider("") + text
}

// stateBudget is what a resource may take of the state. Backends keep every version of it.
const stateBudget = 32 << 10

// TestAccExamples applies every example, finds nothing left to do, imports it with the command of its import.sh
// and by its identity, finds it with the example of its list, and destroys it.
func TestAccExamples(t *testing.T) {
	root := filepath.Join(acctest.Root(t), "examples")
	files, err := filepath.Glob(filepath.Join(root, "resources", "*", "resource*.tf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no examples of resources: %v", err)
	}
	scenarios, err := filepath.Glob(filepath.Join(root, "scenarios", "*", "main.tf"))
	if err != nil || len(scenarios) == 0 {
		t.Fatalf("there are no scenarios: %v", err)
	}
	recipes, err := filepath.Glob(filepath.Join(root, "cookbook", "*", "main.tf"))
	if err != nil || len(recipes) == 0 {
		t.Fatalf("there are no recipes: %v", err)
	}
	files = append(append(append(files, scenarios...), recipes...), filepath.Join(root, "quickstart", "main.tf"))
	acctest.Start(t, newest).ProvideResults(t, "default")
	for _, path := range files {
		file, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.ToSlash(file), func(t *testing.T) {
			c := exampleCluster(t, file)
			provideVolumes(t, c, "5Gi", "20Gi", "40Gi", "200Gi")
			tf := acctest.NewTerraform(t)
			text := readExample(t, c, file)
			tf.Configure(t, text)
			tf.SetVariables(t, standin.Variables(text))
			expectReady(t, tf)
			for address, size := range tf.StateSizes(t) {
				t.Logf("%s takes %d bytes of state", address, size)
				if size > stateBudget {
					t.Errorf("%s takes %d bytes of state, more than %d", address, size, stateBudget)
				}
			}
			if filepath.Base(file) == "resource.tf" {
				typeName := filepath.Base(filepath.Dir(path))
				address, id := importCommand(t, filepath.Join(filepath.Dir(path), "import.sh"))
				tf.LoseState(t)
				tf.MustImport(t, address, id)
				expectNothingToDo(t, tf)
				l := newLister(t, c)
				expectIdentityImport(t, l, filepath.Dir(path), address, id)
				expectListed(t, c, l, typeName, id)
				expectQueried(t, tf, typeName, id)
				expectIdentityImported(t, tf, filepath.Dir(path), address)
			}
		})
	}
}

// exampleClusters are those with the newest release of each system, by its name.
var exampleClusters = map[string]acctest.Options{
	"endpoint": gateways, "gie": gieNewest, "kthena": kthenaNewest, "llmaz": newest, "llmkube": llmkubeNewest, "ome": omeNewest,
}

// exampleCluster returns the cluster for an example: that of the system of its first
// resource. Direct mode needs no operator, and Kthena's must not be there.
func exampleCluster(t *testing.T, file string) *acctest.Cluster {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(acctest.Root(t), "examples", file))
	if err != nil {
		t.Fatal(err)
	}
	first := resourceHead.FindStringSubmatch(string(raw))
	if first == nil {
		t.Fatalf("%s has no resource", file)
	}
	all := provider.Kinds()
	i := slices.IndexFunc(all, func(k *kinds.Kind) bool { return "inference_"+k.TypeName == first[1] })
	if i < 0 {
		t.Fatalf("%s has a resource of no kind: %s", file, first[1])
	}
	options := exampleClusters[all[i].System]
	if strings.HasPrefix(filepath.Base(file), "resource_direct") && options != gieNewest {
		options = newest
	}
	c := acctest.Start(t, options)
	c.EnsureNamespace(t, "llm")
	if file == filepath.Join("resources", "inference_kthena_model_route", "resource.tf") {
		serverOf(t, c, "qwen")
		serverOf(t, c, "qwen-next")
	}
	if file == filepath.Join("cookbook", "queue", "main.tf") {
		scaled := schema.GroupVersionResource{Group: "keda.sh", Version: "v1alpha1", Resource: "scaledobjects"}
		t.Cleanup(define(t, c, scaled, "ScaledObject"))
		untilServed(t, c, scaled)
	}
	return c
}

var resourceHead = regexp.MustCompile(`(?m)^resource "([^"]+)" "[^"]+" \{$`)

// provideVolumes makes what examples with claims need, until the test ends: the cluster has
// nobody who provides volumes. Each is bound once, to the claim that it fits best.
func provideVolumes(t *testing.T, c *acctest.Cluster, sizes ...string) {
	t.Helper()
	for _, size := range sizes {
		c.ProvideVolume(t, size)
	}
}

// expectReady applies, and finds all resources ready and nothing left to do.
func expectReady(t *testing.T, tf *acctest.Terraform) {
	t.Helper()
	out := tf.MustApply(t)
	for _, d := range out.Diagnostics {
		t.Errorf("%s: %s\n%s", d.Severity, d.Summary, d.Detail)
	}
	for _, change := range expectNothingToDo(t, tf) {
		if ready, _ := change["ready"].(bool); !ready {
			t.Errorf("%v is not ready", change["id"])
		}
	}
}

// expectNothingToDo plans, and returns the resources as they are.
func expectNothingToDo(t *testing.T, tf *acctest.Terraform) []map[string]any {
	t.Helper()
	var resources []map[string]any
	for _, change := range tf.Plan(t).ResourceChanges {
		if !change.Change.Actions.NoOp() {
			t.Errorf("a plan would %v %s: from %v to %v", change.Change.Actions, change.Address, change.Change.Before, change.Change.After)
		}
		if before, ok := change.Change.Before.(map[string]any); ok {
			resources = append(resources, before)
		}
	}
	if len(resources) == 0 {
		t.Error("the plan has no resource")
	}
	return resources
}

var importLine = regexp.MustCompile(`(?m)^terraform import (\S+) (\S+)$`)

// importCommand reads the one command of an import.sh.
func importCommand(t *testing.T, path string) (address, id string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := importLine.FindAllStringSubmatch(string(raw), -1)
	if len(found) != 1 {
		t.Fatalf("%s has %d import commands, want one", path, len(found))
	}
	return found[0][1], found[0][2]
}

// TestAccDataSourceExamples reads with every example of a data source what the example of the resource made.
func TestAccDataSourceExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(acctest.Root(t), "examples", "data-sources", "*", "data-source.tf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no examples of data sources: %v", err)
	}
	for _, path := range files {
		typeName := filepath.Base(filepath.Dir(path))
		if slices.Contains([]string{"inference_render", "inference_hcl", "inference_probe", "inference_admission_policy", "inference_model"}, typeName) {
			continue // they belong to no resource: TestAccOtherExamples
		}
		t.Run(typeName, func(t *testing.T) {
			file := filepath.Join("resources", typeName, "resource.tf")
			c := exampleCluster(t, file)
			made := acctest.NewTerraform(t)
			made.Configure(t, readExample(t, c, file))
			made.MustApply(t)
			reading := acctest.NewTerraform(t)
			reading.Configure(t, readExample(t, c, filepath.Join("data-sources", typeName, "data-source.tf")))
			reading.MustApply(t)
			read := reading.Resource(t, "data."+typeName+".live")
			if ready, _ := read.AttributeValues["ready"].(bool); !ready {
				t.Errorf("it reads that %v is not ready", read.AttributeValues["id"])
			}
			// A kind without a custom resource has no uid.
			if uid, has := read.AttributeValues["uid"]; has && (uid == nil || uid == "") {
				t.Errorf("it does not read the live %v", read.AttributeValues["id"])
			}
		})
	}
}

// TestAccOtherExamples applies the examples of what belongs to no resource, beside the playground that they read.
func TestAccOtherExamples(t *testing.T) {
	c := exampleCluster(t, filepath.Join("resources", "inference_playground", "resource.tf"))
	made := acctest.NewTerraform(t)
	made.Configure(t, readExample(t, c, filepath.Join("resources", "inference_playground", "resource.tf")))
	made.MustApply(t)
	for file, example := range map[string]struct {
		output, text, warns string
	}{
		"data-sources/inference_render/data-source.tf":           {output: "workloads", text: "kind: Deployment"},
		"data-sources/inference_hcl/data-source.tf":              {output: "adopt", text: "resource \"inference_playground\" \"chat\""},
		"data-sources/inference_probe/data-source.tf":            {warns: "Check block assertion failed"},
		"data-sources/inference_admission_policy/data-source.tf": {output: "policy", text: "kind: ValidatingAdmissionPolicy"},
		"data-sources/inference_model/data-source.tf":            {output: "sequences", text: " sequences of 16384 tokens"},
		"functions/fit/function.tf":                              {output: "smallest", text: `"H100":4`},
		"functions/render/function.tf":                           {output: "workloads", text: "kind: Deployment"},
		"functions/hcl/function.tf":                              {output: "configuration", text: "model_name = \"qwen2-5-0-5b\""},
	} {
		t.Run(file, func(t *testing.T) {
			tf := acctest.NewTerraform(t)
			tf.Configure(t, readExample(t, c, file))
			out := tf.MustApply(t)
			if example.warns != "" {
				out.Find(t, "warning", example.warns)
				return
			}
			if got := tf.Text(t, example.output); !strings.Contains(got, example.text) {
				t.Errorf("the output %s is %q, want %q in it", example.output, got, example.text)
			}
		})
	}
}
