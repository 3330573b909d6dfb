package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// replacement is a change of a field that replaces the object: the spec before and after it.
type replacement struct {
	before, after string
	// beside are other properties.
	beside string
	// live is an object of the resource whose name stays; the one of the kind when it is not set.
	live schema.GroupVersionResource
	// suffix is what its name has after that of the resource.
	suffix string
	// renamed is true where every replacement makes objects with names of their own.
	renamed bool
}

const benchmark = `{endpoint: {endpoint: {url: "http://qwen.default.svc:8080", apiFormat: openai, modelName: qwen}}, task: text-to-text, ` +
	`numConcurrencies: [%d], maxTimePerIteration: 1, maxRequestsPerIteration: 1, outputLocation: {storageUri: "s3://results/chat"}}`

const hosts = `{replicas: 1, modelClaims: {models: [{name: qwen}]}, workloadTemplate: {size: 4, subGroupPolicy: {subGroupSize: %d}, ` +
	`workerTemplate: {spec: {containers: [{name: model-runner, image: example.org/server}]}}}}`

const infers = `{schedulerName: volcano, ` + template

const roles = `{` + template

const template = `replicas: 1, template: {%sroles: [{name: a, replicas: 3, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: engine, image: example.org/server}]}}}]}}`

const model = `      references: ['{"apiVersion":"llmaz.io/v1alpha1","kind":"OpenModel","metadata":{"name":"qwen"},"spec":{"familyName":"qwen","source":{"modelHub":{"modelID":"Qwen/Qwen3-8B"}}}}']`

const booster = `{backend: {name: b, type: %s, modelUri: "hf://org/q", cacheUri: "hostpath:///models", replicas: 1, workers: [%s]}}`

const boosterServer = `{image: example.org/server, replicas: %d, pods: 1, config: '{"served-model-name":"q"}'}`

const boosterPair = `{type: prefill, image: example.org/server, replicas: 1, config: '{}'}, {type: decode, image: example.org/server, replicas: 1, config: '{"served-model-name":"q"}'}`

// replacements are those of every immutable field of every kind, in each mode where it is one.
var replacements = map[string]replacement{
	"kthena_model_booster spec.backend.type operator": {
		before: fmt.Sprintf(booster, "vLLM", fmt.Sprintf(boosterServer, 1)), after: fmt.Sprintf(booster, "vLLMDisaggregated", boosterPair),
	},
	"kthena_model_booster spec.backend.workers[type].replicas operator": {
		before: fmt.Sprintf(booster, "vLLM", fmt.Sprintf(boosterServer, 1)), after: fmt.Sprintf(booster, "vLLM", fmt.Sprintf(boosterServer, 2)),
	},
	"llmkube_model spec.source operator": {
		before: `{source: "https://example.org/a.gguf"}`, after: `{source: "https://example.org/b.gguf"}`,
	},
	"llmkube_model spec.files operator": {
		before: `{source: "hf://example/q", files: [a.gguf]}`, after: `{source: "hf://example/q", files: [b.gguf]}`,
	},
	"llmkube_model spec.mmproj operator": {
		before: `{source: "hf://example/q", files: [a.gguf], mmproj: m.gguf}`, after: `{source: "hf://example/q", files: [a.gguf], mmproj: n.gguf}`,
	},
	"llmkube_lora_adapter spec.inferenceServiceRef operator": {
		before: `{name: a, path: /a, inferenceServiceRef: {name: a}}`, after: `{name: a, path: /a, inferenceServiceRef: {name: b}}`,
	},
	"llmkube_lora_adapter spec.name operator": {
		before: `{name: a, path: /a, inferenceServiceRef: {name: a}}`, after: `{name: b, path: /a, inferenceServiceRef: {name: a}}`,
	},
	"llmkube_lora_adapter spec.path operator": {
		before: `{name: a, path: /a, inferenceServiceRef: {name: a}}`, after: `{name: a, path: /b, inferenceServiceRef: {name: a}}`,
	},
	"base_model spec.storage.storageUri operator": {
		before: `{storage: {storageUri: "hf://a/a", path: /a}}`, after: `{storage: {storageUri: "hf://a/b", path: /a}}`,
	},
	"base_model spec.storage.storageUri direct": {
		before: `{storage: {storageUri: "hf://a/a"}}`, after: `{storage: {storageUri: "hf://a/b"}}`, beside: "      direct: {size: 1Gi}",
		live: schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumeclaims"}, suffix: "-model",
	},
	"base_model spec.storage.path operator": {
		before: `{storage: {storageUri: "hf://a/a", path: /a}}`, after: `{storage: {storageUri: "hf://a/a", path: /b}}`,
	},
	"cluster_base_model spec.storage.storageUri operator": {
		before: `{storage: {storageUri: "hf://a/a", path: /a}}`, after: `{storage: {storageUri: "hf://a/b", path: /a}}`,
	},
	"cluster_base_model spec.storage.storageUri direct": {
		before: `{storage: {storageUri: "hf://a/a"}}`, after: `{storage: {storageUri: "hf://a/b"}}`, beside: "      direct: {size: 1Gi, namespace: default}",
		live: schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumeclaims"}, suffix: "-model",
	},
	"cluster_base_model spec.storage.path operator": {
		before: `{storage: {storageUri: "hf://a/a", path: /a}}`, after: `{storage: {storageUri: "hf://a/a", path: /b}}`,
	},
	"benchmark_job spec operator": {before: fmt.Sprintf(benchmark, 1), after: fmt.Sprintf(benchmark, 8)},
	"benchmark_job spec direct": {
		before: fmt.Sprintf(benchmark, 1), after: fmt.Sprintf(benchmark, 8), beside: "      direct: {tokenizer: Qwen/Qwen3-8B}",
		live: schema.GroupVersionResource{Group: "batch", Version: "v1", Resource: "jobs"}, renamed: true,
	},
	"service spec.workloadTemplate.subGroupPolicy.subGroupSize direct": {
		before: fmt.Sprintf(hosts, 2), after: fmt.Sprintf(hosts, 4), beside: model,
		live: schema.GroupVersionResource{Group: "leaderworkerset.x-k8s.io", Version: "v1", Resource: "leaderworkersets"},
	},
	"model_infer spec.template.gangSchedule operator": {
		before: fmt.Sprintf(infers, "gangSchedule: {minRoleReplicas: {a: 1}}, "), after: fmt.Sprintf(infers, ""),
		live: modelServings,
	},
	"model_infer spec.template.gangSchedule.minRoleReplicas operator": {
		before: fmt.Sprintf(infers, "gangSchedule: {minRoleReplicas: {a: 1}}, "), after: fmt.Sprintf(infers, "gangSchedule: {minRoleReplicas: {a: 2}}, "),
		live: modelServings,
	},
	"endpoint spec.queue direct": {
		before: `{model: {repository: example/q}, accelerators: {count: 1}, queue: a}`, after: `{model: {repository: example/q}, accelerators: {count: 1}, queue: b}`,
		live: schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"},
	},
	"kthena_model_route spec.modelName operator": {
		before: `{modelName: a, rules: [{targetModels: [{modelServerName: a}]}]}`, after: `{modelName: b, rules: [{targetModels: [{modelServerName: a}]}]}`,
	},
	"model_serving spec.template.gangPolicy operator": {
		before: fmt.Sprintf(roles, "gangPolicy: {minRoleReplicas: {a: 1}}, "), after: fmt.Sprintf(roles, ""),
	},
	"model_serving spec.template.gangPolicy.minRoleReplicas operator": {
		before: fmt.Sprintf(roles, "gangPolicy: {minRoleReplicas: {a: 1}}, "), after: fmt.Sprintf(roles, "gangPolicy: {minRoleReplicas: {a: 2}}, "),
	},
}

// modelServings are what a ModelInfer is in the generation that the clusters serve.
var modelServings = schema.GroupVersionResource{Group: "workload.serving.volcano.sh", Version: "v1alpha1", Resource: "modelservings"}

// TestReplacement changes every immutable field of every kind: the preview says that the object is replaced, it is
// another one then, and nothing is left to do.
func TestReplacement(t *testing.T) {
	t.Parallel()
	types := pulumi.Info("0.1.0").Resources
	tried := map[string]bool{}
	for _, k := range provider.Kinds() {
		for _, field := range k.Immutable {
			for _, mode := range []string{"operator", "direct"} {
				if !field.Modes.Holds(mode == "direct") || mode == "operator" && k.DirectOnly != "" {
					continue
				}
				name := k.TypeName + " " + field.Path + " " + mode
				change, ok := replacements[name]
				if !ok {
					t.Errorf("nobody tries %s", name)
				}
				tried[name] = true
				named := fmt.Sprintf("replaced-%d", len(tried))
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					change.try(t, k, types["inference_"+k.TypeName].Tok.String(), mode, named)
				})
			}
		}
	}
	for name := range replacements {
		if !tried[name] {
			t.Errorf("%s replaces nothing", name)
		}
	}
}

func (r replacement) try(t *testing.T, k *kinds.Kind, token, mode, name string) {
	c := clusterFor(t, mode)
	object := acctest.Object{Resource: r.live, Namespace: "default", Name: name + r.suffix}
	metadata := fmt.Sprintf("{name: %s, namespace: default}", name)
	if !k.Namespaced {
		metadata = fmt.Sprintf("{name: %s}", name)
	}
	if r.live.Resource == "" {
		object.Resource = schema.GroupVersionResource{Group: k.GVK.Group, Version: k.GVK.Version, Resource: k.Plural}
		if !k.Namespaced {
			object.Namespace = ""
		}
	}
	program := func(spec string) string {
		return fmt.Sprintf(`name: %s
runtime: yaml
resources:
  cluster:
    type: pulumi:providers:inference
    properties: {mode: %s}
  it:
    type: %s
    properties:
      metadata: %s
      spec: %s
      wait: {until: accepted}
%s
    options: {provider: "${cluster}"}
`, name, mode, token, metadata, spec, r.beside)
	}
	uids := func() string {
		if !r.renamed {
			if live := c.Get(t, object); live != nil {
				return string(live.GetUID())
			}
			return ""
		}
		var all []string
		for _, live := range c.List(t, r.live, "default", "") {
			if strings.HasPrefix(live.GetName(), name+"-") && live.GetDeletionTimestamp() == nil {
				all = append(all, string(live.GetUID()))
			}
		}
		return strings.Join(all, " ")
	}
	s := yamlStack(t, c, program(r.before))
	s.up(t)
	before := uids()
	s.program(t, program(r.after))
	s.expectPreview(t, map[apitype.OpType]int{apitype.OpReplace: 1})
	s.up(t)
	if after := uids(); before == "" || after == "" || after == before || strings.Contains(after, " ") {
		t.Errorf("the replacement of %q has left %q", before, after)
	}
	s.expectPreview(t, nil)
	s.destroy(t)
	if left := uids(); left != "" {
		t.Errorf("a destroy leaves %s", left)
	}
}

// TestForcedReplacement replaces what the program does not change, in both modes. The engine asks no provider about such a
// replacement and creates first, so it needs an option of the resource; without it, nothing happens to the object.
func TestForcedReplacement(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"operator", "direct"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			c := clusterFor(t, mode)
			p := chat{name: "forced-" + mode, mode: mode, replicas: 1}
			s := yamlStack(t, c, p.program())
			s.up(t)
			uid := c.Get(t, p.live()).GetUID()
			again := optup.Replace([]string{fmt.Sprintf("urn:pulumi:test::%s::inference:index/playground:Playground::chat", p.name)})

			if said := s.failedUp(t, again); !strings.Contains(said, "Object exists already") || !strings.Contains(said, "deleteBeforeReplace: true") {
				t.Errorf("the replacement fails with %s", said)
			}
			if live := c.Get(t, p.live()); live == nil || live.GetUID() != uid {
				t.Error("a replacement that cannot be done has touched the object")
			}
			s.expectPreview(t, nil)

			s.program(t, strings.Replace(p.program(), "      provider: ${cluster}", "      deleteBeforeReplace: true\n      provider: ${cluster}", 1))
			s.up(t, again)
			if live := c.Get(t, p.live()); live == nil || live.GetUID() == uid {
				t.Error("the replacement has not made another object")
			}
			s.expectPreview(t, nil)
			s.destroy(t)
		})
	}
}
