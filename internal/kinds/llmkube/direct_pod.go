package llmkube

import (
	"cmp"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// portName is the port of the engine, which the core Service sends to by this name.
const portName = "http"

// podSpec is the pod that serves the model.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
func (s directService) podSpec() corev1.PodSpec {
	pod := corev1.PodSpec{
		SecurityContext:           s.podSecurity(),
		InitContainers:            s.storage.loaders,
		Containers:                []corev1.Container{s.container()},
		Volumes:                   slices.Concat(s.storage.volumes, s.Spec.ExtraVolumes),
		PriorityClassName:         s.priorityClass(),
		ImagePullSecrets:          s.Spec.ImagePullSecrets,
		ResourceClaims:            s.claims(),
		Tolerations:               s.tolerations(),
		NodeSelector:              s.nodeSelector(),
		TopologySpreadConstraints: s.Spec.TopologySpreadConstraints,
		Affinity:                  s.Spec.Affinity,
	}
	if name := s.Spec.RuntimeClassName; name != "" {
		pod.RuntimeClassName = &name
	}
	if runtimeOf(s.InferenceService) == "vllm" {
		pod.EnableServiceLinks = new(false)
	}
	group := engines.Group{Accelerators: int64(s.gpus()), Hosts: 1, Leads: true}
	if size := vllm(s.InferenceService).TensorParallelSize; size != nil {
		group.Tensor = int64(*size)
	}
	engines.Complete(&pod, 0, group)
	return pod
}

func (s directService) container() corev1.Container {
	engine := s.engine()
	// A server-side apply takes no variable twice, which LLMKube leaves to the engine.
	env := slices.Concat(render.WithoutEnv(s.engineEnv(), s.Spec.Env), s.Spec.Env)
	container := corev1.Container{
		Name:                     engine.container,
		Image:                    s.image(),
		Command:                  engine.command,
		Args:                     s.args(),
		Env:                      env,
		Ports:                    []corev1.ContainerPort{{Name: portName, ContainerPort: s.containerPort(), Protocol: corev1.ProtocolTCP}},
		Resources:                s.resourceRequirements(),
		VolumeMounts:             slices.Concat(s.storage.mounts, s.Spec.ExtraVolumeMounts),
		SecurityContext:          s.security(),
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
		StartupProbe:             s.probe(engine.ready, 10, 180),
		LivenessProbe:            s.probe(engine.live, 15, 3),
		ReadinessProbe:           s.probe(engine.ready, 10, 3),
	}
	if len(s.Spec.Command) > 0 {
		container.Command = s.Spec.Command
	}
	if own := s.Spec.ProbeOverrides; own != nil {
		container.StartupProbe = cmp.Or(own.Startup, container.StartupProbe)
		container.LivenessProbe = cmp.Or(own.Liveness, container.LivenessProbe)
		container.ReadinessProbe = cmp.Or(own.Readiness, container.ReadinessProbe)
	}
	return container
}

// probe asks the engine over HTTP, or, without a path, whether its port is open.
func (s directService) probe(path string, period, failures int32) *corev1.Probe {
	probe := &corev1.Probe{PeriodSeconds: period, TimeoutSeconds: 5, FailureThreshold: failures}
	port := intstr.FromInt32(s.containerPort())
	if path == "" {
		probe.TCPSocket = &corev1.TCPSocketAction{Port: port}
	} else {
		probe.HTTPGet = &corev1.HTTPGetAction{Path: path, Port: port}
	}
	return probe
}

func (s directService) podSecurity() *corev1.PodSecurityContext {
	if s.Spec.PodSecurityContext != nil {
		return s.Spec.PodSecurityContext
	}
	security := &corev1.PodSecurityContext{SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}}
	if group := s.defaultFSGroup(); group > 0 {
		security.FSGroup = &group
	}
	if group := s.options.RenderGroup; group != nil && s.gpus() > 0 && s.gpuResource() == directRendering {
		security.SupplementalGroups = []int64{*group}
	}
	return security
}

func (s directService) security() *corev1.SecurityContext {
	if s.Spec.SecurityContext != nil {
		return s.Spec.SecurityContext
	}
	return &corev1.SecurityContext{
		AllowPrivilegeEscalation: new(false),
		Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
	}
}

// priorityClass is the class of the pods, "" for that of the cluster.
func (s directService) priorityClass() string {
	switch {
	case s.Spec.PriorityClassName != "":
		return s.Spec.PriorityClassName
	case s.options.PriorityClasses:
		return "llmkube-" + cmp.Or(s.Spec.Priority, "normal")
	}
	return ""
}

// podLabels are the user's and, over them, LLMKube's.
func (s directService) podLabels() map[string]string {
	labels := maps.Clone(s.Spec.PodLabels)
	if labels == nil {
		return s.labels()
	}
	maps.Copy(labels, s.labels())
	return labels
}

// neverDisrupt keeps Karpenter from moving a pod.
const neverDisrupt = "karpenter.sh/do-not-disrupt"

// podAnnotations are those that follow from the service and, over them, the user's.
func (s directService) podAnnotations() map[string]string {
	annotations := map[string]string{}
	d := s.Spec.Disruption
	if d == nil || isTrue(d.ProtectAlways) || d.ProtectStartup == nil || *d.ProtectStartup {
		annotations[neverDisrupt] = "true"
	}
	if s.options.ScrapeAnnotations {
		annotations["prometheus.io/scrape"] = "true"
		annotations["prometheus.io/path"] = "/metrics"
		annotations["prometheus.io/port"] = s.port()
	}
	maps.Copy(annotations, s.Spec.PodAnnotations)
	return annotations
}
