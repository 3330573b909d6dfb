package llmkube

import (
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// LLMKube only ever added fields, so the definitions table has the fields of v0.9.19.
//
// Mirrors defilantech/LLMKube config/crd/bases@v0.8.7 and @v0.9.19.

var modelReleases = []object.Release{
	{
		Name: "v0.8.7",
		Lacks: []string{
			"llmkube/v1alpha1.ModelSpec.files",
			"llmkube/v1alpha1.ModelSpec.mmproj",
			"llmkube/v1alpha1.ModelSpec.prefetch",
			"llmkube/v1alpha1.ModelSpec.sourceSecretRef",
			"llmkube/v1alpha1.GPUSpec.resourceClaims",
			"llmkube/v1alpha1.GPUSpec.resourceName",
			"llmkube/v1alpha1.GPUSpec.runtime",
			"llmkube/v1alpha1.GPUSpec.tolerationKey",
			"llmkube/v1alpha1.ModelStatus.stagedFiles",
		},
	},
	{Name: "v0.9.19", Marker: "spec.prefetch"},
}

var serviceReleases = []object.Release{
	{
		Name: "v0.8.7",
		Lacks: []string{
			"llmkube/v1alpha1.EndpointSpec.gateway",
			"llmkube/v1alpha1.EndpointSpec.nodePort",
			"llmkube/v1alpha1.InferenceServiceSpec.affinity",
			"llmkube/v1alpha1.InferenceServiceSpec.bindAddress",
			"llmkube/v1alpha1.InferenceServiceSpec.disruption",
			"llmkube/v1alpha1.InferenceServiceSpec.extraVolumeMounts",
			"llmkube/v1alpha1.InferenceServiceSpec.extraVolumes",
			"llmkube/v1alpha1.InferenceServiceSpec.hotCacheMaxSize",
			"llmkube/v1alpha1.InferenceServiceSpec.maxPodLifetimeIdleTimeoutSeconds",
			"llmkube/v1alpha1.InferenceServiceSpec.maxPodLifetimeSeconds",
			"llmkube/v1alpha1.InferenceServiceSpec.mode",
			"llmkube/v1alpha1.InferenceServiceSpec.modelCache",
			"llmkube/v1alpha1.InferenceServiceSpec.pagedSSDCacheDir",
			"llmkube/v1alpha1.InferenceServiceSpec.pagedSSDCacheMaxSize",
			"llmkube/v1alpha1.InferenceServiceSpec.revisionHistoryLimit",
			"llmkube/v1alpha1.InferenceServiceSpec.rolloutPolicy",
			"llmkube/v1alpha1.InferenceServiceSpec.sglangConfig",
			"llmkube/v1alpha1.InferenceServiceSpec.slo",
			"llmkube/v1alpha1.InferenceServiceSpec.speculativeDecoding",
			"llmkube/v1alpha1.InferenceServiceSpec.suspend",
			"llmkube/v1alpha1.InferenceServiceSpec.topologySpreadConstraints",
			"llmkube/v1alpha1.InferenceServiceSpec.turboQuantBits",
			"llmkube/v1alpha1.InferenceResourceRequirements.ephemeralStorage",
			"llmkube/v1alpha1.InferenceResourceRequirements.gpuSharing",
			"llmkube/v1alpha1.InferenceServiceStatus.acceleration",
			"llmkube/v1alpha1.InferenceServiceStatus.gateway",
			"llmkube/v1alpha1.InferenceServiceStatus.mode",
		},
	},
	{
		Name:   "v0.9.19",
		Marker: "spec.suspend",
		// There it is an object without fields.
		Lacks: []string{"k8s.io/api/core/v1.PersistentVolumeClaimTemplate.metadata"},
	},
}
