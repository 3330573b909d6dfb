package llmaz

import (
	"testing"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

func TestRules(t *testing.T) {
	kindstest.Rules(t, Kinds(), map[string]kindstest.Table{
		"open_model":      {Valid: validOpenModel, Fits: kindstest.Fits[corev1alpha1.OpenModel], Cases: kindstest.Merge(openModelCases, revisionCases)},
		"backend_runtime": {Valid: validBackendRuntime, Fits: kindstest.Fits[inferencev1alpha1.BackendRuntime], Cases: kindstest.Merge(backendRuntimeCases, recommendedArgumentCases)},
		"playground":      {Valid: validPlayground, Fits: kindstest.Fits[inferencev1alpha1.Playground], Cases: kindstest.Merge(playgroundCases, claimedByPlayground, addedArgumentCases)},
		"service":         {Valid: validService, Fits: kindstest.Fits[inferencev1alpha1.Service], Cases: kindstest.Merge(serviceCases, claimedByService, engineLintCases)},
	})
}

func TestConstraints(t *testing.T) {
	kindstest.Constraints(t, Kinds(), notOffline, kindstest.Specification{
		File: "llmaz.md", IDs: `(?m)^\| ((?:OM|PG|SV|BR|DUP|N|H|LWS)-[A-Z]?[0-9]+) \|`, AtLeast: 90,
		Beside: map[string]string{
			"PG-9.3": "stands in the text of section 9.3",
			"POD-1":  "the API server's own, for every pod",
			"POD-2":  "the API server's own, for every pod",
		},
	})
}
