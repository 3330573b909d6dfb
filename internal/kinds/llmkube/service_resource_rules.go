package llmkube

import (
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var resourcesPath = specPath.Child("resources")

var resourceRules = []kinds.Rule{
	serviceRule("I-54", "`cpu`, `memory` and `host_memory` are quantities of more than 0",
		quantitiesRule, "spec.resources.cpu", "spec.resources.memory", "spec.resources.hostMemory"),
	serviceRule("I-55", "`ephemeral_storage` is a quantity of more than 0",
		ephemeralStorageRule, "spec.resources.ephemeralStorage"),
	warning(serviceRule("I-56", "`memory` is not set beside another `host_memory`, which wins",
		hostMemoryRule, "spec.resources.memory", "spec.resources.hostMemory")),
	warning(serviceRule("I-57", "`gpu_memory` is left out, because nothing reads it",
		gpuMemoryUnusedRule, "spec.resources.gpuMemory")),
	warning(serviceRule("I-58", "with a part of the model in the memory of the host, `memory` or `host_memory` is set",
		offloadMemoryRule, "spec.moeCPUOffload", "spec.noKvOffload", "spec.resources.memory", "spec.resources.hostMemory")),
	serviceRule("I-62", "`gpu_sharing.profile` is a partition as NVIDIA names it",
		profileRule, "spec.resources.gpuSharing.profile"),
}

func resources(s *v1alpha1.InferenceService) v1alpha1.InferenceResourceRequirements {
	if s.Spec.Resources == nil {
		return v1alpha1.InferenceResourceRequirements{}
	}
	return *s.Spec.Resources
}

func quantitiesRule(s *v1alpha1.InferenceService) field.ErrorList {
	r := resources(s)
	errs := positiveQuantity(resourcesPath.Child("cpu"), r.CPU)
	errs = append(errs, positiveQuantity(resourcesPath.Child("memory"), r.Memory)...)
	return append(errs, positiveQuantity(resourcesPath.Child("hostMemory"), r.HostMemory)...)
}

func ephemeralStorageRule(s *v1alpha1.InferenceService) field.ErrorList {
	return positiveQuantity(resourcesPath.Child("ephemeralStorage"), resources(s).EphemeralStorage)
}

func hostMemoryRule(s *v1alpha1.InferenceService) field.ErrorList {
	if r := resources(s); r.Memory == "" || r.HostMemory == "" || r.Memory == r.HostMemory {
		return nil
	}
	return invalid(resourcesPath.Child("memory"), resources(s).Memory, "`host_memory` wins; remove one of them")
}

func gpuMemoryUnusedRule(s *v1alpha1.InferenceService) field.ErrorList {
	if resources(s).GPUMemory == "" {
		return nil
	}
	return invalid(resourcesPath.Child("gpuMemory"), resources(s).GPUMemory, "nothing reads it; choose nodes by `node_selector`, or set `gpu_sharing.memory_limit_gib` for a shared GPU")
}

func offloadMemoryRule(s *v1alpha1.InferenceService) field.ErrorList {
	if r := resources(s); r.Memory != "" || r.HostMemory != "" || !isTrue(s.Spec.MoeCPUOffload) && !isTrue(s.Spec.NoKvOffload) {
		return nil
	}
	return required(resourcesPath.Child("hostMemory"), "a part of the model stays in the memory of the host, of which the pods request none; set how much")
}

var migProfile = regexp.MustCompile(`^[0-9]+g\.[0-9]+gb$`)

func profileRule(s *v1alpha1.InferenceService) field.ErrorList {
	g := resources(s).GPUSharing
	if g == nil || g.Profile == "" || migProfile.MatchString(strings.TrimSpace(g.Profile)) {
		return nil
	}
	return invalid(resourcesPath.Child("gpuSharing", "profile"), g.Profile, "must be a partition as NVIDIA names it, such as `1g.24gb`")
}
