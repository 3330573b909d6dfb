package llmkube

import (
	"fmt"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

const validRouter = `
apiVersion: inference.llmkube.dev/v1alpha1
kind: ModelRouter
metadata: {name: front, namespace: llm}
spec:
  backends:
  - {name: chat, inferenceServiceRef: {name: chat}, tier: local, timeout: 100ms}
  - {name: overflow, tier: cloud, external: {provider: openai, model: large, credentialsSecretRef: {name: openai-key}}, timeout: 2m}
  rules:
  - name: regulated
    failClosed: true
    match: {dataClassification: [pii]}
    route: {backends: [chat]}
  defaultRoute: chat
`

// oneBackend is a router with a single one.
func oneBackend(text string) string {
	return fmt.Sprintf("spec: {backends: [%s], rules: null, defaultRoute: a}", text)
}

// oneRule is a router with a single rule.
func oneRule(text string) string {
	return fmt.Sprintf("spec: {rules: [{name: r, %s}]}", text)
}

// onGateway is a router for a Gateway, with a backend without credentials, and some more fields.
func onGateway(more string) string {
	return fmt.Sprintf(`spec: {dataPlane: Gateway, gatewayRef: {name: edge}, backends: [{name: chat, inferenceServiceRef: {name: chat}}], %s}`, more)
}

// providerOnGateway is a router for a Gateway with a single provider, and some more fields.
func providerOnGateway(provider, more string) string {
	return fmt.Sprintf(`spec: {dataPlane: Gateway, gatewayRef: {name: edge}, defaultRoute: a, rules: null,
  backends: [{name: a, tier: cloud, external: {provider: openai, model: m, %s}}] %s}`, provider, more)
}

var routerCases = kindstest.Merge(routerBackendCases, routerRuleCases, routerGatewayCases, map[string]kindstest.Case{
	"valid": {
		Reason: "this is what most people write",
		Near: []string{
			"MRO-10", "MRO-11", "MRO-12", "MRO-13", "MRO-14", "MRO-15", "MRO-16", "MRO-30", "MRO-31", "MRO-34", "MRO-41", "MRO-43", "MRO-44",
		},
	},
	"long name": {
		Reason: "the core Service has a longer one", Patch: `metadata: {name: nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn}`,
		Want: []string{"MRO-36 metadata.name: at most 50 characters"},
	},
	"name that just fits": {
		Reason: "50 characters and 13 are 63", Patch: `metadata: {name: n.nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn}`, Near: []string{"MRO-36"},
	},
	"name with a digit in front": {
		Reason: "a core Service starts with a letter", Patch: `metadata: {name: 1st}`, Want: []string{"MRO-36 metadata.name: start with a letter"},
	},
	"port of its own": {
		Reason: "nothing would answer", Patch: `spec: {endpoint: {port: 80}}`, Want: []string{"MRO-35 spec.endpoint.port: the proxy listens on 8080"},
	},
	"written port": {Reason: "it is the one that counts", Patch: `spec: {endpoint: {port: 8080}}`, Near: []string{"MRO-35"}},
	"policy of the gateway": {
		Reason: "the proxy lets everybody in",
		Patch: `spec: {policy: {budgets: [{name: b, scope: router, maxTokens: 1}], auth: {jwt: {provider: a, issuer: b, jwksURI: c, teamClaim: d}, allowlists: [{team: t}]},
  classification: {mode: detector}}}`,
		Want: []string{
			"warning MRO-37 spec.policy.budgets: the proxy does not read it", "warning MRO-37 spec.policy.auth.jwt: the proxy lets every request in",
			"warning MRO-37 spec.policy.auth.allowlists: use the data plane `Gateway`", "warning MRO-37 spec.policy.classification.mode: by a header only",
		},
	},
	"audit log of its own": {
		Reason: "the proxy has one way to log",
		Patch:  `spec: {policy: {auditLog: {sink: file, filePath: /var/log/a, includeRequestBody: true}}}`,
		Want: []string{
			"warning MRO-37 spec.policy.auditLog.sink: standard output", "warning MRO-37 spec.policy.auditLog.filePath: LLMKube does not read it",
			"warning MRO-37 spec.policy.auditLog.includeRequestBody: has no bodies",
		},
	},
	"written defaults": {
		Reason: "nothing else is asked for", Near: []string{"MRO-37"},
		Patch: `spec: {dataPlane: Proxy, policy: {auditLog: {sink: stdout, includeRequestBody: false}, classification: {mode: header-only}}, endpoint: {type: ClusterIP}}`,
	},
	"fields that nothing reads": {
		Reason: "a router is reached by other means", Patch: `spec: {endpoint: {nodePort: 30001, gateway: {gatewayRef: {name: edge}}}, mcpServer: {enabled: true}, gatewayRef: {name: edge}}`,
		Want: []string{
			"warning MRO-37 spec.endpoint.nodePort: remove it", "warning MRO-37 spec.endpoint.gateway: remove it", "warning MRO-37 spec.mcpServer: remove it",
			"warning MRO-37 spec.gatewayRef: the proxy does not read it",
		},
	},
	"budget of a rule that is not there": {
		Reason: "nothing would be counted",
		Patch:  `spec: {policy: {budgets: [{name: a, scope: rule, ruleName: code, maxUSD: "1"}, {name: b, scope: rule}, {name: b, scope: team, maxTokens: 1}]}}`,
		Want: []string{
			"warning MRO-37 spec.policy.budgets: the proxy does not read it", "MRO-17 spec.policy.budgets[0].ruleName: the router has the rules regulated",
			"MRO-17 spec.policy.budgets[1].ruleName: name the rule", "MRO-18 spec.policy.budgets[1].maxTokens: say how many",
			"MRO-31 spec.policy.budgets[1].name: a name of its own", "MRO-31 spec.policy.budgets[2].name: a name of its own",
		},
	},
	"budget of a rule": {
		Reason: "the rule is there", Patch: `spec: {policy: {budgets: [{name: a, scope: rule, ruleName: regulated, maxUSD: "1"}]}}`, Near: []string{"MRO-17", "MRO-18"},
		Want: []string{"warning MRO-37 spec.policy.budgets: the proxy does not read it"},
	},
})

var routerBackendCases = map[string]kindstest.Case{
	"service and provider": {
		Reason: "a backend is one thing", Patch: oneBackend(`{name: a, tier: local, inferenceServiceRef: {name: a}, external: {provider: openai, model: m}}`),
		Want: []string{"MRO-10 spec.backends[0]: set one of"},
	},
	"neither service nor provider": {
		Reason: "a backend is something", Patch: oneBackend(`{name: a}`), Want: []string{"MRO-10 spec.backends[0]: `inference_service_ref` and `external`"},
	},
	"service without a name": {
		Reason: "the definition allows the empty name", Patch: oneBackend(`{name: a, inferenceServiceRef: {}}`),
		Want: []string{"MRO-33 spec.backends[0].inferenceServiceRef.name: name the InferenceService"},
	},
	"service of another namespace": {
		Reason: "a router looks for it in its own", References: []string{`{kind: InferenceService, metadata: {name: chat, namespace: other}}`},
		Want: []string{"MRO-33 spec.backends[0].inferenceServiceRef.name: is in the namespace `other`"},
	},
	"service of the namespace": {
		Reason: "the router finds it", References: []string{`{kind: InferenceService, metadata: {name: chat, namespace: llm}}`}, Near: []string{"MRO-33"},
	},
	"service in the cloud": {
		Reason: "it would be kept from sensitive requests", Patch: oneBackend(`{name: a, tier: cloud, inferenceServiceRef: {name: a}}`),
		Want: []string{"MRO-11 spec.backends[0].tier: is in the cluster"},
	},
	"provider without a tier": {
		Reason: "it would count as in the cluster", Patch: oneBackend(`{name: a, external: {provider: openai, model: m}}`),
		Want: []string{"warning MRO-30 spec.backends[0].tier: write `cloud`"},
	},
	"backends of one name": {
		Reason: "rules could not tell them apart", Patch: `spec: {backends: [{name: chat, inferenceServiceRef: {name: a}}, {name: chat, inferenceServiceRef: {name: b}}]}`,
		Want: []string{"MRO-12 spec.backends[0].name: rules name backends", "MRO-12 spec.backends[1].name: a name of its own"},
	},
	"bedrock without an address": {
		Reason: "LLMKube has none", Patch: oneBackend(`{name: a, tier: cloud, external: {provider: bedrock, model: m}}`),
		Want: []string{"MRO-32 spec.backends[0].external.url: no address of `bedrock`"},
	},
	"litellm without an address": {
		Reason: "the installation may have one", Patch: oneBackend(`{name: a, tier: local, external: {provider: litellm, model: m}}`),
		Want: []string{"warning MRO-32 spec.backends[0].external.url: `--default-litellm-url`"},
	},
	"litellm with an address": {
		Reason: "it is known", Patch: oneBackend(`{name: a, tier: local, external: {provider: litellm, model: m, url: "http://litellm.llm:4000"}}`), Near: []string{"MRO-32"},
	},
	"two Secrets of one provider": {
		Reason: "the proxy has one variable for both",
		Patch: `spec: {rules: null, backends: [{name: chat, tier: cloud, external: {provider: openai, model: a, credentialsSecretRef: {name: one}}},
  {name: b, tier: cloud, external: {provider: openai, model: b, credentialsSecretRef: {name: two}}}]}`,
		Want: []string{
			"warning MRO-34 spec.backends[0].external.credentialsSecretRef.name: one counts for all",
			"warning MRO-34 spec.backends[1].external.credentialsSecretRef.name: `openai`",
		},
	},
	"timeout that is too short": {
		Reason: "nothing answers that fast", Patch: oneBackend(`{name: a, inferenceServiceRef: {name: a}, timeout: 99ms}`),
		Want: []string{"MRO-16 spec.backends[0].timeout: between `100ms` and `30m`"},
	},
	"timeout with a sign": {
		Reason: "nothing takes less than no time", Patch: oneBackend(`{name: a, inferenceServiceRef: {name: a}, timeout: "-30s"}`),
		Want: []string{"MRO-43 spec.backends[0].timeout: a number and a unit"},
	},
	"fields of a backend that nothing reads": {
		Reason: "they are for strategies that do not exist",
		Patch:  oneBackend(`{name: a, inferenceServiceRef: {name: a}, weight: 2, healthCheck: {path: /}, costPerMillionTokens: {promptUSD: "1"}}`),
		Want: []string{
			"warning MRO-37 spec.backends[0].weight: the proxy does not read it", "warning MRO-37 spec.backends[0].healthCheck: does not read it",
			"warning MRO-37 spec.backends[0].costPerMillionTokens: does not read it",
		},
	},
}

var routerRuleCases = map[string]kindstest.Case{
	"default that is not there": {
		Reason: "it is a backend", Patch: `spec: {defaultRoute: code}`, Want: []string{"MRO-13 spec.defaultRoute: the router has the backends chat, overflow"},
	},
	"rule to what is not there": {
		Reason: "it is a backend", Patch: oneRule(`route: {backends: [chat, code]}`),
		Want: []string{"MRO-14 spec.rules[0].route.backends[1]: the router has the backends chat, overflow"},
	},
	"sensitive requests that go on": {
		Reason: "they must not leave the cluster", Patch: oneRule(`match: {dataClassification: [public, phi]}, route: {backends: [chat, overflow]}`),
		Want: []string{"MRO-15 spec.rules[0].failClosed: set it to `true`", "MRO-15 spec.rules[0].route.backends: leave out the backends of the tier `cloud`"},
	},
	"requests that are not sensitive": {
		Reason: "the list replaces the default", Near: []string{"MRO-15"},
		Patch: `spec: {policy: {classification: {sensitiveClassifications: [secret]}}, rules: [{name: r, match: {dataClassification: [pii]}, route: {backends: [overflow]}}]}`,
	},
	"rules of one name": {
		Reason: "the log could not tell them apart", Patch: `spec: {rules: [{name: r, route: {backends: [chat]}}, {name: r, route: {backends: [chat]}}]}`,
		Want: []string{"MRO-31 spec.rules[0].name: a name of its own", "MRO-31 spec.rules[1].name: a name of its own"},
	},
	"timeout that is too long": {
		Reason: "it is a slip of the unit", Patch: oneRule(`timeout: 31m, route: {backends: [chat]}`),
		Want: []string{"MRO-16 spec.rules[0].timeout: between `100ms` and `30m`", "warning MRO-44 spec.rules[0].timeout: gives up after 120s"},
	},
	"timeout beyond that of the proxy": {
		Reason: "the proxy has a bound of its own", Patch: `spec: {proxy: {responseHeaderTimeout: 5m, quarantineDuration: 15s}, rules: [{name: r, timeout: 10m, route: {backends: [chat]}}]}`,
		Want: []string{"warning MRO-44 spec.rules[0].timeout: set `response_header_timeout` of `proxy` to 10m"},
	},
	"strategy of the gateway": {
		Reason: "the proxy has one", Patch: oneRule(`match: {latencySLOMs: 300}, route: {backends: [chat], strategy: weighted}`),
		Want: []string{"warning MRO-37 spec.rules[0].route.strategy: in their order", "warning MRO-37 spec.rules[0].match.latencySLOMs: remove it"},
	},
	"no default": {
		Reason: "requests that no rule matches would get an error", Patch: `spec: {defaultRoute: null}`,
		Want: []string{"warning MRO-41 spec.defaultRoute: status 503"},
	},
	"rule for everything else": {
		Reason: "it is the default", Patch: `spec: {defaultRoute: null, rules: [{name: rest, match: {}, route: {backends: [chat]}}]}`, Near: []string{"MRO-41"},
	},
	"backends by their names alone": {
		Reason: "others are turned away on purpose", Patch: `spec: {defaultRoute: null, defaultRouteStrategy: BackendNameMatch}`, Near: []string{"MRO-41"},
	},
}

var routerGatewayCases = map[string]kindstest.Case{
	"gateway": {
		Reason: "this is what it can do",
		Patch: onGateway(`rules: [{name: r, match: {models: [chat], headers: {a: b}, dataClassification: [pii]}, failClosed: true, route: {backends: [chat], strategy: weighted}}],
  policy: {budgets: [{name: b, scope: team, maxTokens: 1, windowSeconds: 60}], auth: {jwt: {provider: a, issuer: b, jwksURI: c, teamClaim: d}, allowlists: [{team: a b}, {team: c}]}}`),
		Near: []string{"MRO-20", "MRO-21", "MRO-22", "MRO-23", "MRO-24", "MRO-26", "MRO-38", "MRO-40"},
	},
	"no gateway": {
		Reason: "there is nothing to attach a route to", Patch: `spec: {dataPlane: Gateway, rules: null, backends: [{name: chat, inferenceServiceRef: {name: chat}}]}`,
		Want: []string{"MRO-26 spec.gatewayRef: name the Gateway"},
	},
	"matches of the proxy": {
		Reason: "the gateway matches headers",
		Patch: onGateway(`policy: {classification: {mode: hybrid}},
  rules: [{name: r, match: {taskComplexity: simple, requiredCapabilities: [tools], latencySLOMs: 1, models: [chat, "chat*"], dataClassification: [public]}, route: {backends: [chat], strategy: shadow}}]`),
		Want: []string{
			"MRO-20 spec.rules[0].match.taskComplexity: cannot match by it", "MRO-20 spec.rules[0].match.requiredCapabilities: cannot match by it",
			"MRO-20 spec.rules[0].match.latencySLOMs: cannot match by it", "MRO-20 spec.rules[0].match.models[1]: compares whole names",
			"MRO-20 spec.rules[0].match.dataClassification: `header-only`", "MRO-21 spec.rules[0].route.strategy: `primary-fallback` or `weighted`",
		},
	},
	"budgets of the proxy": {
		Reason: "the gateway counts tokens of teams", Patch: onGateway(`policy: {budgets: [{name: b, scope: rule, ruleName: regulated, maxTokens: 1, maxUSD: "1", windowSeconds: 90}]}`),
		Want: []string{
			"MRO-22 spec.policy.budgets[0].scope: `router` or `team`", "MRO-22 spec.policy.budgets[0].maxUSD: counts tokens only",
			"warning MRO-40 spec.policy.budgets[0].windowSeconds: 1, 60, 3600 or 86400",
		},
	},
	"budget without tokens": {
		Reason: "the gateway counts nothing else", Patch: onGateway(`policy: {budgets: [{name: b, scope: team, maxUSD: "1"}]}`),
		Want: []string{"MRO-22 spec.policy.budgets[0].maxUSD: use `max_tokens`"},
	},
	"teams without tokens": {
		Reason: "nobody would know the team", Patch: onGateway(`policy: {auditLog: {}, auth: {allowlists: [{team: " a"}, {team: b}, {team: b}]}}`),
		Want: []string{
			"MRO-23 spec.policy.auth.jwt: the team is read from a token", "MRO-23 spec.policy.auth.allowlists[0].team: remove the spaces",
			"MRO-23 spec.policy.auth.allowlists[1].team: one entry", "MRO-23 spec.policy.auth.allowlists[2].team: one entry",
			"MRO-24 spec.policy.auditLog: a log of its own",
		},
	},
	"what only the proxy reads": {
		Reason: "there is no proxy",
		Patch:  providerOnGateway(`url: "https://host/v1", credentialsSecretRef: {name: k}`, `, proxy: {replicas: 2}, endpoint: {port: 80}`),
		Near:   []string{"MRO-27"},
		Want: []string{
			"warning MRO-38 spec.proxy: only the proxy reads it", "warning MRO-38 spec.endpoint: remove it",
			"warning MRO-38 spec.backends[0].external.credentialsSecretRef: there is none",
		},
	},
	"provider without an address": {
		Reason: "the gateway has none of its own", Patch: providerOnGateway(`url: ""`, ""),
		Want: []string{"MRO-27 spec.backends[0].external.url: write a whole URL"},
	},
	"provider without a port": {
		Reason: "the scheme tells none", Patch: providerOnGateway(`url: "grpc://host"`, ""),
		Want: []string{"MRO-27 spec.backends[0].external.url: `https://host:8443/v1`"},
	},
}
