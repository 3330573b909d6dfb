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

// expectRendered compares what a plan renders with its golden file, which is there to be read: it is what would run. A plan that
// renders nothing has no file.
func (tf terraform) expectRendered(t *testing.T, name, plan string) {
	t.Helper()
	var shown struct {
		Planned struct {
			Root struct {
				Resources []struct {
					Address string
					Values  struct{ Rendered map[string]string }
				}
			} `json:"root_module"`
		} `json:"planned_values"`
	}
	if err := json.Unmarshal([]byte(tf.mustRun(t, "show", "-json", plan)), &shown); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, resource := range shown.Planned.Root.Resources {
		for _, key := range slices.Sorted(maps.Keys(resource.Values.Rendered)) {
			got.WriteString("# " + resource.Address + "\n" + strings.TrimSpace(resource.Values.Rendered[key]) + "\n---\n")
		}
	}
	golden := filepath.Join("testdata", "rendered", strings.NewReplacer("/", "-", ".tf", ".yaml").Replace(name))
	if got.Len() > 0 {
		rendertest.Golden(t, golden, []byte(got.String()))
	} else if _, err := os.Stat(golden); err == nil {
		t.Errorf("the plan renders nothing, and %s is there", golden)
	}
}
