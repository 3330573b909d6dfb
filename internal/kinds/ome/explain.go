package ome

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// serviceExplains knows that OME tells what is wrong with a service by Events and not in its status, and a model that is
// of another kind than the service says by nothing.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/controller.go@v0.1.5.
var serviceExplains = kinds.Explains{
	Warnings: []string{
		"ModelReconcileError", "RuntimeValidationError", "RuntimeFetchError", "RuntimeSelectionError", "MergeSpecsError",
		"DeploymentModeError", "AcceleratorClassError", "PredictorMigrationError", "ServerlessModeRejected",
	},
	Between: []kinds.Intermediate{
		{GroupVersionKind: knative("Service"), Plural: "services"},
		{GroupVersionKind: knative("Configuration"), Plural: "configurations"},
		{GroupVersionKind: knative("Revision"), Plural: "revisions"},
	},
	Blames: []kinds.Blame{
		{Field: "spec.engine.runner.image", Reasons: kinds.OfImage, Container: mainContainerName},
		{Field: "spec.model.name", Reasons: kinds.OfModel},
		{Field: "spec.engine.runner.args", Reasons: kinds.OfEngine, Container: mainContainerName},
		{Field: "spec.engine.runner.resources", Reasons: kinds.OfMemory, Container: mainContainerName},
		{Field: "spec.engine.nodeSelector", Reasons: kinds.OfNodes},
		{Field: "spec.engine.minReplicas", Reasons: kinds.OfNumber},
		{Field: "spec.runtime", Reasons: []tree.Reason{tree.Reported}},
		{Field: "spec.engine", Reasons: slices.Concat(kinds.OfPods, kinds.OfImage)},
	},
	Needs: serviceNeeds,
}

// serviceNeeds are the model and the runtime. The kind of the model is taken as it is said; a runtime is
// looked up in the namespace first, and else in the cluster, whatever its kind.
func serviceNeeds(obj *unstructured.Unstructured) []kinds.Need {
	var needs []kinds.Need
	text := func(fields ...string) string {
		s, _, _ := unstructured.NestedString(obj.Object, append([]string{"spec"}, fields...)...)
		return s
	}
	if name := text("model", "name"); name != "" {
		of := map[string]string{"BaseModel": "base_model", "FineTunedWeight": "fine_tuned_weight"}[text("model", "kind")]
		if of == "" {
			of = "cluster_base_model"
		}
		needs = append(needs, kinds.Need{Field: "spec.model.name", Name: name, Of: []string{of}})
	}
	if name := text("runtime", "name"); name != "" {
		needs = append(needs, kinds.Need{Field: "spec.runtime.name", Name: name, Of: []string{"serving_runtime", "cluster_serving_runtime"}})
	}
	return needs
}

// benchmarkExplains knows that OME makes no Job, and says nothing, while the service under test does not exist.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/controller.go@v0.1.5.
var benchmarkExplains = kinds.Explains{
	Blames: []kinds.Blame{
		{Field: "spec.podOverride.image", Reasons: kinds.OfImage},
		{Field: "spec.podOverride.resources", Reasons: kinds.OfMemory},
		{Field: "spec.podOverride.nodeSelector", Reasons: kinds.OfNodes},
		{Field: "spec.endpoint", Reasons: []tree.Reason{tree.CrashLoop}},
		{Field: "spec.podOverride", Reasons: slices.Concat(kinds.OfPods, kinds.OfNumber)},
	},
	Needs: func(obj *unstructured.Unstructured) []kinds.Need {
		name, found, _ := unstructured.NestedString(obj.Object, "spec", "endpoint", "inferenceService", "name")
		if !found {
			return nil
		}
		namespace, _, _ := unstructured.NestedString(obj.Object, "spec", "endpoint", "inferenceService", "namespace")
		return []kinds.Need{{Field: "spec.endpoint.inferenceService.name", Name: name, Namespace: namespace, Of: []string{"ome_service"}}}
	},
}

// modelExplains is about the download of direct mode.
var modelExplains = kinds.Explains{
	Blames: []kinds.Blame{
		{Field: "direct.image", Reasons: kinds.OfImage, Modes: kinds.DirectMode},
		{Field: "spec.storage.storageUri", Reasons: slices.Concat(kinds.OfModel, []tree.Reason{tree.CrashLoop})},
		{Field: "spec.storage.key", Reasons: []tree.Reason{tree.Unstartable}},
		{Field: "spec.storage.nodeSelector", Reasons: kinds.OfNodes},
	},
}
