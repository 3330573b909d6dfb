package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// gie are the definitions of the inference extension of the Gateway API.
const gie = ".build/crds/inference.networking.x-k8s.io_inferenceobjectives.yaml .build/crds/inference.networking.k8s.io_inferencepools.yaml"

// scenario is what a program is run on.
type scenario struct {
	mode    string
	options acctest.Options
}

// scenarios are the programs of examples/pulumi/scenarios in the modes that they know.
var scenarios = map[string][]scenario{
	"llmaz-speculative-decoding": {{"direct", llmaz}, {"operator", llmaz}},
	"llmkube-gguf-long-context": {{"operator", acctest.Options{
		CRDs: ".build/crds/inference.llmkube.dev_inferenceservices.yaml .build/crds/inference.llmkube.dev_models.yaml", Operators: "llmkube",
	}}},
	"ome-prefill-decode": {{"operator", acctest.Options{
		CRDs: ".build/crds/ome.io_clusterbasemodels.yaml .build/crds/ome.io_clusterservingruntimes.yaml .build/crds/ome.io_inferenceservices.yaml .build/crds/ome.io_benchmarkjobs.yaml .build/crds/ome.io_basemodels.yaml .build/crds/ome.io_servingruntimes.yaml", Operators: "ome",
	}}},
	"kthena-prefill-decode": {{"operator", acctest.Options{
		CRDs: ".build/crds/workload.serving.volcano.sh_modelservings.yaml " + gie, Operators: "kthena gie",
	}}},
}

// TestScenarios runs every program until all of it is ready, finds nothing left to do, and
// destroys it.
func TestScenarios(t *testing.T) {
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
		if len(scenarios[folder.Name()]) == 0 {
			t.Errorf("nobody says where to run %s", folder.Name())
		}
		for _, on := range scenarios[folder.Name()] {
			t.Run(folder.Name()+"/"+on.mode, func(t *testing.T) {
				c := acctest.Start(t, on.options)
				c.EnsureNamespace(t, "llm")
				s := yamlStack(t, c, string(program))
				if err := s.SetConfig(t.Context(), "mode", auto.ConfigValue{Value: on.mode}); err != nil {
					t.Fatal(err)
				}
				if ready := s.up(t)["ready"].Value; ready != true {
					t.Errorf("ready is %v", ready)
				}
				s.expectPreview(t, nil)
				s.destroy(t)
			})
		}
	}
}
