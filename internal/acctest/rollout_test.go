//go:build unix

package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// played has operators that make workloads, act late and report what was before.
var played = acctest.Options{
	CRDs:   "shared:crds/llmaz/v0.1.4 shared:crds/llmkube/v0.9.19 shared:crds/ome/v0.1.5",
	Played: "llmaz llmkube ome",
}

var leaderWorkerSetType = schema.GroupVersionResource{Group: "leaderworkerset.x-k8s.io", Version: "v1", Resource: "leaderworkersets"}

// rollout is a resource whose pods are those of an image.
type rollout struct {
	typeName string
	// body has the image in the place of IMAGE, and the name of the object in that of NAME.
	body string
	// workload is what the operator makes of it, by the name of the object with what is added to it.
	workload schema.GroupVersionResource
	suffix   string
}

var rollouts = map[string]rollout{
	"playground": {
		typeName: "inference_playground", workload: leaderWorkerSetType,
		body: `spec = { replicas = 1, model_claim = { model_name = "llama3" }, backend_runtime_config = { backend_name = inference_backend_runtime.IMAGE.metadata.name } }`,
	},
	"service": {
		typeName: "inference_service", workload: leaderWorkerSetType,
		body: `spec = {
			replicas = 1, model_claims = { models = [{ name = "llama3" }] }
			workload_template = { size = 1, worker_template = { spec = { containers = [{ name = "model-runner", image = "example.org/localcluster/IMAGE" }] } } }
		}`,
	},
	"llmkube": {
		typeName: "inference_llmkube_service", workload: deploymentType,
		body: `spec = { model_ref = "qwen", image = "example.org/localcluster/IMAGE" }`,
	},
	"ome": {
		typeName: "inference_ome_service", workload: deploymentType, suffix: "-engine",
		body: `spec = { model = { name = "qwen" }, engine = { min_replicas = 1, runner = { name = "ome-container", image = "example.org/localcluster/IMAGE" } } }`,
	},
	"ome-hosts": {
		typeName: "inference_ome_service", workload: leaderWorkerSetType, suffix: "-engine",
		body: `spec = { model = { name = "qwen" }, engine = {
			min_replicas = 1
			leader = { runner = { name = "ome-container", image = "example.org/localcluster/IMAGE" } }
			worker = { size = 1, runner = { name = "ome-container", image = "example.org/localcluster/IMAGE" } }
		} }`,
	},
}

// runtimesOf are the runtimes by whose name a playground chooses an image.
const runtimesOf = `
resource "inference_backend_runtime" "IMAGE" {
  metadata = { name = "NAME-IMAGE" }
  spec = { image = "example.org/localcluster/IMAGE", version = "v1", command = ["serve"], recommended_configs = [{ name = "default", args = ["--model"] }] }
}
`

func (r rollout) config(c *acctest.Cluster, name, image, more string) string {
	text := c.Provider("")
	if r.typeName == "inference_playground" {
		for _, each := range []string{"good", "slow", "no-pull"} {
			text += strings.ReplaceAll(runtimesOf, "IMAGE", each)
		}
	}
	text += fmt.Sprintf("\nresource %q \"it\" {\n  metadata = { name = \"NAME\", namespace = \"default\" }\n  %s\n  %s\n", r.typeName,
		strings.ReplaceAll(r.body, "IMAGE", image), more) + `  timeouts = { create = "120s", update = "120s", delete = "60s" }` + "\n}\n"
	return strings.ReplaceAll(text, "NAME", name)
}

// TestAccUpdateServes updates what serves to an image that takes its time, and then to one that cannot be pulled: the first
// apply returns when the new pods serve, the second with the cause, and what it says of readiness stays.
func TestAccUpdateServes(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, played)
	for which, r := range rollouts {
		t.Run(which, func(t *testing.T) {
			t.Parallel()
			name, address := "serves-"+which, r.typeName+".it"
			workload := acctest.Object{Resource: r.workload, Namespace: "default", Name: name + r.suffix}
			tf := acctest.NewTerraform(t)
			tf.Configure(t, r.config(c, name, "good", ""))
			tf.MustApply(t)
			expectReadiness(t, tf, address, true)

			tf.Configure(t, r.config(c, name, "slow", ""))
			tf.MustApply(t)
			expectReadiness(t, tf, address, true)
			if text := fmt.Sprint(c.Field(t, workload, "spec")); !strings.Contains(text, "localcluster/slow") {
				t.Errorf("the apply returned before the operator had changed the workload: %s", text)
			}
			expectFields(t, c, workload, map[string]string{
				"status.observedGeneration": fmt.Sprint(c.Get(t, workload).GetGeneration()), "status.updatedReplicas": "1", "status.readyReplicas": "1",
			})
			if actions := tf.Plan(t).ResourceChanges[0].Change.Actions; !actions.NoOp() {
				t.Errorf("the plan of what serves is to %v", actions)
			}

			tf.Configure(t, r.config(c, name, "no-pull", ""))
			warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
			expectSays(t, "the new pods do not get their image", warned.Detail, `it cannot become ready: the image example.org/localcluster/no-pull of container \S+ of Pod/\S+ cannot be pulled`)
			expectReadiness(t, tf, address, false)
			tf.Say(t, "refresh")
			expectReadiness(t, tf, address, false)
		})
	}
}

// expectReadiness checks `ready` of a resource in the state.
func expectReadiness(t *testing.T, tf *acctest.Terraform, address string, want bool) {
	t.Helper()
	if ready := tf.Resource(t, address).AttributeValues["ready"]; ready != want {
		t.Errorf("ready of %s is %v, want %v", address, ready, want)
	}
}

// TestAccModelChangedWhileReady changes a model that LLMKube does not look at again.
func TestAccModelChangedWhileReady(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, played)
	config := func(layers int) string {
		return c.Provider("") + fmt.Sprintf(`
resource "inference_llmkube_model" "it" {
  metadata = { name = "changed-while-ready", namespace = "default" }
  spec     = { source = "https://example.org/qwen2.5-7b-q4.gguf", hardware = { gpu = { enabled = true, count = 1, layers = %d } } }
  timeouts = { create = "60s", update = "60s", delete = "60s" }
}
`, layers)
	}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, config(10))
	tf.MustApply(t)
	tf.Configure(t, config(20))
	for _, d := range tf.MustApply(t).Diagnostics {
		t.Errorf("the change of a model that is ready says: %s: %s", d.Summary, d.Detail)
	}
	expectReadiness(t, tf, "inference_llmkube_model.it", true)
	if actions := tf.Plan(t).ResourceChanges[0].Change.Actions; !actions.NoOp() {
		t.Errorf("the plan after it is to %v", actions)
	}
}
