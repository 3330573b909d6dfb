package ome

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

// defined is the definition of an object of the namespace llm.
func defined(kind, name, spec string) string {
	return "{apiVersion: ome.io/v1beta1, kind: " + kind + ", metadata: {name: " + name + ", namespace: llm}, spec: {" + spec + "}}"
}

// shared is the definition of a cluster-scoped object.
func shared(kind, name, spec string) string {
	return "{apiVersion: ome.io/v1beta1, kind: " + kind + ", metadata: {name: " + name + "}, spec: {" + spec + "}}"
}

const (
	aModel  = "storage: {storageUri: 'hf://o/m', path: /models/m}"
	aRunner = "runner: {name: ome-container, image: i}"
	byName  = "runtime: {name: r}"
)

// aRuntime is the definition of a runtime with an engine.
func aRuntime(more string) string {
	return shared("ClusterServingRuntime", "r", "engineConfig: {"+aRunner+"}"+more)
}

var referenceCases = map[string]kindstest.Case{
	"model of the namespace": {
		Reason: "the kind is that of the cluster when nothing is said", References: []string{defined("BaseModel", "m", aModel)},
		Want: []string{"IS-12 spec.model.kind: write `kind = \"BaseModel\"`"},
	},
	"model of the namespace by its kind": {
		Reason: "OME takes it", Patch: "spec: {model: {kind: BaseModel}}", References: []string{defined("BaseModel", "m", aModel)}, Near: []string{"IS-12"},
	},
	"model of both": {
		Reason: "that of the namespace is taken", Patch: "spec: {model: {kind: ClusterBaseModel}}",
		References: []string{shared("ClusterBaseModel", "m", aModel), defined("BaseModel", "m", aModel)}, Want: []string{"IS-12 spec.model.kind: is a BaseModel"},
	},
	"model of the cluster by another kind": {
		Reason: "OME stops", Patch: "spec: {model: {kind: BaseModel}}", References: []string{shared("ClusterBaseModel", "m", aModel)},
		Want: []string{"IS-12 spec.model.kind: is a ClusterBaseModel"},
	},
	"another model": {
		Reason: "a model that is not given is taken on trust", References: []string{shared("ClusterBaseModel", "other", aModel+", disabled: true")}, Near: []string{"IS-12", "IS-14"},
	},
	"disabled model": {
		Reason: "OME refuses it", References: []string{shared("ClusterBaseModel", "m", aModel+", disabled: true")}, Want: []string{"IS-14 spec.model.name: remove `disabled`"},
	},
	"disabled model of the namespace": {
		Reason: "OME refuses it", Patch: "spec: {model: {kind: BaseModel}}", References: []string{defined("BaseModel", "m", aModel+", disabled: true")},
		Want: []string{"IS-14 spec.model.name: remove `disabled`"},
	},
	"disabled runtime": {
		Reason: "OME refuses it", Patch: "spec: {" + byName + "}", References: []string{aRuntime(", disabled: true")}, Want: []string{"IS-15 spec.runtime.name: remove `disabled`"},
	},
	"runtime of the namespace": {
		Reason: "it is taken before that of the cluster", Patch: "spec: {" + byName + "}",
		References: []string{aRuntime(""), defined("ServingRuntime", "r", "disabled: true, engineConfig: {"+aRunner+"}")}, Want: []string{"IS-15 spec.runtime.name: remove `disabled`"},
	},
	"runtime of another architecture": {
		Reason: "OME compares it", Patch: "spec: {" + byName + "}",
		References: []string{shared("ClusterBaseModel", "m", aModel+", modelFormat: {name: safetensors}, modelArchitecture: LlamaForCausalLM"), aRuntime(", supportedModelFormats: [{modelFormat: {name: safetensors}, modelArchitecture: MistralForCausalLM}]")},
		Want:       []string{"IS-15 spec.runtime.name: MistralForCausalLM, and the model has LlamaForCausalLM"},
	},
	"runtime for smaller models": {
		Reason: "OME compares the size", Patch: "spec: {model: {kind: BaseModel}, " + byName + "}",
		References: []string{defined("BaseModel", "m", aModel+", modelFormat: {name: safetensors}, modelParameterSize: 70B"), aRuntime(", modelSizeRange: {min: 5B, max: 9B}, supportedModelFormats: [{modelFormat: {name: safetensors}}]")},
		Want:       []string{"IS-15 spec.runtime.name: does not fit the BaseModel `m`"},
	},
	"runtime of what the model leaves open": {
		Reason: "OME reads it from the files of the model", Patch: "spec: {" + byName + "}",
		References: []string{shared("ClusterBaseModel", "m", aModel), aRuntime(", supportedModelFormats: [{modelFormat: {name: safetensors, version: 1.0.0}, modelArchitecture: MistralForCausalLM, quantization: fp8}]")},
		Near:       []string{"IS-15"},
	},
	"enabled runtime": {
		Reason: "it has all the service takes", Patch: "spec: {" + byName + "}", References: []string{aRuntime("")}, Near: []string{"IS-15", "IS-21", "IS-44"},
	},
	"nothing to run": {
		Reason: "neither has a container", Patch: "spec: {decoder: {}, router: {}, " + byName + "}",
		References: []string{shared("ClusterServingRuntime", "r", "engineConfig: {}")},
		Want:       []string{"IS-21 spec.engine.runner: has a container", "IS-21 spec.decoder.runner: has a container", "IS-21 spec.router.runner: has a container"},
	},
	"nothing to run in the namespace": {
		Reason: "neither has a container", Patch: "spec: {" + byName + "}", References: []string{defined("ServingRuntime", "r", "engineConfig: {}")},
		Want: []string{"IS-21 spec.engine.runner: has a container"},
	},
	"groups to run": {
		Reason: "leader and workers have their own", Patch: "spec: {engine: {leader: {}, worker: {size: 1}}, decoder: {leader: {}, worker: {size: 1}}, " + byName + "}",
		References: []string{shared("ClusterServingRuntime", "r", "engineConfig: {}")}, Near: []string{"IS-19", "IS-20", "IS-21"},
	},
	"leader of the service, workers of the runtime": {
		Reason: "OME merges them", Patch: "spec: {engine: {leader: {}}, decoder: {leader: {}}, " + byName + "}",
		References: []string{shared("ClusterServingRuntime", "r", "engineConfig: {worker: {size: 1}}, decoderConfig: {worker: {size: 1}}")}, Near: []string{"IS-19", "IS-20"},
	},
	"workers of the service, leader of the runtime": {
		Reason: "OME's own samples are written so", Patch: "spec: {engine: {worker: {size: 1}}, " + byName + "}",
		References: []string{shared("ClusterServingRuntime", "r", "engineConfig: {leader: {}}")}, Near: []string{"IS-19", "IS-20", "IS-21"},
	},
	"leaders without workers": {
		Reason: "OME's controller crashes", Patch: "spec: {engine: {leader: {}}, decoder: {leader: {}}, " + byName + "}",
		References: []string{aRuntime("")},
		Want:       []string{"IS-19 spec.engine.worker: stops OME's controller", "IS-19 spec.decoder.worker: stops OME's controller"},
	},
	"leader without workers in the namespace": {
		Reason: "the leader of the runtime counts too", Patch: "spec: {" + byName + "}",
		References: []string{defined("ServingRuntime", "r", "engineConfig: {leader: {}}")}, Want: []string{"IS-19 spec.engine.worker: stops OME's controller"},
	},
	"groups without a size": {
		Reason: "neither says how many workers there are", Patch: "spec: {engine: {worker: {}}, decoder: {worker: {}}, " + byName + "}",
		References: []string{shared("ClusterServingRuntime", "r", "engineConfig: {leader: {}}, decoderConfig: {leader: {}}")},
		Want:       []string{"warning IS-20 spec.engine.worker.size: gives none either", "warning IS-20 spec.decoder.worker.size: gives none either"},
	},
	"group without a size in the namespace": {
		Reason: "neither says how many workers there are", Patch: "spec: {engine: {worker: {}}, " + byName + "}",
		References: []string{defined("ServingRuntime", "r", "engineConfig: {leader: {}, worker: {size: 0}}")},
		Want:       []string{"warning IS-20 spec.engine.worker.size: gives none either"},
	},
	"workers without a leader and a container": {
		Reason: "the component's own container would lead them", Patch: "spec: {engine: {worker: {size: 1}}, " + byName + "}",
		References: []string{shared("ClusterServingRuntime", "r", "engineConfig: {}")}, Want: []string{"IS-21 spec.engine.runner: has a container"},
	},
	"other names": {
		Reason: "they replace those of the runtime", Patch: "spec: {engine: {runner: {name: a}}, decoder: {runner: {name: b}}, router: {runner: {name: c}}, " + byName + "}",
		References: []string{aRuntime(", decoderConfig: {" + aRunner + "}, routerConfig: {runner: {name: router}}")},
		Want: []string{
			"warning IS-22 spec.engine.runner.name: write `ome-container`", "warning IS-22 spec.decoder.runner.name: write `ome-container`",
			"warning IS-22 spec.router.runner.name: write `router`",
		},
	},
	"another name than in the namespace": {
		Reason: "it replaces that of the runtime", Patch: "spec: {engine: {runner: {name: a}}, " + byName + "}",
		References: []string{defined("ServingRuntime", "r", "engineConfig: {"+aRunner+"}")}, Want: []string{"warning IS-22 spec.engine.runner.name: write `ome-container`"},
	},
	"same names": {
		Reason: "they are merged", Patch: "spec: {engine: {runner: {name: ome-container}}, " + byName + "}", References: []string{aRuntime("")}, Near: []string{"IS-22"},
	},
	"mounts at the model": {
		Reason: "OME mounts the model there in all containers of engine and decoder", References: []string{shared("ClusterBaseModel", "m", aModel)},
		Patch: everyRunner("name: c, volumeMounts: [{name: v, mountPath: /other}, {name: w, mountPath: /models/m}]"),
		Want:  inEvery(runners[:6], "IS-36", "mount at another one", ".volumeMounts[1].mountPath"),
	},
	"mounts below the model of the namespace": {
		Reason: "another place", References: []string{defined("BaseModel", "m", aModel)},
		Patch: "spec: {model: {kind: BaseModel}, engine: {runner: {name: c, volumeMounts: [{name: v, mountPath: /models/m/adapters}]}}}", Near: []string{"IS-36"},
	},
	"mount at the model of the namespace": {
		Reason: "OME mounts it there", References: []string{defined("BaseModel", "m", aModel)},
		Patch: "spec: {model: {kind: BaseModel}, engine: {runner: {name: c, volumeMounts: [{name: v, mountPath: /models/m}]}}}",
		Want:  []string{"IS-36 spec.engine.runner.volumeMounts[0].mountPath: mount at another one"},
	},
	"accelerators that the runtime lacks": {
		Reason: "it does not fit then", References: []string{aRuntime(", acceleratorRequirements: {acceleratorClasses: [a100]}, decoderConfig: {" + aRunner + "}")},
		Patch: `{metadata: {annotations: {ome.io/accelerator-class: a}}, spec: {acceleratorSelector: {acceleratorClass: b}, engine: {acceleratorOverride: {acceleratorClass: c}}, decoder: {acceleratorOverride: {acceleratorClass: d}}, ` + byName + `}}`,
		Want: []string{
			"IS-39 metadata.annotations[ome.io/accelerator-class]: it has: a100", "IS-39 spec.acceleratorSelector.acceleratorClass: it has: a100",
			"IS-39 spec.engine.acceleratorOverride.acceleratorClass: it has: a100", "IS-39 spec.decoder.acceleratorOverride.acceleratorClass: it has: a100",
		},
	},
	"accelerator of a runtime of the namespace": {
		Reason: "it lists none", References: []string{defined("ServingRuntime", "r", "engineConfig: {"+aRunner+"}")},
		Patch: "spec: {acceleratorSelector: {acceleratorClass: b}, " + byName + "}", Want: []string{"IS-39 spec.acceleratorSelector.acceleratorClass: it has: none"},
	},
	"accelerator that the runtime lists": {
		Reason: "it fits", References: []string{aRuntime(", acceleratorRequirements: {acceleratorClasses: [a100]}")},
		Patch: "spec: {acceleratorSelector: {acceleratorClass: a100}, " + byName + "}", Near: []string{"IS-39"},
	},
	"parts left out": {
		Reason: "nobody makes them", Patch: "spec: {" + byName + "}", References: []string{aRuntime(", decoderConfig: {" + aRunner + "}, routerConfig: {runner: {name: router}}")},
		Want: []string{"warning IS-44 spec.decoder: write `decoder = {}`", "warning IS-44 spec.router: write `router = {}`"},
	},
	"parts of a runtime of the namespace left out": {
		Reason: "nobody makes them", Patch: "spec: {" + byName + "}", References: []string{defined("ServingRuntime", "r", "engineConfig: {"+aRunner+"}, routerConfig: {runner: {name: router}}")},
		Want: []string{"warning IS-44 spec.router: write `router = {}`"},
	},
	"parts taken": {
		Reason: "everything comes from the runtime", Patch: "spec: {decoder: {}, router: {}, " + byName + "}",
		References: []string{aRuntime(", decoderConfig: {" + aRunner + "}, routerConfig: {runner: {name: router}}")}, Near: []string{"IS-44"},
	},
	"parts of a runtime without an engine": {
		Reason: "another rule asks for the engine first", Patch: "spec: {engine: null, " + byName + "}", References: []string{aRuntime(", routerConfig: {runner: {name: router}}")},
		Want: []string{"IS-10 spec.engine: engine = {}"}, Near: []string{"IS-44"},
	},
	"weights and another name": {
		Reason: "OME looks for one name", Patch: "spec: {model: {fineTunedWeights: [w]}, engine: {runner: {name: vllm, image: 'i:1'}}}",
		Want: []string{"FT-07 spec.engine.runner.name: call it so"},
	},
	"weights and another name in the runtime": {
		Reason: "OME looks for one name", Patch: "spec: {model: {fineTunedWeights: [w]}, " + byName + "}",
		References: []string{shared("ClusterServingRuntime", "r", "engineConfig: {runner: {name: vllm, image: i}}")}, Want: []string{"FT-07 spec.runtime.name: call it so"},
	},
	"weights and another name in the runtime of the namespace": {
		Reason: "OME looks for one name", Patch: "spec: {model: {fineTunedWeights: [w]}, " + byName + "}",
		References: []string{defined("ServingRuntime", "r", "engineConfig: {runner: {name: vllm, image: i}}")}, Want: []string{"FT-07 spec.runtime.name: call it so"},
	},
	"weights and the name": {
		Reason: "the name of the service wins", Patch: "spec: {model: {fineTunedWeights: [w]}, engine: {runner: {name: ome-container, image: 'i:1'}}, " + byName + "}",
		References: []string{shared("ClusterServingRuntime", "r", "engineConfig: {runner: {name: vllm, image: i}}")},
		Want:       []string{"warning IS-22 spec.engine.runner.name: write `vllm`"}, Near: []string{"FT-07"},
	},
	"all of it in direct mode": {
		Reason: "the renderer tells", Patch: "spec: {" + byName + "}", Direct: true,
		References: []string{shared("ClusterBaseModel", "m", aModel+", disabled: true"), aRuntime(", disabled: true")}, Near: []string{"IS-14", "IS-15"},
	},
}

var measuredCases = map[string]kindstest.Case{
	"service without a model": {
		Reason: "the tokenizer comes from it", References: []string{defined("InferenceService", "s", "engine: {}")}, Want: []string{"BJ-10 spec.endpoint.inferenceService.name: set `model`"},
	},
	"model without a directory": {
		Reason:     "the tokenizer is in it",
		References: []string{defined("InferenceService", "s", "model: {name: m}"), defined("BaseModel", "m", "storage: {storageUri: 'local:///m'}")},
		Want:       []string{"BJ-10 spec.endpoint.inferenceService.name: set `storage.path`"},
	},
	"model with a directory": {
		Reason:     "the tokenizer is in it",
		References: []string{defined("InferenceService", "s", "model: {name: m}"), shared("ClusterBaseModel", "m", aModel)}, Near: []string{"BJ-10", "BJ-12"},
	},
	"model that is not given": {
		Reason: "it is taken on trust", References: []string{defined("InferenceService", "s", "model: {name: m}")}, Near: []string{"BJ-10"},
	},
	"model with dots": {
		Reason: "a volume is named after it", References: []string{defined("InferenceService", "s", "model: {name: qwen2.5}")},
		Want: []string{"BJ-12 spec.endpoint.inferenceService.name: rename the model"},
	},
}
