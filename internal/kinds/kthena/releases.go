package kthena

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// The releases. ModelInfer stood in the main line of Kthena for days and in no
// release, so its release is named after a commit; so is the main line after v1.0.0.
const (
	asInfer   = "e4fb6663"
	asServing = "v1.0.0"
	mainLine  = "3cc05728"
)

// lacksPod is what the Kubernetes types in the table have and those of Kubernetes 1.34,
// which ModelServing was built against, do not; ModelInfer was built against 1.33. Neither
// definition types the metadata of the claim that an ephemeral volume makes.
var (
	lacksPod = []string{
		"k8s.io/api/core/v1.PodSpec.schedulingGroup",
		"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.annotations",
		"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.finalizers",
		"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.labels",
		"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.name",
		"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.namespace",
	}
	lacksServingPod = slices.Concat(lacksPod, []string{
		"k8s.io/api/core/v1.PodCertificateProjection.userAnnotations",
	})
	lacksInferPod = slices.Concat(lacksPod, []string{
		"k8s.io/api/core/v1.Container.restartPolicyRules",
		"k8s.io/api/core/v1.EnvVarSource.fileKeyRef",
		"k8s.io/api/core/v1.EphemeralContainer.restartPolicyRules",
		"k8s.io/api/core/v1.PodSpec.hostnameOverride",
		"k8s.io/api/core/v1.VolumeProjection.podCertificate",
	})
)

// servingOnly is what inference_model_serving has: inference_model_infer keeps the vocabulary of ModelInfer.
var servingOnly = []string{
	"spec.plugins",
	"spec.template.networkTopology.groupPolicy.highestTierName",
	"spec.template.networkTopology.rolePolicy",
	"spec.template.roles[].maxUnavailable",
	"spec.template.roles[].partition",
	"status.currentRevision", "status.labelSelector", "status.updateRevision",
}

// inferReleases: what is said in the vocabulary of ModelInfer is also what a ModelServing
// says, but for the names.
var inferReleases = object.Releases(system,
	object.Release{Name: asInfer, Lacks: lacksInferPod},
	object.Release{
		Name: asServing,
		Also: []string{mainLine},
		GVK:  servingKind, Plural: "modelservings",
		Marker: "spec.template.networkTopology.groupPolicy",
		Moves: []object.Move{
			{From: "spec.template.gangSchedule.networkTopology", To: "spec.template.networkTopology"},
			{From: "spec.template.networkTopology", To: "spec.template.networkTopology.groupPolicy"},
			{From: "spec.template.gangSchedule", To: "spec.template.gangPolicy"},
		},
		Renames: []object.Rename{
			{At: "spec.recoveryPolicy", Table: "InferGroupRecreate", Wire: "ServingGroupRecreate"},
			{At: "spec.rolloutStrategy.type", Table: "InferGroupRollingUpdate", Wire: "ServingGroupRollingUpdate"},
		},
		Lacks: lacksServingPod,
		Omits: servingOnly,
	},
)

var servingReleases = object.Releases(system,
	// v1.0.0 takes away all instances of a role at once where it says nothing, and its definition has no default.
	object.Release{Name: asServing, Lacks: lacksServingPod, NoDefaults: []string{"spec.template.roles.maxUnavailable"}},
	object.Release{Name: mainLine, Marker: "spec.template.roles.partition", Lacks: lacksServingPod},
)
