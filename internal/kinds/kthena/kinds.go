// Package kthena describes the kinds of Kthena: ModelServing, and ModelInfer, which it
// began as, and what its router reads: ModelServer, by which it finds the pods, and ModelRoute; its
// AutoscalingPolicy; and ModelBooster, of which it makes a ModelServing with both.
package kthena

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// system is the key of Kthena in the provider's `api_releases`.
const system = "kthena"

// controllers are the field managers of Kthena: its controllers, the autoscaler among
// them, write by plain updates and JSON patches under the name of their one binary.
//
// Mirrors volcano-sh/kthena docker/Dockerfile.kthena-controller-manager@a1995bd0.
var controllers = []string{"kthena-controller-manager"}

// handOver knows that Kthena makes pods itself, and Services for the workers of a role to find its entry pods.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/{controller/model_serving_controller,plugins/headless_service_plugin}.go@v1.0.0.
var handOver = kinds.HandOver{Instead: map[string]string{
	"Deployment":      "the operator makes pods without a workload",
	"LeaderWorkerSet": "the operator makes pods without a workload",
	"Service":         "the operator makes headless Services alone, for roles with workers",
}}

// autoscaled is what an AutoscalingPolicy sets: the number of groups, and that of the
// instances of a role.
//
// Mirrors volcano-sh/kthena pkg/autoscaler/controller/autoscale_controller.go@v1.0.0.
var autoscaled = []string{"spec.replicas", "spec.template.roles[name].replicas"}

// directDefinition are the options of direct mode of all kinds that have one.
const directDefinition = "direct.Kthena"

var (
	inferKind   = schema.GroupVersionKind{Group: "workload.volcano.sh", Version: "v1alpha1", Kind: "ModelInfer"}
	servingKind = schema.GroupVersionKind{Group: "workload.serving.volcano.sh", Version: "v1alpha1", Kind: "ModelServing"}
)

// Kinds returns the kinds of Kthena.
func Kinds() []*kinds.Kind {
	return kinds.Connect(append([]*kinds.Kind{
		{
			TypeName: "model_infer",
			Description: "Runs groups of pods that serve one model together, such as prefill and decode, in the vocabulary of ModelInfer. " +
				"It is written as a ModelInfer or as the ModelServing that replaced it, whichever the cluster serves; in direct mode the provider makes a Deployment of every role in a group instead, or a LeaderWorkerSet where the role has workers or is part of a gang.",
			System: system,
			GVK:    inferKind, Plural: "modelinfers", Namespaced: true,
			Definition: "kthena/infer/v1alpha1.ModelInfer", Releases: inferReleases, Immutable: inferImmutable,
			Controllers: controllers, Autoscaled: autoscaled, Rules: inferRules, Ready: ready, Observes: true, Runs: inferRuns, PodLabels: inferLabels, Models: modelUses, Groups: liveGroups, Referrers: kinds.Traffic, Explains: explains, HandOver: handOver,
			Operations:       operations,
			DirectDefinition: directDefinition, Render: RenderInfer, Renders: groupRenders, Credentials: credentials,
		},
		{
			TypeName:    "model_serving",
			Description: "Runs groups of pods that serve one model together, such as prefill and decode: with Kthena, or, in direct mode, as a Deployment of every role in a group, a LeaderWorkerSet where the role has workers or is part of a gang, which the provider makes itself.",
			System:      system,
			GVK:         servingKind, Plural: "modelservings", Namespaced: true,
			Definition: "kthena/serving/v1alpha1.ModelServing", Releases: servingReleases, Immutable: servingImmutable,
			Controllers: controllers, Autoscaled: autoscaled, Rules: servingRules, Ready: ready, Observes: true, Runs: servingRuns, PodLabels: servingLabels, Models: modelUses, Groups: liveGroups, Referrers: kinds.Traffic, Explains: explains, HandOver: handOver,
			Operations:       operations,
			DirectDefinition: directDefinition, Render: RenderServing, Renders: groupRenders, Credentials: credentials,
		},
	}, append(traffic(), autoscalingPolicy(), modelBooster())...))
}

// operations are those of its groups: another template of a role rolls them, and none of them is a pause.
var operations = kinds.Operations{
	Restart: "change an annotation in metadata.annotations of the templates in spec.template.roles",
	Pause:   "set spec.replicas = 0",
}

// inferImmutable and servingImmutable are the transitions that the API server refuses; direct mode
// has no such object.
//
// Mirrors volcano-sh/kthena charts/kthena/charts/workload/crds@v1.0.0.
var (
	inferImmutable = []kinds.Immutable{
		{Path: "spec.template.gangSchedule", On: kinds.Removal, Releases: []string{asServing}, Modes: kinds.OperatorMode, Why: gangStays},
		{Path: "spec.template.gangSchedule.minRoleReplicas", On: kinds.Revision, Releases: []string{asServing}, Modes: kinds.OperatorMode, Why: gangFixed},
	}
	servingImmutable = []kinds.Immutable{
		{Path: "spec.template.gangPolicy", On: kinds.Removal, Modes: kinds.OperatorMode, Why: gangStays},
		{Path: "spec.template.gangPolicy.minRoleReplicas", On: kinds.Revision, Modes: kinds.OperatorMode, Why: gangFixed},
	}
)

const (
	gangStays = "a ModelServing keeps its gang policy once it has one"
	gangFixed = "a ModelServing keeps the minimum of its roles; only setting it first and removing it take effect in place"
)

// credentials are what pods read that the configuration describes in full: Kthena itself
// names no Secret.
var credentials = []kinds.Credential{
	kinds.HuggingFace("the `env` of a container in `spec`, where `HF_TOKEN` has a `secret_key_ref`,", kinds.TokenVariables),
	kinds.Registry(),
}
