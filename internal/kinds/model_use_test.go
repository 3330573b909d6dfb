package kinds_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// naming is an object that names a model, and where. The referenced object, if any, defines it.
type naming struct{ object, reference, at string }

// The engine of a pod that names a model.
const (
	vllmServes = `{name: NAME, image: "vllm/vllm-openai:v0.11.0", command: [vllm, serve], args: [org/model]}`
	sglServes  = `{name: ome-container, image: "lmsysorg/sglang:v0.5.5", command: [python3, -m, sglang.launch_server], args: [--model-path, org/model]}`
	kthenaRole = `{spec: {template: {roles: [{name: a, entryTemplate: {spec: {containers: [` + vllmServes + `]}}}]}}}`
	kthenaAt   = "spec.template.roles[0].entryTemplate.spec.containers[0].args[0]"
	omeStored  = `{spec: {storage: {storageUri: "hf://org/model"}}}`
	omeRuntime = `{spec: {engineConfig: {runner: ` + sglServes + `}}}`
)

// modelsNamed are the ways in which objects of each kind name a model on a hub. A kind without any says why.
var modelsNamed = map[string]struct {
	ways []naming
	none string
}{
	"open_model":      {ways: []naming{{`{spec: {source: {modelHub: {modelID: org/model}}}}`, "", "spec.source.modelHub.modelID"}}},
	"backend_runtime": {ways: []naming{{`{spec: {image: vllm/vllm-openai, version: v0.11.0, command: [vllm, serve], recommendedConfigs: [{name: default, args: [org/model]}]}}`, "", "spec.recommendedConfigs[0].args[0]"}}},
	"playground":      {ways: []naming{{`{spec: {modelClaim: {modelName: m}}}`, `{apiVersion: llmaz.io/v1alpha1, kind: OpenModel, metadata: {name: m}, spec: {source: {modelHub: {modelID: org/model}}}}`, "spec.modelClaim.modelName"}}},
	"service": {ways: []naming{
		{`{spec: {modelClaims: {models: [{name: m}]}}}`, `{apiVersion: llmaz.io/v1alpha1, kind: OpenModel, metadata: {name: m}, spec: {source: {modelHub: {modelID: org/model}}}}`, "spec.modelClaims.models[0].name"},
		{`{spec: {workloadTemplate: {workerTemplate: {spec: {containers: [` + strings.Replace(vllmServes, "NAME", "model-runner", 1) + `]}}}}}`, "", "spec.workloadTemplate.workerTemplate.spec.containers[0].args[0]"},
	}},
	"base_model":              {ways: []naming{{omeStored, "", "spec.storage.storageUri"}}},
	"cluster_base_model":      {ways: []naming{{omeStored, "", "spec.storage.storageUri"}}},
	"fine_tuned_weight":       {ways: []naming{{omeStored, "", "spec.storage.storageUri"}}},
	"serving_runtime":         {ways: []naming{{omeRuntime, "", "spec.engineConfig.runner.args[1]"}}},
	"cluster_serving_runtime": {ways: []naming{{omeRuntime, "", "spec.engineConfig.runner.args[1]"}}},
	"ome_service": {ways: []naming{
		{`{spec: {model: {name: m}}}`, `{apiVersion: ome.io/v1beta1, kind: ClusterBaseModel, metadata: {name: m}, spec: {storage: {storageUri: "hf://org/model"}}}`, "spec.model.name"},
		{`{spec: {engine: {runner: ` + sglServes + `}}}`, "", "spec.engine.runner.args[1]"},
	}},
	"benchmark_job": {ways: []naming{
		{`{spec: {endpoint: {inferenceService: {name: s, namespace: llm}}}}`, `{apiVersion: ome.io/v1beta1, kind: InferenceService, metadata: {name: s, namespace: llm}, spec: {model: {name: m}}}
---
{apiVersion: ome.io/v1beta1, kind: ClusterBaseModel, metadata: {name: m}, spec: {storage: {storageUri: "hf://org/model"}}}`, "spec.endpoint.inferenceService"},
	}},
	"llmkube_model":        {ways: []naming{{`{spec: {source: "hf://org/model"}}`, "", "spec.source"}, {`{spec: {source: "https://huggingface.co/org/model/resolve/main/q.gguf"}}`, "", "spec.source"}}},
	"llmkube_service":      {ways: []naming{{`{spec: {modelRef: m}}`, `{apiVersion: inference.llmkube.dev/v1alpha1, kind: Model, metadata: {name: m, namespace: llm}, spec: {source: "hf://org/model"}}`, "spec.modelRef"}}},
	"llmkube_lora_adapter": {ways: []naming{{`{spec: {path: org/model, inferenceServiceRef: {name: s}}}`, "", "spec.path"}}},
	"model_serving":        {ways: []naming{{kthenaRole, "", kthenaAt}}},
	"model_infer":          {ways: []naming{{kthenaRole, "", kthenaAt}}},
	"kthena_model_booster": {ways: []naming{{`{spec: {backend: {modelURI: "hf://org/model"}}}`, "", "spec.backend.modelURI"}, {`{spec: {backend: {modelURI: "ms://org/model"}}}`, "", "spec.backend.modelURI"}}},
	"endpoint": {ways: []naming{
		{`{spec: {model: {repository: org/model}}}`, "", "spec.model.repository"},
		{`{spec: {adapters: [{name: a, path: b}, {name: c, repository: org/model}]}}`, "", "spec.adapters[1].repository"},
	}},

	"accelerator_class":         {none: "it is about accelerators"},
	"llmkube_gpu_quota":         {none: "it is about GPUs"},
	"llmkube_model_pool":        {none: "its members are services"},
	"llmkube_model_router":      {none: "it leads requests by names that clients use"},
	"objective":                 {none: "it is about requests"},
	"model_rewrite":             {none: "it has names that clients use"},
	"pool":                      {none: "it selects pods"},
	"kthena_model_server":       {none: "its model is a name that the engine serves under"},
	"kthena_model_route":        {none: "it has names that clients use"},
	"kthena_autoscaling_policy": {none: "it is about replicas"},
}

// TestModelsAreChecked shows of every kind that names a model on a hub that `model_check` finds it, where it is named and in both modes,
// and that no kind is left out: one that names none says why, and has no engine whose command line could.
func TestModelsAreChecked(t *testing.T) {
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		named, known := modelsNamed[k.TypeName]
		if !known || (named.none != "") == (len(named.ways) > 0) {
			t.Fatal("the table says neither how it names a model nor why it names none")
		}
		if (k.Models == nil) != (named.none != "") {
			t.Fatalf("a kind that names a model has a reader of models, and only such a kind: %q", named.none)
		}
		for _, rule := range k.Rules() {
			if strings.HasPrefix(rule.ID, "EL-") && named.none != "" {
				t.Errorf("its rule %s reads command lines of engines, which may name models", rule.ID)
			}
		}
		for _, way := range named.ways {
			for _, direct := range []bool{false, true} {
				if !direct && k.DirectOnly != "" || direct && k.OperatorOnly != "" {
					continue
				}
				c := kinds.Candidate{Object: objectOf(t, way.object), Direct: direct, Release: k.Releases[len(k.Releases)-1].Name}
				c.Object.SetNamespace("llm")
				for part := range strings.SplitSeq(way.reference, "\n---\n") {
					if part != "" {
						c.References = append(c.References, objectOf(t, part))
					}
				}
				uses := k.Models(c)
				if len(uses) != 1 || uses[0].Repository != "org/model" || uses[0].At != way.at || uses[0].Defined != (way.reference != "") {
					t.Errorf("direct %t: %s: want org/model at %s, got %+v", direct, way.object, way.at, uses)
				}
			}
		}
	})
	if left := len(modelsNamed) - len(provider.Kinds()); left > 0 {
		t.Errorf("the table has %d kinds that there are not", left)
	}
}

func objectOf(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	o := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(text), &o.Object); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return o
}
