package ome

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Labels and annotations of OME.
// Source: sgl-project/ome pkg/constants/constants.go@v0.1.5.
const (
	labelService     = "ome.io/inferenceservice"
	labelComponent   = "component"
	labelApp         = "app"
	labelRuntime     = "serving-runtime"
	labelFineTuned   = "fine-tuned-serving"
	labelModelName   = "base-model-name"
	labelModelSize   = "base-model-size"
	labelModelType   = "base-model-type"
	labelModelVendor = "base-model-vendor"
	labelNodeType    = "ray.io/node-type"

	annotationDeploymentMode   = "ome.io/deploymentMode"
	annotationAutoscaler       = "ome.io/autoscalerClass"
	annotationUtilization      = "ome.io/targetUtilizationPercentage"
	annotationAcceleratorClass = "ome.io/accelerator-class"
	annotationServiceType      = "ome.io/service-type"
	annotationLoadBalancerIP   = "ome.io/load-balancer-ip"
	annotationModelCategory    = "models.ome.io/category"
)

// Annotations of a rendered workload: the runtime it was rendered with and why, and the
// accelerator class.
const (
	annotationChosenRuntime = "inferops.dev/runtime"
	annotationRuntimeReason = "inferops.dev/runtime-reason"
	annotationChosenClass   = "inferops.dev/accelerator-class"
)

// defaultServiceLabel is the pod label with the name of the service when the options name none.
const defaultServiceLabel = "inferops.dev/inferenceservice"

// Names of the components.
const (
	engineName  = "engine"
	decoderName = "decoder"
	routerName  = "router"
)

// mainContainerName is the name that runners have by convention. Only a container of this
// name gets the default readiness probe.
const mainContainerName = "ome-container"

// defaultPort is the port of a container that lists none.
const defaultPort = 8080

// gpuResource is the resource that parallelism is counted in.
const gpuResource = "nvidia.com/gpu"

// componentName is the name of the workload of a component.
func componentName(service, component string) string { return service + "-" + component }

// groupSetName is the name of the LeaderWorkerSet of a component.
func groupSetName(component string) string { return "lws-" + component }

// scaledObjectName is the name of the KEDA autoscaler of a component.
func scaledObjectName(component string) string { return "scaledobject-" + component }

// droppedAnnotations are those of the service that nothing rendered gets.
// Source: sgl-project/ome pkg/constants/constants.go@v0.1.5.
var droppedAnnotations = []string{
	"autoscaling.knative.dev/min-scale",
	"autoscaling.knative.dev/max-scale",
	"internal.ome.io/storage-initializer-sourceuri",
	"kubectl.kubernetes.io/last-applied-configuration",
}

// podAnnotations are the beginnings of annotations that mean something on pods only.
// Source: sgl-project/ome pkg/constants/constants.go@v0.1.5.
var podAnnotations = []string{
	"k8s.grafana.com/", "loki.grafana.com/", "prometheus.io/", "networking.gke.io/", "rdma.ome.io/",
	"ome.io/inject-model-init", "ome.io/inject-fine-tuned-adapter", "ome.io/inject-serving-sidecar",
}

// frontAnnotations are the beginnings of annotations that configure load balancers.
// Source: sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers/external_service@v0.1.5.
var frontAnnotations = []string{"service.beta.kubernetes.io/", "cloud.google.com/", "service.kubernetes.io/"}

// settingAnnotations are the beginnings of annotations that configure what is around the pods.
var settingAnnotations = []string{
	"autoscaling.keda.sh/", "ome.io/ingress-", annotationAutoscaler, annotationUtilization, annotationServiceType, annotationLoadBalancerIP,
}

// scrapeAnnotations are what Prometheus looks at; the workers of a group do not have it.
var scrapeAnnotations = []string{"prometheus.io/path", "prometheus.io/port", "prometheus.io/scrape"}

// begins reports whether a text begins with one of some others.
func begins(prefixes []string) func(key, _ string) bool {
	return func(key, _ string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
	}
}

// workload says what the workload of a component is called and what is written on it.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/components/base.go@v0.1.5.
func (s directService) workload(c directComponent) render.Component {
	name := componentName(s.Owner.Name, c.own.name)
	owner := s.Owner
	owner.Labels = s.componentLabels(c, name)
	owner.Annotations = s.componentAnnotations(c)
	w := render.Component{Owner: owner, Name: name, Selector: map[string]string{labelApp: name}, Notes: map[string]string{}}
	if c.onGroups {
		w.Name = groupSetName(name)
	}
	if s.runtime.name != "" {
		w.Notes[annotationChosenRuntime] = s.runtime.kind + "/" + s.runtime.name
		w.Notes[annotationRuntimeReason] = s.runtime.reason
	}
	if c.class.name != "" {
		w.Notes[annotationChosenClass] = c.class.name
	}
	return w
}

func (s directService) componentLabels(c directComponent, name string) map[string]string {
	labels := render.Overlay(s.Owner.Labels, c.merged.Labels, map[string]string{
		s.options.ServiceLabel: s.Owner.Name,
		labelComponent:         c.own.name,
		labelFineTuned:         "false",
		labelModelName:         s.model.name,
		labelModelSize:         cmp.Or(s.model.annotations[annotationModelCategory], "SMALL"),
		labelModelType:         "Serving",
	})
	if s.runtime.name != "" {
		labels[labelRuntime] = s.runtime.name
	}
	if vendor := s.model.vendor(); vendor != "" {
		labels[labelModelVendor] = vendor
	}
	if !c.onGroups {
		labels[labelApp] = name
	}
	return labels
}

func (s directService) componentAnnotations(c directComponent) map[string]string {
	annotations := render.Overlay(s.Owner.Annotations)
	for _, key := range droppedAnnotations {
		delete(annotations, key)
	}
	maps.Copy(annotations, c.merged.Annotations)
	format := s.model.spec.ModelFormat
	for key, value := range map[string]string{
		"ome.io/base-model-name":           s.model.name,
		"ome.io/base-model-vendor":         s.model.vendor(),
		"ome.io/base-model-format":         format.Name,
		"ome.io/base-model-format-version": ptr.Deref(format.Version, ""),
		"ome.io/serving-runtime":           s.runtime.name,
	} {
		if value != "" {
			annotations[key] = value
		}
	}
	return annotations
}

// podLabels are the labels of the pods of a host of a component.
func (c directComponent) podLabels(h host) map[string]string {
	labels := c.workload.ObjectLabels()
	maps.Copy(labels, queueLabels(c.workload.Annotations))
	if h.role == "leader" {
		labels[labelApp] = strings.TrimPrefix(c.workload.Name, groupSetName(""))
		labels[labelNodeType] = "head"
	}
	return labels
}

// podAnnotations are the annotations of the pods of a host of a component. Those that
// configure Services and autoscalers are left out, so that a change of them restarts nothing.
func (c directComponent) podAnnotations(h host) map[string]string {
	annotations := maps.Clone(c.workload.Annotations)
	maps.DeleteFunc(annotations, begins(frontAnnotations))
	maps.DeleteFunc(annotations, begins(settingAnnotations))
	if h.role == "worker" {
		for _, key := range scrapeAnnotations {
			delete(annotations, key)
		}
	}
	return annotations
}

// queueLabels are the labels by which queueing systems find the queue that annotations name.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/utils/utils.go@v0.1.5.
func queueLabels(annotations map[string]string) map[string]string {
	labels := map[string]string{}
	cluster := annotations["ome.io/dedicated-ai-cluster"]
	_, kueue := annotations["kueue-enabled"]
	switch queue := annotations["ome.io/volcano-queue"]; {
	case queue != "":
		labels["volcano.sh/queue-name"] = queue
	case cluster != "" && kueue:
		labels["kueue.x-k8s.io/queue-name"] = cluster
		labels["kueue.x-k8s.io/priority-class"] = "kueue-scheduling-high-priority"
	case cluster != "":
		labels["volcano.sh/queue-name"] = cluster
		labels["ray.io/priority-class-name"] = "volcano-scheduling-high-priority"
	}
	if _, volcano := annotations["volcano"]; volcano {
		labels["ray.io/scheduler-name"] = "volcano"
	}
	return labels
}
