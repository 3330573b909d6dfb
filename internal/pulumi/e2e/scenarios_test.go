package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// scenario is what a program of examples/pulumi/scenarios needs in direct mode.
type scenario struct {
	// volumes are the sizes of those that its claims are bound to. measures is true for one that
	// keeps results, and for which two nodes with GPUs are not enough.
	volumes  []string
	measures bool
	// config is what the program is configured with beside the mode.
	config auto.ConfigMap
	// edited is an object of it that is edited by hand, and change what the program changes after
	// that, the old text and the new.
	edited acctest.Object
	change [2]string
}

var scenarios = map[string]scenario{
	"endpoint": {
		edited: acctest.Object{Resource: deploymentType, Namespace: "llm", Name: "endpoint-chat"},
		change: [2]string{"contextLength: 4096", "contextLength: 8192"},
	},
	"llmaz-speculative-decoding": {},
	"llmkube-gguf-long-context": {
		volumes: []string{"20Gi"},
		edited:  acctest.Object{Resource: deploymentType, Namespace: "llm", Name: "qwen-long"},
		change:  [2]string{"parallelSlots: 2", "parallelSlots: 4"},
	},
	"ome-prefill-decode": {volumes: []string{"1Ti"}, measures: true},
	"kthena-two-hosts":   {config: auto.ConfigMap{"direct": {Value: "1"}}},
}

// TestScenarios runs every program in both modes until all of it is ready, finds nothing left to
// do, and destroys it.
func TestScenarios(t *testing.T) {
	t.Parallel()
	root := filepath.Join(acctest.Root(t), "examples", "pulumi", "scenarios")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		program, err := os.ReadFile(filepath.Join(root, folder.Name(), "Pulumi.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		needs, known := scenarios[folder.Name()]
		if !known {
			t.Errorf("nobody says what %s needs", folder.Name())
		}
		for _, mode := range []string{"operator", "direct"} {
			t.Run(folder.Name()+"/"+mode, func(t *testing.T) {
				t.Parallel()
				c, config := needs.provide(t, mode)
				s := yamlStack(t, c, string(program))
				if err := s.SetAllConfig(t.Context(), config); err != nil {
					t.Fatal(err)
				}
				if ready := s.up(t)["ready"].Value; ready != true {
					t.Errorf("ready is %v", ready)
				}
				s.expectPreview(t, nil)
				if mode == "direct" && needs.edited.Name != "" {
					s.expectRepair(t, c, needs, string(program))
				}
				s.destroy(t)
			})
		}
	}
}

// provide returns the cluster for a mode, with what the program needs there, and its configuration.
func (of scenario) provide(t *testing.T, mode string) (*acctest.Cluster, auto.ConfigMap) {
	t.Helper()
	config := auto.ConfigMap{"mode": {Value: mode}}
	c := clusterFor(t, mode)
	if mode == "direct" && of.measures {
		c = acctest.Start(t, operated) // where nobody else runs pods: these take whole nodes
	}
	c.EnsureNamespace(t, "llm")
	if mode != "direct" {
		return c, config
	}
	maps.Copy(config, of.config)
	if of.measures {
		c.ProvideNode(t, "gpu-more")
		c.ProvideResults(t, "llm")
	}
	for _, size := range of.volumes {
		c.ProvideVolume(t, size)
	}
	return c, config
}

// expectRepair edits an object by hand, which a refresh tells and the next run takes back, and
// changes the program.
func (s *stack) expectRepair(t *testing.T, c *acctest.Cluster, of scenario, program string) {
	t.Helper()
	c.Edit(t, of.edited, "kubectl-edit", `{"spec":{"replicas":2}}`)
	if printed := s.refresh(t, map[apitype.OpType]int{apitype.OpUpdate: 1}); !strings.Contains(printed, "kubectl-edit") {
		t.Errorf("a refresh does not tell who changed it: %s", printed)
	}
	s.program(t, strings.Replace(program, of.change[0], of.change[1], 1))
	s.expectPreview(t, map[apitype.OpType]int{apitype.OpUpdate: 1})
	before := c.Get(t, of.edited).GetGeneration()
	s.up(t)
	expectReplicas(t, c, of.edited, 1)
	if c.Get(t, of.edited).GetGeneration() == before {
		t.Error("the change of the program does not reach the cluster")
	}
	s.expectPreview(t, nil)
}
