package endpoint

import (
	"maps"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// Volumes, and where the cache is mounted: TGI's image keeps its downloads there in any case.
const (
	volumeModels = "models"
	volumeCache  = "cache"
	mountCache   = "/data"
)

// drain is for how many seconds a pod that is to end still serves: until nobody sends it requests any more, and those in progress
// are answered. Engines end at once when they are told to. It is half of the grace period that pods have by default.
const drain = 15

// role is what a pod does among those that serve one copy of the model.
type role bool

const (
	leader role = true
	worker role = false
)

// pod is one that serves.
func (e directEndpoint) pod(r role) corev1.PodSpec {
	name := e.engine()
	count, _ := e.accelerators()
	container := corev1.Container{
		Name: name, Image: e.image(), Command: starts[name].command, Args: e.arguments(r), Env: e.env(),
		Resources:                ptr.Deref(e.Spec.Resources, corev1.ResourceRequirements{}),
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
	}
	if r == leader {
		container.Ports = []corev1.ContainerPort{{Name: portName, ContainerPort: e.port(), Protocol: corev1.ProtocolTCP}}
		container.Lifecycle = &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{Sleep: &corev1.SleepAction{Seconds: drain}}}
	}
	pod := corev1.PodSpec{
		NodeSelector: maps.Clone(e.Spec.NodeSelector), Tolerations: e.Spec.Tolerations, ImagePullSecrets: e.Spec.ImagePullSecrets,
		PriorityClassName: e.Spec.PriorityClassName, TopologySpreadConstraints: e.spreading(),
		// The variables of a Service whose name an engine's own begin with would configure the engine.
		EnableServiceLinks: new(false),
	}
	if class := e.Spec.RuntimeClassName; class != "" {
		pod.RuntimeClassName = &class
	}
	e.giveDevices(&pod, &container)
	if claim := e.Spec.Model.Claim; claim != nil {
		pod.Volumes = append(pod.Volumes, weights.OnClaim(volumeModels, claim.Name))
		container.VolumeMounts = append(container.VolumeMounts, corev1.VolumeMount{Name: volumeModels, MountPath: mountModels, ReadOnly: true})
	}
	if cache, kept := e.cache(); kept {
		pod.Volumes = append(pod.Volumes, weights.OnClaim(volumeCache, cache.Name))
		container.VolumeMounts = append(container.VolumeMounts, corev1.VolumeMount{Name: volumeCache, MountPath: mountCache})
	}
	e.fetch(&pod, &container)
	pod.Containers = []corev1.Container{container}
	engineTable(name).Complete(&pod, 0, engines.Group{Accelerators: count * int64(e.hosts()), Hosts: int64(e.hosts()), Leads: r == leader})
	if probe := pod.Containers[0].StartupProbe; probe != nil && e.Spec.StartupSeconds != nil {
		pod.Containers[0].StartupProbe = render.AllowStartup(probe, *e.Spec.StartupSeconds)
	}
	return pod
}

// spreading are the constraints of the user, which count the pods that answer where they do not say which.
func (e directEndpoint) spreading() []corev1.TopologySpreadConstraint {
	constraints := slices.Clone(e.Spec.TopologySpreadConstraints)
	for i := range constraints {
		if constraints[i].LabelSelector == nil {
			constraints[i].LabelSelector = labelled(e.servingPods())
		}
	}
	return constraints
}

// labelled selects pods with labels.
func labelled(labels map[string]string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: labels}
}

// hubVariable is the address of the hub for the client of Hugging Face in Python, that in Rust and llama.cpp.
//
// Source: huggingface/huggingface_hub src/huggingface_hub/constants.py, huggingface/hf-hub src/api/mod.rs and ggml-org/llama.cpp
// common/common.cpp, each on its main branch.
const hubVariable = "HF_ENDPOINT"

// env are the variables of the engine: what follows from the endpoint, and the user's.
func (e directEndpoint) env() []corev1.EnvVar {
	var env []corev1.EnvVar
	if _, kept := e.cache(); kept && downloads(e.Endpoint) {
		env = append(env, corev1.EnvVar{Name: starts[e.engine()].cache, Value: mountCache})
	}
	if hub := e.Spec.Model.HubEndpoint; hub != "" {
		env = append(env, corev1.EnvVar{Name: hubVariable, Value: hub})
	}
	if downloads(e.Endpoint) {
		env = append(env, e.token())
	}
	return slices.Concat(render.WithoutEnv(env, e.Spec.Env), e.Spec.Env)
}

// token is the variable with the token for the hub.
func (e directEndpoint) token() corev1.EnvVar {
	ref := tokenRef(e.Endpoint)
	token := weights.Secret(tokenKey, ref.Name, ref.Key)
	if e.Spec.Model.TokenSecretRef == nil {
		return weights.IfThere(token)
	}
	token.ValueFrom.SecretKeyRef.Optional = ref.Optional
	return token
}

// strategy is how pods are replaced: one ends before the next starts where accelerators, or the node of a claim, are rarely free
// for both, and after it elsewhere.
func (e directEndpoint) strategy() appsv1.DeploymentStrategy {
	count, _ := e.accelerators()
	cache, kept := e.cache()
	if count > 0 || kept && !cache.Shared() {
		return render.DeleteFirst()
	}
	return render.Rolling(intstr.FromInt32(0), intstr.FromInt32(1))
}
