package llmaz

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	lwsv1ac "sigs.k8s.io/lws/client-go/applyconfiguration/leaderworkerset/v1"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// gracePeriodSeconds is how long a serving pod may take to end: the pace at which a
// draining runtime is asked, and a margin.
// Source: InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4.
const gracePeriodSeconds int64 = 130

// args returns the arguments of the runtime, followed by those of the playground.
func (p directPlayground) args() []string {
	args, errs := p.runtime.renderArgs(p.argumentTokens())
	p.Fail(errs...)
	return append(args, p.runtimeConfig().Args...)
}

func (p directPlayground) argumentTokens() map[string]string {
	tokens := map[string]string{
		tokenModelName: p.models[0].source.modelName(p.models[0].name),
		tokenModelPath: p.models[0].source.modelPath(p.skipLoader),
	}
	if len(p.models) > 1 {
		tokens[tokenDraftModelPath] = p.models[1].source.modelPath(p.skipLoader)
	}
	tokens[tokenPipelineParallel] = strconv.Itoa(int(p.groupSize()))
	if size := cmp.Or(p.askedTensorSize(), p.accelerators()); size > 0 {
		tokens[tokenTensorParallel] = strconv.FormatInt(size, 10)
	}
	return tokens
}

// askedTensorSize is what the chosen flavor says about the accelerators that share a layer, 0 when it says nothing.
func (p directPlayground) askedTensorSize() int64 {
	if len(p.flavors) == 0 {
		return 0
	}
	size, _ := strconv.ParseInt(p.flavors[0].Params[tokenTensorParallel], 10, 32)
	return size
}

// accelerators are those of one pod.
func (p directPlayground) accelerators() int64 {
	resources, _ := p.resources()
	if len(p.flavors) > 0 {
		resources = render.DedicateResources(resources, p.flavors[0].Limits)
	}
	return engines.Accelerators(&corev1.Container{Resources: resources})
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
	server.LivenessProbe = p.fill(p.runtime.spec.LivenessProbe)
	server.ReadinessProbe = p.fill(p.runtime.spec.ReadinessProbe)
	server.StartupProbe = p.fill(p.startupProbe())
	if p.groupSize() == 1 && !p.Bare {
		engines.Complete(&pod, slices.IndexFunc(pod.Containers, isRunner), engines.Group{
			Accelerators: p.accelerators(), Hosts: 1, Tensor: p.askedTensorSize(), Leads: true,
		})
	}
	return pod
}

// fill returns a probe with the tokens in its command replaced. Only built-in runtimes have any there.
func (p directPlayground) fill(probe *corev1.Probe) *corev1.Probe {
	if probe == nil || probe.Exec == nil || p.runtime.path != nil {
		return probe
	}
	filled, tokens := probe.DeepCopy(), p.argumentTokens()
	for i, word := range filled.Exec.Command {
		filled.Exec.Command[i] = argumentToken.ReplaceAllStringFunc(word, func(match string) string {
			return tokens[argumentToken.FindStringSubmatch(match)[1]]
		})
	}
	return filled
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
	resources, _ := p.resources()
	pod := corev1.PodSpec{
		TerminationGracePeriodSeconds: new(gracePeriodSeconds),
		Containers: []corev1.Container{{
			Name:      runnerContainerName,
			Image:     p.runtime.image(p.Images, p.runtimeConfig().Version),
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
	if p.runtime.path == nil {
		resources = p.perAccelerator(resources)
	}
	own := p.runtimeConfig().Resources
	if own == nil {
		return resources, nil
	}
	merged := render.MergeResources(resources, typedResources(own))
	return render.RaiseLimits(merged, corev1.ResourceCPU, corev1.ResourceMemory)
}

// perAccelerator multiplies the memory of a built-in runtime by the accelerators of the flavor: engines have a process for
// each, and every process loads the libraries for it.
func (p directPlayground) perAccelerator(resources corev1.ResourceRequirements) corev1.ResourceRequirements {
	if len(p.flavors) == 0 {
		return resources
	}
	times := engines.Accelerators(&corev1.Container{Resources: corev1.ResourceRequirements{Limits: p.flavors[0].Limits}})
	if times < 2 {
		return resources
	}
	resources = *resources.DeepCopy()
	for _, list := range []corev1.ResourceList{resources.Limits, resources.Requests} {
		if memory, ok := list[corev1.ResourceMemory]; ok {
			memory.Mul(times)
			list[corev1.ResourceMemory] = memory
		}
	}
	return resources
}

func typedResources(r *inferencev1alpha1.ResourceRequirements) corev1.ResourceRequirements {
	if r == nil {
		return corev1.ResourceRequirements{}
	}
	return corev1.ResourceRequirements{Limits: r.Limits, Requests: r.Requests}
}

// countHosts returns over how many hosts the chosen flavor spreads the model, 0 when it does
// not or the runtime has no commands for it.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/helper.go@v0.1.0.
func (p directPlayground) countHosts() (int32, *field.Error) {
	size, ok := p.pipelineSize()
	if !ok || p.runtime.spec.MultiHostCommands == nil {
		return 0, nil
	}
	hosts, err := strconv.ParseInt(size, 10, 32)
	if err != nil || hosts < 1 {
		return 0, render.Breaks("DR-19", field.Invalid(p.models[0].defined, p.models[0].name,
			"params.PP of flavor "+p.flavors[0].Name+" is "+strconv.Quote(size)+": write the number of hosts, 1 or more"))
	}
	return int32(hosts), nil
}

// pipelineSize returns what the chosen flavor says about the number of hosts.
func (p directPlayground) pipelineSize() (string, bool) {
	if len(p.flavors) == 0 {
		return "", false
	}
	size, ok := p.flavors[0].Params[tokenPipelineParallel]
	return size, ok
}

// appendToScript returns a command whose last element, a script, ends with the arguments,
// quoted where the shell would read them otherwise.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.0.
func appendToScript(command, args []string) []string {
	command = slices.Clone(command)
	script := &command[len(command)-1]
	*script = strings.TrimSuffix(*script, "\n")
	if len(args) > 0 {
		*script += " " + render.ShellWords(args)
	}
	return command
}

// multiHostSet returns a LeaderWorkerSet whose groups have a pod on every host. A group
// starts anew when one of its pods restarts: the others cannot go on without it.
func (p directPlayground) multiHostSet(leader *corev1ac.PodTemplateSpecApplyConfiguration) *unstructured.Unstructured {
	return render.LeaderWorkerSet(p.Owner, lwsv1ac.LeaderWorkerSetSpec().
		WithReplicas(p.replicas()).
		WithStartupPolicy(cmp.Or(lwsv1.StartupPolicyType(p.options.StartupPolicy), lwsv1.LeaderCreatedStartupPolicy)).
		WithRolloutStrategy(lwsv1ac.RolloutStrategy().WithType(lwsv1.RollingUpdateStrategyType)).
		WithLeaderWorkerTemplate(lwsv1ac.LeaderWorkerTemplate().
			WithSize(p.groupSize()).
			WithRestartPolicy(lwsv1.RecreateGroupOnPodRestart).
			WithLeaderTemplate(leader).
			WithWorkerTemplate(render.PodTemplate(nil, nil, p.workerPod()))))
}
