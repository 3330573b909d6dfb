package gie

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validRewrite = `
apiVersion: inference.networking.x-k8s.io/v1alpha2
kind: InferenceModelRewrite
metadata: {name: chat, namespace: llm}
spec:
  poolRef: {name: qwen}
  rules:
  - matches: [{model: {value: chat}}]
    targets: [{modelRewrite: qwen3-8b, weight: 95}, {modelRewrite: qwen3-14b, weight: 5}]
`

// targets are those of one rule.
func targets(list string) string {
	return `spec: {rules: [{targets: [` + list + `]}]}`
}

var rewriteCases = map[string]kindstest.Case{
	"old pool group": {
		Reason: "the group of pools before v1", Patch: `spec: {poolRef: {group: inference.networking.x-k8s.io}}`,
		Want: []string{"IO-02 spec.poolRef.group: endpoint pickers ignore it"},
	},
	"pool of another kind": {
		Reason: "nothing looks at the kind, so it is a mistake", Patch: `spec: {poolRef: {kind: Service}}`,
		Want: []string{"IO-03 spec.poolRef.kind: `InferencePool`"},
	},
	"pool of another namespace": {
		Reason: "endpoint pickers read their own namespace", References: []string{pickedPool("other", "qwen")},
		Want: []string{"IO-04 metadata.namespace: is in the namespace `other`"},
	},
	"pool without an endpoint picker": {
		Reason:     "nothing reads the rewrite",
		References: []string{"{apiVersion: inference.networking.k8s.io/v1, kind: InferencePool, metadata: {name: qwen, namespace: llm}, spec: {}}"},
		Want:       []string{"warning IO-04 spec.poolRef.name: set `endpoint_picker_ref`"},
	},
	"pool with an endpoint picker": {
		Reason: "it reads the rewrite", References: []string{pickedPool("llm", "qwen")}, Near: []string{"IO-04"},
	},
	"written defaults": {
		Reason: "the defaults may be written out", Patch: `spec: {poolRef: {group: inference.networking.k8s.io, kind: InferencePool}}`,
		Near: []string{"IO-02", "IO-03", "IMR-05", "IMR-10", "IMR-11"},
	},
	"no rules": {
		Reason: "the definition allows an empty list", Patch: `spec: {rules: []}`,
		Want: []string{"IMR-05 spec.rules: without a rule nothing is rewritten"},
	},
	"rule without targets": {
		Reason: "the endpoint picker would send an empty name", Patch: `spec: {rules: [{matches: [{model: {value: chat}}]}]}`,
		Want: []string{"IMR-10 spec.rules[0].targets: name the models that the requests get"},
	},
	"target without a name": {
		Reason: "the definition allows the empty text", Patch: targets(`{modelRewrite: ""}`),
		Want: []string{"IMR-11 spec.rules[0].targets[0].modelRewrite: no model server has a model without a name"},
	},
	"one weight of two": {
		Reason: "the other target would never be chosen", Patch: targets(`{modelRewrite: a, weight: 1}, {modelRewrite: b}`),
		Want: []string{"IMR-12 spec.rules[0].targets: give all of them a weight, or none"},
	},
	"no weights": {
		Reason: "each gets the same part", Patch: targets(`{modelRewrite: a}, {modelRewrite: b}`), Near: []string{"IMR-12"},
	},
	"model of two rules": {
		Reason: "which of them counts is not reliable",
		Patch:  `spec: {rules: [{matches: [{model: {value: chat}}], targets: [{modelRewrite: a}]}, {matches: [{model: {value: chat}}], targets: [{modelRewrite: b}]}]}`,
		Want: []string{
			"IMR-14 spec.rules[0].matches[0].model.value: several matches have the model `chat`", "IMR-14 spec.rules[1].matches[0].model.value: keep the one that is meant",
		},
	},
	"several models of a rule": {
		Reason: "any of them fits",
		Patch:  `spec: {rules: [{matches: [{model: {value: chat}}, {model: {value: chat-latest}}], targets: [{modelRewrite: a}]}]}`, Near: []string{"IMR-14"},
	},
	"two rules for every model": {
		Reason: "only one counts", Patch: `spec: {rules: [{targets: [{modelRewrite: a}]}, {targets: [{modelRewrite: b}]}]}`,
		Want: []string{"IMR-15 spec.rules: only the first counts"},
	},
	"one rule for every other model": {
		Reason: "it is what is left over for",
		Patch:  `spec: {rules: [{matches: [{model: {value: chat}}], targets: [{modelRewrite: a}]}, {targets: [{modelRewrite: b}]}]}`, Near: []string{"IMR-15"},
	},
}
