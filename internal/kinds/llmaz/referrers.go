package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds"

// modelReferrers claim a model; llmaz itself lets a claimed model go.
//
// Mirrors InftyAI/llmaz api/inference/v1alpha1/{playground,service}_types.go@v0.1.4.
var modelReferrers = []kinds.Referrer{
	{
		GroupVersionKind: inferenceKind("Playground"), Plural: "playgrounds",
		Points: kinds.ByName(kinds.Reference{Names: "spec.modelClaim.modelName"}, kinds.Reference{Names: "spec.modelClaims.models[].name"}),
	},
	{
		GroupVersionKind: inferenceKind("Service"), Plural: "services",
		Points: kinds.ByName(kinds.Reference{Names: "spec.modelClaims.models[].name"}),
	},
}

// runtimeReferrers choose a backend runtime.
//
// Mirrors InftyAI/llmaz api/inference/v1alpha1/playground_types.go@v0.1.4.
var runtimeReferrers = []kinds.Referrer{{
	GroupVersionKind: inferenceKind("Playground"), Plural: "playgrounds",
	Points: kinds.ByName(kinds.Reference{Names: "spec.backendRuntimeConfig.backendName"}),
}}
