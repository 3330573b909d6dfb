package ome

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var benchmarkReads = []string{"definitions", "spec.endpoint.inferenceService"}

// benchmarkReferenceRules compare a benchmark with the definitions of the service that
// it measures and of that one's model. In direct mode the renderer reports them.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark@v0.1.5.
var benchmarkReferenceRules = []kinds.Rule{
	{
		ID: "BJ-10", Says: "the measured service names a model, and that has a directory, from which the tokenizer comes",
		Modes: kinds.OperatorMode, Reads: benchmarkReads, Check: kinds.Typed(measuredModelRule),
	},
	{
		ID: "BJ-12", Says: "the model of the measured service has a name that a volume can have",
		Modes: kinds.OperatorMode, Reads: benchmarkReads, Check: kinds.Typed(measuredNameRule),
	},
}

// measured returns the service that a benchmark measures, and false when its definition is not given.
func measured(j *v1beta1.BenchmarkJob, c kinds.Candidate) (v1beta1.InferenceService, bool) {
	ref := j.Spec.Endpoint.InferenceService
	if ref == nil {
		return v1beta1.InferenceService{}, false
	}
	return definition[v1beta1.InferenceService](c, "InferenceService", ref.Namespace, ref.Name)
}

var measuredPath = specPath.Child("endpoint", "inferenceService", "name")

func measuredModelRule(j *v1beta1.BenchmarkJob, c kinds.Candidate) field.ErrorList {
	service, found := measured(j, c)
	if !found {
		return nil
	}
	if service.Spec.Model == nil {
		return field.ErrorList{field.Invalid(measuredPath, service.Name, "the service names no model, so OME has no tokenizer for the benchmark; set `model` of the service")}
	}
	model, kind := definedModel(c, service.Namespace, service.Spec.Model.Name)
	if model == nil || model.Storage != nil && model.Storage.Path != nil {
		return nil
	}
	return field.ErrorList{field.Invalid(measuredPath, service.Name, fmt.Sprintf(
		"the model of the service, the %s `%s`, has no directory, from which the benchmark gets its tokenizer; set `storage.path` of the model", kind, service.Spec.Model.Name))}
}

func measuredNameRule(j *v1beta1.BenchmarkJob, c kinds.Candidate) field.ErrorList {
	service, found := measured(j, c)
	if !found || service.Spec.Model == nil || len(validation.IsDNS1123Label(service.Spec.Model.Name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(measuredPath, service.Name, fmt.Sprintf(
		"the pod of the benchmark has a volume named after the model of the service, `%s`, and that is no name of a volume; rename the model to lower-case letters, digits and `-`", service.Spec.Model.Name))}
}
