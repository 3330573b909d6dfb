package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validPlayground = `
apiVersion: inference.llmaz.io/v1alpha1
kind: Playground
metadata: {name: qwen, namespace: llm}
spec:
  modelClaim: {modelName: qwen2--5-0--5b}
`

// With the claims of two models instead of that of one.
const draftClaims = `modelClaim: null, modelClaims: {models: [{name: big}, {name: small, role: draft}]}`

var playgroundCases = kindstest.Merge(triggerCases(
	`spec: {elasticConfig: {maxReplicas: 4, scaleTrigger: {hpa: %s}}}`, "spec.elasticConfig.scaleTrigger.hpa",
), map[string]kindstest.Case{
	"valid": {
		Reason: "one claim is all that a playground needs",
		Near:   []string{"PG-W1", "PG-C2", "PG-W8", "N-5"},
	},
	"no claim": {
		Reason: "nothing to serve",
		Patch:  `spec: {modelClaim: null}`,
		Want:   []string{"PG-W1 spec: set `model_claim`"},
	},
	"two claims": {
		Reason: "the second would be ignored",
		Patch:  `spec: {modelClaims: {models: [{name: qwen}]}}`,
		Want:   []string{"PG-W1 spec.modelClaims: not together with `model_claim`"},
	},
	"main model and draft": {
		Reason: "a model without a role is the main one",
		Patch:  `spec: {` + draftClaims + `}`,
		Near:   []string{"PG-W1", "PG-W2", "PG-W3", "PG-C2", "PG-C3", "PG-C4"},
	},
	"main models and a draft": {
		Reason: "speculative decoding takes one of each",
		Patch:  `spec: {modelClaim: null, modelClaims: {models: [{name: a}, {name: b, role: draft}, {name: c, role: main}]}}`,
		Want: []string{
			"PG-W2 spec.modelClaims.models: exactly two models",
			"PG-W3 spec.modelClaims.models: 2 models have the role `main`",
		},
	},
	"two drafts": {
		Reason: "no model would answer",
		Patch:  `spec: {modelClaim: null, modelClaims: {models: [{name: a, role: draft}, {name: b, role: draft}]}}`,
		Want:   []string{"PG-C4 spec.modelClaims.models: 0 models have the role `main`"},
	},
	"claims without models": {
		Reason: "the controller would crash on it",
		Patch:  `spec: {modelClaim: null, modelClaims: {inferenceFlavors: [a]}}`,
		Want:   []string{"PG-C3 spec.modelClaims.models: list at least"},
	},
	"claim without name": {
		Reason: "the API does not require the name",
		Patch:  `spec: {modelClaim: {modelName: null, inferenceFlavors: [a]}}`,
		Want:   []string{"PG-C2 spec.modelClaim.modelName: name the model to serve"},
	},
	"main model whose name is no label value": {
		Reason: "the pods carry it as a label; the draft's is not on them",
		Patch:  `spec: {modelClaim: null, modelClaims: {models: [{name: -small, role: draft}, {name: -big, role: main}]}}`,
		Want:   []string{"PG-C2 spec.modelClaims.models[1].name: value of the label `llmaz.io/model-name`"},
	},
	"limit below request": {
		Reason: "no pod could be created",
		Patch:  `spec: {backendRuntimeConfig: {resources: {requests: {cpu: 2, memory: 8Gi}, limits: {cpu: 2, memory: 4Gi}}}}`,
		Want:   []string{"PG-W4 spec.backendRuntimeConfig.resources.requests[memory]: limit of 4Gi"},
	},
	"request without limit": {
		Reason: "only what has both is compared",
		Patch:  `spec: {backendRuntimeConfig: {resources: {requests: {cpu: 2, memory: 8Gi}, limits: {cpu: 2000m}}}}`,
		Near:   []string{"PG-W4"},
	},
	"scale to zero": {
		Reason: "llmaz does not",
		Patch:  `spec: {elasticConfig: {minReplicas: 0, maxReplicas: 3}}`,
		Want:   []string{"PG-W5 spec.elasticConfig.minReplicas: does not scale to zero"},
	},
	"negative replicas at least": {
		Reason: "the autoscaler refuses it, the webhook does not",
		Patch:  `spec: {elasticConfig: {minReplicas: -1, maxReplicas: 3}}`,
		Want:   []string{"H-12 spec.elasticConfig.minReplicas: at least 1"},
	},
	"equal bounds": {
		Reason: "nothing to scale; llmaz asks for a strict order",
		Patch:  `spec: {elasticConfig: {minReplicas: 2, maxReplicas: 2}}`,
		Want:   []string{"PG-W6 spec.elasticConfig.maxReplicas: greater than `min_replicas`, which is 2"},
	},
	"upper bound at the default of the lower": {
		Reason: "the API allows 1, the webhook compares it with the default",
		Patch:  `spec: {elasticConfig: {maxReplicas: 1}}`,
		Want:   []string{"PG-W6 spec.elasticConfig.maxReplicas: which is 1 (1 when unset)"},
	},
	"bounds": {
		Reason: "the smallest range there is",
		Patch:  `spec: {elasticConfig: {minReplicas: 1, maxReplicas: 2}}`,
		Near:   []string{"PG-W5", "PG-W6", "H-12"},
	},
	"trigger that says nothing": {
		Reason: "the webhook asks for its hpa",
		Patch:  `spec: {elasticConfig: {maxReplicas: 2, scaleTrigger: {}}}`,
		Want:   []string{"PG-W7 spec.elasticConfig.scaleTrigger.hpa: a trigger needs its `hpa`"},
	},
	"trigger and reference to one": {
		Reason: "the reference is ignored",
		Patch:  `spec: {elasticConfig: {maxReplicas: 2, scaleTrigger: {hpa: {}}, scaleTriggerRef: {name: a}}}`,
		Want:   []string{"warning PG-W7 spec.elasticConfig.scaleTriggerRef: `scale_trigger` is used instead"},
	},
	"empty trigger": {
		Reason: "CPU utilization is the default",
		Patch:  `spec: {elasticConfig: {maxReplicas: 2, scaleTrigger: {hpa: {}}}}`,
		Near:   []string{"PG-W7"},
	},
	"word in an argument": {
		Reason: "only the runtime's arguments are rendered",
		Patch:  `spec: {backendRuntimeConfig: {args: [--draft, "{{ .DraftModelPath }}"]}}`,
		Want:   []string{"warning PG-C8 spec.backendRuntimeConfig.args[1]: braces as they stand"},
	},
	"braces in an argument": {
		Reason: "engines have templates of their own",
		Patch:  `spec: {backendRuntimeConfig: {args: [--chat-template, "{{ messages[0].content }}"]}}`,
		Near:   []string{"PG-C8"},
	},
	"negative replicas": {
		Reason: "the LeaderWorkerSet refuses it later",
		Patch:  `spec: {replicas: -1}`,
		Want:   []string{"PG-C11 spec.replicas: 0 or more"},
	},
	"no replicas": {
		Reason: "this stops serving",
		Patch:  `spec: {replicas: 0}`,
		Near:   []string{"PG-C11"},
	},
	"arguments that hide the draft": {
		Reason: "the API of v0.1.0 fills in the configuration `default`",
		Patch:  `spec: {` + draftClaims + `, backendRuntimeConfig: {args: [-v]}}`, Release: "v0.1.0",
		Want: []string{"PG-9.3 spec.backendRuntimeConfig.configName: name one that uses it"},
	},
	"arguments of a named configuration with a draft": {
		Reason: "the name keeps the default away",
		Patch:  `spec: {` + draftClaims + `, backendRuntimeConfig: {args: [-v], configName: speculative-decoding}}`, Release: "v0.1.0",
		Near: []string{"PG-9.3"},
	},
	"arguments of one model": {
		Reason: "the configuration is `default` anyway; the draft of the other claim is ignored",
		Patch:  `spec: {modelClaims: {models: [{name: big}, {name: small, role: draft}]}, backendRuntimeConfig: {args: [-v]}}`, Release: "v0.1.0",
		Near: []string{"PG-9.3"},
		Want: []string{"PG-W1 spec.modelClaims: not together with `model_claim`"},
	},
	"arguments and a draft in the newest release": {
		Reason: "later releases choose the configuration by the roles",
		Patch:  `spec: {` + draftClaims + `, backendRuntimeConfig: {args: [-v]}}`, Release: "v0.1.4",
		Near: []string{"PG-9.3"},
	},
	"name with an underscore": {
		Reason: "not a DNS label",
		Patch:  `metadata: {name: qwen_chat}`,
		Want:   []string{"PG-W8 metadata.name: lower-case letters"},
	},
	"name with a digit in front": {
		Reason: "the webhook admits it, and the LeaderWorkerSet does not",
		Patch:  `metadata: {name: 7b-chat}`,
		Want:   []string{"N-1 metadata.name: must start with a letter"},
	},
	"name with a digit behind": {
		Reason: "digits are fine elsewhere",
		Patch:  `metadata: {name: chat-7b}`,
		Near:   []string{"N-1", "PG-W8"},
	},
	"name of 61 characters": {
		Reason: "with -lb it is one longer than a Service's name",
		Patch:  `metadata: {name: a234567890123456789012345678901234567890123456789012345678901}`,
		Want:   []string{"N-2 metadata.name: has 61 characters; at most 60"},
	},
	"name of 60 characters in direct mode": {
		Reason: "a Deployment's name may be that long",
		Patch:  `metadata: {name: a23456789012345678901234567890123456789012345678901234567890}`, Direct: true,
		Near: []string{"N-2", "N-3"},
	},
	"name of 53 characters": {
		Reason: "with the hash of a revision it is one longer than a label value",
		Patch:  `metadata: {name: a2345678901234567890123456789012345678901234567890123}`,
		Want:   []string{"N-3 metadata.name: has 53 characters; at most 52"},
	},
	"name of 52 characters": {
		Reason: "as long as a StatefulSet's name may be",
		Patch:  `metadata: {name: a234567890123456789012345678901234567890123456789012}`,
		Near:   []string{"N-3"},
	},
	"name with dots": {
		Reason: "dots separate DNS labels",
		Patch:  `metadata: {name: qwen2.5}`,
		Want:   []string{"N-5 metadata.name: write `qwen2--5`"},
	},
})
