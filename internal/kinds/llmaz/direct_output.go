package llmaz

import (
	"cmp"
	"slices"
	"strings"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// workloadDeployment is the workload option that needs no LeaderWorkerSet.
const workloadDeployment = "Deployment"

// output builds the objects in the order in which they are applied.
func (p directPlayground) output(pod corev1.PodSpec) (render.Output, error) {
	out := render.Output{
		Endpoint: frontEndpoint(p.owner.Name, p.owner.Namespace),
		Warnings: p.warnings(),
	}
	if cache := p.options.Cache; cache != nil && cache.Size != nil {
		mode := corev1.PersistentVolumeAccessMode(cmp.Or(cache.AccessMode, string(corev1.ReadWriteOnce)))
		claim, err := render.PersistentVolumeClaim(p.owner, modelsClaimName(p.owner.Name), *cache.Size, cache.StorageClassName, mode)
		if err != nil {
			return render.Output{}, err
		}
		out.Objects = append(out.Objects, claim)
	}
	workload, selector, err := p.workload(pod)
	if err != nil {
		return render.Output{}, err
	}
	service, err := render.Service(p.owner, frontServiceName(p.owner.Name), selector, servingPortName, servingPort)
	if err != nil {
		return render.Output{}, err
	}
	out.Objects = append(out.Objects, workload, service)
	trigger, _ := p.scaleTrigger()
	if trigger == nil {
		return out, nil
	}
	autoscaler, err := render.HorizontalPodAutoscaler(p.owner, workload, autoscalingv2.HorizontalPodAutoscalerSpec{
		MinReplicas: p.spec.ElasticConfig.MinReplicas,
		MaxReplicas: p.spec.ElasticConfig.MaxReplicas,
		Metrics:     trigger.Metrics,
		Behavior:    trigger.Behavior,
	})
	if err != nil {
		return render.Output{}, err
	}
	out.Objects = append(out.Objects, autoscaler)
	return out, nil
}

// workload returns the object that runs the pods, and the labels its pods are selected by.
func (p directPlayground) workload(pod corev1.PodSpec) (*unstructured.Unstructured, map[string]string, error) {
	main := p.models[0]
	labels := map[string]string{labelModelName: main.name, labelModelFamilyName: main.spec.FamilyName}
	annotations := map[string]string{}
	if names, _ := directFlavorNames(p.spec); len(names) > 0 {
		annotations[annotationInferenceFlavors] = strings.Join(names, ",")
	}
	template, err := render.PodTemplate(labels, annotations, pod)
	if err != nil {
		return nil, nil, err
	}
	if p.options.Workload == workloadDeployment {
		deployment, err := render.Deployment(p.owner, p.replicas(), template)
		return deployment, p.owner.Selector(), err
	}
	set, err := render.SingleHostSet(p.owner, p.replicas(), template)
	return set, render.LeaderSelector(p.owner.Name), err
}

// scaleTrigger returns what scales the workload, in this order: the trigger of the
// playground, the one it refers to, that of the runtime's configuration for the claimed
// models, the first of the runtime. It is nil when nothing scales it.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4 and, for
// references and the triggers of a runtime, @v0.1.0.
func (p directPlayground) scaleTrigger() (*inferencev1alpha1.HPATrigger, *field.Error) {
	elastic := p.spec.ElasticConfig
	if elastic == nil {
		return nil, nil
	}
	if elastic.ScaleTrigger != nil && elastic.ScaleTrigger.HPA != nil {
		return elastic.ScaleTrigger.HPA, nil
	}
	triggers := p.runtime.spec.ScaleTriggers
	if ref := elastic.ScaleTriggerRef; ref != nil {
		var names []string
		for _, t := range triggers {
			if t.Name == ref.Name {
				return t.HPA, nil
			}
			names = append(names, t.Name)
		}
		err := field.NotFound(field.NewPath("spec", "elasticConfig", "scaleTriggerRef", "name"), ref.Name)
		err.Detail = "BackendRuntime " + p.runtime.name + " has no scale trigger of this name (it has: " +
			directNames(slices.Values(names)) + "): refer to one of them or set scale_trigger"
		return nil, err
	}
	detected := detectDirectConfig(directModelRefs(p.spec))
	if c, ok := p.runtime.recommendedConfig(detected); ok && c.ScaleTrigger != nil && c.ScaleTrigger.HPA != nil {
		return c.ScaleTrigger.HPA, nil
	}
	if len(triggers) > 0 {
		return triggers[0].HPA, nil
	}
	return nil, nil
}
