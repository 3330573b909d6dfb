package endpoint

import (
	"cmp"
	"fmt"
	"strconv"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/apis/workload"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// What is aimed at where nobody says.
const (
	requestsOfPod = 8
	percentOfCPU  = 80
)

// metricCPU scales by the processors.
const metricCPU = "cpu"

var podMonitorKind = schema.GroupVersionKind{Group: "monitoring.coreos.com", Version: "v1", Kind: "PodMonitor"}

// scaler scales the workload, nil where its copies are counted.
func (e directEndpoint) scaler(workload *unstructured.Unstructured) *unstructured.Unstructured {
	a := e.Spec.Autoscaling
	switch {
	case a == nil:
		return nil
	case a.Prometheus != nil:
		return render.ScaledObject(e.Owner, e.Owner.Name, workload, e.scaling(*a.Prometheus))
	}
	return render.HorizontalPodAutoscaler(e.Owner, workload, e.scale())
}

// scale bounds the copies.
func (e directEndpoint) scale() autoscalingv2.HorizontalPodAutoscalerSpec {
	a := e.Spec.Autoscaling
	metric := autoscalingv2.MetricSpec{Type: autoscalingv2.PodsMetricSourceType, Pods: &autoscalingv2.PodsMetricSource{
		Metric: autoscalingv2.MetricIdentifier{Name: engineTable(e.engine()).Requests},
		Target: autoscalingv2.MetricTarget{
			Type: autoscalingv2.AverageValueMetricType, AverageValue: resource.NewQuantity(int64(ptr.Deref(a.Target, requestsOfPod)), resource.DecimalSI),
		},
	}}
	if a.Metric == metricCPU {
		metric = autoscalingv2.MetricSpec{Type: autoscalingv2.ResourceMetricSourceType, Resource: &autoscalingv2.ResourceMetricSource{
			Name:   corev1.ResourceCPU,
			Target: autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: new(ptr.Deref(a.Target, percentOfCPU))},
		}}
	}
	return autoscalingv2.HorizontalPodAutoscalerSpec{MinReplicas: new(ptr.Deref(a.Min, 1)), MaxReplicas: a.Max, Metrics: []autoscalingv2.MetricSpec{metric}}
}

// scaling asks Prometheus. KEDA divides the answer by the number of copies.
//
// Source: kedacore/keda-docs content/docs/2.17/scalers/prometheus.md.
func (e directEndpoint) scaling(server v1alpha1.Prometheus) render.Scaling {
	a := e.Spec.Autoscaling
	s := render.Scaling{Min: ptr.Deref(a.Min, 1), Max: a.Max, Trigger: "prometheus", Metadata: map[string]string{
		"serverAddress": server.ServerAddress,
		"query":         cmp.Or(server.Query, e.requests()),
		"threshold":     strconv.Itoa(int(ptr.Deref(a.Target, requestsOfPod))),
	}}
	if server.AuthenticationName != "" {
		s.AuthenticationKind, s.AuthenticationName = "TriggerAuthentication", server.AuthenticationName
	}
	return s
}

// requests is the expression for the number of requests in all pods that answer. Their names tell them from those of endpoints
// whose names begin alike.
func (e directEndpoint) requests() string {
	pods := e.Owner.Name + "-[a-z0-9]+-[a-z0-9]{5}"
	if e.hosts() > 1 {
		pods = e.Owner.Name + "-[0-9]+"
	}
	return fmt.Sprintf("sum(%s{namespace=%q,pod=~%q})", engineTable(e.engine()).Requests, e.Owner.Namespace, pods)
}

// measuredPods are those whose engines have metrics.
func (e directEndpoint) measuredPods() metav1.LabelSelector {
	if e.phase == whole {
		return metav1.LabelSelector{MatchLabels: e.servingPods()}
	}
	return metav1.LabelSelector{
		MatchLabels: map[string]string{render.LabelManagedBy: render.ManagedBy},
		MatchExpressions: []metav1.LabelSelectorRequirement{{
			Key: render.LabelName, Operator: metav1.LabelSelectorOpIn, Values: []string{e.Owner.Name, e.named(prefill)},
		}},
	}
}

// monitor lets Prometheus read the metrics, nil where nobody asks for it.
func (e directEndpoint) monitor() *unstructured.Unstructured {
	m := e.Spec.Monitor
	if m == nil {
		return nil
	}
	return render.Custom(e.Owner.Labelled(m.Labels), podMonitorKind, e.Owner.Name, &workload.PodMonitorSpec{
		Selector:            e.measuredPods(),
		PodMetricsEndpoints: []workload.PodMetricsEndpoint{{Port: portName, Path: "/metrics", Interval: string(m.Interval)}},
	})
}
