package llmaz

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// playgroundExplains knows that a playground's pods are made from its model and its runtime, and that llmaz
// tells of a missing model only, by AbortProcessing, and of a missing runtime to its log.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4.
var playgroundExplains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "direct.loaderImage", Reasons: kinds.OfImage, Container: loaderPrefix, Modes: kinds.DirectMode},
		{Field: "spec.backendRuntimeConfig.version", Reasons: kinds.OfImage, Container: runnerContainerName},
		{Field: "spec.modelClaim", Reasons: kinds.OfModel},
		{Field: "spec.backendRuntimeConfig.args", Reasons: kinds.OfEngine, Container: runnerContainerName},
		{Field: "spec.backendRuntimeConfig.resources", Reasons: kinds.OfMemory, Container: runnerContainerName},
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.backendRuntimeConfig", Reasons: kinds.OfPods},
	},
	Images: playgroundImages,
	Nodes:  playgroundNodes,
}

// playgroundImages are those of the engine: the repository is the runtime's, and so is the tag unless the playground has a version. A
// runtime that is not known is one that llmaz ships.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/backendruntime/backendruntime.go@v0.1.4.
func playgroundImages(c kinds.Candidate, cause tree.Cause) []kinds.Place {
	const version = "spec.backendRuntimeConfig.version"
	if !strings.HasPrefix(cause.Container, runnerContainerName) {
		return nil
	}
	name, named, _ := unstructured.NestedString(c.Object.Object, "spec", "backendRuntimeConfig", "backendName")
	if !named {
		name = defaultBackendName
	}
	if c.Find(runtimeKind, "", name) == nil {
		return nil
	}
	in := func(field string) kinds.Place {
		return kinds.Place{Field: field, Kind: runtimeKind, Name: name, By: "spec.backendRuntimeConfig.backendName"}
	}
	if _, own, _ := unstructured.NestedString(c.Object.Object, strings.Split(version, ".")...); own {
		return []kinds.Place{{Field: version}, in("spec.image")}
	}
	return []kinds.Place{in("spec.image"), in("spec.version"), {Field: version, Chooses: "version"}}
}

// loaderPrefix begins the names of the containers that load weights.
const loaderPrefix = "model-loader"

// serviceExplains knows that a service has its pods in full, and that llmaz tells none of its errors.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
var serviceExplains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "direct.loaderImage", Reasons: kinds.OfImage, Container: loaderPrefix, Modes: kinds.DirectMode},
		{Field: "spec.modelClaims", Reasons: kinds.OfModel},
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.workloadTemplate.workerTemplate", Reasons: slices.Concat(kinds.OfImage, kinds.OfEngine, kinds.OfMemory, kinds.OfPods)},
	},
	Nodes: serviceNodes,
}

// playgroundNodes finds what gives the pods of a playground what they ask of nodes. The resources of a playground
// win over those of its runtime.
func playgroundNodes(c kinds.Candidate, cause tree.Cause) []kinds.Place {
	p, err := render.Decode[inferencev1alpha1.Playground](c.Object.Object)
	if err != nil {
		return nil
	}
	return claimOfPlayground(&p, c).asks(c, cause, "spec.backendRuntimeConfig.resources", "")
}

// serviceNodes finds it for the pods of a service: in the template that a pod is made from, where no flavor says it.
func serviceNodes(c kinds.Candidate, cause tree.Cause) []kinds.Place {
	s, err := render.Decode[inferencev1alpha1.Service](c.Object.Object)
	if err != nil {
		return nil
	}
	template := "spec.workloadTemplate.workerTemplate"
	if s.Spec.WorkloadTemplate.LeaderTemplate != nil && cause.Labels[lwsv1.WorkerIndexLabelKey] == "0" {
		template = "spec.workloadTemplate.leaderTemplate"
	}
	return claimOfService(&s, c).asks(c, cause, template, template)
}

// asks finds what the pods of a claim ask of nodes. The amounts of the flavor win over all others; resources and labels
// are the fields that have what it does not say, "" for none. A model that is not known may have any amount.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
func (c claim) asks(of kinds.Candidate, cause tree.Cause, resources, labels string) []kinds.Place {
	own := kinds.AsksIn(resources, labels)
	i := slices.IndexFunc(c.models, func(m claimedModel) bool { return !m.draft })
	if i < 0 {
		return own(of, cause)
	}
	main := c.models[i]
	inModel := func(field string) kinds.Place {
		return kinds.Place{Field: "spec.inferenceConfig.flavors" + field, Kind: modelKind, Name: main.name, By: main.at.String()}
	}
	if main.model == nil {
		if len(cause.Lacks) == 0 {
			return own(of, cause)
		}
		return append([]kinds.Place{inModel("")}, own(of, cause)...)
	}
	flavors := main.flavors()
	chosen := c.chosen(flavors)
	var places []kinds.Place
	left := cause
	left.Lacks = nil
	for _, name := range cause.Lacks {
		if len(chosen) == 0 || !limits(flavors[chosen[0]], name) {
			left.Lacks = append(left.Lacks, name)
			continue
		}
		places = append(places, inModel(fmt.Sprintf("[%d].limits[%s]", chosen[0], name)))
	}
	// The operator leaves the labels of flavors to a scheduler of its own.
	if cause.Unlabelled && of.Direct {
		for _, i := range chosen {
			if len(flavors[i].NodeSelector) > 0 {
				places = append(places, inModel(fmt.Sprintf("[%d].nodeSelector", i)))
			}
		}
	}
	choosable := len(places) > 0 && len(flavors) > 1
	places = append(places, own(of, left)...)
	if choosable {
		places = append(places, kinds.Place{Field: c.flavorsAt.String(), Chooses: "flavor"})
	}
	return places
}

// flavors are those of a model that is known.
func (m claimedModel) flavors() []corev1alpha1.Flavor {
	return ptr.Deref(m.model.Spec.InferenceConfig, corev1alpha1.InferenceConfig{}).Flavors
}

// chosen are the places of the claimed flavors among those of the model, the preferred one first.
func (c claim) chosen(flavors []corev1alpha1.Flavor) []int {
	var chosen []int
	for i := range flavors {
		if len(c.flavors) == 0 {
			chosen = append(chosen, i)
		}
	}
	for _, name := range c.flavors {
		if i := slices.IndexFunc(flavors, func(f corev1alpha1.Flavor) bool { return f.Name == name }); i >= 0 {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

// limits reports whether a flavor says how much of a resource a pod gets.
func limits(flavor corev1alpha1.Flavor, name string) bool {
	_, limited := flavor.Limits[corev1.ResourceName(name)]
	return limited
}
