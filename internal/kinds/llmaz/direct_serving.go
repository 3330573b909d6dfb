package llmaz

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directServing is what playgrounds and services have in common: the claimed models, how
// their weights reach the pods, and the accelerators of the pods.
type directServing struct {
	owner      render.Owner
	weights    direct.LlmazWeights
	images     *render.Images
	skipLoader bool
	claim      claim
	// models has the main model first.
	models []directModel
	// flavors are those of the main model that are claimed, in order of preference.
	flavors []corev1alpha1.Flavor
}

// resolveServing looks up what is claimed; missing is the error where that is nothing.
func resolveServing(in render.Input, claim claim, missing *field.Error, weights direct.LlmazWeights) (directServing, field.ErrorList) {
	s := directServing{owner: render.OwnerOf(in.Object), weights: weights, images: in.Images, claim: claim, skipLoader: claim.skipsLoader}
	if len(claim.models) == 0 {
		return s, field.ErrorList{missing}
	}
	var errs field.ErrorList
	if s.models, errs = claimModels(in.Definitions, claim); len(errs) > 0 {
		return s, errs
	}
	s.flavors, errs = selectFlavors(claim, s.models[0])
	return s, errs
}

// inject adds to a pod what serving the claimed models takes: the containers that load
// the weights, their volume, the credentials where no loader runs, the accelerators of the first
// flavor, and the nodes that offer the flavors. A pod without the serving container gets
// neither mounts nor accelerators. It reports whether the flavors decide about the nodes.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go,
// pkg/controller_helper/modelsource/modelsource.go@v0.1.4.
func (s directServing) inject(pod *corev1.PodSpec) (placed bool) {
	volumes, mounts := s.modelVolumes()
	pod.Volumes = append(pod.Volumes, volumes...)
	runner := runnerOf(pod)
	var env []corev1.EnvVar
	if runner != nil {
		env = runner.Env
		runner.VolumeMounts = append(runner.VolumeMounts, mounts...)
		runner.Env = s.runnerEnv(env)
		if len(s.flavors) > 0 {
			runner.Resources = render.DedicateResources(runner.Resources, s.flavors[0].Limits)
		}
	}
	pod.InitContainers = append(pod.InitContainers, s.loaders(env)...)
	return s.placeOnFlavors(pod)
}

// runnerOf returns the serving container of a pod, nil when it has none.
func runnerOf(pod *corev1.PodSpec) *corev1.Container {
	i := slices.IndexFunc(pod.Containers, isRunner)
	if i < 0 {
		return nil
	}
	return &pod.Containers[i]
}

func isRunner(c corev1.Container) bool { return c.Name == runnerContainerName }

// leaderLabels mark the pods that answer requests.
func (s directServing) leaderLabels() map[string]string {
	return map[string]string{labelModelName: s.models[0].name, labelModelFamilyName: s.models[0].spec.FamilyName}
}

// leaderAnnotations tell schedulers which flavors are claimed.
func (s directServing) leaderAnnotations() map[string]string {
	if len(s.claim.flavors) == 0 {
		return nil
	}
	return map[string]string{annotationInferenceFlavors: strings.Join(s.claim.flavors, ",")}
}

// mountsModels reports whether the pod has a volume that weights are loaded into.
func (s directServing) mountsModels() bool {
	return !s.skipLoader && slices.ContainsFunc(s.models, func(m directModel) bool { return m.source.kind != sourceHost })
}
