package llmaz

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

var backendRuntimeCases = merged(triggerCases(
	`spec: {recommendedConfigs: [{name: default, scaleTrigger: {hpa: %s}}]}`, "spec.recommendedConfigs[0].scaleTrigger.hpa",
), triggerCases(
	`spec: {scaleTriggers: [{name: a, hpa: %s}]}`, "spec.scaleTriggers[0].hpa",
), map[string]ruleCase{
	"valid": {
		reason: "equal quantities in different spellings, and two configurations, are what the charts have",
		near:   []string{"BR-W1", "BR-W2", "BR-C1", "DUP-4", "N-7"},
	},
	"limit below request": {
		reason: "no pod could be created; 3.5 is less than 4",
		patch:  `spec: {recommendedConfigs: [{name: a}, {name: b, resources: {requests: {cpu: 4, memory: 1Gi}, limits: {cpu: 3500m}}}]}`,
		want:   []verdict{{"BR-W1", "spec.recommendedConfigs[1].resources.requests[cpu]", "limit of 3500m", false}},
	},
	"limit below request for all configurations": {
		reason: "llmaz v0.1.0 has the resources beside the configurations",
		patch:  `spec: {resources: {requests: {memory: 2Gi}, limits: {memory: 1Gi}}}`, dialect: "v0.1.0",
		want: []verdict{{"BR-W1", "spec.resources.requests[memory]", "raise `memory` in `limits`", false}},
	},
	"configurations of the same name": {
		reason: "the second could never be chosen",
		patch:  `spec: {recommendedConfigs: [{name: default}, {name: default}]}`,
		want:   []verdict{{"BR-W2", "spec.recommendedConfigs[1].name", "a name of its own", false}},
	},
	"word that nothing stands for": {
		reason: "llmaz fails to render it, in silence",
		patch:  `spec: {recommendedConfigs: [{name: a, args: [-m, "{{ .Path }}"]}]}`,
		want:   []verdict{{"BR-C1", "spec.recommendedConfigs[0].args[1]", "nothing stands for `{{ .Path }}`", false}},
	},
	"text that is no word": {
		reason: "without the dot llmaz leaves the text alone",
		patch:  `spec: {recommendedConfigs: [{name: a, args: ["{{ Path }}"]}]}`,
		near:   []string{"BR-C1"},
	},
	"parallelism in a generation that knows it": {
		reason: "llmaz v0.1.0 fills in TP and PP",
		patch:  `spec: {recommendedConfigs: [{name: a, args: ["{{ .TP }}", "{{ .PP }}"]}]}`, dialect: "v0.1.0",
		near: []string{"BR-C1"},
	},
	"parallelism in a generation that does not know it": {
		reason: "later releases have no such words",
		patch:  `spec: {recommendedConfigs: [{name: a, args: ["{{ .TP }}"]}]}`, dialect: "v0.1.4",
		want: []verdict{{"BR-C1", "spec.recommendedConfigs[0].args[0]", "v0.1.0 and to direct mode only", false}},
	},
	"parallelism in direct mode": {
		reason: "direct mode spreads models over hosts",
		patch:  `spec: {recommendedConfigs: [{name: a, args: ["{{ .PP }}"]}]}`, direct: true, dialect: "v0.1.4",
		near: []string{"BR-C1"},
	},
	"trigger that says nothing": {
		reason: "the controller would crash on it",
		patch:  `spec: {recommendedConfigs: [{name: a, scaleTrigger: {}}]}`,
		want:   []verdict{{"BR-C2", "spec.recommendedConfigs[0].scaleTrigger.hpa", "may be empty", false}},
	},
	"empty trigger": {
		reason: "CPU utilization is the default",
		patch:  `spec: {recommendedConfigs: [{name: a, scaleTrigger: {hpa: {}}}]}`,
		near:   []string{"BR-C2"},
	},
	"environment variable twice": {
		reason: "the API server refuses the pod template",
		patch:  `spec: {envs: [{name: A}, {name: B}, {name: A}]}`,
		want:   []verdict{{"DUP-4", "spec.envs[2].name", "a name of its own", false}},
	},
	"name in upper case": {
		reason: "the API server takes lower-case names only",
		patch:  `metadata: {name: vLLM}`,
		want:   []verdict{{"N-7", "metadata.name", "lower-case letters", false}},
	},
})
