package llmkube

import (
	"cmp"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var scalingPath = specPath.Child("autoscaling")

// scaleRules are about the number of pods and how they change.
var scaleRules = []kinds.Rule{
	serviceRule("I-76", "`min_replicas` is not more than `max_replicas`",
		boundsRule, "spec.autoscaling.minReplicas", "spec.autoscaling.maxReplicas"),
	serviceRule("I-77", "a metric of the type `Pods` has a `target_average_value` of more than 0",
		podsMetricRule, "spec.autoscaling.metrics"),
	serviceRule("I-78", "a metric of the type `Resource` is `cpu` or `memory` and has a `target_average_utilization`",
		resourceMetricRule, "spec.autoscaling.metrics"),
	warning(serviceRule("I-79", "what a metric of the type `Resource` measures is requested in `resources`, or nothing is scaled by it",
		requestedRule, "spec.autoscaling.metrics", "spec.resources.cpu", "spec.resources.memory", "spec.resources.hostMemory")),
	warning(serviceRule("I-80", "`parallel_slots` is more than 2, or the default metric never adds a pod",
		neverScalesRule, "spec.runtime", "spec.autoscaling", "spec.parallelSlots")),
	warning(serviceRule("I-81", "`replicas` is not 0 with `autoscaling`, which does not scale what has no pods",
		zeroRule, "spec.autoscaling", "spec.replicas")),
	warning(serviceRule("I-82", "`replicas` lies within the bounds of `autoscaling`",
		outsideRule, "spec.autoscaling", "spec.replicas")),
	serviceRule("I-83", "`autoscaling` of `generic` and `personaplex` has `metrics`",
		noMetricRule, "spec.runtime", "spec.autoscaling"),
	warning(serviceRule("I-86", "a cache that is `Ephemeral` comes with `resources.ephemeral_storage`",
		ephemeralRule, "spec.modelCache.persistence", "spec.resources.ephemeralStorage")),
	warning(serviceRule("I-87", "`wait_for_idle` is set only where something tells that the engine is idle",
		rolloutRule, "spec.runtime", "spec.rolloutPolicy", "metadata.annotations")),
	warning(serviceRule("I-88", "`max_pod_lifetime_idle_timeout_seconds` comes with `max_pod_lifetime_seconds` and `wait_for_idle`",
		lifetimeRule, "spec.maxPodLifetimeSeconds", "spec.maxPodLifetimeIdleTimeoutSeconds", "spec.rolloutPolicy.waitForIdle")),
	serviceRule("I-89", "the indicator `latency` is set for the runtime `vllm` only",
		latencyRule, "spec.runtime", "spec.slo.indicator"),
}

func minReplicas(a *v1alpha1.AutoscalingSpec) int32 {
	if a.MinReplicas != nil {
		return *a.MinReplicas
	}
	return 1
}

func boundsRule(s *v1alpha1.InferenceService) field.ErrorList {
	a := s.Spec.Autoscaling
	if a == nil || a.MaxReplicas == 0 || minReplicas(a) <= a.MaxReplicas {
		return nil
	}
	return invalid(scalingPath.Child("minReplicas"), minReplicas(a), fmt.Sprintf("must not be more than `max_replicas`, which is %d", a.MaxReplicas))
}

func metrics(s *v1alpha1.InferenceService) []v1alpha1.MetricSpec {
	if s.Spec.Autoscaling == nil {
		return nil
	}
	return s.Spec.Autoscaling.Metrics
}

func metricPath(i int) *field.Path { return scalingPath.Child("metrics").Index(i) }

func podsMetricRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	for i, m := range metrics(s) {
		switch at := metricPath(i).Child("targetAverageValue"); {
		case m.Type != "Pods":
		case m.TargetAverageValue == nil || *m.TargetAverageValue == "":
			errs = append(errs, field.Required(at, "a metric of the type `Pods` needs the value per pod to keep"))
		default:
			errs = append(errs, positiveQuantity(at, *m.TargetAverageValue)...)
		}
	}
	return errs
}

func resourceMetricRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	for i, m := range metrics(s) {
		if m.Type != "Resource" {
			continue
		}
		if at := metricPath(i).Child("targetAverageUtilization"); m.TargetAverageUtilization == nil {
			errs = append(errs, field.Required(at, "LLMKube drops a metric of the type `Resource` without it; set the use in percent to keep"))
		} else {
			errs = append(errs, atLeastOne(at, m.TargetAverageUtilization)...)
		}
		if m.Name != "cpu" && m.Name != "memory" {
			errs = append(errs, field.NotSupported(metricPath(i).Child("name"), m.Name, []string{"cpu", "memory"}))
		}
	}
	return errs
}

func requestedRule(s *v1alpha1.InferenceService) field.ErrorList {
	r := resources(s)
	requested := map[string]bool{"cpu": r.CPU != "", "memory": cmp.Or(r.HostMemory, r.Memory) != ""}
	var errs field.ErrorList
	for i, m := range metrics(s) {
		if has, known := requested[m.Name]; m.Type == "Resource" && known && !has {
			errs = append(errs, field.Invalid(metricPath(i).Child("name"), m.Name, "the use is a share of what the pods request, and they request none, so that nothing is scaled by it; set `resources."+m.Name+"`"))
		}
	}
	return errs
}

func neverScalesRule(s *v1alpha1.InferenceService) field.ErrorList {
	if n := s.Spec.ParallelSlots; s.Spec.Autoscaling == nil || len(metrics(s)) > 0 || runtimeOf(s) != "llamacpp" || n == nil || *n > 2 {
		return nil
	}
	return invalid(specPath.Child("parallelSlots"), *s.Spec.ParallelSlots, "the default metric adds a pod when more than 2 requests a pod are busy, which so few slots never are; raise it or set `autoscaling.metrics`")
}

func zeroRule(s *v1alpha1.InferenceService) field.ErrorList {
	if s.Spec.Autoscaling == nil || s.Spec.Replicas == nil || *s.Spec.Replicas != 0 {
		return nil
	}
	return invalid(specPath.Child("replicas"), 0, "Kubernetes does not scale what has no pods, so it stays at none; start with at least 1, or use `suspend`")
}

func outsideRule(s *v1alpha1.InferenceService) field.ErrorList {
	a, n := s.Spec.Autoscaling, s.Spec.Replicas
	if a == nil || n == nil || *n == 0 || *n >= minReplicas(a) && *n <= a.MaxReplicas {
		return nil
	}
	return invalid(specPath.Child("replicas"), *n, fmt.Sprintf("is only where the autoscaler starts, and it will change it at once; use %d to %d, or leave it out", minReplicas(a), a.MaxReplicas))
}

func noMetricRule(s *v1alpha1.InferenceService) field.ErrorList {
	if runtime := runtimeOf(s); s.Spec.Autoscaling == nil || len(metrics(s)) > 0 || runtime != "generic" && runtime != "personaplex" {
		return nil
	}
	return required(scalingPath.Child("metrics"), fmt.Sprintf("the default is a metric of llama.cpp, which the runtime %q does not have; set what to scale by", runtimeOf(s)))
}

func ephemeralRule(s *v1alpha1.InferenceService) field.ErrorList {
	if c := s.Spec.ModelCache; c == nil || c.Persistence != "Ephemeral" || resources(s).EphemeralStorage != "" {
		return nil
	}
	return invalid(specPath.Child("modelCache", "persistence"), "Ephemeral", "nothing bounds the disk that the weights take; set `resources.ephemeral_storage`")
}

// idleEndpoint is the annotation that tells where a container of one's own reports its load.
const idleEndpoint = "inference.llmkube.dev/idle-endpoint"

func rolloutRule(s *v1alpha1.InferenceService) field.ErrorList {
	p, at := s.Spec.RolloutPolicy, specPath.Child("rolloutPolicy", "waitForIdle")
	if p == nil || !p.WaitForIdle || p.Force {
		return nil
	}
	switch runtimeOf(s) {
	case "personaplex":
		return invalid(at, true, "nothing tells when PersonaPlex is idle, so every rollout waits for the timeout")
	case "generic":
		if s.Annotations[idleEndpoint] == "" {
			return invalid(at, true, "nothing tells when the container is idle; set the annotation `"+idleEndpoint+"` to the path that does")
		}
	}
	return nil
}

func lifetimeRule(s *v1alpha1.InferenceService) field.ErrorList {
	n := s.Spec.MaxPodLifetimeIdleTimeoutSeconds
	if n == nil || s.Spec.MaxPodLifetimeSeconds != nil && s.Spec.RolloutPolicy != nil && s.Spec.RolloutPolicy.WaitForIdle {
		return nil
	}
	return invalid(specPath.Child("maxPodLifetimeIdleTimeoutSeconds"), *n, "counts only with `max_pod_lifetime_seconds` and `rollout_policy.wait_for_idle`")
}

func latencyRule(s *v1alpha1.InferenceService) field.ErrorList {
	if s.Spec.SLO == nil || s.Spec.SLO.Indicator != "latency" || runtimeOf(s) == "vllm" {
		return nil
	}
	return invalid(specPath.Child("slo", "indicator"), "latency", fmt.Sprintf("LLMKube measures it for the runtime `vllm` only, and the runtime is %q; use `availability`", runtimeOf(s)))
}
