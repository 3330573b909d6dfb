package llmkube

import (
	"cmp"
	"fmt"
	"slices"

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
		MinReplicas: new(minReplicas(s.Spec.Autoscaling)),
		MaxReplicas: s.Spec.Autoscaling.MaxReplicas,
		Metrics:     s.metrics(),
	})
	if err != nil {
		return render.Output{}, err
	}
	out.Objects = append(out.Objects, autoscaler)
	return out, nil
}

// makesClaim reports whether the service has a claim of its own.
func (s directService) makesClaim() bool {
	name, made := s.claimName()
	return made && s.storage.uses(name)
}

// uses reports whether a volume is on the claim.
func (s directStorage) uses(claim string) bool {
	return slices.ContainsFunc(s.volumes, func(v corev1.Volume) bool {
		return v.Name == volumeCache && v.PersistentVolumeClaim != nil && v.PersistentVolumeClaim.ClaimName == claim
	})
}

func (s directService) claim() (*unstructured.Unstructured, error) {
	cache := s.options.Cache
	if cache == nil {
		cache = &direct.LLMKubeCache{}
	}
	name, _ := s.claimName()
	size := cmp.Or(cache.Size, new(resource.MustParse(cacheSize)))
	return render.PersistentVolumeClaim(s.owner, name, *size, cache.StorageClassName, s.cacheMode())
}

// cacheMode is how nodes may mount the claim that is made.
func (s directService) cacheMode() corev1.PersistentVolumeAccessMode {
	if s.options.Cache == nil || s.options.Cache.AccessMode == "" {
		return corev1.ReadWriteOnce
	}
	return corev1.PersistentVolumeAccessMode(s.options.Cache.AccessMode)
}

// deployment is the workload.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
func (s directService) deployment() (*unstructured.Unstructured, error) {
	template, err := render.PodTemplate(s.podLabels(), s.podAnnotations(), s.podSpec())
	if err != nil {
		return nil, err
	}
	component := render.Component{Owner: s.labelled(), Name: s.Name, Selector: s.selector()}
	deployment, err := render.ComponentDeployment(component, s.replicas(), s.strategy(), template)
	if err != nil || s.Spec.RevisionHistoryLimit == nil {
		return deployment, err
	}
	err = unstructured.SetNestedField(deployment.Object, int64(*s.Spec.RevisionHistoryLimit), "spec", "revisionHistoryLimit")
	return deployment, err
}

// strategy is how pods are replaced. Those with a GPU end before others start, as a GPU is
// rarely free for both. Those whose weights are on a claim that only one node may mount end
// one by one before another starts, which could not mount it elsewhere. The strategy of all
// others is spelled out, so that nothing of it is left when a GPU comes.
func (s directService) strategy() appsv1.DeploymentStrategy {
	if s.accelerated() {
		return appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}
	}
	rolling := &appsv1.RollingUpdateDeployment{MaxSurge: new(intstr.FromString("25%")), MaxUnavailable: new(intstr.FromString("25%"))}
	if s.storage.onClaim() && (!s.makesClaim() || s.cacheMode() != corev1.ReadWriteMany) {
		rolling = &appsv1.RollingUpdateDeployment{MaxSurge: new(intstr.FromInt32(0)), MaxUnavailable: new(intstr.FromInt32(1))}
	}
	return appsv1.DeploymentStrategy{Type: appsv1.RollingUpdateDeploymentStrategyType, RollingUpdate: rolling}
}

// onClaim reports whether weights are read from a claim.
func (s directStorage) onClaim() bool {
	return slices.ContainsFunc(s.volumes, func(v corev1.Volume) bool { return v.PersistentVolumeClaim != nil })
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
		configured = []v1alpha1.MetricSpec{{Type: "Pods", Name: s.engine().metric, TargetAverageValue: new("2")}}
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
