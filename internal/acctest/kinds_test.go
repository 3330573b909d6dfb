package acctest_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// Clusters of the tests: both releases of llmaz's real definitions, and the
// definitions generated from our own types.
var (
	newest = acctest.Options{CRDs: "shared:crds/llmaz/v0.1.4", Operators: "llmaz"}
	later  = acctest.Options{CRDs: "shared:crds/llmaz/3c13ff34", Operators: "llmaz"}
	oldest = acctest.Options{CRDs: "shared:crds/llmaz/v0.1.0", Operators: "llmaz"}
	ours   = acctest.Options{CRDs: ".build/crds/llmaz.io_openmodels.yaml .build/crds/inference.llmaz.io_backendruntimes.yaml .build/crds/inference.llmaz.io_playgrounds.yaml .build/crds/inference.llmaz.io_services.yaml", Operators: "llmaz"}
)

func llmaz(plural, namespace, name string) acctest.Object {
	group := "inference.llmaz.io"
	if plural == "openmodels" {
		group = "llmaz.io"
	}
	return acctest.Object{Resource: schema.GroupVersionResource{Group: group, Version: "v1alpha1", Resource: plural}, Namespace: namespace, Name: name}
}

// lifecycle is the life of one object: what is configured, what changes, what others do to
// it, and where that shows in the cluster.
type lifecycle struct {
	// object has no name.
	object acctest.Object
	// body is that of the resource without metadata; revision are texts of it, each before
	// the text that an update puts in its place.
	body     string
	revision []string
	// replaces says that the update makes another object.
	replaces bool
	// needs makes what the object is not ready without; nil where there is nothing.
	needs func(*testing.T, *acctest.Cluster)
	// ready are fields of the live object after the creation was waited for, and updated
	// those after the update, by dotted path and as JSON.
	ready, updated map[string]string
	// operator is what the operator writes beside the configured fields: none of it shows.
	operator []write
	// edit is a merge patch by hand of a configured field, and drift says how that shows.
	edit, drift string
}

// write is a merge patch by a field manager.
type write struct{ manager, patch string }

// with returns the life with texts of its body, each before what comes in its place, replaced.
func (l lifecycle) with(texts ...string) lifecycle {
	for i := 0; i < len(texts); i += 2 {
		if !strings.Contains(l.body, texts[i]) {
			panic(fmt.Sprintf("there is no %s in the body %s", texts[i], l.body))
		}
	}
	l.body = strings.NewReplacer(texts...).Replace(l.body)
	return l
}

// release is a release of the definitions of a system, and the lives of its kinds there.
type generation struct {
	options acctest.Options
	lives   map[string]lifecycle
}

// llmazMainLives are those after v0.1.4.
func llmazMainLives() map[string]lifecycle {
	lives := maps.Clone(llmazLifecycles)
	model := lives["inference_open_model"].with(`family_name = "llama3"`, `family_name = "llama3", created_at = "2026-01-02T03:04:05Z"`)
	model.updated = map[string]string{"spec.ownedBy": `"llmaz"`, "spec.createdAt": `"2026-01-02T03:04:05Z"`}
	lives["inference_open_model"] = model
	return lives
}

// llmazLifecycles are those of every kind of llmaz, as the newest release has them.
var llmazLifecycles = map[string]lifecycle{
	"inference_open_model": {
		object: llmaz("openmodels", "", ""),
		body: `spec = {
			family_name = "llama3"
			source = { model_hub = { model_id = "meta-llama/Llama-3.1-8B", ignore_patterns = [] } }
			inference_config = { flavors = [{ name = "h100", limits = { "nvidia.com/gpu" = "1", memory = "1024Mi" } }] }
		}`,
		revision: []string{`, ignore_patterns = []`, ``, `"nvidia.com/gpu" = "1"`, `"nvidia.com/gpu" = "2"`},
		updated:  map[string]string{"spec.source.modelHub.modelID": `"meta-llama/Llama-3.1-8B"`},
		edit:     `{"spec":{"source":{"modelHub":{"modelID":"someone/else"}}}}`,
		drift:    `spec.source.modelHub.modelID is "someone/else" instead of "meta-llama/Llama-3.1-8B"`,
	},
	"inference_backend_runtime": {
		object: llmaz("backendruntimes", "", ""),
		body: `spec = {
			image = "vllm/vllm-openai", version = "v0.7.3", command = ["vllm", "serve"]
			envs = [{ name = "A", value = "1" }, { name = "B", value_from = { secret_key_ref = { name = "s", key = "k" } } }]
			readiness_probe = { http_get = { path = "/health", port = "8080" }, period_seconds = 5 }
			recommended_configs = [{
				name = "default", args = ["--model", "{{ .ModelPath }}"], shared_memory_size = "2Gi"
				resources = { requests = { cpu = "1000m", memory = "1024Mi" }, limits = { cpu = "4" } }
			}]
		}`,
		revision: []string{`v0.7.3`, `v0.8.0`, `value = "1"`, `value = "2"`, `port = "8080"`, `port = "http"`, `{{ .ModelPath }}"`, `{{ .ModelPath }}", "--port", "8080"`},
		updated:  map[string]string{"spec.version": `"v0.8.0"`},
		edit:     `{"spec":{"version":"hacked"}}`,
		drift:    `spec.version is "hacked" instead of "v0.8.0"`,
	},
	"inference_playground": {
		object: llmaz("playgrounds", "default", ""),
		body: `spec = {
			replicas = 1
			model_claim = { model_name = "llama3" }
			backend_runtime_config = {
				args = ["--max-model-len", "8192"], envs = [{ name = "A", value = "1" }], shared_memory_size = "1024Mi"
				resources = { limits = { cpu = "1000m" } }
			}
		}`,
		revision: []string{`replicas = 1`, `replicas = 2`, `"8192"`, `"16384"`, `value = "1" }`, `value = "1" }, { name = "B", value = "2" }`},
		updated:  map[string]string{"spec.replicas": "2"},
		edit:     `{"spec":{"replicas":7}}`,
		drift:    `spec.replicas is 7 instead of 2`,
	},
	"inference_service": {
		object: llmaz("services", "default", ""),
		body: `spec = {
			replicas = 1
			model_claims = { models = [{ name = "llama3" }] }
			workload_template = {
				size = 1
				worker_template = { spec = { containers = [{
					name = "model-runner", image = "example.org/model-server:v0.7.3", args = ["--port", "8080"]
					ports = [{ container_port = 8080 }], env = [{ name = "A", value = "1" }]
					resources = { limits = { cpu = "1000m" } }
				}], node_selector = { pool = "gpu" } } }
			}
		}`,
		revision: []string{`replicas = 1`, `replicas = 2`, `v0.7.3`, `v0.8.0`, `value = "1"`, `value = "2"`},
		updated:  map[string]string{"spec.replicas": "2"},
		edit:     `{"spec":{"replicas":7}}`,
		drift:    `spec.replicas is 7 instead of 2`,
	},
}

// llmazOldest are the lives in the vocabulary of v0.1.0: without what it does not have, with
// what only it requires, and with its places in the wire.
func llmazOldest() map[string]lifecycle {
	const resources = `resources = { requests = { cpu = "1000m", memory = "1024Mi" }, limits = { cpu = "4" } }`
	older := maps.Clone(llmazLifecycles)
	older["inference_backend_runtime"] = older["inference_backend_runtime"].with(
		`, shared_memory_size = "2Gi"`, ``, resources, ``, `spec = {`, "spec = {\n"+resources)
	older["inference_playground"] = older["inference_playground"].with(`, shared_memory_size = "1024Mi"`, ``)
	service := older["inference_service"]
	service.updated = map[string]string{"spec.workloadTemplate.replicas": "2"}
	service.edit = `{"spec":{"workloadTemplate":{"replicas":7}}}`
	older["inference_service"] = service
	return older
}
