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

// flavorWeights are the preferences for nodes of the first, second, ... flavor: the
// weights 34, 21, 13, 8, 5, 3, 2, 1 of llmaz's scheduler plugin as percentages of their sum.
// Source: InftyAI/scheduler-plugins pkg/plugins/resource_fungibility/resource_fungibility.go@685a4d9.
var flavorWeights = []int32{39, 24, 15, 9, 6, 3, 2, 1}

// podSpec returns the pods that serve the playground.
func (p directPlayground) podSpec() (corev1.PodSpec, field.ErrorList) {
	args, errs := p.runtime.renderArgs(p.argumentTokens())
	if len(errs) > 0 {
		return corev1.PodSpec{}, errs
	}
	config := p.runtimeConfig()
	env := render.MergeEnv(p.runtime.spec.Envs, config.Envs)
	volumes, mounts := p.volumes()
	resources, _ := p.resources()
	gracePeriod := gracePeriodSeconds
	spec := corev1.PodSpec{
		TerminationGracePeriodSeconds: &gracePeriod,
		InitContainers:                p.loaders(env),
		Containers: []corev1.Container{{
			Name:           runnerContainerName,
			Image:          p.runtime.spec.Image + ":" + p.version(),
			Command:        p.runtime.spec.Command,
			Args:           append(args, config.Args...),
			Env:            p.runnerEnv(env),
			Resources:      resources,
			Ports:          []corev1.ContainerPort{{Name: servingPortName, ContainerPort: servingPort, Protocol: corev1.ProtocolTCP}},
			VolumeMounts:   mounts,
			Lifecycle:      p.runtime.spec.Lifecycle,
			LivenessProbe:  p.runtime.spec.LivenessProbe,
			ReadinessProbe: p.runtime.spec.ReadinessProbe,
			StartupProbe:   p.startupProbe(),
		}},
		Volumes: volumes,
	}
	p.placeOnFlavors(&spec)
	return spec, nil
}

func (p directPlayground) argumentTokens() map[string]string {
	tokens := map[string]string{
		tokenModelName: p.models[0].source.modelName(p.models[0].name),
		tokenModelPath: p.models[0].source.modelPath(p.skipLoader),
	}
	if len(p.models) > 1 {
		tokens[tokenDraftModelPath] = p.models[1].source.modelPath(p.skipLoader)
	}
	return tokens
}

func (p directPlayground) version() string {
	if v := p.runtimeConfig().Version; v != nil {
		return *v
	}
	return p.runtime.spec.Version
}

func (p directPlayground) startupProbe() *corev1.Probe {
	probe := p.runtime.spec.StartupProbe
	if probe == nil || p.options.StartupSeconds == nil {
		return probe
	}
	return render.AllowStartup(probe, *p.options.StartupSeconds)
}

// resources returns the resources of the serving container, and those whose limits the
// playground sets below the runtime's requests.
//
// Mirrors InftyAI/llmaz pkg/util/util.go, pkg/controller_helper/modelsource/modelsource.go@v0.1.4.
func (p directPlayground) resources() (corev1.ResourceRequirements, []corev1.ResourceName) {
	resources := typedResources(cmp.Or(p.runtime.config.Resources, p.runtime.spec.Resources))
	var raised []corev1.ResourceName
	if own := p.runtimeConfig().Resources; own != nil {
		resources = render.MergeResources(resources, typedResources(own))
		resources, raised = render.RaiseLimits(resources, corev1.ResourceCPU, corev1.ResourceMemory)
	}
	if len(p.flavors) > 0 {
		resources = render.DedicateResources(resources, p.flavors[0].Limits)
	}
	return resources, raised
}

func typedResources(r *inferencev1alpha1.ResourceRequirements) corev1.ResourceRequirements {
	if r == nil {
		return corev1.ResourceRequirements{}
	}
	return corev1.ResourceRequirements{Limits: r.Limits, Requests: r.Requests}
}

// placeOnFlavors keeps the pods on nodes that offer a claimed flavor. A flavor without a
// node selector is offered by every node, so that nothing is left to choose.
func (p directPlayground) placeOnFlavors(spec *corev1.PodSpec) {
	if wanted := p.options.FlavorAffinity; wanted != nil && !*wanted {
		return
	}
	var selectors []map[string]string
	for _, flavor := range p.flavors {
		if len(flavor.NodeSelector) == 0 {
			return
		}
		selectors = append(selectors, flavor.NodeSelector)
	}
	switch {
	case len(selectors) == 1:
		spec.NodeSelector = selectors[0]
	case len(selectors) > 1:
		selectors = selectors[:min(len(selectors), len(flavorWeights))]
		spec.Affinity = render.PreferNodes(selectors, flavorWeights)
	}
}
