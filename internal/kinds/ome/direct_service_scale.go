package ome

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Who scales a component.
const (
	autoscalerNone     = ""
	autoscalerHPA      = "hpa"
	autoscalerKeda     = "keda"
	autoscalerExternal = "external"
)

// Annotations that override the settings of KEDA.
// Source: sgl-project/ome pkg/constants/constants.go@v0.1.5.
const (
	annotationKedaServer    = "autoscaling.keda.sh/prometheus.serverAddress"
	annotationKedaQuery     = "autoscaling.keda.sh/prometheus.query"
	annotationKedaThreshold = "autoscaling.keda.sh/threshold"
)

// Defaults of a KEDA autoscaler.
// Source: sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers/keda@v0.1.5.
const (
	defaultPrometheus = "http://prometheus-operated.monitoring.svc.cluster.local:9090"
	defaultThreshold  = "10"
	defaultKedaMetric = "tps"
)

// defaultUtilization is the mean utilization in percent that an autoscaler aims at.
const defaultUtilization = 80

// replicasOf is the number of replicas that a component begins with.
func replicasOf(c component) int32 {
	if c.MinReplicas == nil {
		return 1
	}
	return int32(*c.MinReplicas)
}

// mostReplicas is the number of replicas that a component can be scaled to.
func mostReplicas(c component) int32 {
	return max(int32(cmp.Or(c.MaxReplicas, c.defaultMax)), replicasOf(c))
}

// autoscaler says who scales a component: nobody where there is nothing to choose, and
// in groups of several hosts.
func (s directService) autoscaler(c component) string {
	if c.groups() || replicasOf(c) == mostReplicas(c) {
		return autoscalerNone
	}
	return autoscalerClass(s.owner.Annotations)
}

// checkScaling returns what an autoscaler could not work with.
func (s directService) checkScaling(c directComponent) field.ErrorList {
	if c.onGroups {
		return nil
	}
	switch s.autoscaler(c.own) {
	case autoscalerHPA:
		if m := c.merged.ScaleMetric; m != nil && *m != "cpu" && *m != "memory" {
			return field.ErrorList{field.NotSupported(s.origin(c, "scaleMetric"), string(*m), []string{"cpu", "memory"})}
		}
	case autoscalerKeda:
		if s.kedaQuery(c) == "" {
			return field.ErrorList{field.Required(specPath.Child("kedaConfig", "customPromQuery"), fmt.Sprintf(
				"the query that OME falls back to matches no metric of its pods: write one, with `%%s` for the name of the component, or set max_replicas of the %s to %d to do without an autoscaler",
				c.own.name, replicasOf(c.own)))}
		}
	}
	return nil
}

// scaler returns the autoscaler of a component's workload; nil when there is none.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers/{hpa,keda}@v0.1.5.
func (s directService) scaler(c directComponent, target *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	if c.onGroups {
		return nil, nil
	}
	switch s.autoscaler(c.own) {
	case autoscalerHPA:
		return s.horizontalPodAutoscaler(c, target)
	case autoscalerKeda:
		return render.ScaledObject(c.workload.Owner, scaledObjectName(c.workload.Name), target, s.kedaScaling(c)), nil
	}
	return nil, nil
}

func (s directService) horizontalPodAutoscaler(c directComponent, target *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	utilization := int32(defaultUtilization)
	if wanted := c.merged.ScaleTarget; wanted != nil {
		utilization = int32(*wanted)
	}
	if annotated, err := strconv.ParseInt(s.owner.Annotations[annotationUtilization], 10, 32); err == nil {
		utilization = int32(annotated)
	}
	least := replicasOf(c.own)
	return render.HorizontalPodAutoscaler(c.workload.Owner, target, autoscalingv2.HorizontalPodAutoscalerSpec{
		MinReplicas: &least,
		MaxReplicas: mostReplicas(c.own),
		Metrics: []autoscalingv2.MetricSpec{{
			Type: autoscalingv2.ResourceMetricSourceType,
			Resource: &autoscalingv2.ResourceMetricSource{
				Name:   c.scaleResource(),
				Target: autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: &utilization},
			},
		}},
	})
}

// scaleResource is the resource whose utilization scales the component.
func (c directComponent) scaleResource() corev1.ResourceName {
	if c.merged.ScaleMetric == nil {
		return corev1.ResourceCPU
	}
	return corev1.ResourceName(*c.merged.ScaleMetric)
}

// kedaQuery is what a KEDA autoscaler asks Prometheus.
func (s directService) kedaQuery(c directComponent) string {
	if query := s.owner.Annotations[annotationKedaQuery]; query != "" || s.spec.KedaConfig == nil {
		return query
	}
	name := componentName(s.owner.Name, c.own.name)
	return strings.ReplaceAll(strings.ReplaceAll(s.spec.KedaConfig.CustomPromQuery, "%s", name), "%%", "%")
}

func (s directService) kedaScaling(c directComponent) render.Scaling {
	metric := defaultKedaMetric
	if c.merged.ScaleMetric != nil {
		metric = string(*c.merged.ScaleMetric)
	}
	scaling := render.Scaling{
		Min: replicasOf(c.own), Max: mostReplicas(c.own), Trigger: "prometheus",
		Metadata: map[string]string{
			"serverAddress": cmp.Or(s.owner.Annotations[annotationKedaServer], defaultPrometheus),
			"threshold":     cmp.Or(s.owner.Annotations[annotationKedaThreshold], defaultThreshold),
			"metricName":    metric,
			"query":         s.kedaQuery(c),
		},
	}
	keda := s.spec.KedaConfig
	if keda == nil {
		return scaling
	}
	scaling.Metadata["serverAddress"] = cmp.Or(s.owner.Annotations[annotationKedaServer], keda.PromServerAddress, defaultPrometheus)
	scaling.Metadata["threshold"] = cmp.Or(s.owner.Annotations[annotationKedaThreshold], keda.ScalingThreshold, defaultThreshold)
	if ref := keda.AuthenticationRef; ref != nil {
		scaling.AuthenticationName, scaling.AuthenticationKind = ref.Name, cmp.Or(ref.Kind, "TriggerAuthentication")
		if keda.AuthModes != "" {
			scaling.Metadata["authModes"] = keda.AuthModes
		}
	}
	return scaling
}

// autoscalerClass is who scales the service.
func autoscalerClass(annotations map[string]string) string {
	if class := annotations["ome.io/autoscalerClass"]; class != "" {
		return class
	}
	return "hpa"
}
