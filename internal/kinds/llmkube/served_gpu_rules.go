package llmkube

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// servedGPURules are about the GPUs that a service and its model ask for together. Of
// those for operator mode alone the renderer says the same in direct mode.
var servedGPURules = []kinds.Rule{
	withOperator(warning(servedRule("I-29", "a runtime whose image needs a GPU gets one, from the service or its model",
		imageWithoutGPURule, "spec.runtime", "spec.image", "spec.resources.gpu"))),
	warning(servedRule("I-34", "options of vLLM for GPUs are set where the pod has GPUs",
		vllmWithoutGPURule, "spec.runtime", "spec.vllmConfig.cpuOffloadGB", "spec.vllmConfig.gpuMemoryUtilization", "spec.resources.gpu")),
	warning(servedRule("I-40", "`flash_attention` is set where the pod has GPUs",
		attentionWithoutGPURule, "spec.runtime", "spec.flashAttention", "spec.resources.gpu")),
	warning(servedRule("I-53", "options of SGLang for GPUs are set where the pod has GPUs",
		sglangWithoutGPURule, "spec.runtime", "spec.sglangConfig.memFractionStatic", "spec.resources.gpu")),
	withOperator(warning(servedRule("I-59", "`resources.gpu` is the number of GPUs of the model, which wins",
		gpuCountRule, "spec.resources.gpu"))),
	withOperator(servedRule("I-60", "a pod that shares its GPU asks for one, with its model",
		sharedCountRule, "spec.resources.gpuSharing.mode", "spec.resources.gpu")),
	withOperator(servedRule("I-61", "a GPU is shared only where the model has no `resource_claims`",
		sharedClaimsRule, "spec.resources.gpuSharing.mode")),
	withOperator(servedRule("I-62", "a partition is one of a GPU of nvidia whose model names no resource",
		partitionRule, "spec.resources.gpuSharing.mode")),
	servedRule("I-64", "vLLM is spread over no more GPUs than the pod has",
		vllmDegreesRule, "spec.vllmConfig.tensorParallelSize", "spec.resources.gpu", "spec.resources.gpuSharing.mode"),
	servedRule("I-65", "SGLang is spread over no more GPUs than the pod has",
		sglangDegreesRule, "spec.sglangConfig.tensorParallelSize", "spec.sglangConfig.dataParallelSize", "spec.sglangConfig.expertParallelSize",
		"spec.resources.gpu", "spec.resources.gpuSharing.mode"),
	inOldest(warning(servedRule("I-66", "`tolerations` and `node_selector` are set where the pod has GPUs, which LLMKube v0.8.7 alone places by them",
		placementWithoutGPURule, "spec.tolerations", "spec.nodeSelector", "spec.resources.gpu"))),
	withOperator(warning(servedRule("I-67", "`tolerations` and `node_selector` repeat those for GPUs where the model has `resource_claims`",
		placementOfClaimsRule, "spec.tolerations", "spec.nodeSelector"))),
	inOldest(servedRule("I-68", "the image fits the GPU, which LLMKube v0.8.7 does not look at",
		oldestImageRule, "spec.runtime", "spec.image", "spec.resources.gpu")),
	withOperator(warning(servedRule("I-68", "a pod with a GPU has an image for it",
		processorImageRule, "spec.runtime", "spec.image", "spec.resources.gpu"))),
	withOperator(warning(servedRule("I-69", "the image fits the vendor of the GPU",
		vendorImageRule, "spec.runtime", "spec.image"))),
}

func imageWithoutGPURule(v served) field.ErrorList {
	runtime := runtimeOf(v.InferenceService)
	if !slices.Contains([]string{"vllm", "sglang", "tgi"}, runtime) || v.Spec.Image != "" || v.gpus > 0 || v.claims() {
		return nil
	}
	return required(resourcesPath.Child("gpu"), fmt.Sprintf("the image of the runtime %q needs a GPU, and neither the service nor %s asks for one; say how many, or set `image` to one for processors", runtime, v.called()))
}

// withoutGPU says that an option is left out, because no GPU of a device plugin is asked for.
func (v served) withoutGPU(at *field.Path, value any) *field.Error {
	return field.Invalid(at, value, "is left out: neither the service nor "+v.called()+" asks for a number of GPUs; set `resources.gpu`, or remove it")
}

func vllmWithoutGPURule(v served) field.ErrorList {
	if v.gpus > 0 || runtimeOf(v.InferenceService) != "vllm" {
		return nil
	}
	var errs field.ErrorList
	config := vllm(v.InferenceService)
	if config.CPUOffloadGB != nil {
		errs = append(errs, v.withoutGPU(vllmPath.Child("cpuOffloadGB"), *config.CPUOffloadGB))
	}
	if config.GPUMemoryUtilization != nil {
		errs = append(errs, v.withoutGPU(vllmPath.Child("gpuMemoryUtilization"), *config.GPUMemoryUtilization))
	}
	return errs
}

func attentionWithoutGPURule(v served) field.ErrorList {
	if v.gpus > 0 || v.claims() || runtimeOf(v.InferenceService) != "llamacpp" || !isTrue(v.Spec.FlashAttention) {
		return nil
	}
	return field.ErrorList{v.withoutGPU(specPath.Child("flashAttention"), true)}
}

func sglangWithoutGPURule(v served) field.ErrorList {
	fraction := sglang(v.InferenceService).MemFractionStatic
	if v.gpus > 0 || runtimeOf(v.InferenceService) != "sglang" || fraction == nil {
		return nil
	}
	return field.ErrorList{v.withoutGPU(sglangPath.Child("memFractionStatic"), *fraction)}
}

func gpuCountRule(v served) field.ErrorList {
	wanted := resources(v.InferenceService).GPU
	if wanted == 0 || v.gpu.Count == 0 || wanted == v.gpu.Count {
		return nil
	}
	return invalid(resourcesPath.Child("gpu"), wanted, fmt.Sprintf("pods ask for %d, the number of %s, which wins; write the same, or leave it out", v.gpu.Count, v.called()))
}

// sharing is how the pod has its GPU, `exclusive` when nothing is said.
func (v served) sharing() string {
	if g := resources(v.InferenceService).GPUSharing; g != nil {
		return cmp.Or(g.Mode, "exclusive")
	}
	return "exclusive"
}

var sharingPath = resourcesPath.Child("gpuSharing", "mode")

func sharedCountRule(v served) field.ErrorList {
	if v.sharing() == "exclusive" || v.gpus == 1 || v.claims() {
		return nil
	}
	return invalid(sharingPath, v.sharing(), fmt.Sprintf("a pod can share exactly one GPU, and with %s this one asks for %d; ask for 1, or leave `gpu_sharing` out", v.called(), v.gpus))
}

func sharedClaimsRule(v served) field.ErrorList {
	if v.sharing() == "exclusive" || !v.claims() {
		return nil
	}
	return invalid(sharingPath, v.sharing(), v.called()+" has `resource_claims`, which decide themselves what is shared; leave `gpu_sharing` out")
}

func partitionRule(v served) field.ErrorList {
	if v.sharing() != "partitioned" {
		return nil
	}
	switch {
	case vendor(v.model) != "nvidia":
		return invalid(sharingPath, "partitioned", fmt.Sprintf("only GPUs of nvidia have partitions, and %s is for %s; use `shared` or `exclusive`", v.called(), vendor(v.model)))
	case v.gpu.ResourceName != "":
		return invalid(sharingPath, "partitioned", fmt.Sprintf("the profile names the resource, and so does `resource_name` of %s; remove one of them", v.called()))
	}
	return nil
}

// degree refuses more parallel parts than the pod has GPUs; none asked for is no bound.
func (v served) degree(at *field.Path, value, parts int32) *field.Error {
	switch {
	case v.sharing() != "exclusive" && parts > 1:
		return field.Invalid(at, value, "a pod that shares its GPU cannot spread the model; set it to 1, or leave `gpu_sharing` out")
	case v.gpus > 0 && parts > v.gpus:
		return field.Invalid(at, value, fmt.Sprintf("a pod has %d GPUs with %s, and the engine would be spread over %d; lower it, or ask for more GPUs", v.gpus, v.called(), parts))
	}
	return nil
}

func vllmDegreesRule(v served) field.ErrorList {
	size := vllm(v.InferenceService).TensorParallelSize
	if size == nil {
		return nil
	}
	if err := v.degree(vllmPath.Child("tensorParallelSize"), *size, *size); err != nil {
		return field.ErrorList{err}
	}
	return nil
}

func sglangDegreesRule(v served) field.ErrorList {
	config := sglang(v.InferenceService)
	one := int32(1)
	tensor, data := *cmp.Or(config.TensorParallelSize, &one), *cmp.Or(config.DataParallelSize, &one)
	var errs field.ErrorList
	at, value := sglangPath.Child("tensorParallelSize"), tensor
	if config.TensorParallelSize == nil {
		at, value = sglangPath.Child("dataParallelSize"), data
	}
	if err := v.degree(at, value, tensor*data); err != nil {
		errs = append(errs, err)
	}
	if expert := config.ExpertParallelSize; expert != nil {
		if err := v.degree(sglangPath.Child("expertParallelSize"), *expert, *expert); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// placement names what of the placement is set.
func (v served) placement() []*field.Path {
	var set []*field.Path
	if len(v.Spec.NodeSelector) > 0 {
		set = append(set, specPath.Child("nodeSelector"))
	}
	if len(v.Spec.Tolerations) > 0 {
		set = append(set, specPath.Child("tolerations"))
	}
	return set
}

func placementWithoutGPURule(v served) field.ErrorList {
	if v.gpus > 0 {
		return nil
	}
	var errs field.ErrorList
	for _, at := range v.placement() {
		errs = append(errs, field.Forbidden(at, "LLMKube v0.8.7 places only pods with GPUs by it, and neither the service nor "+v.called()+" asks for one; upgrade LLMKube or remove it"))
	}
	return errs
}

func placementOfClaimsRule(v served) field.ErrorList {
	if !v.claims() {
		return nil
	}
	var errs field.ErrorList
	for _, at := range v.placement() {
		errs = append(errs, field.Forbidden(at, v.called()+" has `resource_claims`, so it replaces what LLMKube sets for GPUs instead of adding to it; repeat that here, or remove it"))
	}
	return errs
}

func oldestImageRule(v served) field.ErrorList {
	if runtimeOf(v.InferenceService) != "llamacpp" || v.Spec.Image != "" || v.gpus == 0 {
		return nil
	}
	return required(specPath.Child("image"), "LLMKube v0.8.7 takes the image for processors whatever the GPU; set the image of llama.cpp for your GPU, such as `ghcr.io/ggml-org/llama.cpp:server-cuda`")
}

// processorImageRule leaves v0.8.7 to the error of the same rule.
func processorImageRule(v served) field.ErrorList {
	if runtimeOf(v.InferenceService) != "llamacpp" || v.Spec.Image != "" || v.oldest || v.gpus == 0 && !v.claims() {
		return nil
	}
	meant := v.gpu.Enabled || v.gpu.Count > 0
	if vendor(v.model) == "nvidia" && meant || vendor(v.model) == "amd" && v.gpu.Runtime != "" {
		return nil
	}
	return required(specPath.Child("image"), fmt.Sprintf(
		"with %s LLMKube takes the image of llama.cpp for processors although pods get a GPU; set the image, or `hardware.gpu.enabled` (nvidia) or `hardware.gpu.runtime` (amd) of the model", v.called()))
}

func vendorImageRule(v served) field.ErrorList {
	runtime := runtimeOf(v.InferenceService)
	if runtime != "vllm" && runtime != "tgi" || v.Spec.Image != "" || vendor(v.model) == "nvidia" {
		return nil
	}
	return required(specPath.Child("image"), fmt.Sprintf("the image of the runtime %q is for GPUs of nvidia, and %s is for %s; set one for that", runtime, v.called(), vendor(v.model)))
}
