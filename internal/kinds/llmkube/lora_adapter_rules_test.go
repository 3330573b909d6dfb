package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validAdapter = `
apiVersion: inference.llmkube.dev/v1alpha1
kind: LoRAAdapter
metadata: {name: legal, namespace: llm}
spec: {name: legal, path: /adapters/legal, inferenceServiceRef: {name: chat}}
`

// adapted is a service that adapters may be for.
func adapted(namespace, spec string) []string {
	return []string{"{kind: InferenceService, metadata: {name: chat, namespace: " + namespace + "}, spec: {" + spec + "}}"}
}

var adapterCases = map[string]kindstest.Case{
	"unknown service": {Reason: "one that is not among the references is taken on trust"},
	"service with an adapter": {
		Reason: "SGLang is started for adapters", References: adapted("llm", "runtime: sglang, replicas: 1, sglangConfig: {loraAdapters: [{name: a, path: b}]}"),
		Near: []string{"LOR-02", "LOR-03", "LOR-07", "LOR-08"},
	},
	"service with older modules": {
		Reason: "SGLang is started for adapters", References: adapted("llm", "runtime: sglang, sglangConfig: {loraModules: [a=b]}"), Near: []string{"LOR-08"},
	},
	"service with arguments": {
		Reason: "SGLang is started for adapters", References: adapted("llm", "runtime: sglang, extraArgs: [--enable-lora]"), Near: []string{"LOR-08"},
	},
	"service with a command": {
		Reason: "it may be anything", References: adapted("llm", "runtime: sglang, command: [serve]"), Near: []string{"LOR-08"},
	},
	"service without adapters": {
		Reason: "SGLang refuses them", References: adapted("llm", "runtime: sglang, sglangConfig: {maxLoraRank: 16}"),
		Want: []string{"warning LOR-08 spec.inferenceServiceRef.name: `--enable-lora`"},
	},
	"other runtime": {
		Reason: "only SGLang loads while it runs", References: adapted("llm", "runtime: vllm"),
		Want: []string{"LOR-02 spec.inferenceServiceRef.name: has the runtime `vllm`"},
	},
	"default runtime": {
		Reason: "it is llama.cpp", References: adapted("llm", "modelRef: m"), Want: []string{"LOR-02 spec.inferenceServiceRef.name: has the runtime `llamacpp`"},
	},
	"two pods": {
		Reason: "one of them loads it", References: adapted("llm", "runtime: sglang, replicas: 2, extraArgs: [--lora-paths, a=b]"),
		Want: []string{"warning LOR-07 spec.inferenceServiceRef.name: only one of its pods"},
	},
	"as many pods as needed": {
		Reason: "one of them loads it", References: adapted("llm", "runtime: sglang, autoscaling: {maxReplicas: 2}, extraArgs: [--enable-lora]"),
		Want: []string{"warning LOR-07 spec.inferenceServiceRef.name: `lora_adapters`"},
	},
	"service of another namespace": {
		Reason: "nobody said so", References: adapted("other", "runtime: sglang"), Want: []string{"LOR-03 spec.inferenceServiceRef.name: set `namespace` to that"},
	},
	"named namespace": {
		Reason: "a service may be anywhere", Patch: `spec: {inferenceServiceRef: {namespace: other}}`,
		References: adapted("other", "runtime: sglang, extraArgs: [--enable-lora]"), Near: []string{"LOR-03"},
	},
}
