package kthena

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// boosterMakes are the ModelServing and the ModelServer of a ModelBooster, which routes and other servers may name. The server
// selects by the UID of the booster, which nobody knows before; the name of the ModelServing leads to the same pods.
//
// Mirrors volcano-sh/kthena pkg/model-booster-controller/convert/{model_serving,model_server}.go@v1.0.0.
func boosterMakes(c kinds.Candidate) []*unstructured.Unstructured {
	booster, err := render.Decode[servingv1alpha1.ModelBooster](c.Object.Object)
	if err != nil {
		return nil
	}
	spec, missing := boosterServing(&booster, "")
	if missing != nil {
		return nil
	}
	meta := map[string]any{"name": servingName(c.Object)}
	if booster.Namespace != "" {
		meta["namespace"] = booster.Namespace
	}
	serving, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&servingv1alpha1.ModelServing{
		TypeMeta: metav1.TypeMeta{APIVersion: servingKind.GroupVersion().String(), Kind: servingKind.Kind}, Spec: spec,
	})
	if err != nil {
		return nil
	}
	serving["metadata"] = meta
	selector := map[string]any{"matchLabels": map[string]any{labelName: meta["name"]}}
	return []*unstructured.Unstructured{{Object: serving}, {Object: map[string]any{
		"apiVersion": serverKind.GroupVersion().String(), "kind": serverKind.Kind, "metadata": meta,
		"spec": map[string]any{"inferenceEngine": "vLLM", "workloadSelector": selector, "workloadPort": map[string]any{"port": int64(port(&booster.Spec.Backend.Workers[0]))}},
	}}}
}
