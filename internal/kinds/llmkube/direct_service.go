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
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// Labels that LLMKube gives to the pods of a service. Its PodMonitor finds them by these.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
const (
	labelApp     = "app"
	labelModel   = "inference.llmkube.dev/model"
	labelService = "inference.llmkube.dev/service"
	labelRuntime = "inference.llmkube.dev/runtime"
)

// directService is a service with everything it refers to.
type directService struct {
	*render.Builder
	*v1alpha1.InferenceService
	options direct.LLMKubeService
	model   directModel
	// storage is where the weights of the model come from, and of one that drafts.
	storage directStorage
}

// RenderService renders what LLMKube's controller makes of an InferenceService and its
// Model: a Deployment that downloads the model and serves it, a core Service in front, the
// claim that keeps the weights and, with autoscaling, a HorizontalPodAutoscaler.
// The differences of the kind say how it differs from the controller on purpose.
//
// Mirrors defilantech/LLMKube internal/controller/{deployment_builder,service_builder,
// hpa_reconciler,model_storage,runtime_*}.go@v0.9.19.
var RenderService = render.Typed(func(b *render.Builder, object *v1alpha1.InferenceService, options direct.LLMKubeService) {
	s := directService{Builder: b, InferenceService: object, options: options}
	if s.model = s.findModel(s.Spec.ModelRef, specPath.Child("modelRef")); s.Failed() {
		return
	}
	if s.storage = s.storageOf(s.model); s.Failed() {
		return
	}
	if s.addDraft(); s.Failed() {
		return
	}
	if s.check(); s.Failed() {
		return
	}
	s.warn()
	b.Endpoint = fmt.Sprintf("http://%s.%s.svc:%d", serviceName(s.Name), s.Owner.Namespace, s.servicePort())
	if s.makesClaim() {
		s.Add(s.cache().Claim(s.Owner))
	}
	deployment := s.deployment()
	s.Add(deployment, s.coreService())
	if scaling := s.Spec.Autoscaling; scaling != nil && !s.Spec.Suspend {
		s.Add(render.HorizontalPodAutoscaler(s.labelled(), deployment, autoscalingv2.HorizontalPodAutoscalerSpec{
			MinReplicas: new(minReplicas(scaling)),
			MaxReplicas: scaling.MaxReplicas,
			Metrics:     s.metrics(),
		}))
	}
})

// findModel looks up a model that the service refers to.
func (s directService) findModel(name string, ref *field.Path) directModel {
	model, errs := findModel(s.References, s.Owner.Namespace, name, ref)
	s.Fail(errs...)
	return model
}

// labels are those of the workload and of its pods.
func (s directService) labels() map[string]string {
	return map[string]string{labelApp: s.Name, labelModel: s.model.Name, labelService: s.Name, labelRuntime: runtimeOf(s.InferenceService)}
}

// selector tells the pods of the service from all others.
func (s directService) selector() map[string]string {
	return map[string]string{labelApp: s.Name, labelService: s.Name}
}

// labelled is the owner with LLMKube's labels over the user's.
func (s directService) labelled() render.Owner {
	return s.Owner.Labelled(s.labels())
}

// servicePort is the port of the core Service.
func (s directService) servicePort() int32 {
	return cmp.Or(ptr.Deref(s.Spec.Endpoint, v1alpha1.EndpointSpec{}).Port, defaultPort)
}

// containerPort is the port that the engine listens on.
func (s directService) containerPort() int32 {
	switch {
	case s.Spec.ContainerPort != nil:
		return *s.Spec.ContainerPort
	case s.Spec.Endpoint != nil:
		return s.servicePort()
	}
	return runtimePorts[runtimeOf(s.InferenceService)]
}

// replicas is the number of pods to start with.
func (s directService) replicas() int32 {
	if s.Spec.Suspend {
		return 0
	}
	return ptr.Deref(s.Spec.Replicas, 1)
}

// prepares reports whether a container prepares the cache.
func (s directService) prepares() bool { return ptr.Deref(s.options.PrepareCache, true) }

// fsGroup is the group that owns the volumes of the pods, and 0 when none does.
func (s directService) fsGroup() int64 {
	if c := s.Spec.PodSecurityContext; c != nil && c.FSGroup != nil {
		return *c.FSGroup
	}
	return s.defaultFSGroup()
}

// defaultGroup owns the volumes of pods that choose no other group.
//
// Source: defilantech/LLMKube cmd/main.go@v0.9.19.
const defaultGroup int64 = 102

func (s directService) defaultFSGroup() int64 { return ptr.Deref(s.options.FSGroup, defaultGroup) }

// named is a variable with a value.
func named(name, value string) corev1.EnvVar { return corev1.EnvVar{Name: name, Value: value} }

// cacheSize is the size of a claim for weights.
//
// Source: defilantech/LLMKube cmd/main.go@v0.9.19.
const cacheSize = "100Gi"

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

// cache is the claim that is made for the weights.
func (s directService) cache() weights.Cache {
	name, _ := s.claimName()
	option := ptr.Deref(s.options.Cache, direct.LLMKubeCache{})
	return weights.Cache{
		Name: name, Size: cmp.Or(option.Size, new(resource.MustParse(cacheSize))), StorageClassName: option.StorageClassName, AccessMode: option.AccessMode,
	}
}

// deployment is the workload.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
func (s directService) deployment() *unstructured.Unstructured {
	template := render.PodTemplate(s.podLabels(), s.podAnnotations(), s.podSpec())
	component := render.Component{Owner: s.labelled(), Name: s.Name, Selector: s.selector()}
	deployment := render.ComponentDeployment(component, s.replicas(), s.strategy(), template)
	if limit := s.Spec.RevisionHistoryLimit; limit != nil {
		deployment.Object["spec"].(map[string]any)["revisionHistoryLimit"] = int64(*limit)
	}
	return deployment
}

// strategy is how pods are replaced. Those with a GPU end before others start, as a GPU is
// rarely free for both. Those whose weights are on a claim that only one node may mount end
// one by one before another starts, which could not mount it elsewhere. The strategy of all
// others is spelled out, so that nothing of it is left when a GPU comes.
func (s directService) strategy() appsv1.DeploymentStrategy {
	if s.accelerated() {
		return appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}
	}
	if s.storage.onClaim() && (!s.makesClaim() || !s.cache().Shared()) {
		return render.DeleteFirst()
	}
	quarter := intstr.FromString("25%")
	return render.Rolling(quarter, quarter)
}

// onClaim reports whether weights are read from a claim.
func (s directStorage) onClaim() bool {
	return slices.ContainsFunc(s.volumes, func(v corev1.Volume) bool { return v.PersistentVolumeClaim != nil })
}

// coreService stands in front of the pods.
//
// Mirrors defilantech/LLMKube internal/controller/service_builder.go@v0.9.19.
func (s directService) coreService() *unstructured.Unstructured {
	endpoint := ptr.Deref(s.Spec.Endpoint, v1alpha1.EndpointSpec{})
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
