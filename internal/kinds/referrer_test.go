package kinds_test

import (
	stdcmp "cmp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// TestReferrers shows what counts as a reference to an object, and what does not. Every referrer
// of every kind is found in one case at least.
func TestReferrers(t *testing.T) {
	cases := map[string]struct {
		reason string
		kind   string
		at     kinds.Referent
		live   string
		want   string
	}{
		"Route": {
			"a route names the Service", "playground",
			kinds.Referent{Namespace: "llm", Name: "chat", Services: []string{"chat-lb"}},
			`{kind: HTTPRoute, metadata: {namespace: llm}, spec: {rules: [{backendRefs: [{name: other}, {name: chat-lb, port: 80}]}]}}`, "spec.rules[].backendRefs[]",
		},
		"RouteMirror": {
			"so does a mirror", "service",
			kinds.Referent{Namespace: "llm", Name: "chat", Services: []string{"chat-lb"}},
			`{kind: HTTPRoute, metadata: {namespace: llm}, spec: {rules: [{filters: [{type: RequestMirror, requestMirror: {backendRef: {name: chat-lb}}}]}]}}`, "spec.rules[].filters[].requestMirror.backendRef",
		},
		"RouteFromElsewhere": {
			"a route of another namespace says which it means", "llmkube_service",
			kinds.Referent{Namespace: "llm", Name: "chat", Services: []string{"chat"}},
			`{kind: HTTPRoute, metadata: {namespace: edge}, spec: {rules: [{backendRefs: [{name: chat, namespace: llm}]}]}}`, "spec.rules[].backendRefs[]",
		},
		"RouteElsewhere": {
			"without a namespace it means its own", "llmkube_service",
			kinds.Referent{Namespace: "llm", Name: "chat", Services: []string{"chat"}},
			`{kind: HTTPRoute, metadata: {namespace: edge}, spec: {rules: [{backendRefs: [{name: chat}]}]}}`, "",
		},
		"RouteToPool": {
			"a route names a pool by group and kind", "pool",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: HTTPRoute, metadata: {namespace: llm}, spec: {rules: [{backendRefs: [{group: inference.networking.k8s.io, kind: InferencePool, name: chat}]}]}}`, "spec.rules[].backendRefs[]",
		},
		"RouteToService": {
			"a Service of the name of a pool is something else", "pool",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: HTTPRoute, metadata: {namespace: llm}, spec: {rules: [{backendRefs: [{name: chat}]}]}}`, "",
		},
		"Ingress": {
			"an ingress names the Service of a path", "ome_service",
			kinds.Referent{Namespace: "llm", Name: "chat", Services: []string{"chat"}},
			`{kind: Ingress, metadata: {namespace: llm}, spec: {rules: [{http: {paths: [{backend: {service: {name: chat}}}]}}]}}`, "spec.rules[].http.paths[].backend.service.name",
		},
		"Pool": {
			"a pool selects the pods", "model_serving",
			kinds.Referent{Namespace: "llm", Name: "chat", Pods: []map[string]string{{"app": "chat", "role": "decode"}}},
			`{kind: InferencePool, metadata: {namespace: llm}, spec: {selector: {matchLabels: {app: chat}}}}`, "spec.selector.matchLabels",
		},
		"PoolOfOthers": {
			"a pool selects other pods", "model_infer",
			kinds.Referent{Namespace: "llm", Name: "chat", Pods: []map[string]string{{"app": "chat"}}},
			`{kind: InferencePool, metadata: {namespace: llm}, spec: {selector: {matchLabels: {app: chat, role: decode}}}}`, "",
		},
		"PoolOfNobody": {
			"an empty selector selects nothing", "model_infer",
			kinds.Referent{Namespace: "llm", Name: "chat", Pods: []map[string]string{{"app": "chat"}}},
			`{kind: InferencePool, metadata: {namespace: llm}, spec: {selector: {matchLabels: {}}}}`, "",
		},
		"Objective": {
			"an objective is in the pool", "pool",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: InferenceObjective, metadata: {namespace: llm}, spec: {poolRef: {name: chat}}}`, "spec.poolRef.name",
		},
		"ObjectiveElsewhere": {
			"an objective is only in a pool of its namespace", "pool",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: InferenceObjective, metadata: {namespace: other}, spec: {poolRef: {name: chat}}}`, "",
		},
		"Playground": {
			"a playground claims the model", "open_model",
			kinds.Referent{Name: "qwen"},
			`{kind: Playground, metadata: {namespace: llm}, spec: {modelClaim: {modelName: qwen}}}`, "spec.modelClaim.modelName",
		},
		"PlaygroundDraft": {
			"a playground drafts with the model", "open_model",
			kinds.Referent{Name: "qwen"},
			`{kind: Playground, metadata: {namespace: llm}, spec: {modelClaims: {models: [{name: llama}, {name: qwen, role: draft}]}}}`, "spec.modelClaims.models[].name",
		},
		"Service": {
			"a service claims the model", "open_model",
			kinds.Referent{Name: "qwen"},
			`{kind: Service, metadata: {namespace: llm}, spec: {modelClaims: {models: [{name: qwen}]}}}`, "spec.modelClaims.models[].name",
		},
		"Rewrite": {
			"a rewrite gives requests of the pool another model", "pool",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: InferenceModelRewrite, metadata: {namespace: llm}, spec: {poolRef: {name: chat}}}`, "spec.poolRef.name",
		},
		"AutoscalingPolicy": {
			"a policy scales it", "model_serving",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: AutoscalingPolicy, metadata: {namespace: scaling}, spec: {homogeneousTarget: {target: {targetRef: {name: chat, namespace: llm}}}}}`,
			"spec.homogeneousTarget.target.targetRef.name",
		},
		"AutoscalingPolicyOfInfer": {
			"or its roles", "model_infer",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: AutoscalingPolicy, metadata: {namespace: llm}, spec: {disaggregatedTarget: {targetRef: {name: chat}}}}`, "spec.disaggregatedTarget.targetRef.name",
		},
		"AutoscalingPolicyOfSeveral": {
			"or several of them", "model_serving",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: AutoscalingPolicy, metadata: {namespace: llm}, spec: {heterogeneousTarget: {params: [{target: {targetRef: {name: chat}}}]}}}`,
			"spec.heterogeneousTarget.params[].target.targetRef.name",
		},
		"ModelRoute": {
			"a route sends requests to the server", "kthena_model_server",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: ModelRoute, metadata: {namespace: llm}, spec: {rules: [{targetModels: [{modelServerName: other}]}, {targetModels: [{modelServerName: chat}]}]}}`,
			"spec.rules[].targetModels[].modelServerName",
		},
		"ModelServer": {
			"a server selects the pods by the name of what they are of", "model_serving",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: ModelServer, metadata: {namespace: llm}, spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/name: chat}}}}`,
			"spec.workloadSelector.matchLabels[modelserving.volcano.sh/name]",
		},
		"ModelServerOfBooster": {
			"or by that of the model", "kthena_model_booster",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: ModelServer, metadata: {namespace: llm}, spec: {workloadSelector: {matchLabels: {workload.serving.volcano.sh/model-name: chat}}}}`,
			"spec.workloadSelector.matchLabels[workload.serving.volcano.sh/model-name]",
		},
		"ModelServerOfMadeServing": {
			"or by that of the ModelServing that Kthena makes", "kthena_model_booster",
			kinds.Referent{Namespace: "llm", Name: "chat", Made: madeOfChat},
			`{kind: ModelServer, metadata: {namespace: llm}, spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/name: chat-b}}}}`,
			"spec.workloadSelector.matchLabels[modelserving.volcano.sh/name]",
		},
		"RouteOfMadeServer": {
			"a route names the ModelServer that Kthena makes", "kthena_model_booster",
			kinds.Referent{Namespace: "llm", Name: "chat", Made: madeOfChat},
			`{kind: ModelRoute, metadata: {namespace: llm}, spec: {rules: [{targetModels: [{modelServerName: other}, {modelServerName: chat-b}]}]}}`,
			"spec.rules[].targetModels[].modelServerName",
		},
		"RouteBesideMadeServer": {
			"the booster itself is no server", "kthena_model_booster",
			kinds.Referent{Namespace: "llm", Name: "chat", Made: madeOfChat},
			`{kind: ModelRoute, metadata: {namespace: llm}, spec: {rules: [{targetModels: [{modelServerName: chat}]}]}}`, "",
		},
		"ModelServerOfInfer": {
			"which may be written as a ModelInfer", "model_infer",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: ModelServer, metadata: {namespace: llm}, spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/name: chat}}}}`,
			"spec.workloadSelector.matchLabels[modelserving.volcano.sh/name]",
		},
		"ModelServerElsewhere": {
			"one of another namespace selects other pods", "model_serving",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: ModelServer, metadata: {namespace: edge}, spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/name: chat}}}}`, "",
		},
		"Runtime": {
			"a playground chooses the runtime", "backend_runtime",
			kinds.Referent{Name: "vllm"},
			`{kind: Playground, metadata: {namespace: llm}, spec: {backendRuntimeConfig: {backendName: vllm}}}`, "spec.backendRuntimeConfig.backendName",
		},
		"LLMKube": {
			"a service serves the model", "llmkube_model",
			kinds.Referent{Namespace: "llm", Name: "qwen"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {modelRef: qwen}}`, "spec.modelRef",
		},
		"LLMKubeDraft": {
			"a service drafts with the model", "llmkube_model",
			kinds.Referent{Namespace: "llm", Name: "qwen"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {modelRef: llama, speculativeDecoding: {draftModelRef: qwen}}}`, "spec.speculativeDecoding.draftModelRef",
		},
		"LLMKubeAdapter": {
			"an adapter of any namespace is loaded by the service", "llmkube_service",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: LoRAAdapter, metadata: {namespace: tuning}, spec: {inferenceServiceRef: {name: chat, namespace: llm}}}`, "spec.inferenceServiceRef.name",
		},
		"LLMKubeAdapterElsewhere": {
			"one that names no namespace is for a service of its own", "llmkube_service",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: LoRAAdapter, metadata: {namespace: tuning}, spec: {inferenceServiceRef: {name: chat}}}`, "",
		},
		"LLMKubePool": {
			"the service takes turns with others", "llmkube_service",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: ModelPool, metadata: {namespace: llm}, spec: {members: [{inferenceServiceRef: {name: code}}, {inferenceServiceRef: {name: chat}}]}}`,
			"spec.members[].inferenceServiceRef.name",
		},
		"LLMKubeRouter": {
			"a router leads requests to the service", "llmkube_service",
			kinds.Referent{Namespace: "llm", Name: "chat"},
			`{kind: ModelRouter, metadata: {namespace: llm}, spec: {backends: [{name: a, external: {}}, {name: b, inferenceServiceRef: {name: chat}}]}}`,
			"spec.backends[].inferenceServiceRef.name",
		},
		"OMEModel": {
			"a model without a kind is one of the cluster", "cluster_base_model",
			kinds.Referent{GroupKind: omeKind("ClusterBaseModel"), Name: "qwen"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {model: {name: qwen}}}`, "spec.model.name",
		},
		"OMEModelOfOther": {
			"a model of the namespace may have the name of one of the cluster", "base_model",
			kinds.Referent{GroupKind: omeKind("BaseModel"), Namespace: "llm", Name: "qwen"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {model: {name: qwen}}}`, "",
		},
		"OMENamespacedModel": {
			"a kind tells them apart", "base_model",
			kinds.Referent{GroupKind: omeKind("BaseModel"), Namespace: "llm", Name: "qwen"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {model: {kind: BaseModel, name: qwen}}}`, "spec.model.name",
		},
		"OMEWeights": {
			"weights adapt a base model of a namespace", "base_model",
			kinds.Referent{GroupKind: omeKind("BaseModel"), Namespace: "llm", Name: "qwen"},
			`{kind: FineTunedWeight, spec: {baseModelRef: {name: qwen, namespace: llm}}}`, "spec.baseModelRef.name",
		},
		"OMEWeightsOfCluster": {
			"or of the cluster", "cluster_base_model",
			kinds.Referent{GroupKind: omeKind("ClusterBaseModel"), Name: "qwen"},
			`{kind: FineTunedWeight, spec: {baseModelRef: {name: qwen}}}`, "spec.baseModelRef.name",
		},
		"OMEWeightsOfNamespace": {
			"not of both", "cluster_base_model",
			kinds.Referent{GroupKind: omeKind("ClusterBaseModel"), Name: "qwen"},
			`{kind: FineTunedWeight, spec: {baseModelRef: {name: qwen, namespace: llm}}}`, "",
		},
		"OMEAdapted": {
			"a service serves the weights", "fine_tuned_weight",
			kinds.Referent{GroupKind: omeKind("FineTunedWeight"), Name: "lora"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {model: {name: qwen, fineTunedWeights: [lora]}}}`, "spec.model.fineTunedWeights[]",
		},
		"OMERuntime": {
			"a service runs on the runtime", "cluster_serving_runtime",
			kinds.Referent{GroupKind: omeKind("ClusterServingRuntime"), Name: "vllm"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {runtime: {name: vllm}}}`, "spec.runtime.name",
		},
		"OMENamespacedRuntime": {
			"or on one of the namespace", "serving_runtime",
			kinds.Referent{GroupKind: omeKind("ServingRuntime"), Namespace: "llm", Name: "vllm"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {runtime: {name: vllm, kind: ServingRuntime}}}`, "spec.runtime.name",
		},
		"OMEAccelerator": {
			"a component asks for the class", "accelerator_class",
			kinds.Referent{GroupKind: omeKind("AcceleratorClass"), Name: "h100"},
			`{kind: InferenceService, metadata: {namespace: llm}, spec: {decoder: {acceleratorOverride: {acceleratorClass: h100}}}}`, "spec.decoder.acceleratorOverride.acceleratorClass",
		},
		"OMEBenchmark": {
			"a benchmark that runs measures the service", "ome_service",
			kinds.Referent{GroupKind: omeKind("InferenceService"), Namespace: "llm", Name: "chat"},
			`{kind: BenchmarkJob, metadata: {namespace: bench}, spec: {endpoint: {inferenceService: {name: chat, namespace: llm}}}, status: {state: Running}}`, "spec.endpoint.inferenceService.name",
		},
		"OMEBenchmarkOver": {
			"one that is over does not", "ome_service",
			kinds.Referent{GroupKind: omeKind("InferenceService"), Namespace: "llm", Name: "chat"},
			`{kind: BenchmarkJob, metadata: {namespace: bench}, spec: {endpoint: {inferenceService: {name: chat, namespace: llm}}}, status: {state: Completed}}`, "",
		},
	}
	seen := map[string]bool{}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			live := &unstructured.Unstructured{}
			if err := yaml.Unmarshal([]byte(tc.live), &live.Object); err != nil {
				t.Fatal(err)
			}
			all := provider.Kinds()
			k := all[slices.IndexFunc(all, func(k *kinds.Kind) bool { return k.TypeName == tc.kind })]
			if tc.at.Kind == "" {
				tc.at.GroupKind = k.GVK.GroupKind()
			}
			got := ""
			for _, r := range k.Referrers {
				if r.Kind == live.GetKind() {
					got = stdcmp.Or(got, r.Points(live, tc.at))
					seen[tc.kind+" "+r.Kind] = seen[tc.kind+" "+r.Kind] || got != ""
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		traffic := slices.ContainsFunc(k.Referrers, func(r kinds.Referrer) bool { return r.Kind == "Ingress" })
		for _, r := range k.Referrers {
			if !seen[k.TypeName+" "+r.Kind] && !traffic && r.Kind != "HTTPRoute" {
				t.Errorf("no case shows that a %s points at it", r.Kind)
			}
		}
		if (k.Endpoint != nil || k.DirectOnly != "") != traffic && k.System != "kthena" {
			t.Error("what serves requests is what routes lead to")
		}
	})
}

// madeOfChat is what Kthena makes of the ModelBooster chat.
var madeOfChat = []kinds.MadeObject{
	{GroupKind: schema.GroupKind{Group: "workload.serving.volcano.sh", Kind: "ModelServing"}, Name: "chat-b"},
	{GroupKind: schema.GroupKind{Group: "networking.serving.volcano.sh", Kind: "ModelServer"}, Name: "chat-b"},
}

func omeKind(kind string) schema.GroupKind {
	return schema.GroupKind{Group: "ome.io", Kind: kind}
}
