package provider

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

// plannedResource is what a plan has of a managed resource.
type plannedResource struct {
	// Address is that within its module.
	Address string
	Actions []string
	// Rendered are the objects that direct mode makes, by kind and name.
	Rendered map[string]string
}

// show returns the resources of a saved plan, by the address of their module.
func (tf terraform) show(t *testing.T, plan string) map[string][]plannedResource {
	t.Helper()
	var shown struct {
		Changes []struct {
			Address string
			Module  string `json:"module_address"`
			Mode    string
			Change  struct {
				Actions []string
				After   struct{ Rendered map[string]string }
			}
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal([]byte(tf.mustRun(t, "show", "-json", plan)), &shown); err != nil {
		t.Fatal(err)
	}
	resources := map[string][]plannedResource{}
	for _, c := range shown.Changes {
		if c.Mode == "managed" {
			resources[c.Module] = append(resources[c.Module], plannedResource{strings.TrimPrefix(c.Address, c.Module+"."), c.Change.Actions, c.Change.After.Rendered})
		}
	}
	return resources
}

// expectRendered compares what a plan renders with its golden file, which is there to be read: it is what would run. A plan that
// renders nothing has no file.
func expectRendered(t *testing.T, name string, planned []plannedResource) {
	t.Helper()
	var got strings.Builder
	for _, resource := range planned {
		for _, key := range slices.Sorted(maps.Keys(resource.Rendered)) {
			got.WriteString("# " + resource.Address + "\n" + strings.TrimSpace(resource.Rendered[key]) + "\n---\n")
		}
	}
	golden := filepath.Join("testdata", "rendered", strings.NewReplacer("/", "-", ".tf", ".yaml").Replace(name))
	if got.Len() > 0 {
		rendertest.Golden(t, golden, []byte(got.String()))
	} else if _, err := os.Stat(golden); err == nil {
		t.Errorf("the plan renders nothing, and %s is there", golden)
	}
}
