package ome

import (
	"fmt"
	"maps"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// output builds the objects in the order in which they are applied.
func (s directService) output(components []directComponent) (render.Output, error) {
	var out render.Output
	for _, c := range components {
		objects, err := s.objects(c)
		if err != nil {
			return render.Output{}, err
		}
		out.Objects = append(out.Objects, objects...)
	}
	front := components[0]
	if last := components[len(components)-1]; last.own.name == routerName {
		front = last
	}
	service, err := s.frontService(front)
	if err != nil {
		return render.Output{}, err
	}
	out.Objects = append(out.Objects, service)
	out.Endpoint = fmt.Sprintf("http://%s.%s.svc:%d", s.owner.Name, s.owner.Namespace, front.port())
	out.Warnings = s.warnings(components)
	return out, nil
}

// objects builds what a component consists of.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers@v0.1.5.
func (s directService) objects(c directComponent) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	if c.own.name == routerName {
		access, err := render.PermittedServiceAccount(c.workload.Owner, c.workload.Name, rbacv1.PolicyRule{
			APIGroups: []string{corev1.GroupName}, Resources: []string{"pods"}, Verbs: []string{"get", "list", "watch"},
		})
		if err != nil {
			return nil, err
		}
		objects = append(objects, access...)
	}
	workload, err := c.build()
	if err != nil {
		return nil, err
	}
	service, err := s.componentService(c)
	if err != nil {
		return nil, err
	}
	objects = append(objects, workload, service)
	if c.onGroups {
		return objects, nil
	}
	scaler, err := s.scaler(c, workload)
	if err != nil {
		return nil, err
	}
	if scaler != nil {
		objects = append(objects, scaler)
	}
	budget, err := render.PodDisruptionBudget(c.workload.Owner, c.workload.Name, c.workload.Selector, c.merged.MinAvailable, c.merged.MaxUnavailable)
	return append(objects, budget), err
}

// build returns the object that runs the pods.
func (c directComponent) build() (*unstructured.Unstructured, error) {
	var templates []*corev1ac.PodTemplateSpecApplyConfiguration
	for i, h := range c.hosts() {
		template, err := render.PodTemplate(c.podLabels(h), c.podAnnotations(h), c.pods[i].spec)
		if err != nil {
			return nil, err
		}
		templates = append(templates, template)
	}
	if !c.onGroups {
		return render.ComponentDeployment(c.workload, replicasOf(c.own), c.strategy(), templates[0])
	}
	return render.GroupSet(c.workload, render.Groups{
		Replicas: replicasOf(c.own), Size: c.groupSize(), Startup: lwsv1.LeaderCreatedStartupPolicy,
		Leader: templates[0], Worker: templates[1],
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
	none, one := intstr.FromInt32(0), intstr.FromInt32(1)
	return appsv1.DeploymentStrategy{
		Type:          appsv1.RollingUpdateDeploymentStrategyType,
		RollingUpdate: &appsv1.RollingUpdateDeployment{MaxUnavailable: &none, MaxSurge: &one},
	}
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

func (s directService) componentService(c directComponent) (*unstructured.Unstructured, error) {
	owner := c.workload.Owner
	owner.Annotations = maps.Clone(owner.Annotations)
	maps.DeleteFunc(owner.Annotations, begins(podAnnotations))
	var ports []corev1.ServicePort
	for _, port := range portsOf(*c.pods[0].container()) {
		ports = append(ports, corev1.ServicePort{
			Name: port.Name, Protocol: port.Protocol, Port: port.ContainerPort, TargetPort: intstr.FromInt32(port.ContainerPort),
		})
	}
	return render.ServiceOf(owner, componentName(s.owner.Name, c.own.name), corev1.ServiceSpec{Selector: c.selector(), Ports: ports})
}

// frontService is the Service that clients use.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers/external_service@v0.1.5.
func (s directService) frontService(front directComponent) (*unstructured.Unstructured, error) {
	owner := s.owner
	owner.Labels = maps.Clone(owner.Labels)
	if owner.Labels == nil {
		owner.Labels = map[string]string{}
	}
	owner.Labels[s.options.ServiceLabel] = s.owner.Name
	owner.Labels[labelComponent] = "external-service"
	owner.Annotations = map[string]string{}
	for key, value := range s.owner.Annotations {
		if begins(frontAnnotations)(key, value) {
			owner.Annotations[key] = value
		}
	}
	spec := corev1.ServiceSpec{
		Selector: front.selector(),
		Ports:    []corev1.ServicePort{{Name: "http", Protocol: corev1.ProtocolTCP, Port: front.port(), TargetPort: intstr.FromInt32(front.port())}},
	}
	types := []corev1.ServiceType{corev1.ServiceTypeClusterIP, corev1.ServiceTypeNodePort, corev1.ServiceTypeLoadBalancer}
	if wanted := corev1.ServiceType(s.owner.Annotations[annotationServiceType]); slices.Contains(types, wanted) {
		spec.Type = wanted
	}
	if spec.Type == corev1.ServiceTypeLoadBalancer {
		spec.LoadBalancerIP = s.owner.Annotations[annotationLoadBalancerIP]
	}
	return render.ServiceOf(owner, s.owner.Name, spec)
}
