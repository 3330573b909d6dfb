package llmaz

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// llmaz changed its API without changing the version v1alpha1. The definitions table has the
// vocabulary of v0.1.4 and, beside it, what only v0.1.0 and what only the main line after v0.1.4 has.
//
// Mirrors InftyAI/llmaz config/crd/bases@v0.1.0, @v0.1.4 and @3c13ff34.

// mainLine is the newest release: the main line after v0.1.4, which has no tag and is named after its commit.
const mainLine = "3c13ff34"

// What the Kubernetes types in the table have and those that the releases embed do
// not: llmaz was built against Kubernetes 1.32, with LeaderWorkerSet v0.5, and its main line against 1.33, with v0.6.
var (
	lacksEnv       = []string{"k8s.io/api/core/v1.EnvVarSource.fileKeyRef"}
	lacksLifecycle = []string{"k8s.io/api/core/v1.Lifecycle.stopSignal"}
	lacksScaling   = []string{"k8s.io/api/autoscaling/v2.HPAScalingRules.tolerance"}
	lacksPod       = slices.Concat(lacksEnv, lacksLifecycle, []string{
		"k8s.io/api/core/v1.Container.restartPolicyRules",
		"k8s.io/api/core/v1.EphemeralContainer.restartPolicyRules",
		"k8s.io/api/core/v1.PodSpec.hostnameOverride",
		"k8s.io/api/core/v1.PodSpec.schedulingGroup",
		"k8s.io/api/core/v1.VolumeProjection.podCertificate",
	})
)

var openModelReleases = object.Releases(system,
	object.Release{
		Name: "v0.1.0",
		Moves: []object.Move{
			{From: "spec.inferenceConfig.flavors[].limits", To: "spec.inferenceConfig.flavors[].requests"},
		},
	},
	object.Release{Name: "v0.1.4", Marker: "spec.inferenceConfig.flavors.limits"},
	object.Release{Name: mainLine, Marker: "spec.ownedBy"},
)

var backendRuntimeReleases = object.Releases(system,
	object.Release{
		Name: "v0.1.0",
		Moves: []object.Move{
			{From: "spec.command", To: "spec.commands"},
			{From: "spec.recommendedConfigs", To: "spec.args"},
			{From: "spec.args[].args", To: "spec.args[].flags"},
		},
		Lacks:    slices.Concat(lacksEnv, lacksScaling),
		Requires: []string{"spec.resources"},
	},
	object.Release{
		Name:   "v0.1.4",
		Marker: "spec.command",
		Lacks:  slices.Concat(lacksEnv, lacksLifecycle, lacksScaling),
	},
	object.Release{Name: mainLine, Marker: "spec.lifecycle.stopSignal", Lacks: lacksEnv},
)

var playgroundReleases = object.Releases(system,
	object.Release{
		Name: "v0.1.0",
		Moves: []object.Move{
			{From: "spec.backendRuntimeConfig.args", To: "spec.backendRuntimeConfig.args.flags"},
			{From: "spec.backendRuntimeConfig.configName", To: "spec.backendRuntimeConfig.args.name"},
			{From: "spec.backendRuntimeConfig.backendName", To: "spec.backendRuntimeConfig.name"},
		},
		Lacks: slices.Concat(lacksEnv, lacksScaling),
	},
	object.Release{
		Name:   "v0.1.4",
		Marker: "spec.backendRuntimeConfig.configName",
		Lacks:  slices.Concat(lacksEnv, lacksScaling),
	},
	object.Release{Name: mainLine, Marker: "spec.elasticConfig.scaleTrigger.hpa.behavior.scaleDown.tolerance", Lacks: lacksEnv},
)

// serviceReleases: v0.1.0 embeds the whole spec of a LeaderWorkerSet, later releases the template
// of one group.
var serviceReleases = object.Releases(system,
	object.Release{
		Name: "v0.1.0",
		Moves: []object.Move{
			{From: "spec.workloadTemplate", To: "spec.workloadTemplate.leaderWorkerTemplate"},
			{From: "spec.workloadTemplate.leaderWorkerTemplate.startupPolicy", To: "spec.workloadTemplate.startupPolicy"},
			{From: "spec.workloadTemplate.leaderWorkerTemplate.networkConfig", To: "spec.workloadTemplate.networkConfig"},
			{From: "spec.replicas", To: "spec.workloadTemplate.replicas"},
			{From: "spec.rolloutStrategy", To: "spec.workloadTemplate.rolloutStrategy"},
		},
		Lacks: lacksPod,
	},
	object.Release{
		Name:   "v0.1.4",
		Marker: "spec.replicas",
		Lacks:  lacksPod,
	},
	object.Release{
		Name:   mainLine,
		Marker: "spec.workloadTemplate.subGroupPolicy.subGroupPolicyType",
		Lacks:  slices.DeleteFunc(slices.Clone(lacksPod), func(field string) bool { return slices.Contains(lacksLifecycle, field) }),
	},
)
