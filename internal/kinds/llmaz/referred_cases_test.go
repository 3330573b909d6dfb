package llmaz

import (
	"maps"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// openModel is the definition of a model with two flavors.
func openModel(name, source string) string {
	return "{apiVersion: llmaz.io/v1alpha1, kind: OpenModel, metadata: {name: " + name + "}, spec: {familyName: qwen, source: {" + source +
		"}, inferenceConfig: {flavors: [{name: t4}, {name: a10}]}}}"
}

// runtimeWith is the definition of a runtime.
func runtimeWith(name, spec string) string {
	return "{apiVersion: inference.llmaz.io/v1alpha1, kind: BackendRuntime, metadata: {name: " + name + "}, spec: {" + spec + "}}"
}

const (
	onHub   = "modelHub: {modelID: Qwen/Qwen2.5-7B}"
	s3      = "uri: 's3://bucket/qwen'"
	host    = "uri: 'host:///mnt/qwen'"
	skipped = "metadata: {annotations: {llmaz.io/skip-model-loader: \"true\"}}, "
)

// claimCases are the cases of claimRules for one kind: one is a patch that claims the model a,
// two one that claims a and its draft b.
func claimCases(one func(more string) string, two string, at string) map[string]kindstest.Case {
	flavors, first, second := "spec.modelClaims.inferenceFlavors", "spec.modelClaims.models[0].name", "spec.modelClaims.models[1].name"
	if at != "" {
		flavors, first = at+".inferenceFlavors", at+".modelName"
	}
	return map[string]kindstest.Case{
		"flavor that the model lacks": {
			Reason: "its pods would get no accelerator", Patch: "{spec: {" + one("inferenceFlavors: [t4, h100]") + "}}",
			References: []string{openModel("a", onHub)},
			Want:       []string{"PG-C5 " + flavors + "[1]: it has: a10, t4"},
		},
		"flavor of several models": {
			Reason: "that of the main model counts", Patch: "{spec: {" + two + "}}",
			References: []string{openModel("a", onHub), openModel("b", onHub)}, Near: []string{"PG-C5"},
		},
		"flavor that the main model of several lacks": {
			Reason: "the draft's do not count", Patch: "{spec: {" + strings.Replace(two, "a10", "h100", 1) + "}}",
			References: []string{openModel("a", onHub), openModel("b", onHub)},
			Want:       []string{"PG-C5 spec.modelClaims.inferenceFlavors[0]: it has: a10, t4"},
		},
		"flavor of a model that is not given": {
			Reason: "it is taken on trust", Patch: "{spec: {" + one("inferenceFlavors: [h100]") + "}}",
			References: []string{openModel("c", onHub)}, Near: []string{"PG-C5"},
		},
		"flavor in direct mode": {
			Reason: "the renderer tells", Patch: "{spec: {" + one("inferenceFlavors: [h100]") + "}}", Direct: true,
			References: []string{openModel("a", onHub)}, Near: []string{"PG-C5"},
		},
		"bucket with the loader": {
			Reason: "the loader cannot read it", Patch: "{spec: {" + one("") + "}}",
			References: []string{openModel("a", s3)}, Want: []string{"OM-C5 " + first + ": skip-model-loader"},
		},
		"bucket without the loader": {
			Reason: "the engine reads it", Patch: "{" + skipped + "spec: {" + one("") + "}}",
			References: []string{openModel("a", s3)}, Near: []string{"OM-C5"},
		},
		"draft in a bucket": {
			Reason: "it is loaded too", Patch: "{spec: {" + two + "}}",
			References: []string{openModel("a", onHub), openModel("b", "uri: 'gcs://bucket/draft'")},
			Want:       []string{"OM-C5 " + second + ": `gcs://bucket/draft`"},
		},
		"directory of the host": {
			Reason: "two volumes of one name", Patch: "{spec: {" + one("") + "}}", Release: "v0.1.4",
			References: []string{openModel("a", host)}, Want: []string{"DUP-1 " + first + ": two volumes of one name"},
		},
		"draft in a directory of the host": {
			Reason: "two volumes of one name", Patch: "{spec: {" + two + "}}", Release: "v0.1.4",
			References: []string{openModel("a", onHub), openModel("b", host)}, Want: []string{"DUP-1 " + second + ": two volumes of one name"},
		},
		"directory of the host without the loader": {
			Reason: "one volume", Patch: "{" + skipped + "spec: {" + one("") + "}}", Release: "v0.1.4",
			References: []string{openModel("a", host)}, Near: []string{"DUP-1"},
		},
		"directory of the host in v0.1.0": {
			Reason: "it worked", Patch: "{spec: {" + one("") + "}}", Release: "v0.1.0",
			References: []string{openModel("a", host)}, Near: []string{"DUP-1", "DUP-6"},
		},
		"two directories of the host": {
			Reason: "two volumes of one name", Patch: "{" + skipped + "spec: {" + two + "}}",
			References: []string{openModel("a", host), openModel("b", host)}, Want: []string{"DUP-6 " + second + ": load it from a hub"},
		},
	}
}

var claimedByPlayground = kindstest.Merge(
	claimCases(func(more string) string { return "modelClaim: {modelName: a, " + more + "}" },
		"modelClaim: null, modelClaims: {inferenceFlavors: [a10], models: [{name: a, role: main}, {name: b, role: draft}]}", "spec.modelClaim"),
	runtimeCases,
)

var claimedByService = func() map[string]kindstest.Case {
	cases := claimCases(func(more string) string { return "modelClaims: {models: [{name: a}], " + more + "}" },
		"modelClaims: {inferenceFlavors: [a10], models: [{name: a, role: main}, {name: b, role: draft}]}", "")
	maps.Copy(cases, map[string]kindstest.Case{
		"token as a variable": {
			Reason: "the loader has it already, in both templates", Release: "v0.1.4", References: []string{openModel("qwen", onHub)},
			Patch: `{spec: {workloadTemplate: {
				leaderTemplate: {spec: {containers: [{name: model-runner, image: "a:1", env: [{name: HF_TOKEN, value: t}]}]}},
				workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", env: [{name: X, value: t}, {name: HF_TOKEN, value: t}]}]}}}}}`,
			Want: []string{
				"DUP-2 spec.workloadTemplate.leaderTemplate.spec.containers[0].env[0].name: modelhub-secret",
				"DUP-2 spec.workloadTemplate.workerTemplate.spec.containers[0].env[1].name: modelhub-secret",
			},
		},
		"token without the loader": {
			Reason: "nothing gets it twice", Release: "v0.1.4", References: []string{openModel("qwen", onHub)},
			Patch: `{` + skipped + `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", env: [{name: HF_TOKEN, value: t}]}]}}}}}`,
			Near:  []string{"DUP-2"},
		},
	})
	return cases
}()

// A runtime with the usual configurations.
const usualConfigs = "recommendedConfigs: [{name: default, args: [--model, '{{ .ModelPath }}']}, {name: speculative-decoding, args: ['{{ .DraftModelPath }}'], scaleTrigger: {hpa: {}}}]"

const (
	oneModel  = "modelClaim: {modelName: a}"
	twoModels = "modelClaim: null, modelClaims: {models: [{name: a, role: main}, {name: b, role: draft}]}"
)

var runtimeCases = map[string]kindstest.Case{
	"configuration that the runtime lacks": {
		Reason: "llmaz tries for ever", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine, configName: fast}}}",
		References: []string{runtimeWith("engine", usualConfigs)},
		Want:       []string{"PG-C7 spec.backendRuntimeConfig.configName: it has: default, speculative-decoding"},
	},
	"no configuration for a draft": {
		Reason: "the claim asks for it", Patch: "{spec: {" + twoModels + "}}",
		References: []string{runtimeWith("vllm", "recommendedConfigs: [{name: default}]")},
		Want:       []string{"PG-C7 spec.backendRuntimeConfig.configName: it has: default)"},
	},
	"no configuration at all": {
		Reason: "the claim asks for one", Patch: "{spec: {" + oneModel + "}}",
		References: []string{runtimeWith("vllm", "image: i")},
		Want:       []string{"PG-C7 spec.backendRuntimeConfig.configName: it has: none"},
	},
	"no configuration in v0.1.0": {
		Reason: "it chooses by other rules", Patch: "{spec: {" + oneModel + "}}", Release: "v0.1.0",
		References: []string{runtimeWith("vllm", "image: i")}, Near: []string{"PG-C7"},
	},
	"configuration of the claim": {
		Reason: "the runtime has it", Patch: "{spec: {" + twoModels + ", backendRuntimeConfig: {backendName: engine}}}",
		References: []string{runtimeWith("engine", usualConfigs)}, Near: []string{"PG-C7", "BR-C1"},
	},
	"runtime that is not given": {
		Reason: "it is taken on trust", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: other, configName: fast}}}",
		References: []string{runtimeWith("engine", usualConfigs)}, Near: []string{"PG-C7"},
	},
	"nothing scales": {
		Reason: "neither the playground nor the runtime has a trigger", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine}, elasticConfig: {maxReplicas: 2}}}",
		Release: "v0.1.4", References: []string{runtimeWith("engine", usualConfigs)},
		Want: []string{"warning PG-C9 spec.elasticConfig.scaleTrigger: nothing scales"},
	},
	"the claim scales": {
		Reason: "the configuration of the claim has a trigger", Patch: "{spec: {" + twoModels + ", backendRuntimeConfig: {backendName: engine}, elasticConfig: {maxReplicas: 2}}}",
		Release: "v0.1.4", References: []string{runtimeWith("engine", usualConfigs)}, Near: []string{"PG-C9"},
	},
	"the playground scales": {
		Reason: "it has a trigger of its own", Release: "v0.1.4", References: []string{runtimeWith("vllm", usualConfigs)}, Near: []string{"PG-C9"},
		Patch: "{spec: {" + oneModel + ", elasticConfig: {maxReplicas: 2, scaleTrigger: {hpa: {metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}}}}}",
	},
	"both claims": {
		Reason: "the single claim wins", Release: "v0.1.4",
		Patch:      "{" + skipped + "spec: {modelClaim: {modelName: a}, modelClaims: {models: [{name: a, role: main}, {name: b, role: draft}]}, elasticConfig: {maxReplicas: 2}}}",
		References: []string{openModel("a", host), openModel("b", host), runtimeWith("vllm", "recommendedConfigs: [{name: default, scaleTrigger: {hpa: {}}}]")},
		Want:       []string{"PG-W1 spec.modelClaims: remove one"}, Near: []string{"DUP-6", "PG-C7", "PG-C9"},
	},
	"configuration for a draft with one model in a list": {
		Reason: "there is no draft", Patch: "{spec: {modelClaim: null, modelClaims: {models: [{name: a}]}, backendRuntimeConfig: {backendName: engine, configName: speculative-decoding}}}",
		References: []string{runtimeWith("engine", usualConfigs)},
		Want:       []string{"BR-C1 spec.backendRuntimeConfig.configName: claim a draft"},
	},
	"Ollama's model for a configuration with a path": {
		Reason: "there is no path", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine, configName: path}}}",
		References: []string{openModel("a", "uri: 'ollama://qwen2:0.5b'"), runtimeWith("engine", "recommendedConfigs: [{name: default}, {name: path, args: ['{{ .ModelPath }}']}]")},
		Want:       []string{"warning OM-C7 spec.modelClaim.modelName: such as `ollama`"},
	},
	"configuration for a draft with one model": {
		Reason: "there is no draft", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine, configName: speculative-decoding}}}",
		References: []string{runtimeWith("engine", usualConfigs)},
		Want:       []string{"BR-C1 spec.backendRuntimeConfig.configName: claim a draft"},
	},
	"Ollama's model for another engine": {
		Reason: "there is no path", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine, configName: default}}}",
		References: []string{openModel("a", "uri: 'ollama://qwen2:0.5b'"), runtimeWith("engine", usualConfigs)},
		Want:       []string{"warning OM-C7 spec.modelClaim.modelName: such as `ollama`"},
	},
	"Ollama's model by its name": {
		Reason: "the name is enough", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine}}}",
		References: []string{openModel("a", "uri: 'ollama://qwen2:0.5b'"), runtimeWith("engine", "recommendedConfigs: [{name: default, args: ['{{ .ModelName }}']}]")},
		Near:       []string{"OM-C7"},
	},
	"Ollama's model, other claim": {
		Reason: "the draft decides the configuration", Patch: "{spec: {" + twoModels + ", backendRuntimeConfig: {backendName: engine}}}",
		References: []string{openModel("a", "uri: 'ollama://qwen2:0.5b'"), runtimeWith("engine", "recommendedConfigs: [{name: speculative-decoding, args: ['{{ .ModelPath }}', '{{ .DraftModelPath }}']}]")},
		Want:       []string{"warning OM-C7 spec.modelClaims.models[0].name: such as `ollama`"},
	},
	"token as a variable": {
		Reason: "the loader has it already", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {envs: [{name: HF_TOKEN, value: t}, {name: X, value: v}]}}}",
		Release: "v0.1.4", References: []string{openModel("a", onHub)},
		Want: []string{"DUP-2 spec.backendRuntimeConfig.envs[0].name: modelhub-secret"},
	},
	"bucket as a variable": {
		Reason: "the loader has it already", Patch: "{spec: {" + twoModels + ", backendRuntimeConfig: {envs: [{name: BUCKET, value: t}]}}}",
		Release: "v0.1.4", References: []string{openModel("a", onHub), openModel("b", "uri: 'oss://b.oss.example.com/m'")},
		Want: []string{"DUP-2 spec.backendRuntimeConfig.envs[0].name: loads `b`"},
	},
	"token in the runtime": {
		Reason: "its variables are copied too", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine}}}",
		Release: "v0.1.4", References: []string{openModel("a", onHub), runtimeWith("engine", usualConfigs+", envs: [{name: HF_TOKEN, value: t}]")},
		Want: []string{"DUP-2 spec.backendRuntimeConfig.backendName: modelhub-secret"},
	},
	"token without the loader": {
		Reason: "nothing gets it twice", Patch: "{" + skipped + "spec: {" + oneModel + ", backendRuntimeConfig: {envs: [{name: HF_TOKEN, value: t}]}}}",
		Release: "v0.1.4", References: []string{openModel("a", onHub)}, Near: []string{"DUP-2"},
	},
	"variable of the runtime too": {
		Reason: "v0.1.0 gives both", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine, envs: [{name: X, value: v}]}}}",
		Release: "v0.1.0", References: []string{runtimeWith("engine", usualConfigs+", envs: [{name: X, value: z}]")},
		Want: []string{"DUP-5 spec.backendRuntimeConfig.envs[0].name: v0.1.0"},
	},
	"variable of the runtime too, v0.1.4": {
		Reason: "that of the playground wins", Patch: "{spec: {" + oneModel + ", backendRuntimeConfig: {backendName: engine, envs: [{name: X, value: v}]}}}",
		Release: "v0.1.4", References: []string{runtimeWith("engine", usualConfigs+", envs: [{name: X, value: z}]")}, Near: []string{"DUP-5"},
	},
}
