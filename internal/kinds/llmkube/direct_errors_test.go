package llmkube

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

const (
	directServiceDoc = "apiVersion: inference.llmkube.dev/v1alpha1\nkind: InferenceService\nmetadata: {name: chat, namespace: llm}\nspec:\n  modelRef: m1\n"
	directModelDoc   = "\n---\napiVersion: inference.llmkube.dev/v1alpha1\nkind: Model\nmetadata: {name: m1, namespace: llm}\nspec:\n"
	directFileDoc    = directModelDoc + "  source: https://example.com/m.gguf\n"
	directHubDoc     = directModelDoc + "  source: org/name\n"
	directOptionsDoc = "\n---\nkind: Direct\noptions:\n"
)

func TestRenderServiceErrors(t *testing.T) {
	cases := map[string]struct {
		reason, input string
		want          []string
	}{
		"ModelMissing": {
			reason: "A model that is not defined is named with those that are, and the remedy.",
			input:  directServiceDoc + "\n---\napiVersion: inference.llmkube.dev/v1alpha1\nkind: Model\nmetadata: {name: m2, namespace: llm}\nspec: {source: org/name}\n",
			want:   []string{`spec.modelRef: Not found: "m1": references has no Model of this name in the namespace llm (it has: m2): add inference_llmkube_model.<x>.manifest to references (I-05)`},
		},
		"ModelElsewhere": {
			reason: "A model of another namespace is another model.",
			input:  directServiceDoc + "\n---\napiVersion: inference.llmkube.dev/v1alpha1\nkind: Model\nmetadata: {name: m1}\nspec: {source: org/name}\n",
			want:   []string{`spec.modelRef: Not found: "m1": references has no Model of this name in the namespace llm (it has: m1): add inference_llmkube_model.<x>.manifest to references (I-05)`},
		},
		"DraftMissing": {
			reason: "The same holds for the model that drafts.",
			input:  directServiceDoc + "  speculativeDecoding: {type: draft, draftModelRef: d1}\n" + directFileDoc,
			want:   []string{`spec.speculativeDecoding.draftModelRef: Not found: "d1": references has no Model of this name in the namespace llm (it has: m1): add inference_llmkube_model.<x>.manifest to references (I-05)`},
		},
		"ModelUnknownField": {
			reason: "A misspelt field of a definition must not be dropped.",
			input:  directServiceDoc + directFileDoc + "  sha: x\n",
			want:   []string{`references[0]: Invalid value: "m1": decoding v1alpha1.Model: strict decoding error: unknown field "spec.sha" (DR-2)`},
		},
		"ModelBreaksRules": {
			reason: "A definition that is written by hand is held to the rules of models.",
			input:  directServiceDoc + directModelDoc + "  source: pvc://claim\n",
			want:   []string{"references[0]: Invalid value: \"m1\": spec.source: must be `pvc://<claim>/<path>`, with the path of the model in the volume (M-03)"},
		},
		"Metal": {
			reason: "A Mac is outside the cluster.",
			input:  directServiceDoc + directFileDoc + "  hardware: {accelerator: metal}\n",
			want:   []string{`spec.modelRef: Invalid value: "m1": the model is for Metal, which LLMKube's agent serves on a Mac outside the cluster, so there is nothing to render; set mode to "operator", or give the model another hardware.accelerator (DR-10)`},
		},
		"OperatorParts": {
			reason: "What needs LLMKube's processes is refused where it is asked for, all at once.",
			input: directServiceDoc + "  endpoint: {gateway: {enabled: true, gatewayRef: {name: g}}}\n  slo: {objective: \"99\"}\n  maxPodLifetimeSeconds: 60\n" +
				"  rolloutPolicy: {waitForIdle: true}\n" + directFileDoc,
			want: []string{
				`spec.endpoint.gateway.enabled: Forbidden: direct mode renders no objects of Envoy AI Gateway; leave it out, or set mode to "operator" (DR-11)`,
				`spec.slo: Forbidden: direct mode renders no objectives for Pyrra; leave it out, or set mode to "operator" (DR-11)`,
				`spec.maxPodLifetimeSeconds: Forbidden: only LLMKube's controller watches the age of pods; leave it out, or set mode to "operator" (DR-11)`,
				`spec.rolloutPolicy.waitForIdle: Forbidden: only LLMKube's controller watches what pods are doing; leave it out, or set mode to "operator" (DR-11)`,
			},
		},
		"RepositoryForLlamaCpp": {
			reason: "llama.cpp is given a file, and a repository is none.",
			input:  directServiceDoc + directHubDoc,
			want:   []string{`spec.modelRef: Invalid value: "m1": the source of the model is the whole repository org/name, which the download cannot fetch: list the file in files of the model, or use the https address of one file as its source (I-26)`},
		},
		"RepositoryForVLLM": {
			reason: "vLLM loads a repository by itself when it is told to.",
			input:  directServiceDoc + "  runtime: vllm\n" + directHubDoc,
			want:   []string{`spec.modelRef: Invalid value: "m1": the source of the model is the whole repository org/name, which the download cannot fetch: set skip_model_init to true, so that the engine loads the repository itself, or list files of the model (I-27)`},
		},
		"RepositoryAsDraft": {
			reason: "A draft that cannot be fetched is named where it is referred to.",
			input: directServiceDoc + "  speculativeDecoding: {type: draft, draftModelRef: d1}\n" + directFileDoc +
				"\n---\napiVersion: inference.llmkube.dev/v1alpha1\nkind: Model\nmetadata: {name: d1, namespace: llm}\nspec: {source: org/name}\n",
			want: []string{`spec.speculativeDecoding.draftModelRef: Invalid value: "d1": the source of the model is the whole repository org/name, which the download cannot fetch: list the file in files of the model, or use the https address of one file as its source (I-26)`},
		},
		"DataSet": {
			reason: "The address of a data set is no model.",
			input:  directServiceDoc + directModelDoc + "  source: https://huggingface.co/datasets/org/name\n",
			want:   []string{`spec.modelRef: Invalid value: "m1": nothing can be fetched from https://huggingface.co/datasets/org/name, the source of the model: use an https address of a file, hf://<org>/<name> with files, s3:// or pvc:// (M-02)`},
		},
		"FolderNotAllowed": {
			reason: "Files of nodes are read below the allowed folders only, whatever the path looks like.",
			input:  directServiceDoc + directOptionsDoc + "  hostFolders: [/srv/models]\n" + directModelDoc + "  source: /srv/models/../secrets/m.gguf\n",
			want:   []string{`spec.modelRef: Invalid value: "m1": the source of the model is /srv/secrets/m.gguf of the node, which is in none of the folders that direct.host_folders allows: add its folder there, or put the model on a claim (M-05)`},
		},
		"FolderOfSimilarName": {
			reason: "A folder does not allow another whose name begins like it.",
			input:  directServiceDoc + directOptionsDoc + "  hostFolders: [/srv/models]\n" + directModelDoc + "  source: /srv/models-2/m.gguf\n",
			want:   []string{`spec.modelRef: Invalid value: "m1": the source of the model is /srv/models-2/m.gguf of the node, which is in none of the folders that direct.host_folders allows: add its folder there, or put the model on a claim (M-05)`},
		},
		"DraftNotStaged": {
			reason: "llama.cpp would start without the draft, or not at all.",
			input:  directServiceDoc + "  speculativeDecoding: {type: draft, draftModel: d.gguf}\n" + directModelDoc + "  source: hf://org/name\n  files: [m.gguf]\n",
			want:   []string{`spec.speculativeDecoding.draftModel: Invalid value: "d.gguf": must be one of the files that are loaded for Model m1 (it has: m.gguf): add it to files of the model (I-50)`},
		},
		"DraftWithoutDownload": {
			reason: "Nothing would download the draft.",
			input: directServiceDoc + "  skipModelInit: true\n  speculativeDecoding: {type: draft, draftModelRef: d1}\n" + directFileDoc +
				"\n---\napiVersion: inference.llmkube.dev/v1alpha1\nkind: Model\nmetadata: {name: d1, namespace: llm}\nspec: {source: \"https://example.com/d.gguf\"}\n",
			want: []string{`spec.speculativeDecoding.draftModelRef: Forbidden: with skip_model_init nothing is downloaded, the draft neither: give the draft in extra_args, or remove skip_model_init (DR-14)`},
		},
		"SharedByTwo": {
			reason: "Sharing is for one GPU.",
			input:  directServiceDoc + "  resources: {gpu: 2, gpuSharing: {mode: shared}}\n" + directOptionsDoc + "  sharedGPUNodes: {a: b}\n" + directFileDoc,
			want:   []string{`spec.resources.gpuSharing.mode: Invalid value: "shared": is for pods with exactly 1 GPU, and these have 2: set the count of Model m1, or resources.gpu, to 1 (I-60)`},
		},
		"SharedClaims": {
			reason: "Claims say themselves how they are shared.",
			input:  directServiceDoc + "  resources: {gpuSharing: {mode: shared}}\n" + directFileDoc + "  hardware: {gpu: {resourceClaims: [{name: g, resourceClaimName: g}]}}\n",
			want:   []string{`spec.resources.gpuSharing.mode: Invalid value: "shared": Model m1 gets its GPUs by resource claims, which say themselves how they are shared: remove gpu_sharing (I-61)`},
		},
		"PartitionOfAMD": {
			reason: "Only NVIDIA's GPUs have partitions of these names.",
			input:  directServiceDoc + "  resources: {gpuSharing: {mode: partitioned, profile: 1g.5gb}}\n" + directFileDoc + "  hardware: {gpu: {count: 1, vendor: amd}}\n",
			want:   []string{`spec.resources.gpuSharing.mode: Invalid value: "partitioned": only GPUs of NVIDIA under their own resource name have partitions: remove resource_name and the vendor of Model m1, or gpu_sharing (I-62)`},
		},
		"SharedNowhere": {
			reason: "Without labels the pods would land on GPUs that are not shared.",
			input:  directServiceDoc + "  resources: {gpu: 1, gpuSharing: {mode: shared}}\n" + directFileDoc,
			want:   []string{`direct.sharedGPUNodes: Required value: resources.gpu_sharing is for nodes whose GPUs are shared: say by which labels such nodes are known (I-63)`},
		},
		"SplitOverOthers": {
			reason: "A split over another number of GPUs would be dropped silently.",
			input:  directServiceDoc + "  resources: {gpu: 3}\n" + directFileDoc + "  hardware: {gpu: {sharding: {layerSplit: [0-9, 10-19]}}}\n",
			want:   []string{`spec.resources.gpu: Invalid value: 3: Model m1 splits its layers over 2 GPUs: ask for as many, or change its layer_split (M-21)`},
		},
		"CacheWithoutDownload": {
			reason: "Options of a claim that nobody makes would do nothing.",
			input:  directServiceDoc + "  modelCache: {claimName: mine}\n" + directOptionsDoc + "  cache: {size: 1Gi}\n" + directFileDoc,
			want:   []string{`direct.cache: Forbidden: no claim is made for the service, because nothing is downloaded for it or spec.model_cache says where to: remove cache (DR-12)`},
		},
		"CacheOfNothing": {
			reason: "The API server would refuse the claim after the apply has begun.",
			input:  directServiceDoc + directOptionsDoc + "  cache: {size: \"0\"}\n" + directFileDoc,
			want:   []string{`direct.cache.size: Invalid value: "0": must be greater than zero, such as 100Gi (DR-3)`},
		},
		"NoRoot": {
			reason: "The kubelet would never start the container that prepares the cache.",
			input:  directServiceDoc + "  podSecurityContext: {runAsNonRoot: true, fsGroup: 100}\n" + directFileDoc,
			want:   []string{`spec.podSecurityContext.runAsNonRoot: Forbidden: the container that prepares the cache runs as root: set direct.prepare_cache to false if the volume heeds fs_group, or leave run_as_non_root out (I-72)`},
		},
		"Mounts": {
			reason: "A list of mounts has each path once, and only volumes of the pod can be mounted.",
			input:  directServiceDoc + "  extraVolumes: [{name: a, emptyDir: {}}]\n  extraVolumeMounts: [{name: a, mountPath: /models}, {name: model-storage, mountPath: /b}]\n" + directFileDoc,
			want: []string{
				`spec.extraVolumeMounts[0].mountPath: Invalid value: "/models": the weights are mounted there: choose another path (I-74)`,
				`spec.extraVolumeMounts[1].name: Invalid value: "model-storage": the pods have no such volume (they have: model-cache, a): add it to extra_volumes (I-74)`,
			},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, rendertest.Errors(t, RenderService, tc.input)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
