package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validPool = `
apiVersion: inference.llmkube.dev/v1alpha1
kind: ModelPool
metadata: {name: slot, namespace: llm}
spec: {members: [{inferenceServiceRef: {name: chat}}, {inferenceServiceRef: {name: code}}], default: chat, swapBudget: 10m}
`

// member is the service chat of a pool, with a model.
func member(namespace, spec string) []string {
	return []string{
		"{kind: InferenceService, metadata: {name: chat, namespace: " + namespace + "}, spec: {modelRef: qwen, " + spec + "}}",
		"{kind: Model, metadata: {name: qwen, namespace: llm}, spec: {source: a/b, hardware: {accelerator: cuda}}}",
	}
}

var poolCases = map[string]kindstest.Case{
	"unknown services": {Reason: "those that are not among the references are taken on trust", Near: []string{"MP-02", "MP-03", "MP-10"}},
	"services": {
		Reason: "this is what most people write", Patch: `spec: {nodeSelector: {}}`, References: member("llm", "runtime: vllm"),
		Near: []string{"MP-04", "MP-05", "MP-07", "MP-08", "MP-11"},
	},
	"stopped at first": {Reason: "the pool starts it", References: member("llm", "replicas: 0"), Near: []string{"MP-07"}},
	"generic with an address": {
		Reason: "LLMKube can ask it", Near: []string{"MP-08"},
		References: []string{`{kind: InferenceService, metadata: {name: chat, namespace: llm, annotations: {inference.llmkube.dev/idle-endpoint: /idle}}, spec: {runtime: generic}}`},
	},
	"member without a name": {
		Reason: "the definition allows the empty name", Patch: `spec: {members: [{inferenceServiceRef: {}}, {inferenceServiceRef: {name: chat}}]}`,
		Want: []string{"MP-02 spec.members[0].inferenceServiceRef.name: passes over a member without a name"},
	},
	"member twice": {
		Reason: "it cannot take turns with itself", Patch: `spec: {members: [{inferenceServiceRef: {name: chat}}, {inferenceServiceRef: {name: chat}}]}`,
		Want: []string{"MP-02 spec.members[0].inferenceServiceRef.name: a member already", "MP-02 spec.members[1].inferenceServiceRef.name: remove one"},
	},
	"default of no member": {
		Reason: "LLMKube would ignore it", Patch: `spec: {default: vision}`, Want: []string{"MP-03 spec.default: the pool has the members chat, code"},
	},
	"no default": {Reason: "the first request starts one", Patch: `spec: {default: ""}`, Near: []string{"MP-03"}},
	"service of another namespace": {
		Reason: "a pool looks for it in its own", References: member("other", "runtime: vllm"),
		Want: []string{"MP-04 spec.members[0].inferenceServiceRef.name: is in the namespace `other`"},
	},
	"service on a Mac": {
		Reason: "LLMKube would leave the pool alone",
		References: []string{
			"{kind: InferenceService, metadata: {name: chat, namespace: llm}, spec: {modelRef: qwen}}",
			"{kind: Model, metadata: {name: qwen, namespace: llm}, spec: {source: a/b, hardware: {accelerator: metal}}}",
		},
		Want: []string{"MP-05 spec.members[0].inferenceServiceRef.name: a service on a Mac"},
	},
	"service that scales": {
		Reason: "there is room for one pod", References: member("llm", "autoscaling: {maxReplicas: 2}"),
		Want: []string{"MP-07 spec.members[0].inferenceServiceRef.name: remove `autoscaling`"},
	},
	"service with replicas": {
		Reason: "the pool would change them", References: member("llm", "replicas: 1"),
		Want: []string{"warning MP-07 spec.members[0].inferenceServiceRef.name: leave them out of the service"},
	},
	"generic service": {
		Reason: "LLMKube does not know how to ask it", References: member("llm", "runtime: generic"),
		Want: []string{"warning MP-08 spec.members[0].inferenceServiceRef.name: `inference.llmkube.dev/idle-endpoint`"},
	},
	"service of PersonaPlex": {
		Reason: "nobody can ask it", References: member("llm", "runtime: personaplex"), Want: []string{"warning MP-08 spec.members[0].inferenceServiceRef.name: \"personaplex\""},
	},
	"no time to swap": {
		Reason: "no service starts in no time", Patch: `spec: {swapBudget: 0s}`, Want: []string{"MP-10 spec.swapBudget: such as `5m`"},
	},
	"nodes": {
		Reason: "nothing reads them", Patch: `spec: {nodeSelector: {gpu: a}}`, Want: []string{"warning MP-11 spec.nodeSelector: `node_selector` of the services"},
	},
}
