package llmkube

import (
	"cmp"
	"maps"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// directRendering is the device of AMD's GPUs for engines that draw on them without AMD's device plugin.
const directRendering = "devic.es/dri-render"

// gpus is how many GPUs of a device plugin one pod gets.
//
// Mirrors defilantech/LLMKube pkg/apiutil/gpu.go@v0.9.19.
func (s directService) gpus() int32 {
	if n := gpu(s.model.Model).Count; n > 0 {
		return n
	}
	return max(resources(s.InferenceService).GPU, 0)
}

func (s directService) claims() []corev1.PodResourceClaim { return gpu(s.model.Model).ResourceClaims }

// accelerated reports whether the pods get a GPU.
func (s directService) accelerated() bool { return s.gpus() > 0 || len(s.claims()) > 0 }

// sharing says how a pod shares its GPU: exclusive, shared or partitioned.
func (s directService) sharing() string {
	if g := resources(s.InferenceService).GPUSharing; g != nil {
		return cmp.Or(g.Mode, "exclusive")
	}
	return "exclusive"
}

// gpuResource is the name by which pods ask for GPUs.
//
// Mirrors defilantech/LLMKube pkg/apiutil/gpu.go@v0.9.19.
func (s directService) gpuResource() string {
	g := gpu(s.model.Model)
	switch {
	case s.sharing() == "partitioned":
		return "nvidia.com/mig-" + strings.TrimSpace(resources(s.InferenceService).GPUSharing.Profile)
	case g.ResourceName != "":
		return g.ResourceName
	case g.Vendor == "amd" && g.Runtime != "":
		return directRendering
	case g.Vendor == "amd":
		return "amd.com/gpu"
	case g.Vendor == "intel":
		return "gpu.intel.com/i915"
	}
	return "nvidia.com/gpu"
}

// tolerations are that of the GPU and the user's, which LLMKube lets replace it where there are resource claims.
func (s directService) tolerations() []corev1.Toleration {
	var all []corev1.Toleration
	if s.gpus() > 0 {
		all = append(all, corev1.Toleration{
			Key:      cmp.Or(gpu(s.model.Model).TolerationKey, s.gpuResource()),
			Operator: corev1.TolerationOpEqual,
			Value:    "present",
			Effect:   corev1.TaintEffectNoSchedule,
		})
	}
	return append(all, s.Spec.Tolerations...)
}

// nodeSelector has the nodes with shared GPUs and, over them, the user's.
func (s directService) nodeSelector() map[string]string {
	if s.sharing() != "shared" || vendor(s.model.Model) == "amd" || s.gpus() == 0 {
		return s.Spec.NodeSelector
	}
	selector := map[string]string{}
	for _, labels := range []map[string]string{s.options.SharedGPUNodes, s.Spec.NodeSelector} {
		maps.Copy(selector, labels)
	}
	return selector
}

// resourceRequirements are the resources of the engine. Processors and memory have no limits.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
func (s directService) resourceRequirements() corev1.ResourceRequirements {
	r := resources(s.InferenceService)
	var out corev1.ResourceRequirements
	set := func(list *corev1.ResourceList, name corev1.ResourceName, text string) {
		amount, err := resource.ParseQuantity(text)
		if err != nil {
			return // Empty: I-54 and I-55 refuse everything else that is no quantity.
		}
		if *list == nil {
			*list = corev1.ResourceList{}
		}
		(*list)[name] = amount
	}
	set(&out.Requests, corev1.ResourceCPU, r.CPU)
	set(&out.Requests, corev1.ResourceMemory, cmp.Or(r.HostMemory, r.Memory))
	set(&out.Requests, corev1.ResourceEphemeralStorage, r.EphemeralStorage)
	set(&out.Limits, corev1.ResourceEphemeralStorage, r.EphemeralStorage)
	if s.gpus() > 0 {
		set(&out.Limits, corev1.ResourceName(s.gpuResource()), decimal(s.gpus()))
	}
	for _, claim := range s.claims() {
		out.Claims = append(out.Claims, corev1.ResourceClaim{Name: claim.Name})
	}
	return out
}
