//go:build unix

package acctest_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// directScenario is what a scenario needs in direct mode.
type directScenario struct {
	options   acctest.Options
	namespace string
	// volumes are the sizes of those that its claims are bound to, results is true for one
	// that measures, and node for one that needs more than the two nodes with GPUs that there are.
	volumes       []string
	results, node bool
}

// directScenarios have no operator. Objectives and pools are read by the endpoint picker
// and the Gateway, so their definitions are there.
var directScenarios = map[string]directScenario{
	"llmaz-speculative-decoding": {options: withoutOperator, namespace: "default"},
	"llmkube-gguf-long-context":  {options: withoutOperator, namespace: "llm", volumes: []string{"20Gi"}},
	"ome-prefill-decode":         {options: withoutOperator, namespace: "llm", volumes: []string{"1Ti"}, results: true, node: true},
	"kthena-two-hosts":           {options: gieNewest, namespace: "llm"},
}

// TestAccScenariosDirect applies every scenario in direct mode until all of it is ready,
// on a cluster without the operator: it finds nothing left to do, and leaves nothing behind.
func TestAccScenariosDirect(t *testing.T) {
	root := filepath.Join(acctest.Root(t), "examples", "scenarios")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		t.Run(folder.Name(), func(t *testing.T) {
			s, ok := directScenarios[folder.Name()]
			if !ok {
				t.Fatal("nobody says what the scenario needs in direct mode")
			}
			c := acctest.Start(t, s.options)
			c.EnsureNamespace(t, s.namespace)
			provideVolumes(t, c, s.volumes...)
			if s.results {
				c.ProvideResults(t, s.namespace)
			}
			if s.node {
				c.ProvideNode(t, "gpu-more")
			}
			before := workloadsIn(t, c, s.namespace)
			tf := acctest.NewTerraform(t)
			tf.SetVariables(t, `mode = "direct"`)
			tf.Configure(t, readExample(t, c, filepath.Join("scenarios", folder.Name(), "main.tf")))
			expectReady(t, tf)
			if made := workloadsIn(t, c, s.namespace); len(made) == len(before) {
				t.Error("the scenario runs nothing")
			}
			if outcome := tf.Destroy(t); !outcome.OK {
				t.Fatal(outcome.Log)
			}
			for _, left := range workloadsIn(t, c, s.namespace) {
				if !slices.Contains(before, left) {
					t.Errorf("a destroy left %s", left)
				}
			}
		})
	}
}

// workloadsIn lists what direct mode makes, and what follows from it, in a namespace, as <plural>/<name>.
func workloadsIn(t *testing.T, c *acctest.Cluster, namespace string) []string {
	t.Helper()
	var found []string
	for _, of := range []schema.GroupVersionResource{
		podType, serviceType, claimType, configMapType, deploymentType, replicaSetType, statefulSetType, autoscalerType, workerSetType,
		jobType, accountType, roleType, bindingType, budgetType,
	} {
		for _, item := range c.List(t, of, namespace, "") {
			found = append(found, of.Resource+"/"+item.GetName())
		}
	}
	// Kubernetes gives these to every namespace, some time after it is made.
	return slices.DeleteFunc(found, func(one string) bool {
		return one == "configmaps/kube-root-ca.crt" || one == "serviceaccounts/default"
	})
}
