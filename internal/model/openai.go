package model

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// findOpenAI fills in what clients of the API of OpenAI need, where the engine behind the endpoint tells.
func findOpenAI(out *render.Output) error {
	at, found := InsideCluster(out.Endpoint)
	if out.OpenAIBaseURL != "" || !found {
		return nil
	}
	sets, err := podset.Of(behind(at.Name, out.Objects))
	if err != nil {
		return err
	}
	for _, set := range sets {
		for _, part := range set.Parts[:min(1, len(set.Parts))] {
			for i := range part.Spec.Containers {
				if serving := engines.Serves(&part.Spec.Containers[i]); serving.Path != "" {
					out.OpenAIBaseURL, out.ServedModelName = out.Endpoint+serving.Path, serving.Model
					return nil
				}
			}
		}
	}
	return nil
}

// behind are the workloads with the pods that a Service of that name selects.
func behind(service string, objects []*unstructured.Unstructured) []*unstructured.Unstructured {
	var out []*unstructured.Unstructured
	for _, obj := range objects {
		if obj.GroupVersionKind() != workload.Service.GroupVersionKind || obj.GetName() != service {
			continue
		}
		match, _, _ := unstructured.NestedStringMap(obj.Object, "spec", "selector")
		for _, other := range objects {
			if pods, made := podLabels(other); made && len(match) > 0 && labels.SelectorFromSet(match).Matches(pods) {
				out = append(out, other)
			}
		}
	}
	return out
}

// podLabels are those of the first pods of a workload, with what the controller of LeaderWorkerSets adds; false for what makes none.
func podLabels(obj *unstructured.Unstructured) (labels.Set, bool) {
	kind, _ := workload.Of(obj.GroupVersionKind())
	template, made := kind.Template(obj)
	if !made {
		return nil, false
	}
	pods, _, _ := unstructured.NestedStringMap(template, "metadata", "labels")
	if kind.GroupVersionKind == workload.LeaderWorkerSet.GroupVersionKind {
		pods = render.Overlay(pods, render.LeaderSelector(obj.GetName()))
	}
	return pods, true
}

// ShowServing sets the attributes that say what is served.
func ShowServing(set map[string]tftypes.Value, out render.Output) {
	set[AttrEndpoint], set[AttrOpenAIBaseURL], set[AttrServedModel] = OrNull(out.Endpoint), OrNull(out.OpenAIBaseURL), OrNull(out.ServedModelName)
}
