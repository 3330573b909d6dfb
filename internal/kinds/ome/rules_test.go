package ome

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

const (
	newest       = "v0.1.5"
	head         = "apiVersion: ome.io/v1beta1\n"
	validModel   = head + "kind: BaseModel\nmetadata: {name: m, namespace: llm}\nspec: {storage: {storageUri: 'hf://o/m', path: /m}}"
	validWeight  = head + "kind: FineTunedWeight\nmetadata: {name: w}\nspec: {baseModelRef: {name: m}, modelType: Adapter, hyperParameters: {strategy: lora}, storage: {storageUri: 'oci://n/a/b/c/o/d'}}"
	validRuntime = head + "kind: ServingRuntime\nmetadata: {name: r, namespace: llm}\nspec: {supportedModelFormats: [{modelFormat: {name: f}, modelFramework: {name: t}}]}"
	validService = head + "kind: InferenceService\nmetadata: {name: s, namespace: llm}\nspec: {model: {name: m}, engine: {}}"
	validJob     = head + "kind: BenchmarkJob\nmetadata: {name: b, namespace: llm}\nspec: {endpoint: {inferenceService: {name: s, namespace: llm}}, task: text-to-text, maxTimePerIteration: 1, maxRequestsPerIteration: 1, outputLocation: {storageUri: 'pvc://c/d'}}"
	validClass   = head + "kind: AcceleratorClass\nmetadata: {name: a}\nspec: {discovery: {}, capabilities: {memoryGB: 80Gi}}"
)

func TestRules(t *testing.T) {
	kindstest.Rules(t, Kinds(), map[string]kindstest.Table{
		"base_model":              {Valid: validModel, Release: newest, Fits: kindstest.Fits[v1beta1.BaseModel], Cases: kindstest.Merge(modelCases, directModelCases, storedRevisionCases)},
		"cluster_base_model":      {Valid: validModel, Release: newest, Fits: kindstest.Fits[v1beta1.ClusterBaseModel], Cases: kindstest.Merge(modelCases, storedRevisionCases)},
		"fine_tuned_weight":       {Valid: validWeight, Release: newest, Fits: fitsWeight, Cases: weightCases},
		"serving_runtime":         {Valid: validRuntime, Release: newest, Fits: kindstest.Fits[v1beta1.ServingRuntime], Cases: kindstest.Merge(runtimeCases, runtimeEngineCases())},
		"cluster_serving_runtime": {Valid: validRuntime, Release: newest, Fits: kindstest.Fits[v1beta1.ClusterServingRuntime], Cases: kindstest.Merge(runtimeCases, runtimeEngineCases())},
		"ome_service":             {Valid: validService, Release: newest, Fits: kindstest.Fits[v1beta1.InferenceService], Cases: kindstest.Merge(serviceCases, engineLintCases)},
		"benchmark_job":           {Valid: validJob, Release: newest, Fits: kindstest.Fits[v1beta1.BenchmarkJob], Cases: kindstest.Merge(benchmarkCases, measuredCases, directBenchmarkCases)},
		"accelerator_class":       {Valid: validClass, Release: newest, Fits: kindstest.Fits[v1beta1.AcceleratorClass], Cases: acceleratorCases},
	})
}

// fitsWeight leaves out what may have any fields.
func fitsWeight(object map[string]any) error {
	typed := (&unstructured.Unstructured{Object: object}).DeepCopy().Object
	unstructured.RemoveNestedField(typed, "spec", "hyperParameters")
	unstructured.RemoveNestedField(typed, "spec", "configuration")
	return kindstest.Fits[v1beta1.FineTunedWeight](typed)
}

func TestConstraints(t *testing.T) {
	kindstest.Constraints(t, Kinds(), notOffline, kindstest.Specification{
		File: "ome.md", IDs: `(?m)^\| ((?:U|BM|FT|SR|IS|BJ|AC)-[0-9]+) \|`, AtLeast: 120,
	})
}
