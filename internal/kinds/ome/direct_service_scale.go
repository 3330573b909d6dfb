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
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
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
	return int32(ptr.Deref(c.MinReplicas, 1))
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
	return autoscalerClass(s.Owner.Annotations)
}

// checkScaling refuses what an autoscaler could not work with.
func (s directService) checkScaling(c directComponent) {
	switch s.autoscaler(c.own) {
	case autoscalerHPA:
		if m := c.scaleResource(); m != corev1.ResourceCPU && m != corev1.ResourceMemory {
			s.Fail(render.Breaks("DR-51", field.NotSupported(s.origin(c, "scaleMetric"), string(m), []string{"cpu", "memory"})))
		}
	case autoscalerKeda:
		if s.kedaQuery(c) == "" {
			s.Fail(render.Breaks("DR-52", field.Required(specPath.Child("kedaConfig", "customPromQuery"), fmt.Sprintf(
				"the query that OME falls back to matches no metric of its pods: write one, with `%%s` for the name of the component, or set max_replicas of the %s to %d to do without an autoscaler",
				c.own.name, replicasOf(c.own)))))
		}
	}
}

// scaler returns the autoscaler of a component's workload; nil when there is none.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers/{hpa,keda}@v0.1.5.
func (s directService) scaler(c directComponent, target *unstructured.Unstructured) *unstructured.Unstructured {
	switch s.autoscaler(c.own) {
	case autoscalerHPA:
		utilization := int32(ptr.Deref(c.merged.ScaleTarget, defaultUtilization))
		if annotated, err := strconv.ParseInt(s.Owner.Annotations[annotationUtilization], 10, 32); err == nil {
			utilization = int32(annotated)
		}
		return render.HorizontalPodAutoscaler(c.workload.Owner, target, autoscalingv2.HorizontalPodAutoscalerSpec{
			MinReplicas: new(replicasOf(c.own)),
			MaxReplicas: mostReplicas(c.own),
			Metrics: []autoscalingv2.MetricSpec{{
				Type: autoscalingv2.ResourceMetricSourceType,
				Resource: &autoscalingv2.ResourceMetricSource{
					Name:   c.scaleResource(),
					Target: autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: &utilization},
				},
			}},
		})
	case autoscalerKeda:
		return render.ScaledObject(c.workload.Owner, scaledObjectName(c.workload.Name), target, s.kedaScaling(c))
	}
	return nil
}

// scaleResource is the resource whose utilization scales the component.
func (c directComponent) scaleResource() corev1.ResourceName {
	return corev1.ResourceName(ptr.Deref(c.merged.ScaleMetric, "cpu"))
}

// kedaQuery is what a KEDA autoscaler asks Prometheus.
func (s directService) kedaQuery(c directComponent) string {
	if query := s.Owner.Annotations[annotationKedaQuery]; query != "" || s.spec.KedaConfig == nil {
		return query
	}
	name := componentName(s.Owner.Name, c.own.name)
	return strings.ReplaceAll(strings.ReplaceAll(s.spec.KedaConfig.CustomPromQuery, "%s", name), "%%", "%")
}

func (s directService) kedaScaling(c directComponent) render.Scaling {
	keda := ptr.Deref(s.spec.KedaConfig, v1beta1.KedaConfig{})
	annotations := s.Owner.Annotations
	scaling := render.Scaling{
		Min: replicasOf(c.own), Max: mostReplicas(c.own), Trigger: "prometheus",
		Metadata: map[string]string{
			"serverAddress": cmp.Or(annotations[annotationKedaServer], keda.PromServerAddress, defaultPrometheus),
			"threshold":     cmp.Or(annotations[annotationKedaThreshold], keda.ScalingThreshold, defaultThreshold),
			"metricName":    string(ptr.Deref(c.merged.ScaleMetric, defaultKedaMetric)),
			"query":         s.kedaQuery(c),
		},
	}
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
	return cmp.Or(annotations[annotationAutoscaler], autoscalerHPA)
}
