package kthena

import (
	"testing"

	inferv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/infer/v1alpha1"
	networkingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/networking/v1alpha1"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

func TestRules(t *testing.T) {
	kindstest.Rules(t, Kinds(), map[string]kindstest.Table{
		"model_infer":               {Valid: validInfer, Fits: kindstest.Fits[inferv1alpha1.ModelInfer], Cases: kindstest.Merge(inferCases, engineLintCases)},
		"model_serving":             {Valid: validServing, Fits: kindstest.Fits[servingv1alpha1.ModelServing], Cases: kindstest.Merge(servingCases, engineLintCases)},
		"kthena_model_server":       {Valid: validServer, Fits: kindstest.Fits[networkingv1alpha1.ModelServer], Cases: serverCases},
		"kthena_autoscaling_policy": {Valid: validPolicy, Fits: kindstest.Fits[servingv1alpha1.AutoscalingPolicy], Cases: policyCases},
		"kthena_model_booster":      {Valid: validBooster, Fits: kindstest.Fits[servingv1alpha1.ModelBooster], Cases: boosterCases},
		"kthena_model_route":        {Valid: validRoute, Fits: kindstest.Fits[networkingv1alpha1.ModelRoute], Cases: routeCases},
	})
}

func TestConstraints(t *testing.T) {
	kindstest.Constraints(t, Kinds(), notOffline, kindstest.Specification{
		File: "kthena.md", IDs: `(?m)^\| ((?:MI|MS|DM)-[0-9]+) \|`, AtLeast: 60,
		Beside: map[string]string{
			"MI-C4":  "the schema of ModelServing has it, and that of ModelInfer lacks it",
			"MS-C11": "the schema of ModelServing has it, and that of ModelInfer lacks it",
			"MS-33":  "is about a field of the main line after v1.0.0",
			"MS-34":  "is about a field of the main line after v1.0.0",
		},
	}, kindstest.Specification{
		File: "kthena-networking.md", IDs: `(?m)^\| ((?:MSV|MRT)-[0-9]+) \|`, AtLeast: 50,
		Beside: map[string]string{
			"MSV-26": "is about what a label names in the references",
			"MSV-27": "is about what a label names in the references",
			"MSV-28": "is about what a label names in the references",
			"MSV-29": "is about what a label names in the references",
			"MRT-35": "is about what servers of the references name",
			"MRT-34": "is about two fields of a route",
			"MRT-36": "is about what the references have",
			"MRT-37": "is about what engines of the references are started with",
		},
	}, kindstest.Specification{
		// A row may have several, of which the rules have the first.
		File: "kthena.md", IDs: `(?m)^\| (AP-[0-9]+)[ ,]`, AtLeast: 18,
		Beside: map[string]string{"AP-15": "the row of AP-14 has it"},
	}, kindstest.Specification{
		File: "kthena-booster.md", IDs: `(?m)^\| ((?:AP|MBO)-[0-9]+) \|`, AtLeast: 30,
		Beside: map[string]string{"MBO-34": "the specification has pods without a cache, which the API server refuses"},
	})
}
