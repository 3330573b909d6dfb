package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validQuota = `
apiVersion: inference.llmkube.dev/v1alpha1
kind: GPUQuota
metadata: {name: research, namespace: llmkube-system}
spec: {namespaceRef: research, gpuCount: 4}
`

// selecting is a quota with a selector.
func selecting(selector string) string {
	return "spec: {namespaceRef: null, selector: {" + selector + "}}"
}

// allNamespaces is what every quota with labels is warned of.
const allNamespaces = "warning GQ-08 spec.selector: against the GPUs of all namespaces"

var quotaCases = map[string]kindstest.Case{
	"valid": {Reason: "it is for one namespace", Patch: `spec: {costBudgetRef: ""}`, Near: []string{"GQ-03", "GQ-06", "GQ-08"}},
	"no namespace": {
		Reason: "the definition allows the empty name", Patch: `spec: {namespaceRef: ""}`, Want: []string{"GQ-03 spec.namespaceRef: the quota would apply to no service"},
	},
	"pattern of namespaces": {
		Reason: "names are compared", Patch: `spec: {namespaceRef: "team-*"}`, Want: []string{"GQ-03 spec.namespaceRef: use `selector`"},
	},
	"selector": {
		Reason: "it is one of namespaces",
		Patch:  selecting(`matchLabels: {example.com/tier: research}, matchExpressions: [{key: env, operator: In, values: [dev, ""]}, {key: a, operator: Exists}]`),
		Near:   []string{"GQ-04", "GQ-05"}, Want: []string{allNamespaces},
	},
	"empty selector": {
		Reason: "it chooses everything", Patch: selecting(`matchLabels: {}`), Near: []string{"GQ-08"}, Want: []string{"warning GQ-05 spec.selector: every namespace"},
	},
	"labels that are none": {
		Reason: "no namespace has them", Patch: selecting(`matchLabels: {"a b": c, d: "e f"}`),
		Want: []string{allNamespaces, "GQ-04 spec.selector.matchLabels[a b]: none of a label", "GQ-04 spec.selector.matchLabels[d]: no label has such a value"},
	},
	"expressions that are none": {
		Reason: "LLMKube would pass over the quota",
		Patch:  selecting(`matchExpressions: [{key: a, operator: Equals, values: [b]}, {key: "a b", operator: Exists, values: [b]}, {key: a, operator: In}, {key: a, operator: In, values: ["b c"]}]`),
		Want: []string{
			allNamespaces, "GQ-04 spec.selector.matchExpressions[0].operator: `In`, `NotIn`, `Exists` or `DoesNotExist`",
			"GQ-04 spec.selector.matchExpressions[1].key: no label", "GQ-04 spec.selector.matchExpressions[1].values: about the key alone",
			"GQ-04 spec.selector.matchExpressions[2].values: at least one", "GQ-04 spec.selector.matchExpressions[3].values[0]: no label has such a value",
		},
	},
	"cost": {
		Reason: "there are no budgets", Patch: `spec: {costBudgetRef: monthly}`, Want: []string{"warning GQ-06 spec.costBudgetRef: does not read it"},
	},
}
