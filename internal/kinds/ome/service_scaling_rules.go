package ome

import (
	"fmt"
	"regexp"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var serviceScalingRules = []kinds.Rule{
	{
		ID: "IS-23", Says: "`min_replicas` is not negative",
		Reads: componentReads("minReplicas"), Check: ofService(negativeReplicasRule),
	},
	{
		ID: "IS-23", Says: "`min_replicas` is not 0, which would hand the component to Knative",
		Reads: []string{"spec.engine.minReplicas", "spec.router.minReplicas"}, Warn: true, Modes: kinds.OperatorMode, Check: ofService(serverlessRule),
	},
	{
		ID: "IS-24", Says: "`min_replicas` is not more than `max_replicas`, or nothing is scaled",
		Reads: componentReads("minReplicas", "maxReplicas"), Warn: true, Check: ofService(replicaRangeRule),
	},
	{
		ID: "IS-25", Says: "`scale_metric` is `cpu` or `memory` where a HorizontalPodAutoscaler scales",
		Reads: append(componentReads("scaleMetric"), "metadata.annotations"), Warn: true, Modes: kinds.OperatorMode, Check: kinds.Typed(scaleMetricRule),
	},
	{
		ID: "IS-26", Says: "`scale_target` is at least 1",
		Reads: componentReads("scaleTarget"), Check: ofService(scaleTargetRule),
	},
	{
		ID: "IS-27", Says: "of `min_available` and `max_unavailable` at most one is set, to a number or a percentage",
		Reads: componentReads("minAvailable", "maxUnavailable"), Check: ofService(disruptionRule),
	},
	{
		ID: "IS-40", Says: "`rolling_update` is left out with the strategy `Recreate`",
		Reads: componentReads("deploymentStrategy"), Check: ofService(strategyRule),
	},
	{
		ID: "IS-41", Says: "`container_concurrency`, `timeout_seconds` and `canary_traffic_percent` are left out without Knative, which alone reads them",
		Reads: componentReads("minReplicas", "containerConcurrency", "timeoutSeconds", "canaryTrafficPercent"), Warn: true, Check: ofService(knativeFieldsRule),
	},
	{
		ID: "IS-42", Says: "fields of autoscaling, disruption and rollout are left out for groups of several hosts, which ignore them",
		Reads: groupReads("leader", "worker", "maxReplicas", "scaleMetric", "scaleTarget", "minAvailable", "maxUnavailable", "deploymentStrategy"),
		Warn:  true, Check: ofService(groupFieldsRule),
	},
	{
		ID: "IS-43", Says: "`keda_config` stands in `spec`, together with the annotation that chooses KEDA",
		Reads: append(componentReads("kedaConfig"), "spec.kedaConfig", "metadata.annotations"),
		Warn:  true, Check: kinds.Typed(kedaWithoutEffectRule),
	},
	{
		ID: "AC-04", Says: "`min_architecture_version` has one digit before the dot, because OME compares it as text",
		Reads: []string{"spec.acceleratorSelector.constraints.minArchitectureVersion"}, Warn: true, Check: kinds.Typed(leastVersionRule),
	},
}

func negativeReplicasRule(c component) field.ErrorList {
	if c.MinReplicas == nil || *c.MinReplicas >= 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(c.path.Child("minReplicas"), *c.MinReplicas, "must not be negative")}
}

func serverlessRule(c component) field.ErrorList {
	if c.MinReplicas == nil || *c.MinReplicas != 0 || c.name == "decoder" {
		return nil
	}
	return field.ErrorList{field.Invalid(c.path.Child("minReplicas"), 0,
		"0 hands the component to Knative, which must be installed and which later releases of OME do not support; set 1 or more")}
}

func replicaRangeRule(c component) field.ErrorList {
	least, most := 1, c.MaxReplicas
	if c.MinReplicas != nil {
		least = *c.MinReplicas
	}
	said := ""
	if most == 0 {
		most, said = c.defaultMax, ", which OME fills in"
	}
	if least <= most {
		return nil
	}
	return field.ErrorList{field.Invalid(c.path.Child("minReplicas"), least,
		fmt.Sprintf("is more than `max_replicas`, %d%s, so that nothing is ever scaled; lower it, or set `max_replicas` to at least %d", most, said, least))}
}

// autoscalerClass is who scales the service.
func autoscalerClass(annotations map[string]string) string {
	if class := annotations["ome.io/autoscalerClass"]; class != "" {
		return class
	}
	return "hpa"
}

func scaleMetricRule(s *v1beta1.InferenceService, c kinds.Candidate) field.ErrorList {
	if autoscalerClass(c.Object.GetAnnotations()) != "hpa" {
		return nil
	}
	var errs field.ErrorList
	for _, c := range componentsOf(s.Spec.Engine, s.Spec.Decoder, s.Spec.Router, "") {
		if m := c.ScaleMetric; m != nil && *m != "cpu" && *m != "memory" {
			errs = append(errs, field.Invalid(c.path.Child("scaleMetric"), string(*m), "the HorizontalPodAutoscaler that OME makes never scales by it: it knows `cpu` and `memory` only; use one of them"))
		}
	}
	return errs
}

func scaleTargetRule(c component) field.ErrorList {
	if c.ScaleTarget == nil || *c.ScaleTarget >= 1 {
		return nil
	}
	return field.ErrorList{field.Invalid(c.path.Child("scaleTarget"), *c.ScaleTarget, "must be at least 1: it is the mean utilization in percent")}
}

var percentage = regexp.MustCompile(`^[0-9]+%$`)

func disruptionRule(c component) field.ErrorList {
	var errs field.ErrorList
	if c.MinAvailable != nil && c.MaxUnavailable != nil {
		errs = append(errs, field.Forbidden(c.path.Child("maxUnavailable"), "not together with `min_available`; remove one of them"))
	}
	for _, bound := range []struct {
		name string
		*intstr.IntOrString
	}{{"minAvailable", c.MinAvailable}, {"maxUnavailable", c.MaxUnavailable}} {
		if bound.IntOrString == nil {
			continue
		}
		if bound.Type == intstr.Int && bound.IntVal < 0 || bound.Type == intstr.String && !percentage.MatchString(bound.StrVal) {
			errs = append(errs, field.Invalid(c.path.Child(bound.name), bound.String(), "must be a number of pods, 0 or more, or a percentage such as `25%`"))
		}
	}
	return errs
}

func strategyRule(c component) field.ErrorList {
	s := c.DeploymentStrategy
	if s == nil || s.Type != appsv1.RecreateDeploymentStrategyType || s.RollingUpdate == nil {
		return nil
	}
	return field.ErrorList{field.Forbidden(c.path.Child("deploymentStrategy", "rollingUpdate"), "not together with type `Recreate`; remove it, or use type `RollingUpdate`")}
}

func withoutEffect(path *field.Path, why string) *field.Error {
	return field.Forbidden(path, "has no effect: "+why+"; remove it")
}

// presence says whether a field is set, by its name in the API.
type presence struct {
	field string
	set   bool
}

// idle reports those of the fields below a path that are set although they have no effect.
func idle(at *field.Path, why string, fields ...presence) field.ErrorList {
	var errs field.ErrorList
	for _, f := range fields {
		if f.set {
			errs = append(errs, withoutEffect(at.Child(f.field), why))
		}
	}
	return errs
}

func knativeFieldsRule(c component) field.ErrorList {
	if c.MinReplicas != nil && *c.MinReplicas == 0 {
		return nil
	}
	return idle(c.path, "only Knative reads it, and the component does not run with Knative",
		presence{"canaryTrafficPercent", c.CanaryTrafficPercent != nil},
		presence{"containerConcurrency", c.ContainerConcurrency != nil},
		presence{"timeoutSeconds", c.TimeoutSeconds != nil},
	)
}

func groupFieldsRule(c component) field.ErrorList {
	if !c.groups() {
		return nil
	}
	return idle(c.path, "groups of several hosts have `min_replicas` replicas and no autoscaler",
		presence{"deploymentStrategy", c.DeploymentStrategy != nil},
		presence{"maxReplicas", c.MaxReplicas != 0},
		presence{"maxUnavailable", c.MaxUnavailable != nil},
		presence{"minAvailable", c.MinAvailable != nil},
		presence{"scaleMetric", c.ScaleMetric != nil},
		presence{"scaleTarget", c.ScaleTarget != nil},
	)
}

func kedaWithoutEffectRule(s *v1beta1.InferenceService, candidate kinds.Candidate) field.ErrorList {
	var errs field.ErrorList
	for _, c := range componentsOf(s.Spec.Engine, s.Spec.Decoder, s.Spec.Router, "") {
		if c.KedaConfig != nil {
			errs = append(errs, withoutEffect(c.path.Child("kedaConfig"), "OME reads `spec.keda_config` only"))
		}
	}
	if k := s.Spec.KedaConfig; k != nil {
		at := field.NewPath("spec", "kedaConfig")
		if k.EnableKeda {
			errs = append(errs, withoutEffect(at.Child("enableKeda"), "the annotation `ome.io/autoscalerClass: keda` chooses KEDA"))
		}
		if autoscalerClass(candidate.Object.GetAnnotations()) != "keda" {
			errs = append(errs, withoutEffect(at, "KEDA is chosen by the annotation `ome.io/autoscalerClass: keda`, which the service does not have"))
		}
	}
	return errs
}

// promQueryProblem says what is wrong with a query that OME formats with the name of the component.
func promQueryProblem(query string) string {
	rest := strings.ReplaceAll(query, "%%", "")
	if strings.Count(rest, "%s") != 1 || strings.Contains(strings.ReplaceAll(rest, "%s", ""), "%") {
		return "must have `%s` exactly once, for the name of the component; write every other `%` twice"
	}
	return ""
}

// oneDigitVersion is a version that sorts as text as it does by its numbers.
var oneDigitVersion = regexp.MustCompile(`^[0-9](\.[0-9])*$`)

// leastVersionRule is AC-04 from the side of the service.
func leastVersionRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	selector := s.Spec.AcceleratorSelector
	if selector == nil || selector.Constraints == nil || selector.Constraints.MinArchitectureVersion == nil {
		return nil
	}
	least := *selector.Constraints.MinArchitectureVersion
	if oneDigitVersion.MatchString(least) {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("acceleratorSelector", "constraints", "minArchitectureVersion"), least,
		"OME compares it as text, in which `9.0` is more than `10.0`, so older accelerators pass; name the class in `accelerator_class` instead")}
}
