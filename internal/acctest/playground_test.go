package acctest_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// playgroundAddress is the playground of [playground.config].
const playgroundAddress = "inference_playground.it"

// playground configures a playground in direct mode, its model and its runtime. Its pods
// run on simulated nodes, whose behaviour the name of the image decides.
type playground struct {
	name     string
	replicas int
	// image is that of the model server, "example.org/server" by default.
	image string
	args  []string
	// gated keeps the pods from being scheduled until [open] is called.
	gated bool
	// spec, direct and body are further lines of `spec`, `direct` and of the resource.
	spec, direct, body string
}

func (p playground) config(c *acctest.Cluster) string {
	if p.image == "" {
		p.image = "example.org/server"
	}
	selector := ""
	if p.gated {
		selector = fmt.Sprintf(`, node_selector = { "acctest/open" = %q }`, p.name)
	}
	if !strings.Contains(p.body, "timeouts") {
		p.body += "\n  timeouts = { create = \"60s\", update = \"60s\", delete = \"60s\" }"
	}
	args := ""
	for _, arg := range p.args {
		args += fmt.Sprintf("%q, ", arg)
	}
	return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_open_model" "it" {
  metadata = { name = %[1]q }
  spec = {
    family_name      = "qwen2"
    source           = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } }
    inference_config = { flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "1" }%[2]s }] }
  }
}

resource "inference_backend_runtime" "it" {
  metadata = { name = %[1]q }
  spec = {
    image = %[3]q, version = "v1", command = ["serve"]
    recommended_configs = [{ name = "default", args = ["--model", "{{ .ModelPath }}"] }]
  }
}

resource "inference_playground" "it" {
  metadata = { name = %[1]q, namespace = "default" }
  spec = {
    replicas    = %[4]d
    model_claim = { model_name = inference_open_model.it.metadata.name }
    backend_runtime_config = {
      backend_name = inference_backend_runtime.it.metadata.name, args = [%[5]s]
      envs = [{ name = "A", value = "1" }, { name = "B", value = "2" }, { name = "C", value = "3" }]
    }
    %[6]s
  }
  references = [inference_open_model.it.manifest, inference_backend_runtime.it.manifest]
  direct = {
    %[7]s
  }
  %[8]s
}
`, p.name, selector, p.image, p.replicas, args, p.spec, p.direct, p.body)
}

// Types of the objects that direct mode makes, and of those that follow from them.
var (
	podType           = schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	nodeType          = schema.GroupVersionResource{Version: "v1", Resource: "nodes"}
	serviceType       = schema.GroupVersionResource{Version: "v1", Resource: "services"}
	claimType         = schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumeclaims"}
	configMapType     = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
	volumeType        = schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumes"}
	deploymentType    = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
	replicaSetType    = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "replicasets"}
	statefulSetType   = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "statefulsets"}
	autoscalerType    = schema.GroupVersionResource{Group: "autoscaling", Version: "v2", Resource: "horizontalpodautoscalers"}
	priorityClassType = schema.GroupVersionResource{Group: "scheduling.k8s.io", Version: "v1", Resource: "priorityclasses"}
	workerSetType     = schema.GroupVersionResource{Group: "leaderworkerset.x-k8s.io", Version: "v1", Resource: "leaderworkersets"}
)

// workloadTypes are the types of the objects that run the pods, by their kind.
var workloadTypes = map[string]schema.GroupVersionResource{"LeaderWorkerSet": workerSetType, "Deployment": deploymentType}

// of returns the place of one of the playground's objects.
func (p playground) of(resource schema.GroupVersionResource) acctest.Object {
	name := p.name
	switch resource {
	case serviceType:
		name += "-lb"
	case claimType:
		name += "-models"
	}
	return acctest.Object{Resource: resource, Namespace: "default", Name: name}
}

// podSelector selects the pods of the playground whatever runs them.
func (p playground) podSelector() string { return "llmaz.io/model-name=" + p.name }

// leftovers lists what there is of a playground in the cluster.
func (p playground) leftovers(t *testing.T, c *acctest.Cluster) []string {
	t.Helper()
	var found []string
	for _, resource := range []schema.GroupVersionResource{
		podType, serviceType, claimType, deploymentType, replicaSetType, statefulSetType, autoscalerType, workerSetType,
	} {
		list, err := c.Objects.Resource(resource).Namespace("default").List(t.Context(), listAll)
		if apierrors.IsNotFound(err) {
			continue // the cluster does not serve the type
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range list.Items {
			if strings.HasPrefix(item.GetName(), p.name) {
				found = append(found, resource.Resource+"/"+item.GetName())
			}
		}
	}
	return found
}

// uids returns the UIDs of the playground's objects by their type.
func (p playground) uids(t *testing.T, c *acctest.Cluster, resources ...schema.GroupVersionResource) map[string]string {
	t.Helper()
	uids := map[string]string{}
	for _, resource := range resources {
		live := c.Get(t, p.of(resource))
		if live == nil {
			t.Fatalf("there is no %s of %s", resource.Resource, p.name)
		}
		uids[resource.Resource] = string(live.GetUID())
	}
	return uids
}

// open lets the pods of gated playgrounds of that name be scheduled.
func open(t *testing.T, c *acctest.Cluster, name string) {
	t.Helper()
	node := acctest.Object{Resource: nodeType, Name: "gpu-0"}
	c.Edit(t, node, "acctest", fmt.Sprintf(`{"metadata":{"labels":{"acctest/open":%q}}}`, name))
}

// runner returns the container that serves the model, in a workload or pod below path.
func runner(t *testing.T, live *unstructured.Unstructured, path ...string) map[string]any {
	t.Helper()
	containers, _, err := unstructured.NestedSlice(live.Object, append(path, "containers")...)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range containers {
		if container, ok := item.(map[string]any); ok && container["name"] == "model-runner" {
			return container
		}
	}
	t.Fatalf("%s %s has no container model-runner below %v", live.GetKind(), live.GetName(), path)
	return nil
}

// kebab turns the name of a kind into one for objects: LeaderWorkerSet to leader-worker-set.
func kebab(kind string) string {
	var text strings.Builder
	for i, r := range kind {
		if i > 0 && unicode.IsUpper(r) {
			text.WriteByte('-')
		}
		text.WriteRune(unicode.ToLower(r))
	}
	return text.String()
}
