package llmaz

const validPlayground = `
apiVersion: inference.llmaz.io/v1alpha1
kind: Playground
metadata: {name: qwen, namespace: llm}
spec:
  modelClaim: {modelName: qwen2--5-0--5b}
`

// With the claims of two models instead of that of one.
const draftClaims = `modelClaim: null, modelClaims: {models: [{name: big}, {name: small, role: draft}]}`

var playgroundCases = merged(triggerCases(
	`spec: {elasticConfig: {maxReplicas: 4, scaleTrigger: {hpa: %s}}}`, "spec.elasticConfig.scaleTrigger.hpa",
), map[string]ruleCase{
	"valid": {
		reason: "one claim is all that a playground needs",
		near:   []string{"PG-W1", "PG-C2", "PG-W8", "N-5"},
	},
	"no claim": {
		reason: "nothing to serve",
		patch:  `spec: {modelClaim: null}`,
		want:   []verdict{{"PG-W1", "spec", "set `model_claim`", false}},
	},
	"two claims": {
		reason: "the second would be ignored",
		patch:  `spec: {modelClaims: {models: [{name: qwen}]}}`,
		want:   []verdict{{"PG-W1", "spec.modelClaims", "not together with `model_claim`", false}},
	},
	"main model and draft": {
		reason: "a model without a role is the main one",
		patch:  `spec: {` + draftClaims + `}`,
		near:   []string{"PG-W1", "PG-W2", "PG-W3", "PG-C2", "PG-C3", "PG-C4"},
	},
	"main models and a draft": {
		reason: "speculative decoding takes one of each",
		patch:  `spec: {modelClaim: null, modelClaims: {models: [{name: a}, {name: b, role: draft}, {name: c, role: main}]}}`,
		want: []verdict{
			{"PG-W2", "spec.modelClaims.models", "exactly two models", false},
			{"PG-W3", "spec.modelClaims.models", "2 models have the role `main`", false},
		},
	},
	"two drafts": {
		reason: "no model would answer",
		patch:  `spec: {modelClaim: null, modelClaims: {models: [{name: a, role: draft}, {name: b, role: draft}]}}`,
		want:   []verdict{{"PG-C4", "spec.modelClaims.models", "0 models have the role `main`", false}},
	},
	"claims without models": {
		reason: "the controller would crash on it",
		patch:  `spec: {modelClaim: null, modelClaims: {inferenceFlavors: [a]}}`,
		want:   []verdict{{"PG-C3", "spec.modelClaims.models", "list at least", false}},
	},
	"claim without name": {
		reason: "the API does not require the name",
		patch:  `spec: {modelClaim: {modelName: null, inferenceFlavors: [a]}}`,
		want:   []verdict{{"PG-C2", "spec.modelClaim.modelName", "name the model to serve", false}},
	},
	"main model whose name is no label value": {
		reason: "the pods carry it as a label; the draft's is not on them",
		patch:  `spec: {modelClaim: null, modelClaims: {models: [{name: -small, role: draft}, {name: -big, role: main}]}}`,
		want:   []verdict{{"PG-C2", "spec.modelClaims.models[1].name", "value of the label `llmaz.io/model-name`", false}},
	},
	"limit below request": {
		reason: "no pod could be created",
		patch:  `spec: {backendRuntimeConfig: {resources: {requests: {cpu: 2, memory: 8Gi}, limits: {cpu: 2, memory: 4Gi}}}}`,
		want:   []verdict{{"PG-W4", "spec.backendRuntimeConfig.resources.requests[memory]", "limit of 4Gi", false}},
	},
	"request without limit": {
		reason: "only what has both is compared",
		patch:  `spec: {backendRuntimeConfig: {resources: {requests: {cpu: 2, memory: 8Gi}, limits: {cpu: 2000m}}}}`,
		near:   []string{"PG-W4"},
	},
	"scale to zero": {
		reason: "llmaz does not",
		patch:  `spec: {elasticConfig: {minReplicas: 0, maxReplicas: 3}}`,
		want:   []verdict{{"PG-W5", "spec.elasticConfig.minReplicas", "does not scale to zero", false}},
	},
	"negative replicas at least": {
		reason: "the autoscaler refuses it, the webhook does not",
		patch:  `spec: {elasticConfig: {minReplicas: -1, maxReplicas: 3}}`,
		want:   []verdict{{"H-12", "spec.elasticConfig.minReplicas", "at least 1", false}},
	},
	"equal bounds": {
		reason: "nothing to scale; llmaz asks for a strict order",
		patch:  `spec: {elasticConfig: {minReplicas: 2, maxReplicas: 2}}`,
		want:   []verdict{{"PG-W6", "spec.elasticConfig.maxReplicas", "greater than `min_replicas`, which is 2", false}},
	},
	"upper bound at the default of the lower": {
		reason: "the API allows 1, the webhook compares it with the default",
		patch:  `spec: {elasticConfig: {maxReplicas: 1}}`,
		want:   []verdict{{"PG-W6", "spec.elasticConfig.maxReplicas", "which is 1 (1 when unset)", false}},
	},
	"bounds": {
		reason: "the smallest range there is",
		patch:  `spec: {elasticConfig: {minReplicas: 1, maxReplicas: 2}}`,
		near:   []string{"PG-W5", "PG-W6", "H-12"},
	},
	"trigger that says nothing": {
		reason: "the webhook asks for its hpa",
		patch:  `spec: {elasticConfig: {maxReplicas: 2, scaleTrigger: {}}}`,
		want:   []verdict{{"PG-W7", "spec.elasticConfig.scaleTrigger.hpa", "a trigger needs its `hpa`", false}},
	},
	"trigger and reference to one": {
		reason: "the reference is ignored",
		patch:  `spec: {elasticConfig: {maxReplicas: 2, scaleTrigger: {hpa: {}}, scaleTriggerRef: {name: a}}}`,
		want:   []verdict{{"PG-W7", "spec.elasticConfig.scaleTriggerRef", "`scale_trigger` is used instead", true}},
	},
	"empty trigger": {
		reason: "CPU utilization is the default",
		patch:  `spec: {elasticConfig: {maxReplicas: 2, scaleTrigger: {hpa: {}}}}`,
		near:   []string{"PG-W7"},
	},
	"word in an argument": {
		reason: "only the runtime's arguments are rendered",
		patch:  `spec: {backendRuntimeConfig: {args: [--draft, "{{ .DraftModelPath }}"]}}`,
		want:   []verdict{{"PG-C8", "spec.backendRuntimeConfig.args[1]", "braces as they stand", true}},
	},
	"braces in an argument": {
		reason: "engines have templates of their own",
		patch:  `spec: {backendRuntimeConfig: {args: [--chat-template, "{{ messages[0].content }}"]}}`,
		near:   []string{"PG-C8"},
	},
	"negative replicas": {
		reason: "the LeaderWorkerSet refuses it later",
		patch:  `spec: {replicas: -1}`,
		want:   []verdict{{"PG-C11", "spec.replicas", "0 or more", false}},
	},
	"no replicas": {
		reason: "this stops serving",
		patch:  `spec: {replicas: 0}`,
		near:   []string{"PG-C11"},
	},
	"arguments that hide the draft": {
		reason: "the API of v0.1.0 fills in the configuration `default`",
		patch:  `spec: {` + draftClaims + `, backendRuntimeConfig: {args: [-v]}}`, dialect: "v0.1.0",
		want: []verdict{{"PG-9.3", "spec.backendRuntimeConfig.configName", "name one that uses it", false}},
	},
	"arguments of a named configuration with a draft": {
		reason: "the name keeps the default away",
		patch:  `spec: {` + draftClaims + `, backendRuntimeConfig: {args: [-v], configName: speculative-decoding}}`, dialect: "v0.1.0",
		near: []string{"PG-9.3"},
	},
	"arguments of one model": {
		reason: "the configuration is `default` anyway; the draft of the other claim is ignored",
		patch:  `spec: {modelClaims: {models: [{name: big}, {name: small, role: draft}]}, backendRuntimeConfig: {args: [-v]}}`, dialect: "v0.1.0",
		near: []string{"PG-9.3"},
		want: []verdict{{"PG-W1", "spec.modelClaims", "not together with `model_claim`", false}},
	},
	"arguments and a draft in the newest generation": {
		reason: "later releases choose the configuration by the roles",
		patch:  `spec: {` + draftClaims + `, backendRuntimeConfig: {args: [-v]}}`, dialect: "v0.1.4",
		near: []string{"PG-9.3"},
	},
	"name with an underscore": {
		reason: "not a DNS label",
		patch:  `metadata: {name: qwen_chat}`,
		want:   []verdict{{"PG-W8", "metadata.name", "lower-case letters", false}},
	},
	"name with a digit in front": {
		reason: "the webhook admits it, and the LeaderWorkerSet does not",
		patch:  `metadata: {name: 7b-chat}`,
		want:   []verdict{{"N-1", "metadata.name", "must start with a letter", false}},
	},
	"name with a digit behind": {
		reason: "digits are fine elsewhere",
		patch:  `metadata: {name: chat-7b}`,
		near:   []string{"N-1", "PG-W8"},
	},
	"name of 61 characters": {
		reason: "with -lb it is one longer than a Service's name",
		patch:  `metadata: {name: a234567890123456789012345678901234567890123456789012345678901}`,
		want:   []verdict{{"N-2", "metadata.name", "has 61 characters; at most 60", false}},
	},
	"name of 60 characters in direct mode": {
		reason: "a Deployment's name may be that long",
		patch:  `metadata: {name: a23456789012345678901234567890123456789012345678901234567890}`, direct: true,
		near: []string{"N-2", "N-3"},
	},
	"name of 53 characters": {
		reason: "with the hash of a revision it is one longer than a label value",
		patch:  `metadata: {name: a2345678901234567890123456789012345678901234567890123}`,
		want:   []verdict{{"N-3", "metadata.name", "has 53 characters; at most 52", false}},
	},
	"name of 52 characters": {
		reason: "as long as a StatefulSet's name may be",
		patch:  `metadata: {name: a234567890123456789012345678901234567890123456789012}`,
		near:   []string{"N-3"},
	},
	"name with dots": {
		reason: "dots separate DNS labels",
		patch:  `metadata: {name: qwen2.5}`,
		want:   []verdict{{"N-5", "metadata.name", "write `qwen2--5`", false}},
	},
})
