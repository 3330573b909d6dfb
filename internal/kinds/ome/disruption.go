package ome

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// besidePods are the fields of a component that change nothing in its pods.
var besidePods = []string{
	"minReplicas", "maxReplicas", "scaleTarget", "scaleMetric", "containerConcurrency", "timeoutSeconds", "canaryTrafficPercent",
	"minAvailable", "maxUnavailable", "deploymentStrategy", "kedaConfig",
}

// serviceRuns says what OME runs of a service: the pods of each component, which OME
// renders anew from the component, the model, the runtime, and the labels and annotations of the
// service. Without a definition of what the service refers to, it is what the service says itself.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice@v0.1.5.
func serviceRuns(c kinds.Candidate) []podset.Set {
	service, err := render.Decode[v1beta1.InferenceService](c.Object.Object)
	if err != nil {
		return nil
	}
	spec, _ := c.Object.Object["spec"].(map[string]any)
	if service.Spec.Engine == nil {
		return predictorRuns(c, spec, service.Spec.Predictor)
	}
	rendered, _ := c.Rendered(RenderInferenceService)
	var sets []podset.Set
	for _, part := range componentsOf(service.Spec.Engine, service.Spec.Decoder, service.Spec.Router, "") {
		s := estimated(part, c)
		if known := ofComponent(rendered, part.name); known != nil {
			s = *known
			s.Parts = podset.Sketched(s.Parts)
		}
		s.Name, s.Template = part.name, madeFrom(c.Object, spec, part.name)
		sets = append(sets, s)
	}
	return sets
}

// ofComponent finds the set of a component among those that direct mode would run.
func ofComponent(rendered []podset.Set, name string) *podset.Set {
	for i := range rendered {
		if strings.HasSuffix(rendered[i].Name, "-"+name) {
			return &rendered[i]
		}
	}
	return nil
}

// madeFrom is what the pods of a component are made from.
func madeFrom(obj *unstructured.Unstructured, spec map[string]any, name string) any {
	part, _, _ := unstructured.NestedMap(spec, name)
	for _, field := range besidePods {
		delete(part, field)
	}
	return map[string]any{
		"component": part, "model": spec["model"], "runtime": spec["runtime"], "accelerator": spec["acceleratorSelector"],
		"labels": obj.GetLabels(), "annotations": obj.GetAnnotations(),
	}
}

// predictorRuns is about a service in the old form. OME gives its pods a Deployment.
func predictorRuns(c kinds.Candidate, spec map[string]any, predictor v1beta1.PredictorSpec) []podset.Set {
	part := component{name: "predictor", pod: &predictor.PodSpec, ComponentExtensionSpec: predictor.ComponentExtensionSpec, worker: predictor.Worker, defaultMax: 3}
	s := estimated(part, c)
	s.Name, s.Devices, s.Template = part.name, nil, madeFrom(c.Object, spec, part.name)
	return []podset.Set{s}
}

// estimated is what a component says itself of its pods. The runtime may add to it.
func estimated(part component, c kinds.Candidate) podset.Set {
	least := int64(replicasOf(part))
	s := podset.Set{Min: least, Max: least, Size: 1, Rollout: podset.Steps(0, 1)}
	if part.groups() {
		s.Rollout = podset.Steps(1, 1)
		if part.worker != nil && part.worker.Size != nil {
			s.Size = 1 + int64(*part.worker.Size)
		}
		s.Devices = groupDevices(part, s.Size-1)
		return s
	}
	if autoscalerClass(c.Object.GetAnnotations()) != autoscalerExternal {
		s.Max = int64(mostReplicas(part))
	}
	s.Devices = statedDevices(part.name, part.pod, part.runner)
	if strategy := part.DeploymentStrategy; strategy != nil {
		s.Rollout.Recreate = strategy.Type == appsv1.RecreateDeploymentStrategyType
		if rolling := strategy.RollingUpdate; rolling != nil && rolling.MaxUnavailable != nil {
			s.Rollout.MaxUnavailable = *rolling.MaxUnavailable
		}
		if rolling := strategy.RollingUpdate; rolling != nil && rolling.MaxSurge != nil {
			s.Rollout.MaxSurge = *rolling.MaxSurge
		}
	}
	return s
}

// groupDevices adds up what a leader and its workers say; nil unless both do.
func groupDevices(part component, workers int64) map[string]int64 {
	if part.leader == nil || part.worker == nil {
		return nil
	}
	total := statedDevices(part.name, &part.leader.PodSpec, part.leader.Runner)
	each := statedDevices(part.name, &part.worker.PodSpec, part.worker.Runner)
	if total == nil || each == nil {
		return nil
	}
	for name, amount := range each {
		total[name] += workers * amount
	}
	return total
}

// statedDevices are what a pod says of its accelerators; nil when it says nothing, because
// the runtime may. A router has none unless it says so.
func statedDevices(name string, pod *v1beta1.PodSpec, runner *corev1.Container) map[string]int64 {
	whole := corev1.PodSpec{InitContainers: pod.InitContainers, Containers: slices.Clone(pod.Containers)}
	if runner != nil {
		// OME merges an entry of that name into the runner.
		whole.Containers = append(slices.DeleteFunc(whole.Containers, func(c corev1.Container) bool { return c.Name == runner.Name }), *runner)
	}
	if devices := podset.Devices(&whole); len(devices) > 0 || name == routerName {
		return devices
	}
	return nil
}

// benchmarkRuns says what OME runs of a benchmark: one pod, which ends.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/controller.go@v0.1.5.
func benchmarkRuns(c kinds.Candidate) []podset.Set {
	job, err := render.Decode[v1beta1.BenchmarkJob](c.Object.Object)
	if err != nil {
		return nil
	}
	pod := corev1.PodSpec{Containers: []corev1.Container{{}}}
	if o := job.Spec.PodOverride; o != nil && o.Resources != nil {
		pod.Containers[0].Resources = *o.Resources
	}
	return []podset.Set{{Name: "Job", Min: 1, Max: 1, Size: 1, Devices: podset.Devices(&pod), Template: c.Object.Object["spec"], Ends: true}}
}
