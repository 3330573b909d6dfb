package ome

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// RenderInferenceService renders what OME's controllers make of a service: for each
// component a Deployment with its Service, autoscaler and disruption budget, or a
// LeaderWorkerSet with its Service, and one Service in front of the router or, where
// there is none, the engine. Runtimes, models and accelerator classes come from the
// definitions.
// The differences of the kind say how it differs from the controllers on purpose.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice@v0.1.5.
var RenderInferenceService = render.Typed(func(b *render.Builder, object *v1beta1.InferenceService, options direct.OMEService) {
	if s, components := resolve(b, object, options); !b.Failed() {
		s.draw(components)
	}
})

// directService is a configured service with everything it refers to.
type directService struct {
	*render.Builder
	spec v1beta1.InferenceServiceSpec
	// tree is the spec as it was written: without what typed objects fill in.
	tree    map[string]any
	options direct.OMEService
	model   servedModel
	weights servedWeights
	runtime directRuntime
}

// resolve looks up the model and the runtime of a service, and builds its components.
func resolve(b *render.Builder, object *v1beta1.InferenceService, options direct.OMEService) (directService, []directComponent) {
	options.ServiceLabel = cmp.Or(options.ServiceLabel, defaultServiceLabel)
	tree, _ := b.Object.Object["spec"].(map[string]any)
	s := directService{Builder: b, spec: object.Spec, tree: tree, options: options}
	for _, step := range []func(){
		s.checkSupported,
		func() { s.model = s.findModel() },
		func() { s.weights = s.findWeights() },
		func() { s.runtime = s.findRuntime() },
	} {
		if step(); b.Failed() {
			return s, nil
		}
	}
	var components []directComponent
	for _, c := range componentsOf(s.spec.Engine, s.spec.Decoder, s.spec.Router, "") {
		components = append(components, s.component(c))
	}
	return s, components
}

// draw builds the objects in the order in which they are applied.
func (s directService) draw(components []directComponent) {
	for _, c := range components {
		s.drawComponent(c)
	}
	s.Add(s.frontService(front(components)))
	s.Endpoint = s.endpoint(components)
	s.warn(components)
}

// front is the component that clients talk to: the router, or the engine where there is none.
func front(components []directComponent) directComponent {
	if last := components[len(components)-1]; last.own.name == routerName {
		return last
	}
	return components[0]
}

// endpoint is the base URL of the service.
func (s directService) endpoint(components []directComponent) string {
	return fmt.Sprintf("http://%s.%s.svc:%d", s.Owner.Name, s.Owner.Namespace, front(components).port())
}

// drawComponent builds what a component consists of.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers@v0.1.5.
func (s directService) drawComponent(c directComponent) {
	if c.own.name == routerName {
		s.Add(render.PermittedServiceAccount(c.workload.Owner, c.workload.Name, rbacv1.PolicyRule{
			APIGroups: []string{corev1.GroupName}, Resources: []string{"pods"}, Verbs: []string{"get", "list", "watch"},
		})...)
	}
	workload := c.build()
	s.Add(workload, s.componentService(c))
	if !c.onGroups {
		s.Add(s.scaler(c, workload),
			render.PodDisruptionBudget(c.workload.Owner, c.workload.Name, c.workload.Selector, c.merged.MinAvailable, c.merged.MaxUnavailable))
	}
}

// build returns the object that runs the pods.
func (c directComponent) build() *unstructured.Unstructured {
	var templates []*corev1ac.PodTemplateSpecApplyConfiguration
	for i, h := range c.hosts() {
		templates = append(templates, render.PodTemplate(c.podLabels(h), c.podAnnotations(h), c.pods[i].spec))
	}
	if !c.onGroups {
		return render.ComponentDeployment(c.workload, replicasOf(c.own), c.strategy(), templates[0])
	}
	one := intstr.FromInt32(1)
	return render.GroupSet(c.workload, render.Groups{
		Replicas: replicasOf(c.own), Size: c.groupSize(),
		Startup: lwsv1.LeaderCreatedStartupPolicy, Restart: lwsv1.RecreateGroupOnPodRestart,
		Leader: templates[0], Worker: templates[1], MaxUnavailable: one, MaxSurge: one,
	})
}

// strategy is how the pods of a Deployment are replaced: one at a time, each after its
// successor is ready.
func (c directComponent) strategy() appsv1.DeploymentStrategy {
	if given := c.merged.DeploymentStrategy; given != nil {
		strategy := *given
		if strategy.Type == appsv1.RecreateDeploymentStrategyType {
			strategy.RollingUpdate = nil // of the runtime, whose type the service replaces
		}
		return strategy
	}
	return render.Rolling(intstr.FromInt32(0), intstr.FromInt32(1))
}

// port is the port at which the component serves.
func (c directComponent) port() int32 {
	return portsOf(*c.pods[0].container())[0].ContainerPort
}

// selector selects the pods of the component that take requests.
func (c directComponent) selector() map[string]string {
	if !c.onGroups {
		return c.workload.Selector
	}
	return render.LeaderSelector(c.workload.Name)
}

func (s directService) componentService(c directComponent) *unstructured.Unstructured {
	owner := c.workload.Owner
	owner.Annotations = maps.Clone(owner.Annotations)
	maps.DeleteFunc(owner.Annotations, begins(podAnnotations))
	var ports []corev1.ServicePort
	for _, port := range portsOf(*c.pods[0].container()) {
		ports = append(ports, corev1.ServicePort{
			Name: port.Name, Protocol: port.Protocol, Port: port.ContainerPort, TargetPort: intstr.FromInt32(port.ContainerPort),
		})
	}
	return render.ServiceOf(owner, componentName(s.Owner.Name, c.own.name), corev1.ServiceSpec{Selector: c.selector(), Ports: ports})
}

// frontService is the Service that clients use.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers/external_service@v0.1.5.
func (s directService) frontService(front directComponent) *unstructured.Unstructured {
	owner := s.Owner
	owner = owner.Labelled(map[string]string{s.options.ServiceLabel: s.Owner.Name, labelComponent: "external-service"})
	owner.Annotations = map[string]string{}
	for key, value := range s.Owner.Annotations {
		if begins(frontAnnotations)(key, value) {
			owner.Annotations[key] = value
		}
	}
	spec := corev1.ServiceSpec{
		Selector: front.selector(),
		Ports:    []corev1.ServicePort{{Name: "http", Protocol: corev1.ProtocolTCP, Port: front.port(), TargetPort: intstr.FromInt32(front.port())}},
	}
	types := []corev1.ServiceType{corev1.ServiceTypeClusterIP, corev1.ServiceTypeNodePort, corev1.ServiceTypeLoadBalancer}
	if wanted := corev1.ServiceType(s.Owner.Annotations[annotationServiceType]); slices.Contains(types, wanted) {
		spec.Type = wanted
	}
	if spec.Type == corev1.ServiceTypeLoadBalancer {
		spec.LoadBalancerIP = s.Owner.Annotations[annotationLoadBalancerIP]
	}
	return render.ServiceOf(owner, s.Owner.Name, spec)
}

// warn tells what is rendered but will not do what its author may expect.
func (s directService) warn(components []directComponent) {
	s.Warn(render.RuleLabels, render.ReplacedLabelWarnings(s.Owner)...)
	for _, key := range slices.Sorted(maps.Keys(s.Owner.Annotations)) {
		if strings.HasPrefix(key, "ome.io/ingress-") && key != "ome.io/ingress-disable-creation" {
			s.Warnf("DR-10", "metadata.annotations[%q] has no effect: direct mode makes no Ingress. Remove it", key)
		}
	}
	if s.runtime.surprise != "" {
		s.Warn("DR-11", s.runtime.surprise)
	}
	for _, unused := range []struct {
		name string
		has  bool
		asks bool
	}{
		{decoderName, s.runtime.spec.DecoderConfig != nil, s.spec.Decoder != nil},
		{routerName, s.runtime.spec.RouterConfig != nil, s.spec.Router != nil},
	} {
		if unused.has && !unused.asks {
			s.Warnf("IS-44", "%s has a %s, and the service does not, so none is made: write `%s = {}` to get it", s.runtime.subject(), unused.name, unused.name)
		}
	}
	var warnings []string
	for _, c := range components {
		s.Warn("DR-12", s.scaleWarnings(c)...)
		for _, pod := range c.pods {
			if c.serves() {
				warnings = engines.Warn(warnings, &pod.spec, pod.main)
			}
		}
	}
	s.Warn(render.RuleAccelerator, warnings...)
	s.warnOfNodes(components)
}

// scaleWarnings points out an autoscaler that has nothing to measure by: utilization is
// a share of what every container requests.
func (s directService) scaleWarnings(c directComponent) []string {
	if c.onGroups || s.autoscaler(c.own) != autoscalerHPA {
		return nil
	}
	var warnings []string
	for _, container := range c.pods[0].spec.Containers {
		_, requested := container.Resources.Requests[c.scaleResource()]
		_, limited := container.Resources.Limits[c.scaleResource()]
		if !requested && !limited {
			warnings = append(warnings, fmt.Sprintf("The %s is never scaled: its container %s requests no %s, and its utilization is a share of that. Add the request, or set max_replicas to %d",
				c.own.name, container.Name, c.scaleResource(), replicasOf(c.own)))
		}
	}
	return warnings
}

// warnOfNodes points out a model on the disks of nodes that the pods may not find.
func (s directService) warnOfNodes(components []directComponent) {
	if s.weights.nodeAffinity == nil {
		return
	}
	wanted := s.weights.nodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
	for _, c := range components {
		if c.serves() && slices.ContainsFunc(c.pods, func(p directPod) bool {
			return !apiequality.Semantic.DeepEqual(requiredNodes(p.spec.Affinity), wanted)
		}) {
			s.Warnf("DR-13", "The %s has a node affinity of its own, which replaces that of %s %s: make sure that it leads to nodes that have the model",
				c.own.name, s.model.kind, s.model.name)
		}
	}
}

func requiredNodes(affinity *corev1.Affinity) *corev1.NodeSelector {
	if affinity == nil || affinity.NodeAffinity == nil {
		return nil
	}
	return affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
}
