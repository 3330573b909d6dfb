package ome

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// fineTunedWeightRules mirror sgl-project/ome
// pkg/webhook/admission/pod/fine_tuned_adapter_injector.go@v0.1.5.
var fineTunedWeightRules = []kinds.Rule{
	{
		ID: "FT-01", Says: "`storage_uri` is `oci://n/<namespace>/b/<bucket>/o/<path>`",
		Reads: []string{"spec.storage.storageUri"}, Check: kinds.Typed(weightURIRule),
	},
	{
		ID: "FT-02", Says: "`hyper_parameters` has `strategy` as text",
		Reads: []string{"spec.hyperParameters"}, Check: strategyOfTrainingRule,
	},
	{
		ID: "FT-03", Says: "`merged_weights` in `configuration` is `true` or `false`",
		Reads: []string{"spec.configuration"}, Check: mergedWeightsRule,
	},
	{
		ID: "FT-04", Says: "`base_model_ref.name` is not empty",
		Reads: []string{"spec.baseModelRef.name"}, Check: kinds.Typed(baseModelRefRule),
	},
}

func weightURIRule(w *v1beta1.FineTunedWeight, _ kinds.Candidate) field.ErrorList {
	if w.Spec.Storage == nil || w.Spec.Storage.StorageURI == nil {
		return nil
	}
	uri := *w.Spec.Storage.StorageURI
	if rest, oci := strings.CutPrefix(uri, "oci://"); oci && fitsOCI(rest) {
		return nil
	}
	return field.ErrorList{field.Invalid(storagePath.Child("storageUri"), uri, "OME loads weights from `oci://n/<namespace>/b/<bucket>/o/<path>` only, and refuses pods with any others")}
}

func strategyOfTrainingRule(c kinds.Candidate) field.ErrorList {
	hyper, found, err := unstructured.NestedMap(c.Object.Object, "spec", "hyperParameters")
	if !found || err != nil {
		return nil
	}
	if text, ok := hyper["strategy"].(string); ok && text != "" {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("hyperParameters"), hyper["strategy"], "must have `strategy` as text, such as `lora` or `tfew`: OME stops at weights without it")}
}

func mergedWeightsRule(c kinds.Candidate) field.ErrorList {
	configuration, found, err := unstructured.NestedMap(c.Object.Object, "spec", "configuration")
	if !found || err != nil {
		return nil
	}
	merged, set := configuration["merged_weights"]
	if _, isBool := merged.(bool); !set || isBool {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("configuration"), merged, "`merged_weights` must be `true` or `false`, without quotes")}
}

func baseModelRefRule(w *v1beta1.FineTunedWeight, _ kinds.Candidate) field.ErrorList {
	if name := w.Spec.BaseModelRef.Name; name == nil || *name != "" {
		return nil
	}
	return field.ErrorList{field.Required(specPath.Child("baseModelRef", "name"), "name the base model that the weights adapt")}
}
