package llmkube

import (
	"cmp"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// cacheSize is the size of a claim for weights.
//
// Source: defilantech/LLMKube cmd/main.go@v0.9.19.
const cacheSize = "100Gi"

// output builds the objects in the order in which they are applied.
func (s directService) output() (render.Output, error) {
	out := render.Output{
		Endpoint: fmt.Sprintf("http://%s.%s.svc:%d", serviceName(s.Name), s.owner.Namespace, s.servicePort()),
		Warnings: s.warnings(),
	}
	builders := []func() (*unstructured.Unstructured, error){s.deployment, s.coreService}
	if s.makesClaim() {
		builders = append([]func() (*unstructured.Unstructured, error){s.claim}, builders...)
	}
	for _, build := range builders {
		obj, err := build()
		if err != nil {
			return render.Output{}, err
		}
		out.Objects = append(out.Objects, obj)
	}
	if s.Spec.Autoscaling == nil || s.Spec.Suspend {
		return out, nil
	}
	deployment := out.Objects[len(out.Objects)-2]
	autoscaler, err := render.HorizontalPodAutoscaler(s.labelled(), deployment, autoscalingv2.HorizontalPodAutoscalerSpec{
		MinReplicas: pointer(minReplicas(s.Spec.Autoscaling)),
		MaxReplicas: s.Spec.Autoscaling.MaxReplicas,
		Metrics:     s.metrics(),
	})
	if err != nil {
		return render.Output{}, err
	}
	out.Objects = append(out.Objects, autoscaler)
	return out, nil
}

func pointer[T any](value T) *T { return &value }

// makesClaim reports whether the service has a claim of its own.
func (s directService) makesClaim() bool {
	name, made := s.claimName()
	return made && s.storage.uses(name)
}

// uses reports whether a volume is on the claim.
func (s directStorage) uses(claim string) bool {
	for _, volume := range s.volumes {
		if volume.Name == volumeCache && volume.PersistentVolumeClaim != nil && volume.PersistentVolumeClaim.ClaimName == claim {
			return true
		}
	}
	return false
}

func (s directService) claim() (*unstructured.Unstructured, error) {
	cache := s.options.Cache
	if cache == nil {
		cache = &direct.LLMKubeCache{}
	}
	name, _ := s.claimName()
	size := cmp.Or(cache.Size, pointer(resource.MustParse(cacheSize)))
	mode := corev1.PersistentVolumeAccessMode(cmp.Or(cache.AccessMode, string(corev1.ReadWriteOnce)))
	return render.PersistentVolumeClaim(s.owner, name, *size, cache.StorageClassName, mode)
}

// deployment is the workload. Pods with a GPU end before others start, as a GPU is rarely
// free for both; the strategy of pods without is spelled out, so that nothing of it is left
// when a GPU comes.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
func (s directService) deployment() (*unstructured.Unstructured, error) {
	template, err := render.PodTemplate(s.podLabels(), s.podAnnotations(), s.podSpec())
	if err != nil {
		return nil, err
	}
	strategy := appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}
	if !s.accelerated() {
		quarter := intstr.FromString("25%")
		strategy = appsv1.DeploymentStrategy{
			Type:          appsv1.RollingUpdateDeploymentStrategyType,
			RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: &quarter, MaxUnavailable: &quarter},
		}
	}
	component := render.Component{Owner: s.labelled(), Name: s.Name, Selector: s.selector()}
	deployment, err := render.ComponentDeployment(component, s.replicas(), strategy, template)
	if err != nil || s.Spec.RevisionHistoryLimit == nil {
		return deployment, err
	}
	err = unstructured.SetNestedField(deployment.Object, int64(*s.Spec.RevisionHistoryLimit), "spec", "revisionHistoryLimit")
	return deployment, err
}

// coreService stands in front of the pods.
//
// Mirrors defilantech/LLMKube internal/controller/service_builder.go@v0.9.19.
func (s directService) coreService() (*unstructured.Unstructured, error) {
	endpoint := v1alpha1.EndpointSpec{}
	if s.Spec.Endpoint != nil {
		endpoint = *s.Spec.Endpoint
	}
	port := corev1.ServicePort{Name: portName, Port: s.servicePort(), TargetPort: intstr.FromString(portName), Protocol: corev1.ProtocolTCP}
	if endpoint.Type == string(corev1.ServiceTypeNodePort) && endpoint.NodePort != nil {
		port.NodePort = *endpoint.NodePort
	}
	return render.ServiceOf(s.labelled(), serviceName(s.Name), corev1.ServiceSpec{
		Type:     corev1.ServiceType(cmp.Or(endpoint.Type, string(corev1.ServiceTypeClusterIP))),
		Selector: s.selector(),
		Ports:    []corev1.ServicePort{port},
	})
}

// metrics are what the service is scaled by.
//
// Mirrors defilantech/LLMKube internal/controller/hpa_reconciler.go@v0.9.19.
func (s directService) metrics() []autoscalingv2.MetricSpec {
	configured := metrics(s.InferenceService)
	if len(configured) == 0 {
		configured = []v1alpha1.MetricSpec{{Type: "Pods", Name: s.engine().metric, TargetAverageValue: pointer("2")}}
	}
	var out []autoscalingv2.MetricSpec
	for _, m := range configured {
		if m.Type == "Resource" {
			out = append(out, autoscalingv2.MetricSpec{Type: autoscalingv2.ResourceMetricSourceType, Resource: &autoscalingv2.ResourceMetricSource{
				Name:   corev1.ResourceName(m.Name),
				Target: autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: m.TargetAverageUtilization},
			}})
			continue
		}
		var value resource.Quantity
		if m.TargetAverageValue != nil {
			value, _ = resource.ParseQuantity(*m.TargetAverageValue) // I-77 refuses what is no quantity.
		}
		out = append(out, autoscalingv2.MetricSpec{Type: autoscalingv2.PodsMetricSourceType, Pods: &autoscalingv2.PodsMetricSource{
			Metric: autoscalingv2.MetricIdentifier{Name: m.Name},
			Target: autoscalingv2.MetricTarget{Type: autoscalingv2.AverageValueMetricType, AverageValue: &value},
		}})
	}
	return out
}
