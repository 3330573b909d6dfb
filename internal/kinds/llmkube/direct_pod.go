package llmkube

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

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
	if s.Bare {
		return pod
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
	return unprivileged()
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
	return render.Overlay(s.Spec.PodLabels, s.labels())
}

// neverDisrupt keeps Karpenter from moving a pod.
const neverDisrupt = "karpenter.sh/do-not-disrupt"

// podAnnotations are those that follow from the service and, over them, the user's.
func (s directService) podAnnotations() map[string]string {
	annotations := map[string]string{}
	d := s.Spec.Disruption
	if d == nil || isTrue(d.ProtectAlways) || ptr.Deref(d.ProtectStartup, true) {
		annotations[neverDisrupt] = "true"
	}
	if s.options.ScrapeAnnotations {
		annotations["prometheus.io/scrape"] = "true"
		annotations["prometheus.io/path"] = "/metrics"
		annotations["prometheus.io/port"] = decimal(s.containerPort())
	}
	return render.Overlay(annotations, s.Spec.PodAnnotations)
}

// unprivileged has nothing that namespaces under the restricted pod security standard refuse.
func unprivileged() *corev1.SecurityContext {
	return &corev1.SecurityContext{
		AllowPrivilegeEscalation: new(false),
		Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
	}
}

func decimal(n int32) string { return strconv.Itoa(int(n)) }

// directEngine is what sets the container of a runtime apart.
type directEngine struct {
	container string
	command   []string
	// probe, when its path is not "", asks over HTTP; ready is the path for startup and readiness, live that for liveness.
	ready, live string
	// metric is what load is measured by when nobody says.
	metric string
}

// llamaCppMetric is LLMKube's choice also for runtimes that do not have it, which I-83 refuses.
const llamaCppMetric = "llamacpp:requests_processing"

// directEngines mirror defilantech/LLMKube
// internal/controller/{runtime_*,hpa_reconciler}.go@v0.9.19.
var directEngines = map[string]directEngine{
	"llamacpp":        {container: "llama-server", ready: "/health", live: "/health", metric: llamaCppMetric},
	"llamacpp-router": {container: "llama-server", ready: "/health", live: "/health", metric: llamaCppMetric},
	"vllm": {
		container: "vllm", command: []string{"vllm", "serve"}, ready: "/health", live: "/health",
		metric: "vllm:num_requests_running",
	},
	"sglang": {
		container: "sglang", command: []string{"python3", "-m", "sglang.launch_server"}, ready: "/health_generate", live: "/health",
		metric: "sglang:num_running_reqs",
	},
	"tgi":         {container: "tgi", ready: "/health", live: "/health", metric: "tgi:queue_size"},
	"personaplex": {container: "personaplex", command: []string{"/app/moshi/.venv/bin/python", "-m", "moshi.server"}, metric: llamaCppMetric},
	"generic":     {container: "inference-server", metric: llamaCppMetric},
}

func (s directService) engine() directEngine { return directEngines[runtimeOf(s.InferenceService)] }

// token is the variable with the token for Hugging Face, if the runtime has one.
func (s directService) token(variable string) []corev1.EnvVar {
	ref, _, _ := unstructured.NestedMap(s.tree(), tokenConfigs[runtimeOf(s.InferenceService)], "hfTokenSecretRef")
	selector, err := render.Decode[corev1.SecretKeySelector](ref)
	if ref == nil || err != nil {
		return nil
	}
	return []corev1.EnvVar{{Name: variable, ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &selector}}}
}

// engineEnv are the variables that follow from the runtime.
func (s directService) engineEnv() []corev1.EnvVar {
	switch runtimeOf(s.InferenceService) {
	case "tgi":
		return s.token("HUGGING_FACE_HUB_TOKEN")
	case "personaplex":
		return append(s.token("HF_TOKEN"), named("NO_TORCH_COMPILE", "1"))
	}
	return s.token("HF_TOKEN")
}

// directRendering is the device of AMD's GPUs for engines that draw on them without AMD's device plugin.
const directRendering = "devic.es/dri-render"

// gpus is how many GPUs of a device plugin one pod gets.
//
// Mirrors defilantech/LLMKube pkg/apiutil/gpu.go@v0.9.19.
func (s directService) gpus() int32 {
	if n := gpu(s.model.Model).Count; n > 0 {
		return n
	}
	return max(resources(s.InferenceService).GPU, 0)
}

func (s directService) claims() []corev1.PodResourceClaim { return gpu(s.model.Model).ResourceClaims }

// accelerated reports whether the pods get a GPU.
func (s directService) accelerated() bool { return s.gpus() > 0 || len(s.claims()) > 0 }

// sharing says how a pod shares its GPU: exclusive, shared or partitioned.
func (s directService) sharing() string {
	if g := resources(s.InferenceService).GPUSharing; g != nil {
		return cmp.Or(g.Mode, "exclusive")
	}
	return "exclusive"
}

// gpuResource is the name by which pods ask for GPUs.
//
// Mirrors defilantech/LLMKube pkg/apiutil/gpu.go@v0.9.19.
func (s directService) gpuResource() string {
	g := gpu(s.model.Model)
	switch {
	case s.sharing() == "partitioned":
		return "nvidia.com/mig-" + strings.TrimSpace(resources(s.InferenceService).GPUSharing.Profile)
	case g.ResourceName != "":
		return g.ResourceName
	case g.Vendor == "amd" && g.Runtime != "":
		return directRendering
	case g.Vendor == "amd":
		return "amd.com/gpu"
	case g.Vendor == "intel":
		return "gpu.intel.com/i915"
	}
	return "nvidia.com/gpu"
}

// tolerations are that of the GPU and the user's, which LLMKube lets replace it where there are resource claims.
func (s directService) tolerations() []corev1.Toleration {
	var all []corev1.Toleration
	if s.gpus() > 0 {
		all = append(all, corev1.Toleration{
			Key:      cmp.Or(gpu(s.model.Model).TolerationKey, s.gpuResource()),
			Operator: corev1.TolerationOpEqual,
			Value:    "present",
			Effect:   corev1.TaintEffectNoSchedule,
		})
	}
	return append(all, s.Spec.Tolerations...)
}

// nodeSelector has the nodes with shared GPUs and, over them, the user's.
func (s directService) nodeSelector() map[string]string {
	if s.sharing() != "shared" || vendor(s.model.Model) == "amd" || s.gpus() == 0 {
		return s.Spec.NodeSelector
	}
	return render.Overlay(s.options.SharedGPUNodes, s.Spec.NodeSelector)
}

// resourceRequirements are the resources of the engine. Processors and memory have no limits.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
func (s directService) resourceRequirements() corev1.ResourceRequirements {
	r := resources(s.InferenceService)
	var out corev1.ResourceRequirements
	set := func(list *corev1.ResourceList, name corev1.ResourceName, text string) {
		amount, err := resource.ParseQuantity(text)
		if err != nil {
			return // Empty: I-54 and I-55 refuse everything else that is no quantity.
		}
		if *list == nil {
			*list = corev1.ResourceList{}
		}
		(*list)[name] = amount
	}
	set(&out.Requests, corev1.ResourceCPU, r.CPU)
	set(&out.Requests, corev1.ResourceMemory, cmp.Or(r.HostMemory, r.Memory))
	set(&out.Requests, corev1.ResourceEphemeralStorage, r.EphemeralStorage)
	set(&out.Limits, corev1.ResourceEphemeralStorage, r.EphemeralStorage)
	if s.gpus() > 0 {
		set(&out.Limits, corev1.ResourceName(s.gpuResource()), decimal(s.gpus()))
	}
	for _, claim := range s.claims() {
		out.Claims = append(out.Claims, corev1.ResourceClaim{Name: claim.Name})
	}
	return out
}

// image is the image of the engine: the user's, or the one that fits runtime and GPU.
//
// Mirrors defilantech/LLMKube internal/controller/{deployment_builder,runtime_*}.go@v0.9.19.
func (s directService) image() string {
	if s.Spec.Image != "" {
		return s.Spec.Image
	}
	switch runtimeOf(s.InferenceService) {
	case "llamacpp":
		return s.llamaCppImage()
	case "llamacpp-router":
		return s.Images.Use("llamacpp", engines.LlamaCpp)
	case "vllm":
		return s.Images.Use("vllm", engines.VLLM)
	case "sglang":
		if vendor(s.model.Model) == "amd" {
			return s.Images.Use("sglang-rocm", engines.SGLangROCm)
		}
		return s.Images.Use("sglang", engines.SGLang)
	case "tgi":
		return s.Images.Use("tgi", engines.TGI)
	}
	return "" // I-16 asks the user for one.
}

func (s directService) llamaCppImage() string {
	g := gpu(s.model.Model)
	switch {
	case g.Vendor == "amd" && g.Runtime == "vulkan":
		return s.Images.Use("llamacpp-vulkan", engines.LlamaCppVulkan)
	case g.Vendor == "amd" && g.Runtime == "rocm":
		return s.Images.Use("llamacpp-rocm", engines.LlamaCppROCm)
	case vendor(s.model.Model) == "nvidia" && (g.Enabled || s.accelerated()):
		return s.Images.Use("llamacpp-cuda", engines.LlamaCppCUDA)
	}
	return s.Images.Use("llamacpp", engines.LlamaCpp)
}
