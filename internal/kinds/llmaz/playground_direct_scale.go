package llmaz

import (
	"slices"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// workload returns the object that runs the pods, and the labels its serving pods are selected by.
func (p directPlayground) workload(args []string) (*unstructured.Unstructured, map[string]string, error) {
	template, err := render.PodTemplate(p.leaderLabels(), p.leaderAnnotations(), p.serverPod(args))
	if err != nil {
		return nil, nil, err
	}
	if !p.inGroups() {
		deployment, err := render.Deployment(p.owner, p.replicas(), render.DeleteFirst(), template)
		return deployment, p.owner.Selector(), err
	}
	if p.groupSize() > 1 {
		set, err := p.multiHostSet(template)
		return set, render.LeaderSelector(p.owner.Name), err
	}
	set, err := render.SingleHostSet(p.owner, p.replicas(), template)
	return set, render.LeaderSelector(p.owner.Name), err
}

// autoscaler returns what scales the workload, nil when nothing does.
func (p directPlayground) autoscaler(workload *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	trigger, _ := p.scaleTrigger()
	if trigger == nil {
		return nil, nil
	}
	return render.HorizontalPodAutoscaler(p.owner, workload, autoscalingv2.HorizontalPodAutoscalerSpec{
		MinReplicas: p.spec.ElasticConfig.MinReplicas,
		MaxReplicas: p.spec.ElasticConfig.MaxReplicas,
		Metrics:     trigger.Metrics,
		Behavior:    trigger.Behavior,
	})
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
			render.List(slices.Values(names)) + "): refer to one of them or set scale_trigger"
		return nil, err
	}
	if c, ok := p.runtime.recommendedConfig(p.claim.detected()); ok && c.ScaleTrigger != nil && c.ScaleTrigger.HPA != nil {
		return c.ScaleTrigger.HPA, nil
	}
	if len(triggers) > 0 {
		return triggers[0].HPA, nil
	}
	return nil, nil
}
