package kthena

import (
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

func autoscalingPolicy() *kinds.Kind {
	const definition = "kthena/serving/v1alpha1.AutoscalingPolicy"
	return &kinds.Kind{
		TypeName: "kthena_autoscaling_policy",
		Description: "Scales the groups of ModelServings, or the roles of one, by what their pods or a Prometheus measure. " +
			"A plan leaves the numbers that it sets as they are, where the configuration of the ModelServing has none.",
		System: system,
		GVK:    schema.GroupVersionKind{Group: servingKind.Group, Version: servingKind.Version, Kind: "AutoscalingPolicy"}, Plural: "autoscalingpolicies", Namespaced: true,
		// Before v1.0.0 a policy had no target, and a binding had it.
		Definition: definition, Releases: object.Releases(system, object.Release{Name: asServing, Also: []string{mainLine}}),
		Controllers: controllers,
		Rules:       sync.OnceValue(func() []kinds.Rule { return ruleset.Load(ruleFiles, "autoscaling_policy.rules.yaml", definition) }),
		References:  scaled, Claims: policyClaims, Ready: policyReady,
		OperatorOnly: "Kthena's autoscaler scales ModelServings alone, and direct mode makes none; set mode = \"operator\" for both, " +
			"or scale the workloads of direct mode by a HorizontalPodAutoscaler of yours",
	}
}

// scaled are the ModelServings that a policy scales.
//
// Mirrors volcano-sh/kthena pkg/autoscaler/controller/autoscale_controller.go@v1.0.0.
var scaled = []kinds.Reference{
	{Field: "spec.homogeneousTarget.target.targetRef.name", To: []string{"model_serving", "model_infer"}, Namespace: "namespace"},
	{Field: "spec.heterogeneousTarget.params[].target.targetRef.name", To: []string{"model_serving", "model_infer"}, Namespace: "namespace"},
	{Field: "spec.disaggregatedTarget.targetRef.name", To: []string{"model_serving", "model_infer"}, Namespace: "namespace"},
}

// policyReady knows that the autoscaler reports about roles alone, and while it can read no metrics about those neither: whether it
// has found them. What keeps it from scaling after that passes.
//
// Mirrors volcano-sh/kthena pkg/autoscaler/controller/autoscale_controller.go@v1.0.0.
func policyReady(live *unstructured.Unstructured) observe.Result {
	if _, roles, _ := unstructured.NestedMap(live.Object, "spec", "disaggregatedTarget"); !roles {
		return observe.Exists("Kthena's autoscaler reports no more about it")(live)
	}
	if seen := count(live, 0, "status", "observedGeneration"); seen < live.GetGeneration() {
		return notDone("Kthena's autoscaler has reported about generation %d of %d; it reports once it has read the metrics of every role", seen, live.GetGeneration())
	}
	switch found, reported := observe.FindCondition(live, "TargetFound"); {
	case !reported:
		return notDone("the condition TargetFound is not reported yet")
	case found.Is(metav1.ConditionTrue):
		return observe.Result{Phase: observe.Ready, Message: found.String()}
	case found.Is(metav1.ConditionFalse):
		return observe.Result{Phase: observe.Blocked, Message: found.String()}
	default:
		return notDone("%s", found)
	}
}
