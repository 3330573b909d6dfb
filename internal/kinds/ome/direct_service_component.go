package ome

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directComponent is an engine, a decoder or a router with everything it is made of.
type directComponent struct {
	// own is what the service says, written what it says in so many words.
	own     component
	written map[string]any
	merged  mergedComponent
	class   directClass
	// onGroups is whether each replica is a group of several hosts.
	onGroups bool
	workload render.Component
	// pods has the pod of each replica, or the leader and the worker of each group.
	pods []directPod
}

// directPod is a pod and the index of its main container.
type directPod struct {
	spec corev1.PodSpec
	main int
}

func (p directPod) container() *corev1.Container { return &p.spec.Containers[p.main] }

// serves reports whether the component runs the model.
func (c directComponent) serves() bool { return c.own.name != routerName }

// origin is the path of a field of the component: in the service, if it says anything
// there, else in the runtime.
func (s directService) origin(c directComponent, fields ...string) *field.Path {
	if _, found, _ := unstructured.NestedFieldNoCopy(c.written, fields...); found || s.runtime.at == nil {
		return c.own.path.Child(fields[0], fields[1:]...)
	}
	return s.runtime.at
}

// originOf is the path of an entry in a map of the component.
func (s directService) originOf(c directComponent, key string, fields ...string) *field.Path {
	_, found, _ := unstructured.NestedFieldNoCopy(c.written, append(slices.Clone(fields), key)...)
	if !found && s.runtime.at != nil {
		return s.runtime.at
	}
	return c.own.path.Child(fields[0], fields[1:]...).Key(key)
}

// component builds a component of the service.
func (s directService) component(own component) directComponent {
	c := directComponent{own: own}
	c.written, _ = s.tree[own.name].(map[string]any)
	base, _ := s.runtime.tree[own.name+"Config"].(map[string]any)
	var err error
	if c.merged, err = mergeComponent(base, c.written); err != nil {
		s.Fail(field.InternalError(own.path, fmt.Errorf("it cannot be merged into %s: %w", s.runtime.subject(), err)))
		return c
	}
	c.keepOwnBounds()
	s.checkRunnerNames(c, base)
	var fault *field.Error
	if c.onGroups, fault = s.inGroups(c); fault == nil && c.serves() {
		c.class, fault = s.findClass(own, c.merged.AcceleratorOverride)
	}
	if fault != nil {
		s.Fail(fault)
		return c
	}
	s.checkName(c)
	if !c.onGroups {
		s.checkScaling(c)
	}
	s.checkAnnotations(c)
	c.workload = s.workload(c)
	for _, host := range c.hosts() {
		c.pods = append(c.pods, s.pod(c, host))
	}
	return c
}

// keepOwnBounds takes the numbers of replicas from the service alone, as OME's webhook
// does by filling them in there, and lets one bound on disruptions replace the other.
func (c *directComponent) keepOwnBounds() {
	c.merged.MinReplicas, c.merged.MaxReplicas = c.own.MinReplicas, c.own.MaxReplicas
	switch {
	case c.own.MinAvailable != nil:
		c.merged.MaxUnavailable = nil
	case c.own.MaxUnavailable != nil:
		c.merged.MinAvailable = nil
	case c.merged.MinAvailable == nil && c.merged.MaxUnavailable == nil:
		c.merged.MaxUnavailable = new(intstr.FromInt32(1))
	}
}

// inGroups reports whether the component runs on groups of several hosts.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/utils/deployment.go@v0.1.5.
func (s directService) inGroups(c directComponent) (bool, *field.Error) {
	groups := c.merged.Leader != nil || c.merged.Worker != nil
	if c.own.name == engineName {
		mode := c.merged.Annotations[annotationDeploymentMode]
		if err := unsupportedMode(s.originOf(c, annotationDeploymentMode, "annotations"), mode); err != nil {
			return false, err
		}
		switch mode {
		case "RawDeployment":
			return false, nil
		case "MultiNode":
			groups = true
		}
	}
	if !groups {
		return false, nil
	}
	for _, part := range []struct {
		name string
		set  bool
	}{{"leader", c.merged.Leader != nil}, {"worker", c.merged.Worker != nil}} {
		if !part.set {
			return true, render.Breaks("IS-19", field.Required(s.origin(c, part.name), fmt.Sprintf("a group of several hosts has a leader and workers: add `%s` to the %s", part.name, c.own.name)+""))
		}
	}
	if size := c.merged.Worker.Size; size == nil || *size < 1 {
		return true, render.Breaks("IS-20", field.Required(s.origin(c, "worker", "size"), fmt.Sprintf("say how many workers a group of the %s has: 1 or more", c.own.name)))
	}
	return true, nil
}

// checkRunnerNames holds the runners of the service to the names of the runtime's: a
// container would get two names otherwise, depending on which of them is asked.
func (s directService) checkRunnerNames(c directComponent, base map[string]any) {
	for _, at := range [][]string{{"runner", "name"}, {"leader", "runner", "name"}, {"worker", "runner", "name"}} {
		name, written, _ := unstructured.NestedString(c.written, at...)
		wanted, _, _ := unstructured.NestedString(base, at...)
		if written && wanted != "" && name != wanted {
			s.Fail(render.Breaks("IS-22", field.Invalid(c.own.path.Child(at[0], at[1:]...), name,
				fmt.Sprintf("%s calls the container %s: write that name", s.runtime.subject(), wanted))))
		}
	}
}

// groupSize is the number of hosts of a replica.
func (c directComponent) groupSize() int32 {
	if !c.onGroups {
		return 1
	}
	return int32(*c.merged.Worker.Size) + 1
}

// host is one of the hosts of a component: the only one, the leader or a worker.
type host struct {
	// role is leader or worker; empty on a single host.
	role   string
	spec   corev1.PodSpec
	runner *corev1.Container
}

// hosts are the kinds of pod that the component has.
func (c directComponent) hosts() []host {
	if !c.onGroups {
		return []host{{spec: c.merged.PodSpec, runner: c.merged.Runner}}
	}
	return []host{
		{role: "leader", spec: c.merged.Leader.PodSpec, runner: c.merged.Leader.Runner},
		{role: "worker", spec: c.merged.Worker.PodSpec, runner: c.merged.Worker.Runner},
	}
}

// fields are the names that lead to a field of the host in the component.
func (h host) fields(names ...string) []string {
	if h.role == "" {
		return names
	}
	return append([]string{h.role}, names...)
}

// mergedComponent is a component of a service merged into that of its runtime. Its
// types are those of Kubernetes, whose tags say how lists are merged.
type mergedComponent struct {
	corev1.PodSpec `json:",inline"`

	v1beta1.ComponentExtensionSpec `json:",inline"`

	Runner              *corev1.Container            `json:"runner,omitempty"`
	Leader              *mergedHost                  `json:"leader,omitempty"`
	Worker              *mergedHost                  `json:"worker,omitempty"`
	AcceleratorOverride *v1beta1.AcceleratorSelector `json:"acceleratorOverride,omitempty"`
	Config              map[string]string            `json:"config,omitempty"`
}

// mergedHost is the leader or the worker of a group of several hosts.
type mergedHost struct {
	corev1.PodSpec `json:",inline"`

	// Size is the number of workers.
	Size   *int              `json:"size,omitempty"`
	Runner *corev1.Container `json:"runner,omitempty"`
}

// mergeComponent merges a component of a service into that of its runtime, which may be nil.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/utils/merging.go@v0.1.5.
func mergeComponent(base, override map[string]any) (mergedComponent, error) {
	merged := runtime.DeepCopyJSON(override)
	if base != nil {
		base = runtime.DeepCopyJSON(base)
		dropVolumes(base, merged)
		for _, host := range []string{"leader", "worker"} {
			ours, _ := base[host].(map[string]any)
			theirs, _ := merged[host].(map[string]any)
			dropVolumes(ours, theirs)
		}
		var err error
		if merged, err = strategicpatch.StrategicMergeMapPatch(base, merged, mergedComponent{}); err != nil {
			return mergedComponent{}, err
		}
	}
	return render.Decode[mergedComponent](merged)
}

// dropVolumes drops the volumes of a pod that an override has too: one of them replaces
// the other, where a merge would make one volume of two sources.
func dropVolumes(pod, override map[string]any) {
	volumes, _ := pod["volumes"].([]any)
	replaced, _ := override["volumes"].([]any)
	if len(volumes) == 0 || len(replaced) == 0 {
		return
	}
	name := func(volume any) any { return volume.(map[string]any)["name"] }
	pod["volumes"] = slices.DeleteFunc(volumes, func(volume any) bool {
		return slices.ContainsFunc(replaced, func(other any) bool { return name(other) == name(volume) })
	})
}

// mergeContainer merges a runner into the entry of the same name. Its arguments come
// after those of the entry.
func mergeContainer(entry, runner corev1.Container) (corev1.Container, error) {
	tree, err := strategicpatch.StrategicMergeMapPatch(render.Encode(&entry), render.Encode(&runner), corev1.Container{})
	if err != nil {
		return corev1.Container{}, err
	}
	merged, err := render.Decode[corev1.Container](tree)
	merged.Args = append(append([]string(nil), entry.Args...), runner.Args...)
	return merged, err
}
