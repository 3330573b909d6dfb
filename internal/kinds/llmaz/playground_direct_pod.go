package llmaz

import (
	"cmp"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// gracePeriodSeconds is how long a serving pod may take to end: the pace at which a
// draining runtime is asked, and a margin.
// Source: InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4.
const gracePeriodSeconds int64 = 130

// args returns the arguments of the runtime, followed by those of the playground.
func (p directPlayground) args() ([]string, field.ErrorList) {
	args, errs := p.runtime.renderArgs(p.argumentTokens())
	return append(args, p.runtimeConfig().Args...), errs
}

func (p directPlayground) argumentTokens() map[string]string {
	tokens := map[string]string{
		tokenModelName: p.models[0].source.modelName(p.models[0].name),
		tokenModelPath: p.models[0].source.modelPath(p.skipLoader),
	}
	if len(p.models) > 1 {
		tokens[tokenDraftModelPath] = p.models[1].source.modelPath(p.skipLoader)
	}
	if p.hosts > 0 {
		for _, token := range []string{tokenTensorParallel, tokenPipelineParallel} {
			tokens[token] = p.flavors[0].Params[token]
		}
	}
	return tokens
}

// serverPod returns a pod that answers requests: with the runtime's own command, or as the
// leader of a group.
func (p directPlayground) serverPod(args []string) corev1.PodSpec {
	pod := p.pod()
	server := runnerOf(&pod)
	server.Command, server.Args = p.runtime.spec.Command, args
	if p.groupSize() > 1 {
		server.Command, server.Args = appendToScript(p.runtime.spec.MultiHostCommands.Leader, args), nil
	}
	server.Ports = []corev1.ContainerPort{{Name: servingPortName, ContainerPort: servingPort, Protocol: corev1.ProtocolTCP}}
	server.Lifecycle = p.runtime.spec.Lifecycle
	server.LivenessProbe = p.runtime.spec.LivenessProbe
	server.ReadinessProbe = p.runtime.spec.ReadinessProbe
	server.StartupProbe = p.startupProbe()
	return pod
}

// workerPod returns a pod that works for its leader. No request reaches it, and it is as
// ready as its container.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.0.
func (p directPlayground) workerPod() corev1.PodSpec {
	pod := p.pod()
	runnerOf(&pod).Command = p.runtime.spec.MultiHostCommands.Worker
	return pod
}

// pod returns what all pods of the playground have in common.
func (p directPlayground) pod() corev1.PodSpec {
	gracePeriod := gracePeriodSeconds
	resources, _ := p.resources()
	pod := corev1.PodSpec{
		TerminationGracePeriodSeconds: &gracePeriod,
		Containers: []corev1.Container{{
			Name:      runnerContainerName,
			Image:     p.runtime.image(p.images, p.runtimeConfig().Version),
			Env:       p.env(),
			Resources: resources,
		}},
	}
	p.shareMemory(&pod)
	p.inject(&pod)
	return pod
}

// shareMemory gives the serving container as much memory to share between its processes
// as is asked for.
func (p directPlayground) shareMemory(pod *corev1.PodSpec) {
	size := cmp.Or(p.runtimeConfig().SharedMemorySize, p.runtime.config.SharedMemorySize)
	if size == nil {
		return
	}
	pod.Volumes = append(pod.Volumes, corev1.Volume{
		Name: sharedMemoryVolumeName,
		VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{
			Medium: corev1.StorageMediumMemory, SizeLimit: size,
		}},
	})
	server := runnerOf(pod)
	server.VolumeMounts = append(server.VolumeMounts, corev1.VolumeMount{Name: sharedMemoryVolumeName, MountPath: sharedMemoryMountPath})
}

func (p directPlayground) startupProbe() *corev1.Probe {
	probe := p.runtime.spec.StartupProbe
	if probe == nil || p.options.StartupSeconds == nil {
		return probe
	}
	return render.AllowStartup(probe, *p.options.StartupSeconds)
}

// resources returns the resources of the serving container without those of the flavor, and
// the names of those whose limits the playground sets below the runtime's requests.
//
// Mirrors InftyAI/llmaz pkg/util/util.go@v0.1.4.
func (p directPlayground) resources() (corev1.ResourceRequirements, []corev1.ResourceName) {
	resources := typedResources(cmp.Or(p.runtime.config.Resources, p.runtime.spec.Resources))
	own := p.runtimeConfig().Resources
	if own == nil {
		return resources, nil
	}
	merged := render.MergeResources(resources, typedResources(own))
	return render.RaiseLimits(merged, corev1.ResourceCPU, corev1.ResourceMemory)
}

func typedResources(r *inferencev1alpha1.ResourceRequirements) corev1.ResourceRequirements {
	if r == nil {
		return corev1.ResourceRequirements{}
	}
	return corev1.ResourceRequirements{Limits: r.Limits, Requests: r.Requests}
}
