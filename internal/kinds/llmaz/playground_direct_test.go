package llmaz

import (
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

// Documents that the cases below are made of.
const (
	playgroundDoc = `
apiVersion: inference.llmaz.io/v1alpha1
kind: Playground
metadata:
  name: qwen
  namespace: llm
  annotations: {llmaz.io/skip-model-loader: "SKIP"}
spec:
`
	claimDoc = playgroundDoc + `
  modelClaim: {modelName: qwen2-7b}
`
	hubModelDoc = `
---
apiVersion: llmaz.io/v1alpha1
kind: OpenModel
metadata: {name: qwen2-7b}
spec:
  familyName: qwen2
  source: {modelHub: {modelID: Qwen/Qwen2.5-7B-Instruct}}
  inferenceConfig:
    flavors:
    - {name: h100, limits: {nvidia.com/gpu: 1}}
    - {name: a100, limits: {nvidia.com/gpu: 1}}
`
	engineDoc = `
---
apiVersion: inference.llmaz.io/v1alpha1
kind: BackendRuntime
metadata: {name: engine}
spec:
  image: registry.example.com/engine
  version: 1.2.3
  recommendedConfigs:
  - name: default
`
)

// uriModelDoc defines a model whose weights are at a URI.
func uriModelDoc(name, uri string) string {
	return "\n---\napiVersion: llmaz.io/v1alpha1\nkind: OpenModel\nmetadata: {name: " + name +
		"}\nspec: {familyName: qwen2, source: {uri: '" + uri + "'}}\n"
}

// spreadModelDoc defines a model whose only flavor has parameters.
func spreadModelDoc(params string) string {
	before, _, _ := strings.Cut(hubModelDoc, "    flavors:")
	return before + "    flavors:\n    - {name: h100, limits: {nvidia.com/gpu: 1}, params: " + params + "}\n"
}

// directOptionsDoc holds options of direct mode.
func directOptionsDoc(options string) string {
	return "\n---\nkind: Direct\noptions: " + options + "\n"
}

func TestRenderPlaygroundErrors(t *testing.T) {
	longName := strings.Repeat("q", 53)
	cases := map[string]errorCase{
		"NoClaim": {
			reason: "A playground that claims nothing must be an error, not a panic.",
			input:  playgroundDoc + "  replicas: 1\n",
			want:   []string{`spec: Required value: no model is claimed: set model_claim, or model_claims with at least one model (PG-W1)`},
		},
		"NoModels": {
			reason: "An empty list of models is no claim either.",
			input:  playgroundDoc + "  modelClaims: {}\n",
			want:   []string{`spec: Required value: no model is claimed: set model_claim, or model_claims with at least one model (PG-W1)`},
		},
		"ModelMissing": {
			reason: "A model that is not defined must be named with those that are, and the remedy.",
			input:  playgroundDoc + "  modelClaim: {modelName: llama}\n" + hubModelDoc,
			want:   []string{`spec.modelClaim.modelName: Not found: "llama": references has no OpenModel of this name (it has: qwen2-7b): add inference_open_model.<x>.manifest to references (PG-C1)`},
		},
		"ModelsMissing": {
			reason: "Each missing model of several must be reported where it is claimed, however the models are ordered.",
			input:  playgroundDoc + "  modelClaims: {models: [{name: draft, role: draft}, {name: qwen2-7b}, {name: main}]}\n" + hubModelDoc,
			want: []string{
				`spec.modelClaims.models[2].name: Not found: "main": references has no OpenModel of this name (it has: qwen2-7b): add inference_open_model.<x>.manifest to references (PG-C1)`,
				`spec.modelClaims.models[0].name: Not found: "draft": references has no OpenModel of this name (it has: qwen2-7b): add inference_open_model.<x>.manifest to references (PG-C1)`,
			},
		},
		"NoDefinitions": {
			reason: "Without any definition the list of models is none.",
			input:  claimDoc,
			want:   []string{`spec.modelClaim.modelName: Not found: "qwen2-7b": references has no OpenModel of this name (it has: none): add inference_open_model.<x>.manifest to references (PG-C1)`},
		},
		"FlavorMissing": {
			reason: "A flavor that the main model lacks would silently leave the pods without accelerators.",
			input:  playgroundDoc + "  modelClaim: {modelName: qwen2-7b, inferenceFlavors: [a100, b200]}\n" + hubModelDoc,
			want:   []string{`spec.modelClaim.inferenceFlavors[1]: Not found: "b200": OpenModel qwen2-7b has no flavor of this name (it has: a100, h100): claim one of them or add it to the model (PG-C5)`},
		},
		"FlavorMissingOfMain": {
			reason: "With several models only the flavors of the main one count.",
			input:  playgroundDoc + "  modelClaims: {models: [{name: d, role: draft}, {name: qwen2-7b}], inferenceFlavors: [b200]}\n" + hubModelDoc + strings.ReplaceAll(strings.ReplaceAll(hubModelDoc, "name: qwen2-7b", "name: d"), "a100", "b200"),
			want:   []string{`spec.modelClaims.inferenceFlavors[0]: Not found: "b200": OpenModel qwen2-7b has no flavor of this name (it has: a100, h100): claim one of them or add it to the model (PG-C5)`},
		},
		"RuntimeMissing": {
			reason: "A runtime that is neither built in nor defined must be named with those that are.",
			input:  claimDoc + "  backendRuntimeConfig: {backendName: engine-2}\n" + hubModelDoc + engineDoc,
			want:   []string{`spec.backendRuntimeConfig.backendName: Not found: "engine-2": no BackendRuntime of this name is built in or defined (there is: engine, llamacpp, ollama, sglang, tensorrt-llm, tgi, vllm): use one of them or add inference_backend_runtime.<x>.manifest to references (PG-C6)`},
		},
		"ConfigMissing": {
			reason: "A configuration that the runtime lacks must be named with those it has.",
			input:  claimDoc + "  backendRuntimeConfig: {configName: long-context}\n" + hubModelDoc,
			want:   []string{`spec.backendRuntimeConfig.configName: Not found: "long-context": BackendRuntime vllm has no recommended configuration of this name (it has: default, model-parallelism, speculative-decoding): set config_name to one of them or add the configuration to the runtime (PG-C7)`},
		},
		"ConfigOfRolesMissing": {
			reason: "A draft model asks for a configuration that not every runtime has; the message must say where the name comes from.",
			input:  playgroundDoc + "  modelClaims: {models: [{name: qwen2-7b}, {name: qwen2-7b, role: draft}]}\n  backendRuntimeConfig: {backendName: sglang}\n" + hubModelDoc,
			want:   []string{`spec.backendRuntimeConfig.configName: Not found: "speculative-decoding": BackendRuntime sglang has no recommended configuration of this name, which follows from the claimed models (it has: default): set config_name to one of them or add the configuration to the runtime (PG-C7)`},
		},
		"ModelAndRuntimeMissing": {
			reason: "Everything that is missing is reported at once.",
			input:  playgroundDoc + "  modelClaim: {modelName: llama}\n  backendRuntimeConfig: {backendName: engine-2}\n",
			want: []string{
				`spec.modelClaim.modelName: Not found: "llama": references has no OpenModel of this name (it has: none): add inference_open_model.<x>.manifest to references (PG-C1)`,
				`spec.backendRuntimeConfig.backendName: Not found: "engine-2": no BackendRuntime of this name is built in or defined (there is: llamacpp, ollama, sglang, tensorrt-llm, tgi, vllm): use one of them or add inference_backend_runtime.<x>.manifest to references (PG-C6)`,
			},
		},
		"DraftMissing": {
			reason: "A configuration for speculative decoding cannot run one model.",
			input:  claimDoc + "  backendRuntimeConfig: {configName: speculative-decoding}\n" + hubModelDoc,
			want:   []string{`spec.backendRuntimeConfig.configName: Invalid value: "speculative-decoding": args[9] of configuration speculative-decoding of BackendRuntime vllm needs a draft model: claim one in model_claims with the role draft, or choose another configuration (BR-C1)`},
		},
		"TokenUnknown": {
			reason: "A token that stands for nothing would reach the engine as an empty argument.",
			input:  claimDoc + "  backendRuntimeConfig: {backendName: engine}\n" + hubModelDoc + engineDoc + `    args: [--tp, "{{ .Tp }}"]` + "\n",
			want:   []string{`references[1]: Invalid value: "engine": args[1] of configuration default of BackendRuntime engine uses {{ .Tp }}: only {{ .ModelPath }}, {{ .ModelName }}, {{ .DraftModelPath }}, {{ .TP }} and {{ .PP }} stand for something, write one of them (BR-C1)`},
		},
		"TriggerMissing": {
			reason: "A reference to a trigger that the runtime lacks would silently scale nothing.",
			input: claimDoc + "  backendRuntimeConfig: {backendName: engine}\n  elasticConfig: {maxReplicas: 3, scaleTriggerRef: {name: gpu}}\n" +
				hubModelDoc + engineDoc + "  scaleTriggers: [{name: cpu, hpa: {}}]\n",
			want: []string{`spec.elasticConfig.scaleTriggerRef.name: Not found: "gpu": BackendRuntime engine has no scale trigger of this name (it has: cpu): refer to one of them or set scale_trigger (DR-16)`},
		},
		"S3Loaded": {
			reason: "The loader cannot read S3 and its pod would wait forever.",
			input:  claimDoc + uriModelDoc("qwen2-7b", "s3://models/qwen2-7b"),
			want:   []string{`spec.modelClaim.modelName: Invalid value: "qwen2-7b": the model loader cannot read s3://models/qwen2-7b: set the annotation llmaz.io/skip-model-loader = "true" and use a runtime that loads the weights itself (OM-C5)`},
		},
		"GCSLoaded": {
			reason: "The same holds for GCS, and for an annotation that is not exactly true.",
			input:  strings.Replace(claimDoc, "SKIP", "True", 1) + uriModelDoc("qwen2-7b", "gcs://models/qwen2-7b"),
			want:   []string{`spec.modelClaim.modelName: Invalid value: "qwen2-7b": the model loader cannot read gcs://models/qwen2-7b: set the annotation llmaz.io/skip-model-loader = "true" and use a runtime that loads the weights itself (OM-C5)`},
		},
		"HostSkipped": {
			reason: "Without the loader nothing mounts the directory of the host.",
			input:  strings.Replace(claimDoc, "SKIP", "true", 1) + uriModelDoc("qwen2-7b", "host:///mnt/qwen2"),
			want:   []string{`spec.modelClaim.modelName: Invalid value: "qwen2-7b": with the annotation llmaz.io/skip-model-loader nothing mounts host:///mnt/qwen2: remove the annotation, a host:// model needs no loader (DR-10)`},
		},
		"TwoHosts": {
			reason: "Two directories of the host would be two volumes of one name.",
			input: playgroundDoc + "  modelClaims: {models: [{name: a}, {name: b, role: draft}]}\n" +
				uriModelDoc("a", "host:///mnt/a") + uriModelDoc("b", "HOST:///mnt/b"),
			want: []string{`spec.modelClaims.models: Forbidden: only one of the claimed models can come from a directory of the host: load the others from a model hub or an object store (DUP-6)`},
		},
		"SourceMissing": {
			reason: "A model without a source cannot be loaded.",
			input:  claimDoc + strings.Replace(hubModelDoc, "source: {modelHub: {modelID: Qwen/Qwen2.5-7B-Instruct}}", "source: {}", 1),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": spec.source is empty: set modelHub or uri (OM-W1)`},
		},
		"ModelIDMissing": {
			reason: "A hub without a model cannot be loaded from.",
			input:  claimDoc + strings.Replace(hubModelDoc, "{modelID: Qwen/Qwen2.5-7B-Instruct}", "{revision: main}", 1),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": spec.source.modelHub has no modelID: name the model on the hub (OM-C2)`},
		},
		"URIWithoutScheme": {
			reason: "A path is not a URI.",
			input:  claimDoc + uriModelDoc("qwen2-7b", "/mnt/qwen2"),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": spec.source.uri is "/mnt/qwen2": write <scheme>://<address> (OM-W2)`},
		},
		"URISchemeUnknown": {
			reason: "The scheme of Hugging Face in other tools is none here.",
			input:  claimDoc + uriModelDoc("qwen2-7b", "hf://Qwen/Qwen2.5-7B"),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": spec.source.uri is "hf://Qwen/Qwen2.5-7B": the scheme must be gcs, oss, s3, ollama or host (OM-W3)`},
		},
		"OSSWithoutEndpoint": {
			reason: "The endpoint of an OSS location is what follows the first dot.",
			input:  claimDoc + uriModelDoc("qwen2-7b", "oss://models/qwen2.5"),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": spec.source.uri is "oss://models/qwen2.5": write oss://<bucket>.<endpoint>/<path> (OM-W4)`},
		},
		"S3WithoutPath": {
			reason: "A bucket alone is no model.",
			input:  strings.Replace(claimDoc, "SKIP", "true", 1) + uriModelDoc("qwen2-7b", "s3://models"),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": spec.source.uri is "s3://models": write s3://<bucket>/<path> (OM-W5)`},
		},
		"HostPathRelative": {
			reason: "A volume of the host needs an absolute path.",
			input:  claimDoc + uriModelDoc("qwen2-7b", "host://mnt/qwen2"),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": spec.source.uri is "host://mnt/qwen2": write host:// and an absolute path, such as host:///mnt/models (OM-C4)`},
		},
		"CacheEmpty": {
			reason: "A cache needs to be something.",
			input:  claimDoc + directOptionsDoc("{cache: {accessMode: ReadWriteMany}}") + hubModelDoc,
			want:   []string{`direct.cache: Required value: exactly one of claim_name (an existing PersistentVolumeClaim) and size (of one to create) is needed: set one of them (DR-11)`},
		},
		"CacheTwice": {
			reason: "A cache cannot be an existing claim and a new one.",
			input:  claimDoc + directOptionsDoc("{cache: {claimName: weights, size: 1Gi}}") + hubModelDoc,
			want:   []string{`direct.cache: Forbidden: exactly one of claim_name (an existing PersistentVolumeClaim) and size (of one to create) is needed: remove one of them (DR-11)`},
		},
		"CacheOfNothing": {
			reason: "A claim of no size is refused by the API server only at apply.",
			input:  claimDoc + directOptionsDoc("{cache: {size: 0}}") + hubModelDoc,
			want:   []string{`direct.cache.size: Invalid value: "0": must be greater than zero, such as 100Gi (DR-3)`},
		},
		"CacheUnused": {
			reason: "A cache that nothing is loaded into would be paid for in vain.",
			input:  strings.Replace(claimDoc, "SKIP", "true", 1) + directOptionsDoc("{cache: {size: 1Gi}}") + hubModelDoc,
			want:   []string{`direct.cache: Forbidden: no weights are loaded that it could keep, because they are on the host already or no loader runs: remove cache (DR-12)`},
		},
		"StartupWithoutProbe": {
			reason: "A startup budget needs a startup probe.",
			input:  claimDoc + "  backendRuntimeConfig: {backendName: engine}\n" + directOptionsDoc("{startupSeconds: 600}") + hubModelDoc + engineDoc,
			want:   []string{`direct.startupSeconds: Invalid value: 600: BackendRuntime engine has no startup probe, so nothing bounds the start of its container: remove startup_seconds (DR-17)`},
		},
		"LimitBelowRequest": {
			reason: "Only CPU and memory limits are raised; for the rest the pods would be refused.",
			input: claimDoc + "  backendRuntimeConfig: {backendName: engine, resources: {limits: {ephemeral-storage: 5Gi, cpu: 1}}}\n" +
				hubModelDoc + engineDoc + "    resources: {requests: {ephemeral-storage: 10Gi, cpu: 2}}\n",
			want: []string{`spec.backendRuntimeConfig.resources.limits[ephemeral-storage]: Invalid value: "5Gi": is below the request of 10Gi, which configuration default of BackendRuntime engine may have set: raise the limit or lower the request (DR-21)`},
		},
		"NameTooLong": {
			reason: "A LeaderWorkerSet with a longer name never gets its pods.",
			input:  strings.Replace(claimDoc, "name: qwen\n", "name: "+longName+"\n", 1) + directOptionsDoc("{workload: LeaderWorkerSet}") + hubModelDoc,
			want:   []string{`metadata.name: Invalid value: "` + longName + `": has 53 characters; at most 52 are allowed, because a StatefulSet is named after it and its pods carry that name with a hash in a label: no pod could be created; shorten it (N-3)`},
		},
		"HostsNotANumber": {
			reason: "llmaz v0.1.0 silently serves on one host what was meant for several.",
			input:  claimDoc + spreadModelDoc(`{PP: two, TP: "8"}`),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": params.PP of flavor h100 is "two": write the number of hosts, 1 or more (DR-19)`},
		},
		"HostsNone": {
			reason: "A LeaderWorkerSet has no groups of nobody.",
			input:  claimDoc + spreadModelDoc(`{PP: "0", TP: "8"}`),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": params.PP of flavor h100 is "0": write the number of hosts, 1 or more (DR-19)`},
		},
		"HostsDeployment": {
			reason: "A Deployment knows no leader and no workers, and its pods no address of a leader.",
			input:  claimDoc + directOptionsDoc("{workload: Deployment}") + spreadModelDoc(`{PP: "2", TP: "8"}`),
			want:   []string{`direct.workload: Invalid value: "Deployment": flavor h100 of OpenModel qwen2-7b spreads the model over 2 hosts (params.PP), which takes a LeaderWorkerSet: remove workload, or that (DR-15)`},
		},
		"TopologyDeployment": {
			reason: "Nobody would place the pods of a Deployment by the annotations of a LeaderWorkerSet.",
			input: strings.Replace(claimDoc, "llmaz.io/skip-model-loader", "leaderworkerset.sigs.k8s.io/exclusive-topology", 1) +
				directOptionsDoc("{workload: Deployment}") + hubModelDoc,
			want: []string{`direct.workload: Invalid value: "Deployment": metadata.annotations has "leaderworkerset.sigs.k8s.io/exclusive-topology", which takes a LeaderWorkerSet: remove workload, or that (DR-15)`},
		},
		"VariableDeployment": {
			reason: "A Deployment does not set the variables of a LeaderWorkerSet.",
			input: claimDoc + "  backendRuntimeConfig: {args: [--nccl-init, \"$(LWS_LEADER_ADDRESS):5000\"]}\n" +
				directOptionsDoc("{workload: Deployment}") + hubModelDoc,
			want: []string{`direct.workload: Invalid value: "Deployment": a container refers to LWS_LEADER_ADDRESS, which takes a LeaderWorkerSet: remove workload, or that (DR-15)`},
		},
		"HostsWithoutCommands": {
			reason: "The controller of v0.1.0 crashes on a runtime that lacks a command.",
			input: claimDoc + "  backendRuntimeConfig: {backendName: engine, configName: default}\n" + spreadModelDoc(`{PP: "2"}`) +
				strings.Replace(engineDoc, "  version", "  multiHostCommands: {}\n  version", 1),
			want: []string{
				`references[1]: Required value: BackendRuntime engine has no spec.multiHostCommands.leader, and flavor h100 of OpenModel qwen2-7b spreads the model over 2 hosts (params.PP): set it, or claim a flavor without PP (DR-20)`,
				`references[1]: Required value: BackendRuntime engine has no spec.multiHostCommands.worker, and flavor h100 of OpenModel qwen2-7b spreads the model over 2 hosts (params.PP): set it, or claim a flavor without PP (DR-20)`,
			},
		},
		"HostsWithoutConfig": {
			reason: "Several hosts ask for a configuration that not every runtime has; the message must say where the name comes from.",
			input: claimDoc + "  backendRuntimeConfig: {backendName: engine}\n" + spreadModelDoc(`{PP: "2"}`) +
				strings.Replace(engineDoc, "  version", "  multiHostCommands: {leader: [a], worker: [b]}\n  version", 1),
			want: []string{`spec.backendRuntimeConfig.configName: Not found: "model-parallelism": BackendRuntime engine has no recommended configuration of this name, which follows from params.PP of the flavor (it has: default): set config_name to one of them or add the configuration to the runtime (PG-C7)`},
		},
		"TensorParallelismUnknown": {
			reason: "A size that nothing says would reach the engine as nothing.",
			input:  claimDoc + "  backendRuntimeConfig: {configName: model-parallelism}\n" + strings.ReplaceAll(hubModelDoc, ", limits: {nvidia.com/gpu: 1}", ""),
			want:   []string{`spec.backendRuntimeConfig.configName: Invalid value: "model-parallelism": args[9] of configuration model-parallelism of BackendRuntime vllm uses {{ .TP }}, which is the number of accelerators of the claimed flavor: give it limits such as nvidia.com/gpu or the param TP, or choose another configuration (BR-C1)`},
		},
		"TensorParallelismNotANumber": {
			reason: "The engine would refuse it, once its accelerators are paid for.",
			input:  claimDoc + spreadModelDoc(`{TP: two}`),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": params.TP of flavor h100 is "two": write the number of accelerators that share a layer, 1 or more (DR-19)`},
		},
		"StartupPolicyOnOneHost": {
			reason: "An option without effect is a mistake.",
			input:  claimDoc + directOptionsDoc("{startupPolicy: LeaderReady}") + hubModelDoc,
			want:   []string{`direct.startupPolicy: Invalid value: "LeaderReady": the model is served by one host, where no worker could wait for a leader: remove startup_policy (DR-18)`},
		},
		"HostsNameTooLong": {
			reason: "The StatefulSet of the workers has the number of the group in its name, of the last one that an autoscaler may add.",
			input: strings.Replace(claimDoc, "name: qwen\n", "name: "+longName[:50]+"\n", 1) +
				"  elasticConfig: {maxReplicas: 11, scaleTrigger: {hpa: {}}}\n" + spreadModelDoc(`{PP: "2", TP: "8"}`),
			want: []string{`metadata.name: Invalid value: "` + longName[:50] + `": has 50 characters; at most 49 are allowed for groups of several hosts, because the StatefulSet of the last group is named ` + "`<name>-10`" + ` and its pods carry that name with a hash in a label; shorten it (N-4)`},
		},
		"OptionUnknown": {
			reason: "An option that does not exist must not be dropped.",
			input:  claimDoc + directOptionsDoc("{replicas: 2}") + hubModelDoc,
			want:   []string{`direct: Invalid value: "qwen": decoding direct.Llmaz: strict decoding error: unknown field "replicas" (DR-2)`},
		},
	}
	expectErrors(t, RenderPlayground, cases)
}

// TestRenderPlaygroundLongDeployment proves that only a LeaderWorkerSet bounds the name further.
func TestRenderPlaygroundLongDeployment(t *testing.T) {
	input := strings.Replace(claimDoc, "name: qwen\n", "name: "+strings.Repeat("q", 53)+"\n", 1) +
		hubModelDoc
	out, errs := RenderPlayground(rendertest.Parse(t, []byte(input)))
	if len(errs) > 0 || len(out.Objects) != 2 {
		t.Errorf("got %d objects and errors %v, want a Deployment and a Service", len(out.Objects), errs)
	}
}
