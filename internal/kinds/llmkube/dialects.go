package llmkube

import (
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// LLMKube only ever added fields, so the definitions table has the vocabulary of v0.9.19.
//
// Mirrors defilantech/LLMKube config/crd/bases@v0.8.7 and @v0.9.19.

var modelDialects = []object.Dialect{
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

var serviceDialects = []object.Dialect{
	{Name: "v0.8.7", Lacks: []string{}},
	{Name: "v0.9.19", Marker: "spec.suspend"},
}
