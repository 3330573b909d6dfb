package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validBackendRuntime = `
apiVersion: inference.llmaz.io/v1alpha1
kind: BackendRuntime
metadata: {name: vllm.example.com}
spec:
  image: vllm/vllm-openai
  version: v0.7.3
  envs:
  - {name: A, value: "1"}
  - {name: B, value: "1"}
  recommendedConfigs:
  - name: default
    args: [--model, "{{ .ModelPath }}", --served-model-name, "{{.ModelName}}"]
    resources: {requests: {cpu: 4}, limits: {cpu: "4000m", memory: 8Gi}}
  - name: speculative-decoding
    args: [--model, "{{ .ModelPath }}", --speculative_model, "{{ .DraftModelPath }}"]
`

var backendRuntimeCases = kindstest.Merge(triggerCases(
	`spec: {recommendedConfigs: [{name: default, scaleTrigger: {hpa: %s}}]}`, "spec.recommendedConfigs[0].scaleTrigger.hpa",
), triggerCases(
	`spec: {scaleTriggers: [{name: a, hpa: %s}]}`, "spec.scaleTriggers[0].hpa",
), map[string]kindstest.Case{
	"valid": {
		Reason: "equal quantities in different spellings, and two configurations, are what the charts have",
		Near:   []string{"BR-W1", "BR-W2", "BR-C1", "DUP-4", "N-7"},
	},
	"limit below request": {
		Reason: "no pod could be created; 3.5 is less than 4",
		Patch:  `spec: {recommendedConfigs: [{name: a}, {name: b, resources: {requests: {cpu: 4, memory: 1Gi}, limits: {cpu: 3500m}}}]}`,
		Want:   []string{"BR-W1 spec.recommendedConfigs[1].resources.requests[cpu]: limit of 3500m"},
	},
	"limit below request for all configurations": {
		Reason: "llmaz v0.1.0 has the resources beside the configurations",
		Patch:  `spec: {resources: {requests: {memory: 2Gi}, limits: {memory: 1Gi}}}`, Release: "v0.1.0",
		Want: []string{"BR-W1 spec.resources.requests[memory]: raise `memory` in `limits`"},
	},
	"configurations of the same name": {
		Reason: "the second could never be chosen",
		Patch:  `spec: {recommendedConfigs: [{name: default}, {name: default}]}`,
		Want:   []string{"BR-W2 spec.recommendedConfigs[1].name: a name of its own"},
	},
	"word that nothing stands for": {
		Reason: "llmaz fails to render it, in silence",
		Patch:  `spec: {recommendedConfigs: [{name: a, args: [-m, "{{ .Path }}"]}]}`,
		Want:   []string{"BR-C1 spec.recommendedConfigs[0].args[1]: nothing stands for `{{ .Path }}`"},
	},
	"text that is no word": {
		Reason: "without the dot llmaz leaves the text alone",
		Patch:  `spec: {recommendedConfigs: [{name: a, args: ["{{ Path }}"]}]}`,
		Near:   []string{"BR-C1"},
	},
	"parallelism in a release that knows it": {
		Reason: "llmaz v0.1.0 fills in TP and PP",
		Patch:  `spec: {recommendedConfigs: [{name: a, args: ["{{ .TP }}", "{{ .PP }}"]}]}`, Release: "v0.1.0",
		Near: []string{"BR-C1"},
	},
	"parallelism in a release that does not know it": {
		Reason: "later releases have no such words",
		Patch:  `spec: {recommendedConfigs: [{name: a, args: ["{{ .TP }}"]}]}`, Release: "v0.1.4",
		Want: []string{"BR-C1 spec.recommendedConfigs[0].args[0]: v0.1.0 and to direct mode only"},
	},
	"parallelism in direct mode": {
		Reason: "direct mode spreads models over hosts",
		Patch:  `spec: {recommendedConfigs: [{name: a, args: ["{{ .PP }}"]}]}`, Direct: true, Release: "v0.1.4",
		Near: []string{"BR-C1"},
	},
	"trigger that says nothing": {
		Reason: "the controller would crash on it",
		Patch:  `spec: {recommendedConfigs: [{name: a, scaleTrigger: {}}]}`,
		Want:   []string{"BR-C2 spec.recommendedConfigs[0].scaleTrigger.hpa: may be empty"},
	},
	"empty trigger": {
		Reason: "CPU utilization is the default",
		Patch:  `spec: {recommendedConfigs: [{name: a, scaleTrigger: {hpa: {}}}]}`,
		Near:   []string{"BR-C2"},
	},
	"environment variable twice": {
		Reason: "the API server refuses the pod template",
		Patch:  `spec: {envs: [{name: A}, {name: B}, {name: A}]}`,
		Want:   []string{"DUP-4 spec.envs[2].name: a name of its own"},
	},
	"name in upper case": {
		Reason: "the API server takes lower-case names only",
		Patch:  `metadata: {name: vLLM}`,
		Want:   []string{"N-7 metadata.name: lower-case letters"},
	},
})
