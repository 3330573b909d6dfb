package engines

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// Group is the pods that serve one copy of a model together.
type Group struct {
	// Accelerators are those of all its pods, and Hosts is how many pods there are.
	Accelerators, Hosts int64
	// Tensor is the tensor parallel size that something else than the command line asks for, 0 where nothing does.
	Tensor int64
	// Leads is true for the pod that answers requests.
	Leads bool
}

// Accelerators counts the devices that a container asks for, 0 when it asks for none.
func Accelerators(c *corev1.Container) int64 {
	var sum int64
	for name, amount := range c.Resources.Limits {
		if podset.IsAccelerator(name) {
			sum += amount.Value()
		}
	}
	return sum
}

const (
	sharedMemoryPath = "/dev/shm"
	sharedMemoryName = "dshm"
)

// Complete gives the container of an engine what its author has left out and the engine needs to serve: the tensor parallel
// size, memory that its processes share, an address that others reach, probes that tell when it serves, time to start, and no
// variables that it would take for its own. What is there stays. The pod and the
// container may be changed in place.
func Complete(pod *corev1.PodSpec, index int, g Group) {
	if e, known := Of(&pod.Containers[index]); known {
		e.Complete(pod, index, g)
	}
}

// Complete is the function of that name for a container that is known to have the engine, whatever its image is called.
func (e Engine) Complete(pod *corev1.PodSpec, index int, g Group) {
	c := &pod.Containers[index]
	e.unlink(pod, c)
	c.Args = append(slices.Clip(c.Args), e.Split(slices.Concat(c.Command, c.Args), g)...)
	// Devices that are allocated by claims are none of the container's own.
	if e.sharesMemory(c) || len(e.Tensor) > 0 && (g.Accelerators > 1 || g.Hosts > 1 && g.Accelerators > 0) {
		shareMemory(pod, c)
	}
	if g.Leads && e.reach(pod, c) {
		e.probe(c)
	}
	if g.Leads {
		SpareStart(c)
	}
}

// unlink keeps the variables of Services away from an engine that would take one of them for its own, unless the container says what
// that is, or something in the pod refers to any of them.
func (e Engine) unlink(pod *corev1.PodSpec, c *corev1.Container) {
	if e.Linked == "" || pod.EnableServiceLinks != nil || slices.ContainsFunc(c.Env, func(v corev1.EnvVar) bool { return v.Name == e.Linked }) {
		return
	}
	for _, other := range slices.Concat(pod.InitContainers, pod.Containers) {
		if refers(&other, "_SERVICE_") || refers(&other, "_PORT_") {
			return
		}
	}
	links := false
	pod.EnableServiceLinks = &links
}

// SpareStart keeps a liveness probe from ending an engine that still loads its model, over and over: until it first succeeds, it may
// fail for as long as a start may take.
func SpareStart(c *corev1.Container) {
	if c.LivenessProbe != nil && c.StartupProbe == nil {
		c.StartupProbe = &corev1.Probe{
			ProbeHandler: c.LivenessProbe.ProbeHandler, PeriodSeconds: startupPeriod, TimeoutSeconds: 5, FailureThreshold: startupFailures,
		}
	}
}

// reach lets requests from other pods reach an engine that nothing keeps from that, and reports whether they do. Where another
// container is beside it, that may be the one which they go to.
func (e Engine) reach(pod *corev1.PodSpec, c *corev1.Container) bool {
	address, set := value(slices.Concat(c.Command, c.Args), []string{"--host", "--hostname"})
	switch {
	case set:
		return !slices.Contains([]string{"127.0.0.1", "localhost", "::1"}, address)
	case e.Loopback && len(pod.Containers) > 1:
		return false
	case e.Loopback:
		c.Args = append(slices.Clip(c.Args), "--host", "0.0.0.0")
	}
	return true
}

// LacksSharedMemory reports whether the processes of an engine exchange what several accelerators compute, and share no more memory
// than the 64 MiB which container runtimes give those of a container.
func LacksSharedMemory(pod *corev1.PodSpec, c *corev1.Container) bool {
	e, known := Of(c)
	return known && e.sharesMemory(c) && !memoryIsShared(pod, c)
}

func (e Engine) sharesMemory(c *corev1.Container) bool {
	return len(e.Tensor) > 0 && Accelerators(c) > 1
}

func memoryIsShared(pod *corev1.PodSpec, c *corev1.Container) bool {
	return pod.HostIPC || slices.ContainsFunc(c.VolumeMounts, func(m corev1.VolumeMount) bool { return m.MountPath == sharedMemoryPath })
}

// shareMemory mounts memory that takes the place of the 64 MiB which container runtimes give the processes of a container to
// share. It counts as that of the container, whose limit bounds it.
func shareMemory(pod *corev1.PodSpec, c *corev1.Container) {
	if memoryIsShared(pod, c) {
		return
	}
	name := sharedMemoryName
	for i := 1; slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool { return v.Name == name }); i++ {
		name = fmt.Sprintf("%s-%d", sharedMemoryName, i)
	}
	pod.Volumes = append(slices.Clip(pod.Volumes), corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{
		EmptyDir: &corev1.EmptyDirVolumeSource{Medium: corev1.StorageMediumMemory},
	}})
	c.VolumeMounts = append(slices.Clip(c.VolumeMounts), corev1.VolumeMount{Name: name, MountPath: sharedMemoryPath})
}

// How long an engine may take to load a model, which it may have to download first: an hour.
const (
	startupPeriod   = 10
	startupFailures = 360
)

// probe asks the engine whether it serves, where nothing does so yet.
func (e Engine) probe(c *corev1.Container) {
	words := slices.Concat(c.Command, c.Args)
	port, known := e.Listens(words)
	elsewhere := slices.ContainsFunc(c.Env, func(v corev1.EnvVar) bool { return v.Name == e.Variable })
	if c.ReadinessProbe != nil || !known || elsewhere {
		return
	}
	ask := corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: e.Ready, Port: intstr.FromInt32(port)}}
	if given(words, []string{"--ssl-keyfile", "--ssl-key-file"}) {
		ask.HTTPGet.Scheme = corev1.URISchemeHTTPS
	}
	c.ReadinessProbe = &corev1.Probe{ProbeHandler: ask, PeriodSeconds: startupPeriod, TimeoutSeconds: 5, FailureThreshold: 3}
	if c.StartupProbe == nil {
		c.StartupProbe = &corev1.Probe{ProbeHandler: ask, PeriodSeconds: startupPeriod, TimeoutSeconds: 5, FailureThreshold: startupFailures}
	}
}

// Warn appends to warnings, once, why the engine in a container will not serve.
func Warn(warnings []string, pod *corev1.PodSpec, index int) []string {
	c := &pod.Containers[index]
	why := Unaccelerated(pod, c)
	if text := "The " + why; why != "" && !slices.Contains(warnings, text) {
		warnings = append(warnings, text)
	}
	return warnings
}

// Unaccelerated says of a container with an engine that does not run without an accelerator that it gets none, and what to do. It
// is "" where the container asks for one, or a runtime class or a variable hands it those of the node.
func Unaccelerated(pod *corev1.PodSpec, c *corev1.Container) string {
	if !NeedsAccelerator(c.Image) || len(c.Resources.Claims) > 0 || pod.RuntimeClassName != nil || asksForDevices(c) ||
		slices.ContainsFunc(c.Env, func(v corev1.EnvVar) bool { return v.Name == "NVIDIA_VISIBLE_DEVICES" }) {
		return ""
	}
	return fmt.Sprintf("engine in %s needs an accelerator, and the container %s asks for none: add one to its limits, such as nvidia.com/gpu, or name an image that serves on the processor", c.Image, c.Name)
}

func asksForDevices(c *corev1.Container) bool {
	for _, list := range []corev1.ResourceList{c.Resources.Limits, c.Resources.Requests} {
		for name, amount := range list {
			if podset.IsExtended(name) && !amount.IsZero() {
				return true
			}
		}
	}
	return false
}
