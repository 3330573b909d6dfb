package llmkube

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// besidePods are the fields of a service that change nothing in its pods: numbers of
// replicas, how and when the Deployment is rolled, the Service and the gateway, and what
// Macs alone read.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
var besidePods = [][]string{
	{"replicas"},
	{"suspend"},
	{"autoscaling"},
	{"rolloutPolicy"},
	{"revisionHistoryLimit"},
	{"slo"},
	{"maxPodLifetimeSeconds"},
	{"maxPodLifetimeIdleTimeoutSeconds"},
	{"evictionProtection"},
	{"turboQuantBits"},
	{"pagedSSDCacheDir"},
	{"pagedSSDCacheMaxSize"},
	{"hotCacheMaxSize"},
	{"endpoint", "path"},
	{"endpoint", "type"},
	{"endpoint", "nodePort"},
	{"endpoint", "gateway"},
}

// serviceRuns says what LLMKube runs of a service: a Deployment. Pods with a GPU are all
// stopped before the next ones start, and others are replaced as Kubernetes does it. A
// service whose model is not known is taken for one with a GPU.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
func serviceRuns(c kinds.Candidate) []podset.Set {
	service, err := render.Decode[v1alpha1.InferenceService](c.Object.Object)
	if err != nil {
		return nil
	}
	s := podset.Set{Name: "Deployment", Size: 1, Template: podFields(c.Object), Rollout: podset.Rollout{Recreate: true}}
	s.Min, s.Max = serviceBounds(&service)
	model, errs := findModel(c.References, c.Object.GetNamespace(), service.Spec.ModelRef, specPath.Child("modelRef"))
	if len(errs) > 0 {
		return []podset.Set{s}
	}
	if hardware(model.Model).Accelerator == "metal" {
		return nil // a Mac outside the cluster serves it
	}
	d := directService{InferenceService: &service, model: model}
	s.Devices = map[string]int64{}
	if n := d.gpus(); n > 0 {
		s.Devices[d.operatorResource(c.Release)] = int64(n)
	}
	if known, ok := c.Rendered(RenderService); ok && len(known) == 1 {
		s.Parts = podset.Sketched(known[0].Parts)
	}
	if !d.accelerated() {
		quarter := intstr.FromString("25%")
		s.Rollout = podset.Rollout{MaxUnavailable: quarter, MaxSurge: quarter}
	}
	return []podset.Set{s}
}

// serviceBounds are the least and the most pods of a service.
func serviceBounds(service *v1alpha1.InferenceService) (least, most int64) {
	switch scaling := service.Spec.Autoscaling; {
	case service.Spec.Suspend:
		return 0, 0
	case scaling != nil:
		least = podset.Replicas(scaling.MinReplicas)
		return least, max(least, int64(scaling.MaxReplicas))
	}
	n := podset.Replicas(service.Spec.Replicas)
	return n, n
}

// podFields are what the pods of a service are made from.
func podFields(obj *unstructured.Unstructured) any {
	spec, _, _ := unstructured.NestedMap(obj.Object, "spec")
	for _, at := range besidePods {
		unstructured.RemoveNestedField(spec, at...)
	}
	if endpoint, ok := spec["endpoint"].(map[string]any); ok && len(endpoint) == 0 {
		delete(spec, "endpoint")
	}
	return spec
}

// operatorResource is the name by which LLMKube asks for GPUs; its oldest release knows two.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.8.7.
func (s directService) operatorResource(release string) string {
	if release != "v0.8.7" {
		return s.gpuResource()
	}
	if hardware(s.model.Model).Accelerator == "intel" || vendor(s.model.Model) == "intel" {
		return "gpu.intel.com/i915"
	}
	return "nvidia.com/gpu"
}
