package kthena

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validServer = `
apiVersion: networking.serving.volcano.sh/v1alpha1
kind: ModelServer
metadata: {name: big, namespace: llm}
spec:
  model: org/big
  inferenceEngine: vLLM
  workloadSelector:
    matchLabels: {modelserving.volcano.sh/name: big, modelserving.volcano.sh/entry: "true"}
    pdGroup:
      groupKey: modelserving.volcano.sh/group-name
      prefillLabels: {modelserving.volcano.sh/role: prefill}
      decodeLabels: {modelserving.volcano.sh/role: decode}
  workloadPort: {port: 8000}
  kvConnector: {type: nixl}
`

// pairs are prefill and decode pods by their labels, and servingOf is a ModelServing with the roles.
func pairs(prefill, decode string) string {
	return `spec: {workloadSelector: {pdGroup: {prefillLabels: {` + prefill + `}, decodeLabels: {` + decode + `}}}}`
}

func servingOf(namespace, roles string) string {
	return `{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: ModelServing, metadata: {name: big, namespace: ` + namespace + `}, spec: {template: {roles: [` + roles + `]}}}`
}

const prefillAndDecode = `{name: prefill, workerReplicas: 0}, {name: decode}`

var serverCases = map[string]kindstest.Case{
	"durations": {
		Reason: "as Go writes them, and 0", Patch: `spec: {trafficPolicy: {timeout: 1m30.5s, retry: {retryInterval: "0"}}}`,
		Want: []string{"warning MSV-17 spec.trafficPolicy.retry: changes nothing", "warning MSV-18 spec.trafficPolicy.timeout: without an end"},
		Near: []string{"MSV-09"},
	},
	"durations below 0": {
		Reason: "no time is below 0", Patch: `spec: {trafficPolicy: {timeout: -1m30s, retry: {retryInterval: -1s}}}`,
		Want: []string{
			"MSV-09 spec.trafficPolicy.timeout: with its unit, such as `90s`", "MSV-09 spec.trafficPolicy.retry.retryInterval: could not read any ModelServer",
			"warning MSV-17 spec.trafficPolicy.retry: changes nothing", "warning MSV-18 spec.trafficPolicy.timeout: without an end",
		},
	},
	"no labels": {
		Reason: "it selects whatever is there", Patch: `spec: {workloadSelector: {matchLabels: null}}`,
		Want: []string{"MSV-12 spec.workloadSelector.matchLabels: every pod of the namespace"},
	},
	"empty labels": {
		Reason: "as none", Patch: `spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/name: null, modelserving.volcano.sh/entry: null}}}`,
		Want: []string{"MSV-12 spec.workloadSelector.matchLabels: every pod of the namespace"},
	},
	"labels that no pod has": {
		Reason: "neither the key nor the value", Patch: `spec: {workloadSelector: {matchLabels: {"bad key": a, app: "bad value"}}}`,
		Want: []string{
			"MSV-12 spec.workloadSelector.matchLabels[bad key]: no pod can have this label",
			"MSV-12 spec.workloadSelector.matchLabels[app]: no pod can have this label",
		},
	},
	"prefill labels that no pod has": {
		Reason: "as all others", Patch: pairs(`modelserving.volcano.sh/role: "a b"`, `modelserving.volcano.sh/role: decode`),
		Want: []string{"MSV-12 spec.workloadSelector.pdGroup.prefillLabels[modelserving.volcano.sh/role]: no pod can have this label"},
	},
	"a label without a value": {Reason: "labels may be empty", Patch: `spec: {workloadSelector: {matchLabels: {app: ""}}}`, Near: []string{"MSV-12"}},
	"no group key": {
		Reason: "no label is called so", Patch: `spec: {workloadSelector: {pdGroup: {groupKey: ""}}}`,
		Want: []string{"MSV-13 spec.workloadSelector.pdGroup.groupKey: modelserving.volcano.sh/group-name"},
	},
	"group key without a prefix": {Reason: "it is optional", Patch: `spec: {workloadSelector: {pdGroup: {groupKey: pair}}}`, Near: []string{"MSV-13"}},
	"no prefill and no decode labels": {
		Reason: "every pod would be of both", Patch: pairs(`modelserving.volcano.sh/role: null`, `modelserving.volcano.sh/role: null`),
		Want: []string{
			"MSV-14 spec.workloadSelector.pdGroup.prefillLabels: only prefill pods have",
			"MSV-15 spec.workloadSelector.pdGroup.decodeLabels: only decode pods have",
		},
		Near: []string{"MSV-16"},
	},
	"one label on both sides": {Reason: "the value tells", Near: []string{"MSV-14", "MSV-15", "MSV-16"}},
	"labels of both sides": {
		Reason: "the decode side is looked at first", Patch: pairs(`modelserving.volcano.sh/role: decode, app: a`, `modelserving.volcano.sh/role: decode`),
		Want: []string{"MSV-16 spec.workloadSelector.pdGroup.decodeLabels: another value of one label"},
	},
	"more labels on the decode side": {
		Reason: "a prefill pod lacks one of them", Patch: pairs(`modelserving.volcano.sh/role: server`, `modelserving.volcano.sh/role: server, app: ""`), Near: []string{"MSV-16"},
	},
	"retries": {
		Reason: "nobody reads them", Patch: `spec: {trafficPolicy: {retry: {attempts: 0}}}`,
		Want: []string{"warning MSV-17 spec.trafficPolicy.retry: the five best pods"}, Near: []string{"MSV-25"},
	},
	"fewer retries than none": {
		Reason: "there is no such number", Patch: `spec: {trafficPolicy: {retry: {attempts: -1}}}`,
		Want: []string{"MSV-25 spec.trafficPolicy.retry.attempts: 0 or more", "warning MSV-17 spec.trafficPolicy.retry: remove it"},
	},
	"a policy about nothing": {Reason: "it says nothing", Patch: `spec: {trafficPolicy: {}}`, Near: []string{"MSV-17", "MSV-18"}},
	"https": {
		Reason: "the router speaks http", Patch: `spec: {workloadPort: {protocol: https}}`, Want: []string{"warning MSV-19 spec.workloadPort.protocol: by `http` all the same"},
	},
	"http": {Reason: "the default may be written out", Patch: `spec: {workloadPort: {protocol: http}}`, Near: []string{"MSV-19"}},
	"connector without pairs": {
		Reason: "nobody reads it", Patch: `spec: {workloadSelector: {pdGroup: null}}`, Want: []string{"warning MSV-20 spec.kvConnector: or remove it"}, Near: []string{"MSV-21"},
	},
	"connector with pairs": {Reason: "it is for them", Near: []string{"MSV-20", "MSV-21"}},
	"connector of SGLang": {
		Reason: "an empty one is `http`, and SGLang has its own", Patch: `spec: {inferenceEngine: SGLang, kvConnector: {type: null}}`,
		Want: []string{"MSV-21 spec.kvConnector: of itself; remove it"},
	},
	"SGLang": {Reason: "without a connector it connects", Patch: `spec: {inferenceEngine: SGLang, kvConnector: null}`, Near: []string{"MSV-21"}},
	"workers": {
		Reason: "they have the labels of their entry pod, but one", Patch: `spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/entry: null}}}`,
		References: []string{servingOf("llm", `{name: prefill, workerReplicas: 1}, {name: decode}`)},
		Want:       []string{"warning MSV-22 spec.workloadSelector.matchLabels: the workers of `big`"},
	},
	"entry pods": {Reason: "workers have another label", References: []string{servingOf("llm", `{name: prefill, workerReplicas: 1}, {name: decode}`)}, Near: []string{"MSV-22"}},
	"no workers": {
		Reason: "every pod is an entry pod", Patch: `spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/entry: null}}}`,
		References: []string{servingOf("llm", prefillAndDecode)}, Near: []string{"MSV-22"},
	},
	"ModelServing of another namespace": {
		Reason: "selectors do not leave their namespace", References: []string{servingOf("other", prefillAndDecode)},
		Want: []string{"MSV-26 metadata.namespace: `big` is in the namespace `other`"},
	},
	"ModelServing of the namespace": {Reason: "it is selected", References: []string{servingOf("llm", prefillAndDecode)}, Near: []string{"MSV-26", "MSV-27"}},
	"labels of a role": {
		Reason: "its entry pods have them", Patch: `spec: {workloadSelector: {matchLabels: {app: big}}}`, Near: []string{"MSV-28", "MSV-29"},
		References: []string{servingOf("llm", `{name: prefill, workerReplicas: 0, entryTemplate: {metadata: {labels: {app: big}}}}, {name: decode}`)},
	},
	"labels that no role has": {
		Reason: "no pod is selected", Patch: `spec: {workloadSelector: {matchLabels: {app: big, tier: a}}}`,
		References: []string{servingOf("llm", `{name: prefill, workerReplicas: 0, entryTemplate: {metadata: {labels: {app: bigger}}}, workerTemplate: {metadata: {labels: {tier: a}}}}, {name: decode}`)},
		Want:       []string{"warning MSV-28 spec.workloadSelector.matchLabels[app]: no role of the ModelServing `big` has this label"},
	},
	"pairs as plain pods": {
		Reason: "prefill pods cannot answer", Patch: `spec: {workloadSelector: {pdGroup: null}, kvConnector: null}`, References: []string{servingOf("llm", prefillAndDecode)},
		Want: []string{"warning MSV-29 spec.workloadSelector.pdGroup: would send whole requests to prefill pods of `big`"},
	},
	"prefill pods alone": {
		Reason: "nor can they", Patch: `spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/role: prefill}, pdGroup: null}, kvConnector: null}`,
		References: []string{servingOf("llm", prefillAndDecode)}, Want: []string{"warning MSV-29 spec.workloadSelector.pdGroup: say in `pd_group`"},
	},
	"decode pods alone": {
		Reason: "they may answer", Patch: `spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/role: decode}, pdGroup: null}, kvConnector: null}`,
		References: []string{servingOf("llm", prefillAndDecode)}, Near: []string{"MSV-29"},
	},
	"roles of other names": {
		Reason: "each may answer", Patch: `spec: {workloadSelector: {pdGroup: null}, kvConnector: null}`, References: []string{servingOf("llm", `{name: server, workerReplicas: 0}`)}, Near: []string{"MSV-29"},
	},
	"roles that there are not": {
		Reason: "they are misspelt", References: []string{servingOf("llm", prefillAndDecode)},
		Patch: `spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/role: server}, pdGroup: {prefillLabels: {modelserving.volcano.sh/role: prefil}}}}`,
		Want: []string{
			"MSV-27 spec.workloadSelector.matchLabels[modelserving.volcano.sh/role]: its roles are prefill, decode",
			"MSV-27 spec.workloadSelector.pdGroup.prefillLabels[modelserving.volcano.sh/role]: no such role",
		},
	},
}
