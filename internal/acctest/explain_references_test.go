//go:build unix

package acctest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// idleOperators has definitions of operators that nobody plays: tests report what they want.
var idleOperators = acctest.Options{CRDs: ours.CRDs + " .build/crds/inference.llmkube.dev_models.yaml .build/crds/inference.llmkube.dev_inferenceservices.yaml" +
	" .build/crds/ome.io_clusterbasemodels.yaml .build/crds/ome.io_inferenceservices.yaml"}

// report writes the status of an object, as its operator does.
func report(t *testing.T, c *acctest.Cluster, o acctest.Object, status map[string]any) {
	t.Helper()
	until(t, func() bool { return c.Get(t, o) != nil })
	patch, err := json.Marshal(map[string]any{"status": status})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Objects.Resource(o.Resource).Namespace(o.Namespace).Patch(t.Context(), o.Name, types.MergePatchType, patch, metav1.PatchOptions{}, "status"); err != nil {
		t.Fatal(err)
	}
}

// reported is a condition of an operator.
func reported(conditionType, status, reason, message string) map[string]any {
	return map[string]any{
		"type": conditionType, "status": status, "reason": reason, "message": message, "lastTransitionTime": metav1.Now().UTC().Format("2006-01-02T15:04:05Z"),
	}
}

// TestAccModelComesLater has a playground that is given up because its model does not exist yet, which comes some seconds later.
func TestAccModelComesLater(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, idleOperators)
	const name = "comes-later"
	tf := acctest.NewManaged(t)
	tf.Configure(t, c.Provider("")+fmt.Sprintf(`
resource "inference_playground" "it" {
  metadata = { name = %[1]q, namespace = "default" }
  spec     = { replicas = 1, model_claim = { model_name = %[1]q } }
  %[2]s
}
`, name, patient))
	apply := tf.StartApply(t)
	playground := llmaz("playgrounds", "default", name)
	report(t, c, playground, map[string]any{"replicas": 0, "conditions": []any{reported("Progressing", "False", "AbortProcessing", "Waiting for model creation")}})
	apply.UntilLogged(t, "AbortProcessing")
	asked := time.Now()
	until(t, func() bool { // The tree is looked at while it is given up.
		return slices.ContainsFunc(c.RequestsSince(t, asked), func(r acctest.Request) bool { return r.Resource == "openmodels" && r.Verb == "get" && r.Name == name })
	})
	put(t, c, llmaz("openmodels", "", name), "llmaz.io/v1alpha1", "OpenModel", map[string]any{
		"spec": map[string]any{"familyName": "qwen2", "source": map[string]any{"modelHub": map[string]any{"modelID": "Qwen/Qwen2.5-0.5B-Instruct"}}},
	})
	report(t, c, playground, map[string]any{
		"replicas": 1, "conditions": []any{reported("Progressing", "True", "Pending", "Waiting"), reported("Available", "True", "PlaygroundReady", "Ready")},
	})
	out := apply.Wait(t)
	for _, d := range out.Diagnostics {
		if d.Summary == neverWill || d.Summary == notInTime {
			t.Errorf("what came later is not waited for: %s", d.Detail)
		}
	}
	if kept := tf.Resource(t, playgroundAddress); !out.OK || kept.AttributeValues["ready"] != true {
		t.Errorf("the playground is not ready: %s", out.Log)
	}
}

// TestAccReferencesFail has operators that say nothing, or no more than that they wait, of what their objects refer to and do
// not get. The wait ends with the cause once it had a minute to come.
func TestAccReferencesFail(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, idleOperators)
	service := func(name string) acctest.Object { return named(llmkube("inferenceservices"), name) }
	deployment := func(owner acctest.Object, apiVersion string, pod map[string]any) {
		live := c.Get(t, owner)
		labels := map[string]any{"app": owner.Name}
		pod["containers"] = []any{map[string]any{"name": "server", "image": "example.org/server"}}
		put(t, c, acctest.Object{Resource: deploymentType, Namespace: "default", Name: owner.Name}, "apps/v1", "Deployment", map[string]any{
			"metadata": map[string]any{"ownerReferences": []any{map[string]any{
				"apiVersion": apiVersion, "kind": "InferenceService", "name": owner.Name, "uid": string(live.GetUID()), "controller": true,
			}}},
			"spec": map[string]any{
				"replicas": 1, "selector": map[string]any{"matchLabels": labels},
				"template": map[string]any{"metadata": map[string]any{"labels": labels}, "spec": pod},
			},
		})
	}
	cases := map[string]struct {
		unborn
		typeName, kind, spec string
		// play is what the operator does.
		play func()
	}{
		"ref-failed": {
			unborn{reason: "a model has failed", cause: `Model/ref-broken has failed, which spec.modelRef refers to: phase Failed; Degraded=True \(DownloadFailed\): The server answered 404`, change: "mend it, or name another in `spec.model_ref`"},
			"llmkube_service", "InferenceService", `model_ref = inference_llmkube_model.broken.metadata.name`,
			func() {
				report(t, c, named(llmkube("models"), "ref-broken"), map[string]any{"phase": "Failed", "conditions": []any{reported("Degraded", "True", "DownloadFailed", "The server answered 404")}})
				report(t, c, service("ref-failed"), map[string]any{"phase": "Pending", "conditions": []any{reported("Progressing", "True", "Pending", "Waiting for Model to be Ready")}})
			},
		},
		"ref-cache": {
			unborn{reason: "a claim is named by the status only", cause: `the operator says of InferenceService/ref-cache: phase Failed; Degraded=True \(Failed\): cache claim "weights" not found`, change: "correct what the operator says"},
			"llmkube_service", "InferenceService", `model_ref = inference_llmkube_model.sound.metadata.name`,
			func() {
				report(t, c, service("ref-cache"), map[string]any{"phase": "Failed", "conditions": []any{reported("Degraded", "True", "Failed", `cache claim "weights" not found`)}})
			},
		},
		"ref-priority": {
			unborn{reason: "the ReplicaSet is refused its pods", cause: `ReplicaSet/ref-priority-\S+ cannot make its pods, PriorityClass absent does not exist: pods "ref-priority-\S+" is forbidden: no PriorityClass with name absent was found`, change: "create it, or correct `spec.priority_class_name`"},
			"llmkube_service", "InferenceService", `model_ref = inference_llmkube_model.sound.metadata.name, priority_class_name = "absent"`,
			func() {
				deployment(service("ref-priority"), "inference.llmkube.dev/v1alpha1", map[string]any{"priorityClassName": "absent"})
			},
		},
		"ref-account": {
			unborn{reason: "the ReplicaSet is refused its pods", cause: `ReplicaSet/ref-account-\S+ cannot make its pods, ServiceAccount absent does not exist: `, change: "create it, or correct `spec.engine.service_account_name`"},
			"ome_service", "InferenceService", `model = { name = inference_cluster_base_model.it.metadata.name }, engine = { service_account_name = "absent", runner = { name = "ome-container", image = "example.org/server" } }`,
			func() {
				deployment(named(ome("inferenceservices", "default"), "ref-account"), "ome.io/v1beta1", map[string]any{"serviceAccountName": "absent"})
			},
		},
		"ref-config": {
			unborn{reason: "the runtime does not have the configuration", cause: "spec.backend_runtime_config.config_name: Not found: \"fast\": the BackendRuntime `ref-runtime` has no configuration of this name \\(it has: default\\)", change: "correct `spec.backend_runtime_config.config_name`, or what it refers to"},
			"playground", "Playground", `model_claim = { model_name = inference_open_model.hub.metadata.name }, backend_runtime_config = { backend_name = inference_backend_runtime.it.metadata.name, config_name = "fast" }`, nil,
		},
		"ref-host": {
			unborn{reason: "the operator cannot place a model of the host", cause: "spec.model_claim.model_name: Invalid value: \"ref-host\": llmaz v0.1.4 gives the pods of `host:///mnt/models` two volumes of one name", change: "correct `spec.model_claim.model_name`, or what it refers to"},
			"playground", "Playground", `model_claim = { model_name = inference_open_model.host.metadata.name }, backend_runtime_config = { backend_name = inference_backend_runtime.it.metadata.name }`, nil,
		},
		"ref-token": {
			unborn{reason: "the loader gets a variable twice", cause: `spec.backend_runtime_config.envs\[0\].name: Invalid value: "HF_TOKEN": llmaz copies it to the container that loads .ref-hub., which has the variable already`, change: "correct `spec.backend_runtime_config.envs[0].name`, or what it refers to"},
			"playground", "Playground", `model_claim = { model_name = inference_open_model.hub.metadata.name }, backend_runtime_config = { backend_name = inference_backend_runtime.it.metadata.name, envs = [{ name = "HF_TOKEN", value = "x" }] }`, nil,
		},
	}
	config := c.Provider(`api_releases = { llmaz = "v0.1.4" }`) + `
resource "inference_open_model" "hub" {
  metadata = { name = "ref-hub" }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } } }
}

resource "inference_open_model" "host" {
  metadata = { name = "ref-host" }
  spec     = { family_name = "qwen2", source = { uri = "host:///mnt/models" } }
}

resource "inference_backend_runtime" "it" {
  metadata = { name = "ref-runtime" }
  spec     = { image = "example.org/server", version = "v1", command = ["serve"], recommended_configs = [{ name = "default", args = ["--port", "8080"] }] }
}

resource "inference_llmkube_model" "broken" {
  metadata = { name = "ref-broken", namespace = "default" }
  spec     = { source = "https://example.org/gone.gguf" }
  wait     = { until = "accepted" }
}

resource "inference_llmkube_model" "sound" {
  metadata = { name = "ref-sound", namespace = "default" }
  spec     = { source = "https://example.org/sound.gguf" }
  wait     = { until = "accepted" }
}

resource "inference_cluster_base_model" "it" {
  metadata = { name = "ref-base" }
  spec     = { model_format = { name = "safetensors" }, storage = { storage_uri = "hf://Qwen/Qwen3-8B", path = "/raid/qwen" } }
  wait     = { until = "accepted" }
}
`
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		tc := cases[name]
		config += fmt.Sprintf(`
resource "inference_%[1]s" %[2]q {
  metadata = { name = %[2]q, namespace = "default" }
  spec     = { %[3]s }
  %[4]s
}
`, tc.typeName, name, tc.spec, patient)
	}
	tf := acctest.NewManaged(t)
	tf.Configure(t, config)
	apply := tf.StartApply(t)
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		tc := cases[name]
		plural := map[string]acctest.Object{"InferenceService": service(name), "Playground": llmaz("playgrounds", "default", name)}[tc.kind]
		if tc.typeName == "ome_service" {
			plural = named(ome("inferenceservices", "default"), name)
		}
		until(t, func() bool { return c.Get(t, plural) != nil })
		if tc.play != nil {
			tc.play()
		}
	}
	out := apply.Wait(t)
	for name, tc := range cases {
		tc.expect(t, out, tc.kind, name, "")
		expectKept(t, tf, "inference_"+tc.typeName+"."+name, false)
	}
}
