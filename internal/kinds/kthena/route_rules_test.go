package kthena

import (
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

const validRoute = `
apiVersion: networking.serving.volcano.sh/v1alpha1
kind: ModelRoute
metadata: {name: big, namespace: llm}
spec:
  modelName: big-chat
  loraAdapters: [legal, support]
  parentRefs: [{name: edge, namespace: gateways, sectionName: https}]
  rules:
  - name: premium
    modelMatch:
      headers: {x-tier: {exact: premium}}
      uri: {prefix: /v1/chat}
      body: {model: legal}
    targetModels: [{modelServerName: big}]
  - targetModels: [{modelServerName: big, weight: 90}, {modelServerName: big-next, weight: 10}]
  rateLimit:
    inputTokensPerUnit: 200000
    unit: minute
    global: {redis: {address: "redis.infra.svc:6379"}}
`

// onlyRule is one rule for what matches, and toServers one for everything.
func onlyRule(match string) string {
	return `spec: {rules: [{modelMatch: {` + match + `}, targetModels: [{modelServerName: big}]}]}`
}

func toServers(targets string) string { return `spec: {rules: [{targetModels: [` + targets + `]}]}` }

// server is the definition of a ModelServer.
func server(namespace, name string) string {
	return `{apiVersion: networking.serving.volcano.sh/v1alpha1, kind: ModelServer, metadata: {name: ` + name + `, namespace: ` + namespace + `}, spec: {workloadSelector: {}}}`
}

var routeCases = map[string]kindstest.Case{
	"no names": {
		Reason: "no request would come", Patch: `spec: {modelName: null, loraAdapters: null, rateLimit: null, rules: [{targetModels: [{modelServerName: big}]}]}`,
		Want: []string{"MRT-11 spec.modelName: or adapters in `lora_adapters`"},
	},
	"empty names": {
		Reason: "as none", Patch: `spec: {modelName: "", loraAdapters: [], rateLimit: null, rules: [{targetModels: [{modelServerName: big}]}]}`,
		Want: []string{"MRT-11 spec.modelName: no request would come here"},
	},
	"adapters alone": {Reason: "they are names too", Patch: `spec: {modelName: null, rateLimit: null}`, Near: []string{"MRT-11", "MRT-12", "MRT-23", "MRT-30"}},
	"a name alone":   {Reason: "adapters are optional", Patch: `spec: {loraAdapters: null, rules: [{targetModels: [{modelServerName: big}]}]}`, Near: []string{"MRT-11"}},
	"adapter without a name": {
		Reason: "the webhook refuses it", Patch: `spec: {loraAdapters: [legal, ""]}`, Want: []string{"MRT-12 spec.loraAdapters[1]: or remove this"},
	},
	"no server": {
		Reason: "requests have to go somewhere", Patch: toServers(`{weight: 1}`), Want: []string{"MRT-05 spec.rules[0].targetModels[0].modelServerName: set this or"},
	},
	"server and provider": {
		Reason: "they go to one of them", Patch: `spec: {loraAdapters: null, rules: [{targetModels: [{modelServerName: big, externalModelProviderName: cloud}]}]}`, Release: mainLine,
		Want: []string{"MRT-05 spec.rules[0].targetModels[0].modelServerName: not both"},
	},
	"provider": {
		Reason: "it serves base models", Patch: `spec: {loraAdapters: null, rules: [{targetModels: [{externalModelProviderName: cloud}]}]}`, Release: mainLine,
		Near: []string{"MRT-05", "MRT-19"},
	},
	"provider for adapters": {
		Reason: "the webhook refuses it", Patch: `spec: {rules: [{targetModels: [{externalModelProviderName: cloud}]}]}`, Release: mainLine,
		Want: []string{"MRT-19 spec.rules[0].targetModels[0].externalModelProviderName: to ModelServers alone"},
	},
	"server without a name": {
		Reason: "the webhook refuses it", Patch: toServers(`{modelServerName: ""}`), Want: []string{"MRT-15 spec.rules[0].targetModels[0].modelServerName: write its name alone"},
	},
	"server with a namespace": {
		Reason: "no name has a slash", Patch: toServers(`{modelServerName: big}, {modelServerName: other/big}`),
		Want: []string{"MRT-15 spec.rules[0].targetModels[1].modelServerName: in the namespace of the route"},
	},
	"server with a dot": {Reason: "names may have them", Patch: toServers(`{modelServerName: big.v2}`), Near: []string{"MRT-15"}},
	"weights of 0": {
		Reason: "no request goes anywhere", Patch: toServers(`{modelServerName: a, weight: 0}, {modelServerName: b, weight: 0}`),
		Want: []string{"MRT-16 spec.rules[0].targetModels: give one of them more"},
	},
	"one weight of 0":    {Reason: "the other has 1", Patch: toServers(`{modelServerName: a, weight: 0}, {modelServerName: b, weight: 1}`), Near: []string{"MRT-16"}},
	"one without weight": {Reason: "it has 100", Patch: toServers(`{modelServerName: a, weight: 0}, {modelServerName: b}`), Near: []string{"MRT-16"}},
	"expressions that are none": {
		Reason: "the router could not compile them", Patch: onlyRule(`headers: {x-tier: {regex: "("}}, uri: {regex: "a(?=b)"}`),
		Want: []string{
			"MRT-17 spec.rules[0].modelMatch.headers[x-tier].regex: (RE2)", "MRT-17 spec.rules[0].modelMatch.uri.regex: no regular expression",
		},
	},
	"an expression": {Reason: "Go reads it", Patch: onlyRule(`uri: {regex: "^/v1/(chat/)?completions$"}`), Near: []string{"MRT-17", "MRT-18"}},
	"texts compared in no way or two": {
		Reason: "the first matches all, of the second the prefix is not looked at", Patch: onlyRule(`headers: {x-tier: {}}, uri: {exact: /v1/chat/completions, prefix: /v1/}`),
		Want: []string{
			"MRT-18 spec.rules[0].modelMatch.headers[x-tier]: nothing set matches every text", "MRT-18 spec.rules[0].modelMatch.uri: set one",
		},
	},
	"an empty text": {Reason: "the header is not there", Patch: onlyRule(`headers: {x-tier: {exact: ""}}`), Near: []string{"MRT-18"}},
	"no rules":      {Reason: "nothing matches", Patch: `spec: {rules: []}`, Want: []string{"MRT-20 spec.rules: say in one where they go"}},
	"server of another namespace": {
		Reason: "the router looks in that of the route", References: []string{server("llm", "big"), server("other", "big-next")},
		Want: []string{"MRT-22 metadata.namespace: `big-next` is in the namespace `other`"},
	},
	"servers of the namespace": {
		Reason: "one of the name elsewhere does not matter", References: []string{server("other", "big"), server("llm", "big"), server("llm", "big-next")}, Near: []string{"MRT-22"},
	},
	"limit of adapters": {
		Reason: "the router counts by the name of the model", Patch: `spec: {modelName: null}`, Want: []string{"MRT-23 spec.rateLimit: nothing is limited for adapters"},
	},
	"limit of nothing": {
		Reason: "there is no number", Patch: `spec: {rateLimit: {inputTokensPerUnit: null}}`,
		Want: []string{"warning MRT-24 spec.rateLimit.inputTokensPerUnit: or `output_tokens_per_unit`"},
	},
	"limit of answers": {Reason: "one number will do", Patch: `spec: {rateLimit: {inputTokensPerUnit: null, outputTokensPerUnit: 1}}`, Near: []string{"MRT-24"}},
	"global limit nowhere": {
		Reason: "each replica counts for itself", Patch: `spec: {rateLimit: {global: {redis: null}}}`, Want: []string{"warning MRT-24 spec.rateLimit.global.redis: or remove `global`"},
	},
	"Redis without a port": {
		Reason: "it cannot be dialled", Patch: `spec: {rateLimit: {global: {redis: {address: "redis://redis.infra.svc"}}}}`,
		Want: []string{"MRT-25 spec.rateLimit.global.redis.address: must be `<host>:<port>`"},
	},
	"Redis by its IPv6 address": {Reason: "it is in brackets", Patch: `spec: {rateLimit: {global: {redis: {address: "[fd00::1]:6379"}}}}`, Near: []string{"MRT-25"}},
	"parents that are no Gateways": {
		Reason: "the router attaches to no other", Patch: `spec: {parentRefs: [{name: a, kind: Service, group: ""}, {name: b, group: example.org}]}`,
		Want: []string{"MRT-26 spec.parentRefs[0].kind: to Gateways", "MRT-26 spec.parentRefs[1].group: leave out `group` and `kind`"},
	},
	"a Gateway in full": {Reason: "defaults may be written out", Patch: `spec: {parentRefs: [{name: a, kind: Gateway, group: gateway.networking.k8s.io}]}`, Near: []string{"MRT-26"}},
	"a rule for everything first": {
		Reason: "the others are never asked",
		Patch:  `spec: {rules: [{targetModels: [{modelServerName: a}]}, {modelMatch: {headers: {x: {exact: z}}}, targetModels: [{modelServerName: b}]}]}`,
		Want:   []string{"warning MRT-29 spec.rules[0].modelMatch: put it at the end"},
	},
	"a rule for everything last": {Reason: "it is for what is left", Near: []string{"MRT-20", "MRT-29"}},
	"the model as an adapter": {
		Reason: "the model is looked for first", Patch: `spec: {loraAdapters: [legal, big-chat]}`, Want: []string{"warning MRT-30 spec.loraAdapters[1]: is looked for first"},
	},
	"paths that do not come here": {
		Reason: "only those below /v1/ do",
		Patch:  `spec: {rules: [{modelMatch: {uri: {exact: /chat}}, targetModels: [{modelServerName: a}]}, {modelMatch: {uri: {prefix: /v2}}, targetModels: [{modelServerName: a}]}]}`,
		Want:   []string{"warning MRT-33 spec.rules[0].modelMatch.uri.exact: none ever matches", "warning MRT-33 spec.rules[1].modelMatch.uri.prefix: none ever matches"},
	},
	"path of every request": {Reason: "as the default says", Patch: onlyRule(`uri: {prefix: /}`), Near: []string{"MRT-33"}},
	"path of one request":   {Reason: "it is below /v1/", Patch: onlyRule(`uri: {exact: /v1/chat/completions}`), Near: []string{"MRT-33"}},
	"body with another model": {
		Reason: "such requests do not come here", Patch: onlyRule(`body: {model: other}`), Want: []string{"MRT-34 spec.rules[0].modelMatch.body.model: one of its `lora_adapters`"},
	},
	"body with the model": {Reason: "it is the one of the route", Patch: onlyRule(`body: {model: big-chat}`), Near: []string{"MRT-34"}},
	"adapters of engines without any": {
		Reason: "vLLM refuses requests for them", Patch: adapted, References: []string{serverFor("big"), engineOf("big", `args: [--model, a]`)},
		Want: []string{"warning MRT-35 spec.loraAdapters: no engine of `big` is started with adapters"},
	},
	"adapters of an engine": {
		Reason: "it may have them", Patch: adapted, References: []string{serverFor("big"), engineOf("big", `args: [--model, a, --enable-lora]`)}, Near: []string{"MRT-35"},
	},
	"adapter that the engine does not have": {
		Reason: "vLLM refuses requests for it", Patch: adapted, References: []string{serverFor("big"), engineOf("big", `args: [--enable-lora, --lora-modules, legal=/adapters/legal]`)},
		Want: []string{"warning MRT-37 spec.loraAdapters[1]: is started with this adapter"},
	},
	"adapters that the engine has": {
		Reason: "it serves both", Patch: adapted, Near: []string{"MRT-35", "MRT-37"},
		References: []string{serverFor("big"), engineOf("big", `args: [--enable-lora, --lora-modules, legal=/adapters/legal, support=/adapters/support]`)},
	},
	"servers of the references": {Reason: "both are there", References: []string{server("llm", "big"), server("llm", "big-next")}, Near: []string{"MRT-36"}},
	"server that is not in the references": {
		Reason: "it is misspelt, or not given", References: []string{server("llm", "big"), server("llm", "big-nxt")},
		Want: []string{"warning MRT-36 spec.rules[1].targetModels[1].modelServerName: but `big`, `big-nxt`; name one of them"},
	},
	"adapters by a variable": {
		Reason: "they are loaded while it runs", Patch: adapted, Near: []string{"MRT-35"},
		References: []string{serverFor("big"), engineOf("big", `env: [{name: VLLM_ALLOW_RUNTIME_LORA_UPDATING, value: "1"}]`)},
	},
	"adapters of an engine that nobody knows": {
		Reason: "the image may have arguments of its own", Patch: adapted, Near: []string{"MRT-35"},
		References: []string{serverFor("big"), strings.Replace(engineOf("big", `args: [serve]`), "vllm/vllm-openai:v0.11.0", "example.test/server:1", 1)},
	},
	"adapters of pods that nobody knows": {Reason: "the server selects others", Patch: adapted, References: []string{server("llm", "big")}, Near: []string{"MRT-35"}},
}

// adapted is a route with adapters to one server, serverFor the server of a ModelServing, and engineOf that with a container of vLLM.
const adapted = `spec: {rules: [{targetModels: [{modelServerName: big}]}]}`

func serverFor(name string) string {
	return `{apiVersion: networking.serving.volcano.sh/v1alpha1, kind: ModelServer, metadata: {name: ` + name + `, namespace: llm}, spec: {workloadSelector: {matchLabels: {modelserving.volcano.sh/name: ` + name + `}}}}`
}

func engineOf(name, fields string) string {
	return `{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: ModelServing, metadata: {name: ` + name + `, namespace: llm}, spec: {template: {roles: [{name: server, workerReplicas: 0, ` +
		`entryTemplate: {spec: {containers: [{name: engine, image: "vllm/vllm-openai:v0.11.0", ` + fields + `}]}}}]}}}`
}
