package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

var servedGPUCases = map[string]kindstest.Case{
	"vLLM without a GPU": serving(kindstest.Case{
		Reason: "its image needs one", Want: []string{"warning I-29 spec.resources.gpu: say how many"},
	}, onVLLM, noGPU),
	"vLLM for processors": serving(kindstest.Case{
		Reason: "the image is the user's", Near: []string{"I-29"},
	}, onVLLM+", image: vllm-cpu", noGPU),
	"vLLM with a GPU of the service": serving(kindstest.Case{
		Reason: "the service may ask for it", Near: []string{"I-29", "I-34"},
	}, onVLLM+", resources: {gpu: 1}, vllmConfig: {gpuMemoryUtilization: 0.8}", noGPU),
	"vLLM with claims": serving(kindstest.Case{
		Reason: "a driver provides the GPU", Near: []string{"I-29"},
	}, onVLLM, claimGPUs),
	"options of a GPU for vLLM": serving(kindstest.Case{
		Reason: "LLMKube leaves them out",
		Want:   []string{"warning I-34 spec.vllmConfig.cpuOffloadGB: is left out", "warning I-34 spec.vllmConfig.gpuMemoryUtilization: is left out", "warning I-35 spec.vllmConfig.cpuOffloadGB: ignore it"},
	}, onVLLM+", image: i, vllmConfig: {cpuOffloadGB: 4, gpuMemoryUtilization: 0.8}", claimGPUs),
	"flash attention without a GPU": serving(kindstest.Case{
		Reason: "nothing is emitted", Want: []string{"warning I-40 spec.flashAttention: is left out"},
	}, "flashAttention: true", noGPU),
	"flash attention of another runtime": serving(kindstest.Case{
		Reason: "another rule says that it does not count", Want: []string{"warning I-20 spec.flashAttention: llama"}, Near: []string{"I-40"},
	}, onVLLM+", flashAttention: true, image: i", noGPU),
	"flash attention": serving(kindstest.Case{
		Reason: "the model has a GPU", Near: []string{"I-40"},
	}, "flashAttention: true", oneGPU),
	"flash attention with a GPU of the service": serving(kindstest.Case{
		Reason: "the service may ask for it", Near: []string{"I-40"},
	}, "flashAttention: true, image: i, resources: {gpu: 1}", noGPU),
	"option of a GPU for SGLang": serving(kindstest.Case{
		Reason: "LLMKube leaves it out", Want: []string{"warning I-53 spec.sglangConfig.memFractionStatic: is left out"},
	}, onSGLang+", sglangConfig: {memFractionStatic: 0.8}", claimGPUs),
	"SGLang with a GPU": serving(kindstest.Case{
		Reason: "LLMKube passes it on", Near: []string{"I-53"},
	}, onSGLang+", sglangConfig: {memFractionStatic: 0.8}, resources: {gpu: 1}", noGPU),
	"another number of GPUs": serving(kindstest.Case{
		Reason: "that of the model wins", Want: []string{"warning I-59 spec.resources.gpu: pods ask for 2"},
	}, "resources: {gpu: 1}", twoGPUs),
	"the same number of GPUs": serving(kindstest.Case{
		Reason: "they agree", Near: []string{"I-59"},
	}, "resources: {gpu: 2}", twoGPUs),
	"two shared GPUs": serving(kindstest.Case{
		Reason: "one can be shared", Want: []string{"I-60 spec.resources.gpuSharing.mode: asks for 2"},
	}, "resources: {gpuSharing: {mode: shared}}", twoGPUs),
	"one shared GPU": serving(kindstest.Case{
		Reason: "one can be shared", Near: []string{"I-60", "I-61"},
	}, "resources: {gpuSharing: {mode: shared}}", oneGPU),
	"one shared GPU of the service": serving(kindstest.Case{
		Reason: "the service may ask for it", Near: []string{"I-60"},
	}, "image: i, resources: {gpu: 1, gpuSharing: {mode: shared}}", noGPU),
	"shared claims": serving(kindstest.Case{
		Reason: "claims share by themselves", Want: []string{"I-61 spec.resources.gpuSharing.mode: leave `gpu_sharing` out"},
	}, "image: i, resources: {gpuSharing: {mode: shared}}", claimGPUs),
	"partition of AMD": serving(kindstest.Case{
		Reason: "there are none", Want: []string{"I-62 spec.resources.gpuSharing.mode: is for amd"},
	}, "resources: {gpuSharing: {mode: partitioned, profile: 1g.24gb}}", forGPU("count: 1, vendor: amd, runtime: rocm")),
	"partition with a resource": serving(kindstest.Case{
		Reason: "the profile names one too", Want: []string{"I-62 spec.resources.gpuSharing.mode: remove one of them"},
	}, "resources: {gpuSharing: {mode: partitioned, profile: 1g.24gb}}", forGPU("count: 1, resourceName: nvidia.com/mig-1g.24gb")),
	"partition": serving(kindstest.Case{
		Reason: "nvidia has them", Near: []string{"I-62"},
	}, "resources: {gpuSharing: {mode: partitioned, profile: 1g.24gb}}", oneGPU),
	"vLLM over too many GPUs": serving(kindstest.Case{
		Reason: "the pod has fewer", Want: []string{"I-64 spec.vllmConfig.tensorParallelSize: a pod has 2 GPUs"},
	}, onVLLM+", vllmConfig: {tensorParallelSize: 4}", twoGPUs),
	"vLLM over all GPUs": serving(kindstest.Case{
		Reason: "each has a part", Near: []string{"I-64"},
	}, onVLLM+", vllmConfig: {tensorParallelSize: 2}", twoGPUs),
	"vLLM over all GPUs of the service": serving(kindstest.Case{
		Reason: "more than it asks for", Want: []string{"I-64 spec.vllmConfig.tensorParallelSize: a pod has 1 GPUs"},
	}, onVLLM+", vllmConfig: {tensorParallelSize: 2}, resources: {gpu: 1}", noGPU),
	"vLLM over a shared GPU": serving(kindstest.Case{
		Reason: "it has one part", Want: []string{"I-64 spec.vllmConfig.tensorParallelSize: cannot spread"},
	}, onVLLM+", vllmConfig: {tensorParallelSize: 2}, resources: {gpuSharing: {mode: shared}}", oneGPU),
	"SGLang over too many GPUs": serving(kindstest.Case{
		Reason: "2 times 2 is 4, and 3 is more than 2",
		Want:   []string{"I-65 spec.sglangConfig.tensorParallelSize: spread over 4", "I-65 spec.sglangConfig.expertParallelSize: spread over 3"},
	}, onSGLang+", sglangConfig: {tensorParallelSize: 2, dataParallelSize: 2, expertParallelSize: 3}", twoGPUs),
	"SGLang with copies": serving(kindstest.Case{
		Reason: "each copy needs a GPU", Want: []string{"I-65 spec.sglangConfig.dataParallelSize: spread over 3"},
	}, onSGLang+", sglangConfig: {dataParallelSize: 3}", twoGPUs),
	"SGLang over all GPUs": serving(kindstest.Case{
		Reason: "each has a part", Near: []string{"I-65"},
	}, onSGLang+", sglangConfig: {tensorParallelSize: 2, expertParallelSize: 2}", twoGPUs),
	"SGLang over all GPUs of the service": serving(kindstest.Case{
		Reason: "more than it asks for", Want: []string{"I-65 spec.sglangConfig.tensorParallelSize: a pod has 1 GPUs"},
	}, onSGLang+", sglangConfig: {tensorParallelSize: 2}, resources: {gpu: 1}", noGPU),
	"SGLang over a shared GPU": serving(kindstest.Case{
		Reason: "it has one part", Want: []string{"I-65 spec.sglangConfig.tensorParallelSize: cannot spread"},
	}, onSGLang+", sglangConfig: {tensorParallelSize: 2}, resources: {gpuSharing: {mode: shared}}", oneGPU),
	"placement without a GPU, v0.8.7": serving(kindstest.Case{
		Reason: "it is dropped", Release: "v0.8.7",
		Want: []string{"warning I-66 spec.nodeSelector: upgrade LLMKube", "warning I-66 spec.tolerations: upgrade LLMKube"},
	}, "nodeSelector: {a: b}, tolerations: [{operator: Exists}]", noGPU),
	"placement with a GPU, v0.8.7": serving(kindstest.Case{
		Reason: "it counts", Release: "v0.8.7", Near: []string{"I-66"},
	}, "image: i, nodeSelector: {a: b}, tolerations: [{operator: Exists}], resources: {gpu: 1}", noGPU),
	"placement with claims": serving(kindstest.Case{
		Reason: "it replaces what LLMKube sets",
		Want:   []string{"warning I-67 spec.nodeSelector: repeat that here", "warning I-67 spec.tolerations: repeat that here"},
	}, "image: i, nodeSelector: {a: b}, tolerations: [{operator: Exists}]", claimGPUs),
	"placement with a device plugin": serving(kindstest.Case{
		Reason: "it is added", Near: []string{"I-67"},
	}, "nodeSelector: {a: b}, tolerations: [{operator: Exists}]", oneGPU),
	"image of v0.8.7": serving(kindstest.Case{
		Reason: "it is for processors", Release: "v0.8.7", Want: []string{"I-68 spec.image: whatever the GPU"},
	}, "", oneGPU),
	"image of v0.8.7, GPU of the service": serving(kindstest.Case{
		Reason: "it is for processors", Release: "v0.8.7", Want: []string{"I-68 spec.image: whatever the GPU"},
	}, "resources: {gpu: 1}", noGPU),
	"another image with v0.8.7": serving(kindstest.Case{
		Reason: "the image is the user's", Release: "v0.8.7", Near: []string{"I-68"},
	}, "image: i", oneGPU),
	"vLLM with v0.8.7": serving(kindstest.Case{
		Reason: "its image is for GPUs", Release: "v0.8.7", Near: []string{"I-68"},
	}, onVLLM, oneGPU),
	"GPU of the service alone": serving(kindstest.Case{
		Reason: "the image follows the model", Want: []string{"warning I-68 spec.image: set the image"},
	}, "resources: {gpu: 1}", noGPU),
	"GPU of the service alone, another image": serving(kindstest.Case{
		Reason: "the image is the user's", Near: []string{"I-68"},
	}, "image: i, resources: {gpu: 1}", noGPU),
	"GPU of the service and a model for GPUs": serving(kindstest.Case{
		Reason: "the model says so", Near: []string{"I-68"},
	}, "resources: {gpu: 1}", forGPU("enabled: true")),
	"claims and llama.cpp": serving(kindstest.Case{
		Reason: "the image follows the count", Want: []string{"warning I-68 spec.image: set the image"},
	}, "", claimGPUs),
	"AMD without a driver": serving(kindstest.Case{
		Reason: "no image follows", Want: []string{"warning I-68 spec.image: set the image"},
	}, "", forGPU("count: 1, vendor: amd")),
	"AMD with a driver": serving(kindstest.Case{
		Reason: "an image follows", Near: []string{"I-68"},
	}, "", forGPU("count: 1, vendor: amd, runtime: vulkan")),
	"vLLM on AMD": serving(kindstest.Case{
		Reason: "its image is for nvidia", Want: []string{"warning I-69 spec.image: is for amd"},
	}, onVLLM, forGPU("count: 1, vendor: amd")),
	"vLLM on AMD with its image": serving(kindstest.Case{
		Reason: "the image is the user's", Near: []string{"I-69"},
	}, onVLLM+", image: vllm-rocm", forGPU("count: 1, vendor: amd")),
	"SGLang on AMD": serving(kindstest.Case{
		Reason: "LLMKube has an image for it", Near: []string{"I-69"},
	}, onSGLang, forGPU("count: 1, vendor: amd")),
}
