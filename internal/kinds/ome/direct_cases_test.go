package ome

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

// directModelCases and directBenchmarkCases prove that the rules about OME's own limits do
// not hold where the provider does the work, and that those of its tools do.
var (
	directModelCases = map[string]kindstest.Case{
		"claim in direct mode":   {Reason: "OME's agent cannot serve it, a service of direct mode mounts it", Direct: true, Patch: `{spec: {storage: {storageUri: "pvc://c/d", path: null}}}`},
		"no path in direct mode": {Reason: "the claim needs no directory of the nodes", Direct: true, Patch: `{spec: {storage: {path: null}}}`},
		"relative path in direct mode": {
			Reason: "containers see the files there", Direct: true, Patch: `{spec: {storage: {path: models}}}`,
			Want: []string{"BM-04 spec.storage.path: begin with `/`"},
		},
	}
	directBenchmarkCases = map[string]kindstest.Case{
		"embeddings in direct mode": {Reason: "no webhook refuses the scenarios of genai-bench", Direct: true, Patch: `{spec: {task: text-to-embeddings, trafficScenarios: ["E(64)"]}}`},
		"form of embeddings in direct mode": {
			Reason: "genai-bench refuses the form that OME's webhook wants", Direct: true, Patch: `{spec: {task: text-to-embeddings, trafficScenarios: ["E(64,1)"]}}`,
			Want: []string{"BJ-02 spec.trafficScenarios[0]: takes `E(<tokens>)`"},
		},
		"passed on in direct mode": {
			Reason: "dataset and parameters reach genai-bench", Direct: true,
			Patch: `{spec: {dataset: {storageUri: "hf://o/d"}, additionalRequestParams: {temperature: "1"}}}`,
		},
	}
)
