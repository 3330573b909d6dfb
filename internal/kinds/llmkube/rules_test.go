package llmkube

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

func TestRules(t *testing.T) {
	kindstest.Rules(t, Kinds(), map[string]kindstest.Table{
		"llmkube_model":        {Valid: validModel, Fits: kindstest.Fits[v1alpha1.Model], Cases: kindstest.Merge(modelCases, revisionCases)},
		"llmkube_service":      {Valid: validService, Fits: kindstest.Fits[v1alpha1.InferenceService], Cases: kindstest.Merge(serviceCases, servedModelCases, servedGPUCases, engineLintCases)},
		"llmkube_gpu_quota":    {Valid: validQuota, Fits: kindstest.Fits[v1alpha1.GPUQuota], Cases: quotaCases},
		"llmkube_lora_adapter": {Valid: validAdapter, Fits: kindstest.Fits[v1alpha1.LoRAAdapter], Cases: adapterCases},
		"llmkube_model_pool":   {Valid: validPool, Fits: kindstest.Fits[v1alpha1.ModelPool], Cases: poolCases},
		"llmkube_model_router": {Valid: validRouter, Fits: kindstest.Fits[v1alpha1.ModelRouter], Cases: routerCases},
	})
}

func TestConstraints(t *testing.T) {
	kindstest.Constraints(t, Kinds(), notOffline, kindstest.Specification{
		File: "llmkube.md", IDs: `(?m)^\| ([IM]-[0-9]+) \|`, AtLeast: 120,
		Beside: map[string]string{
			"L-8.2": "stands in the text of section 8.2",
			"M-41":  "is about a field of the main line after v0.9.19",
			"M-42":  "is about a field of the main line after v0.9.19",
		},
	}, kindstest.Specification{
		File: "llmkube-more.md", IDs: `(?m)^\| ((?:MRO|LOR|GQ|MP)-[0-9]+) \|`, AtLeast: 61,
		Beside: map[string]string{
			"MP-11":  "nothing in internal/controller/modelpool_controller.go reads the field",
			"MRO-43": "the controller cannot decode a list with a malformed duration",
			"MRO-44": "stands in internal/router/backend.go: the transport of the proxy has a bound of its own",
		},
	})
}
