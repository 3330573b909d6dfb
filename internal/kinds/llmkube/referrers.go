package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds"

// modelReferrers are the services of a model, and those that draft with it.
//
// Mirrors defilantech/LLMKube api/v1alpha1/inferenceservice_types.go@v0.9.19.
var modelReferrers = []kinds.Referrer{{
	GroupVersionKind: kind("InferenceService"), Plural: "inferenceservices",
	Points: kinds.ByName(kinds.Reference{Names: "spec.modelRef"}, kinds.Reference{Names: "spec.speculativeDecoding.draftModelRef"}),
}}
