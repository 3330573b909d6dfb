package ome

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

// Documents that the cases below are made of. They lack their first line break where
// they follow another document.
const (
	servedModelDoc = `
---
apiVersion: ome.io/v1beta1
kind: ClusterBaseModel
metadata: {name: m}
spec:
  modelFormat: {name: safetensors, version: 1.0.0}
  modelFramework: {name: transformers, version: 4.36.0}
  modelArchitecture: MistralForCausalLM
  modelParameterSize: 7B
  storage: {storageUri: "hf://org/m", path: /models/m}
`
	fittingRuntimeDoc = `
---
apiVersion: ome.io/v1beta1
kind: ClusterServingRuntime
metadata: {name: r}
spec:
  supportedModelFormats:
  - {modelFormat: {name: safetensors, version: 1.0.0}, modelFramework: {name: transformers, version: 4.36.0}, modelArchitecture: MistralForCausalLM, autoSelect: true}
  engineConfig: {runner: {name: ome-container, image: "server:1", ports: [{containerPort: 8080}]}}
`
)

// serviceDoc is a service of that spec and annotations.
func serviceDoc(spec, annotations string) string {
	return "apiVersion: ome.io/v1beta1\nkind: InferenceService\nmetadata: {name: chat, namespace: llm, annotations: {" + annotations + "}}\nspec: {" + spec + "}\n"
}

// fixedService names model and runtime and has one engine, of which more is said.
func fixedService(engine string) string {
	return serviceDoc("model: {name: m}, runtime: {name: r}, engine: {minReplicas: 1, maxReplicas: 1"+engine+"}", "")
}

func TestRenderInferenceServiceErrors(t *testing.T) {
	plain := fixedService("")
	cases := map[string]struct {
		reason string
		input  string
		want   []string
	}{
		"Empty": {
			reason: "Without model and engine there is nothing to render, and no panic.",
			input:  serviceDoc("", ""),
			want: []string{
				"spec.model: Required value: name a base model (IS-11)",
				"spec.engine: Required value: write `engine = {}` to take everything from the runtime (IS-10)",
			},
		},
		"Predictor": {
			reason: "The predictor is for operators of the past.",
			input:  serviceDoc("model: {name: m}, engine: {}, predictor: {minReplicas: 1}", ""),
			want:   []string{"spec.predictor: Forbidden: is not rendered in direct mode: move its fields to `engine`, `model` and `runtime` (IS-34)"},
		},
		"FineTunedWeights": {
			reason: "Only an agent of the operator loads adapters.",
			input:  serviceDoc("model: {name: m, fineTunedWeights: [w]}, engine: {}", ""),
			want:   []string{"spec.model.fineTunedWeights: Forbidden: fine-tuned weights are loaded by an agent that only OME's operator has: set mode = \"operator\", or serve a base model that has the weights merged into it (DR-15)"},
		},
		"Serverless": {
			reason: "Knative scales to zero, direct mode does not, whichever component asks for it.",
			input:  serviceDoc("model: {name: m}, engine: {minReplicas: 0}, router: {minReplicas: 0}", "ome.io/deploymentMode: Serverless"),
			want: []string{
				"metadata.annotations[ome.io/deploymentMode]: Invalid value: \"Serverless\": needs Knative: remove the annotation, then a component with leader and worker runs on several hosts and any other on one (DR-17)",
				"spec.engine.minReplicas: Invalid value: 0: 0 asks for Knative, which direct mode does not use: set 1 or more (IS-23)",
				"spec.router.minReplicas: Invalid value: 0: 0 asks for Knative, which direct mode does not use: set 1 or more (IS-23)",
			},
		},
		"RayMode": {
			reason: "The mode of the engine is in its own annotations.",
			input:  fixedService(", annotations: {ome.io/deploymentMode: MultiNodeRayVLLM}") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.engine.annotations[ome.io/deploymentMode]: Invalid value: \"MultiNodeRayVLLM\": needs KubeRay and a prober that only OME's operator adds: remove the annotation, then a component with leader and worker runs on several hosts and any other on one (DR-17)"},
		},
		"ModeOfRuntime": {
			reason: "What the runtime says is an error of its definition.",
			input:  plain + servedModelDoc + strings.Replace(fittingRuntimeDoc, "engineConfig: {", "engineConfig: {annotations: {ome.io/deploymentMode: VirtualDeployment}, ", 1),
			want:   []string{"references[1]: Invalid value: \"VirtualDeployment\": renders nothing: remove the annotation, then a component with leader and worker runs on several hosts and any other on one (DR-17)"},
		},
		"Injections": {
			reason: "Containers that a webhook adds would be missing.",
			input:  serviceDoc("model: {name: m}, runtime: {name: r}, engine: {}", "ome.io/inject-model-init: \"true\", ome.io/inject-serving-sidecar: \"false\", ome.io/inject-fine-tuned-adapter: w"),
			want: []string{
				"metadata.annotations[ome.io/inject-fine-tuned-adapter]: Forbidden: asks for a container that only OME's operator adds: remove the annotation, or set mode = \"operator\" (DR-18)",
				"metadata.annotations[ome.io/inject-model-init]: Forbidden: asks for a container that only OME's operator adds: remove the annotation, or set mode = \"operator\" (DR-18)",
			},
		},
		"InjectionOfComponent": {
			reason: "Annotations of a component reach its pods as well.",
			input:  fixedService(", annotations: {ome.io/inject-serving-sidecar: \"true\", rdma.ome.io/auto-inject: \"true\", rdma.ome.io/profile: aws-efa}") + servedModelDoc + fittingRuntimeDoc,
			want: []string{
				"spec.engine.annotations[ome.io/inject-serving-sidecar]: Forbidden: asks for a container that only OME's operator adds: remove the annotation, or set mode = \"operator\" (DR-18)",
				"spec.engine.annotations[rdma.ome.io/profile]: Unsupported value: \"aws-efa\": supported values: \"oci-roce\" (DR-41)",
			},
		},
		"ServiceLabel": {
			reason: "The option becomes the key of a label.",
			input:  plain + optionsDoc("{serviceLabel: no label}") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"direct.serviceLabel: Invalid value: \"no label\": must be the key of a label, such as inferops.dev/inferenceservice (DR-16)"},
		},
		"LongName": {
			reason: "OME would shorten the names; two services could then share one.",
			input:  strings.Replace(plain, "name: chat", "name: "+strings.Repeat("c", 57), 1) + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"metadata.name: Invalid value: \"" + strings.Repeat("c", 57) + "\": is too long for the Service " + strings.Repeat("c", 57) + "-engine: shorten it to 56 characters (DR-42)"},
		},
		"LongNameOfGroups": {
			reason: "The StatefulSet of a group has the set's name, the number of the group and a hash.",
			input: strings.Replace(fixedService(", leader: {runner: {name: c, image: \"server:1\"}}, worker: {size: 1, runner: {name: c, image: \"server:1\"}}"), "name: chat", "name: "+strings.Repeat("c", 40), 1) +
				servedModelDoc + fittingRuntimeDoc,
			want: []string{"metadata.name: Invalid value: \"" + strings.Repeat("c", 40) + "\": is too long for the LeaderWorkerSet lws-" + strings.Repeat("c", 40) + "-engine: shorten it to 39 characters (DR-42)"},
		},
		"ModelMissing": {
			reason: "A model that is not defined is named with those that are.",
			input:  plain + strings.Replace(servedModelDoc, "name: m}", "name: other}", 1) + fittingRuntimeDoc,
			want:   []string{"spec.model.name: Not found: \"m\": references has no ClusterBaseModel of this name for the namespace llm (it has ClusterBaseModel: other): add inference_cluster_base_model.<x>.manifest to references (IS-13)"},
		},
		"ModelOfOtherKind": {
			reason: "A namespaced model is found by its kind only.",
			input:  plain + strings.NewReplacer("ClusterBaseModel", "BaseModel", "{name: m}", "{name: m, namespace: llm}").Replace(servedModelDoc) + fittingRuntimeDoc,
			want:   []string{"spec.model.kind: Invalid value: \"ClusterBaseModel\": references has a BaseModel m: set kind = \"BaseModel\" (IS-12)"},
		},
		"ModelOfOtherNamespace": {
			reason: "A service cannot use the model of another namespace.",
			input: strings.Replace(plain, "{name: m}", "{name: m, kind: BaseModel}", 1) +
				strings.NewReplacer("ClusterBaseModel", "BaseModel", "{name: m}", "{name: m, namespace: other}").Replace(servedModelDoc) + fittingRuntimeDoc,
			want: []string{"spec.model.name: Not found: \"m\": references has no BaseModel of this name for the namespace llm (it has BaseModel: m): add inference_base_model.<x>.manifest to references (IS-13)"},
		},
		"ModelKind": {
			reason: "Fine-tuned weights are no model to serve.",
			input:  strings.Replace(plain, "{name: m}", "{name: m, kind: FineTunedWeight}", 1) + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.model.kind: Unsupported value: \"FineTunedWeight\": supported values: \"BaseModel\", \"ClusterBaseModel\" (IS-12)"},
		},
		"ModelDisabled": {
			reason: "A disabled model is not served; its vendor and name must do as labels and volumes.",
			input:  strings.ReplaceAll(plain, "{name: m}", "{name: m.1}") + strings.Replace(strings.Replace(servedModelDoc, "name: m}", "name: m.1}", 1), "spec:\n", "spec:\n  disabled: true\n  vendor: Mistral AI\n", 1) + fittingRuntimeDoc,
			want: []string{
				"spec.model.name: Invalid value: \"m.1\": ClusterBaseModel m.1 is disabled: refer to another model, or enable it (IS-14)",
				"spec.model.name: Invalid value: \"m.1\": pods name a volume after the model: give it a name of lower-case letters, digits and `-`, 63 at most (BM-01)",
				"references[0]: Invalid value: \"Mistral AI\": the vendor of ClusterBaseModel m.1 becomes a label of pods: write it with letters, digits, `-`, `_` and `.`, 63 at most (BM-14)",
			},
		},
		"ClaimOfOtherNamespace": {
			reason: "Pods mount claims of their own namespace only.",
			input:  plain + strings.Replace(servedModelDoc, "hf://org/m", "pvc://store:weights/m", 1) + fittingRuntimeDoc,
			want:   []string{"references[0]: Invalid value: \"pvc://store:weights/m\": the claim of ClusterBaseModel m is in the namespace store, and pods of llm cannot mount it: serve the model there, or copy it onto a claim of this namespace (DR-46)"},
		},
		"ClaimWithoutPath": {
			reason: "The form of a URI is checked where rules of the model did not run.",
			input:  plain + strings.Replace(servedModelDoc, "hf://org/m", "pvc://weights", 1) + fittingRuntimeDoc,
			want:   []string{"references[0]: Invalid value: \"pvc://weights\": storage_uri of ClusterBaseModel m must be `pvc://[<namespace>:]<claim>/<path>` (U-03)"},
		},
		"HostPathRelative": {
			reason: "A directory of the node is absolute, and so is the one in the container.",
			input:  plain + strings.Replace(servedModelDoc, "hf://org/m", "local://m", 1) + fittingRuntimeDoc,
			want:   []string{"references[0]: Invalid value: \"local://m\": storage_uri of ClusterBaseModel m must be `local://` and an absolute path, such as local:///models/m (U-10)"},
		},
		"MountPathRelative": {
			reason: "Containers mount at absolute directories.",
			input:  plain + strings.Replace(servedModelDoc, "path: /models/m", "path: models/m", 1) + fittingRuntimeDoc,
			want:   []string{"references[0]: Invalid value: \"models/m\": storage.path of ClusterBaseModel m must be an absolute directory: begin it with `/` (BM-04)"},
		},
		"NotLoadable": {
			reason: "What nothing loads would leave the pods waiting for a claim for ever.",
			input:  plain + strings.Replace(servedModelDoc, "hf://org/m", "github://org/m", 1) + fittingRuntimeDoc,
			want:   []string{"references[0]: Invalid value: \"github://org/m\": direct mode cannot load ClusterBaseModel m from there: bring its weights onto a PersistentVolumeClaim and name it in direct.model_claim_name (DR-47)"},
		},
		"ClaimTwice": {
			reason: "A model that names its claim is not read from another.",
			input:  plain + optionsDoc("{modelClaimName: other}") + strings.Replace(servedModelDoc, "hf://org/m", "pvc://weights/m", 1) + fittingRuntimeDoc,
			want:   []string{"direct.modelClaimName: Forbidden: ClusterBaseModel m is at pvc://weights/m, so nothing is read from another claim: remove model_claim_name (DR-45)"},
		},
		"RuntimeMissing": {
			reason: "A runtime that is not defined is named with those that are, of either kind.",
			input:  strings.Replace(plain, "{name: r}", "{name: x}", 1) + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.runtime.name: Not found: \"x\": references has no ServingRuntime or ClusterServingRuntime of this name for the namespace llm (it has ServingRuntime: none; ClusterServingRuntime: r): add inference_serving_runtime.<x>.manifest or inference_cluster_serving_runtime.<x>.manifest to references (IS-15)"},
		},
		"RuntimeOfKindMissing": {
			reason: "The kind of a runtime counts where it is written.",
			input:  strings.Replace(plain, "{name: r}", "{name: r, kind: ServingRuntime}", 1) + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.runtime.name: Not found: \"r\": references has no ServingRuntime of this name for the namespace llm (it has ServingRuntime: none): add inference_serving_runtime.<x>.manifest to references (IS-15)"},
		},
		"RuntimeContradicts": {
			reason: "OME does not serve a model with a runtime that is made for others.",
			input:  plain + strings.Replace(servedModelDoc, "modelArchitecture: MistralForCausalLM", "modelArchitecture: LlamaForCausalLM", 1) + fittingRuntimeDoc,
			want:   []string{"spec.runtime.name: Invalid value: \"r\": ClusterServingRuntime r does not fit ClusterBaseModel m: it serves model_architecture MistralForCausalLM, and the model has LlamaForCausalLM. Name another runtime or leave the choice to the provider, or correct the model or the runtime (IS-15)"},
		},
		"NothingFits": {
			reason: "The choice tells what keeps each runtime from being chosen.",
			input: strings.Replace(plain, "runtime: {name: r}, ", "", 1) + strings.Replace(servedModelDoc, "modelArchitecture: MistralForCausalLM\n", "quantization: fp8\n", 1) +
				fittingRuntimeDoc + strings.NewReplacer("name: r}", "name: s}", "modelArchitecture: MistralForCausalLM", "quantization: fp8", "4.36.0", "4.30.0").Replace(fittingRuntimeDoc),
			want: []string{"spec.runtime: Required value: no runtime in references can be chosen for ClusterBaseModel m (ClusterServingRuntime r: it serves models without quantization, and the model has fp8; ClusterServingRuntime s: it serves model_framework.version 4.30.0, and the model has 4.36.0): add the manifest of one that fits to references, or set spec.runtime (IS-16)"},
		},
		"NothingCertain": {
			reason: "A choice that rests on what nobody says about the model would be a guess.",
			input:  strings.Replace(plain, "runtime: {name: r}, ", "", 1) + strings.Replace(servedModelDoc, "  modelArchitecture: MistralForCausalLM\n", "", 1) + fittingRuntimeDoc,
			want:   []string{"spec.runtime: Required value: no runtime in references can be chosen for ClusterBaseModel m (ClusterServingRuntime r: the model has no model_architecture, and the runtime wants MistralForCausalLM): add the manifest of one that fits to references, or set spec.runtime (IS-16)"},
		},
		"NoRuntime": {
			reason: "An engine that says nothing needs a runtime.",
			input:  strings.Replace(plain, "runtime: {name: r}, ", "", 1) + servedModelDoc,
			want:   []string{"spec.runtime: Required value: references has no runtime that could serve ClusterBaseModel m: add the manifest of one that fits to references, or set spec.runtime (IS-16)"},
		},
		"NothingRuns": {
			reason: "A component that neither side describes has no container.",
			input:  serviceDoc("model: {name: m}, runtime: {name: r}, engine: {minReplicas: 1, maxReplicas: 1}, decoder: {maxReplicas: 1}", "") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"references[1]: Required value: neither the service nor its runtime says what the decoder runs: add a `runner` with an image to the decoder, or use a runtime that has one (IS-21)"},
		},
		"NoImage": {
			reason: "A container needs an image.",
			input:  fixedService(", runner: {name: ome-container}") + servedModelDoc + strings.Replace(fittingRuntimeDoc, "image: \"server:1\", ", "", 1),
			want:   []string{"references[1]: Required value: neither the service nor its runtime names the image of the engine: set it (IS-21)"},
		},
		"RunnerName": {
			reason: "A runner of another name would leave the runtime's container settings behind.",
			input:  fixedService(", runner: {name: main}") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.engine.runner.name: Invalid value: \"main\": ClusterServingRuntime r calls the container ome-container: write that name (IS-22)"},
		},
		"LeaderAlone": {
			reason: "A leader without workers, after the merge with the runtime.",
			input:  fixedService(", leader: {runner: {name: c, image: \"server:1\"}}") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"references[1]: Required value: a group of several hosts has a leader and workers: add `worker` to the engine (IS-19)"},
		},
		"GroupWithoutSize": {
			reason: "A group of one would not be one.",
			input:  fixedService(", leader: {runner: {name: c, image: \"server:1\"}}, worker: {size: 0, runner: {name: c, image: \"server:1\"}}") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.engine.worker.size: Required value: say how many workers a group of the engine has: 1 or more (IS-20)"},
		},
		"Ephemeral": {
			reason: "Only a pod that runs can get such a container.",
			input:  fixedService(", ephemeralContainers: [{name: debug, image: \"busybox:1\"}]") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.engine.ephemeralContainers: Forbidden: a pod cannot be made with ephemeral containers: remove them (DR-49)"},
		},
		"Nowhere": {
			reason: "A model that does not say where it is has nothing to load.",
			input:  plain + strings.Replace(servedModelDoc, "  storage: {storageUri: \"hf://org/m\", path: /models/m}\n", "", 1) + fittingRuntimeDoc,
			want:   []string{"references[0]: Required value: ClusterBaseModel m has no storage_uri: say where its weights are (DR-44)"},
		},
		"VolumeOfModel": {
			reason: "Two volumes of a name, and two mounts at a place, are refused by Kubernetes.",
			input:  fixedService(", volumes: [{name: m, emptyDir: {}}], runner: {name: ome-container, volumeMounts: [{name: m, mountPath: /models/m}]}") + servedModelDoc + fittingRuntimeDoc,
			want: []string{
				"spec.engine.volumes: Invalid value: \"m\": two volumes have this name, one of which may be that of the model: choose another name (IS-35)",
				"spec.engine.runner.volumeMounts: Invalid value: \"/models/m\": the directory has two mounts, one of which may be that of the model: mount at another one (IS-36)",
			},
		},
		"UnnamedPorts": {
			reason: "The merge of two single ports makes two, which need names.",
			input:  fixedService(", runner: {name: ome-container, ports: [{containerPort: 9090, name: metrics}]}") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.engine.runner.ports: Invalid value: 8080: the Service of several ports needs a different name for each: name the port (IS-38)"},
		},
		"ResourcesApart": {
			reason: "A lower limit of the service meets the request of its runtime.",
			input: fixedService(", runner: {name: ome-container, resources: {limits: {cpu: 1, nvidia.com/gpu: 4}}}") + servedModelDoc +
				strings.Replace(fittingRuntimeDoc, "ports:", "resources: {requests: {cpu: 2, nvidia.com/gpu: 2}}, ports:", 1),
			want: []string{
				"references[1]: Invalid value: \"2\": the request of cpu has to be at most the limit, which is 1 after the runtime and the service are merged: set both (DR-50)",
				"references[1]: Invalid value: \"2\": the request of nvidia.com/gpu has to equal the limit, which is 4 after the runtime and the service are merged: set both (DR-50)",
			},
		},
		"Placeholder": {
			reason: "Labels of the service are no part of its contract with the container.",
			input:  fixedService(", runner: {name: ome-container, args: ['{{ index .Labels \"k\" }}']}") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.engine.runner: Invalid value: \"ome-container\": \"{{ index .Labels \\\"k\\\" }}\" has a placeholder that direct mode does not know: write {{.Name}} or {{.Namespace}}, or do without `{{` (IS-30)"},
		},
		"ScaleMetric": {
			reason: "A HorizontalPodAutoscaler counts no requests; here the runtime asks for it.",
			input: serviceDoc("model: {name: m}, runtime: {name: r}, engine: {}", "") + servedModelDoc +
				strings.Replace(fittingRuntimeDoc, "engineConfig: {", "engineConfig: {scaleMetric: rps, ", 1),
			want: []string{"references[1]: Unsupported value: \"rps\": supported values: \"cpu\", \"memory\" (DR-51)"},
		},
		"KedaWithoutQuery": {
			reason: "The query of OME matches nothing.",
			input:  serviceDoc("model: {name: m}, runtime: {name: r}, engine: {minReplicas: 2}", "ome.io/autoscalerClass: keda") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.kedaConfig.customPromQuery: Required value: the query that OME falls back to matches no metric of its pods: write one, with `%s` for the name of the component, or set max_replicas of the engine to 2 to do without an autoscaler (DR-52)"},
		},
		"ClassNotListed": {
			reason: "A class that the runtime cannot use makes the runtime unfit.",
			input:  serviceDoc("model: {name: m}, runtime: {name: r}, engine: {}, acceleratorSelector: {acceleratorClass: h100}", "") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.runtime.name: Invalid value: \"r\": ClusterServingRuntime r does not fit ClusterBaseModel m: its accelerator_classes do not list h100 (IS-39). Name another runtime or leave the choice to the provider, or correct the model or the runtime (IS-15)"},
		},
		"PolicyWithoutClasses": {
			reason: "A policy chooses among nothing where the runtime lists no class.",
			input:  serviceDoc("model: {name: m}, runtime: {name: r}, engine: {}, acceleratorSelector: {policy: Cheapest}", "") + servedModelDoc + fittingRuntimeDoc,
			want:   []string{"spec.acceleratorSelector: Forbidden: only the accelerator classes that a runtime lists can be chosen, and here is none: add them to accelerator_requirements of the runtime, or ask for resources in the runner (IS-39)"},
		},
		"ClassMissing": {
			reason: "A class that is listed is still to be defined.",
			input: serviceDoc("model: {name: m}, runtime: {name: r}, engine: {acceleratorOverride: {acceleratorClass: h100}}", "") + servedModelDoc +
				strings.Replace(fittingRuntimeDoc, "spec:\n", "spec:\n  acceleratorRequirements: {acceleratorClasses: [h100]}\n", 1),
			want: []string{"spec.engine.acceleratorOverride.acceleratorClass: Not found: \"h100\": references has no AcceleratorClass of this name for the namespace llm (it has AcceleratorClass: none): add inference_accelerator_class.<x>.manifest to references (IS-39)"},
		},
		"ConstraintsTooTight": {
			reason: "The choice of a class tells what keeps each from being chosen.",
			input: serviceDoc("model: {name: m}, runtime: {name: r}, engine: {}, acceleratorSelector: {policy: BestFit, constraints: {minMemory: 100, excludedClasses: [a10]}}", "") + servedModelDoc +
				strings.Replace(fittingRuntimeDoc, "spec:\n", "spec:\n  acceleratorRequirements: {acceleratorClasses: [h100, a10]}\n", 1) +
				classDoc("h100", "80Gi") + classDoc("a10", "24Gi"),
			want: []string{"spec.acceleratorSelector.policy: Invalid value: \"BestFit\": no accelerator class of ClusterServingRuntime r meets the constraints (h100: it has less memory; a10: it is excluded): loosen them, or name a class (DR-14)"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, rendertest.Errors(t, RenderInferenceService, tc.input)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func optionsDoc(options string) string { return "\n---\nkind: Direct\noptions: " + options + "\n" }

func classDoc(name, memory string) string {
	return "\n---\napiVersion: ome.io/v1beta1\nkind: AcceleratorClass\nmetadata: {name: " + name + "}\nspec: {discovery: {}, capabilities: {memoryGB: " + memory + "}}\n"
}
