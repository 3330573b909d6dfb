package ome

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// pod builds the pod of a host of a component.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/components, reconcilers/common/podspec_reconciler.go @v0.1.5.
func (s directService) pod(c directComponent, h host) directPod {
	p := directPod{spec: *h.spec.DeepCopy()}
	runner := h.runner.DeepCopy()
	if runner != nil && c.serves() {
		s.editRunner(c, h, runner)
	}
	if c.serves() {
		p.spec.Volumes = append(p.spec.Volumes, s.weights.volume)
	}
	if err := s.placeRunner(c, h, &p, runner); err != nil {
		s.Fail(err)
		return p
	}
	main := p.container()
	if c.serves() {
		s.placeOnNodes(c, &p.spec)
	} else {
		p.spec.ServiceAccountName, p.spec.DeprecatedServiceAccount = c.workload.Name, ""
		main.Env = render.MergeEnv(main.Env, configEnv(c.merged.Config))
	}
	injectRDMA(&p.spec, c.workload.Annotations)
	for _, containers := range [][]corev1.Container{p.spec.InitContainers, p.spec.Containers} {
		for i := range containers {
			s.finish(&containers[i])
		}
	}
	if c.serves() && !s.Bare {
		hosts := int64(c.groupSize())
		engines.Complete(&p.spec, p.main, engines.Group{Accelerators: hosts * engines.Accelerators(main), Hosts: hosts, Leads: h.role != "worker"})
	}
	if !c.onGroups && main.Name == mainContainerName && main.ReadinessProbe == nil {
		main.ReadinessProbe = defaultReadinessProbe(*main)
	}
	s.checkPod(c, h, p)
	if err := s.expandPlaceholders(main); err != nil {
		s.Fail(render.Breaks("IS-30", field.Invalid(s.origin(c, h.fields("runner")...), main.Name, err.Error())))
	}
	return p
}

// placeRunner puts the runner into the pod: merged into the container of its name, else
// after all others. Without a runner the first container is the main one.
func (s directService) placeRunner(c directComponent, h host, p *directPod, runner *corev1.Container) *field.Error {
	if runner == nil {
		if len(p.spec.Containers) == 0 {
			return render.Breaks("IS-21", field.Required(s.origin(c, h.fields("runner")...), fmt.Sprintf(
				"neither the service nor its runtime says what the %s runs: add a `runner` with an image to the %s, or use a runtime that has one", c.own.name, c.own.name)))
		}
		return nil
	}
	p.main = slices.IndexFunc(p.spec.Containers, func(other corev1.Container) bool { return other.Name == runner.Name })
	if p.main < 0 {
		p.spec.Containers = append(p.spec.Containers, *runner)
		p.main = len(p.spec.Containers) - 1
		return nil
	}
	merged, err := mergeContainer(p.spec.Containers[p.main], *runner)
	if err != nil {
		return field.InternalError(s.origin(c, h.fields("runner")...), fmt.Errorf("it cannot be merged into the container %s: %w", runner.Name, err))
	}
	p.spec.Containers[p.main] = merged
	return nil
}

// placeOnNodes keeps the pod on nodes that have the model, where it is on their disks,
// and the accelerator. What the service selects itself wins.
func (s directService) placeOnNodes(c directComponent, spec *corev1.PodSpec) {
	if selector := render.Overlay(
		s.weights.nodes, spec.NodeSelector, s.runtime.spec.NodeSelector, c.class.spec.Discovery.NodeSelector, c.own.pod.NodeSelector,
	); len(selector) > 0 {
		spec.NodeSelector = selector
	}
	if c.class.spec.Discovery.Affinity != nil && c.own.pod.Affinity == nil {
		spec.Affinity = c.class.spec.Discovery.Affinity.DeepCopy()
	}
	if s.weights.nodeAffinity == nil || s.weights.nodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return
	}
	if spec.Affinity == nil {
		spec.Affinity = &corev1.Affinity{}
	}
	if spec.Affinity.NodeAffinity == nil {
		spec.Affinity.NodeAffinity = &corev1.NodeAffinity{
			RequiredDuringSchedulingIgnoredDuringExecution: s.weights.nodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.DeepCopy(),
		}
	}
}

// configEnv are the settings of a router as variables.
func configEnv(config map[string]string) []corev1.EnvVar {
	var env []corev1.EnvVar
	for _, name := range slices.Sorted(maps.Keys(config)) {
		env = append(env, corev1.EnvVar{Name: name, Value: config[name]})
	}
	return env
}

// defaultReadinessProbe asks whether the first port is open.
func defaultReadinessProbe(container corev1.Container) *corev1.Probe {
	return &corev1.Probe{
		ProbeHandler: corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{
			Port: intstr.FromInt32(portsOf(container)[0].ContainerPort),
		}},
		TimeoutSeconds: 1, PeriodSeconds: 10, SuccessThreshold: 1, FailureThreshold: 3,
	}
}

// portsOf are the ports of a container; the conventional one when it lists none.
func portsOf(container corev1.Container) []corev1.ContainerPort {
	if len(container.Ports) > 0 {
		return container.Ports
	}
	return []corev1.ContainerPort{{Name: container.Name, ContainerPort: defaultPort, Protocol: corev1.ProtocolTCP}}
}

// finish completes a container: ports name their protocol, which they are told apart
// by, and routers look for pods by the label that pods have.
func (s directService) finish(container *corev1.Container) {
	for i := range container.Ports {
		container.Ports[i].Protocol = cmp.Or(container.Ports[i].Protocol, corev1.ProtocolTCP)
	}
	mapStrings(container, func(text string) string { return strings.ReplaceAll(text, labelService, s.options.ServiceLabel) })
}

// checkPod returns what Kubernetes would refuse in a pod.
func (s directService) checkPod(c directComponent, h host, p directPod) {
	main := p.container()
	if main.Image == "" {
		s.Fail(render.Breaks("IS-21", field.Required(s.origin(c, h.fields("runner", "image")...), fmt.Sprintf("neither the service nor its runtime names the image of the %s: set it", c.own.name))))
	}
	if len(p.spec.EphemeralContainers) > 0 {
		s.Fail(render.Breaks("DR-49", field.Forbidden(s.origin(c, h.fields("ephemeralContainers")...), "a pod cannot be made with ephemeral containers: remove them")))
	}
	volumes := map[string]bool{}
	for _, volume := range p.spec.Volumes {
		if volumes[volume.Name] {
			s.Fail(render.Breaks("IS-35", field.Invalid(s.origin(c, h.fields("volumes")...), volume.Name, "two volumes have this name, one of which may be that of the model: choose another name")))
		}
		volumes[volume.Name] = true
	}
	mounted := map[string]bool{}
	for _, mount := range main.VolumeMounts {
		if mounted[mount.MountPath] {
			s.Fail(render.Breaks("IS-36", field.Invalid(s.origin(c, h.fields("runner", "volumeMounts")...), mount.MountPath, "the directory has two mounts, one of which may be that of the model: mount at another one")))
		}
		mounted[mount.MountPath] = true
	}
	s.Fail(checkResources(main.Resources, func(name string) *field.Path {
		return s.originOf(c, name, h.fields("runner", "resources", "requests")...)
	})...)
	names := map[string]bool{}
	for _, port := range main.Ports {
		if len(main.Ports) > 1 && (port.Name == "" || names[port.Name]) {
			s.Fail(render.Breaks("IS-38", field.Invalid(s.origin(c, h.fields("runner", "ports")...), port.ContainerPort, "the Service of several ports needs a different name for each: name the port")))
		}
		names[port.Name] = true
	}
}

// checkResources returns requests that do not go with their limits, which the merge of a
// service and its runtime easily makes.
func checkResources(r corev1.ResourceRequirements, at func(name string) *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(r.Limits)) {
		limit := r.Limits[name]
		request, ok := r.Requests[name]
		device := strings.Contains(string(name), "/")
		if ok && (request.Cmp(limit) > 0 || device && request.Cmp(limit) != 0) {
			rule := "be at most"
			if device {
				rule = "equal"
			}
			errs = append(errs, render.Breaks("DR-50", field.Invalid(at(string(name)), request.String(), fmt.Sprintf(
				"the request of %s has to %s the limit, which is %s after the runtime and the service are merged: set both", name, rule, limit.String()))))
		}
	}
	return errs
}
