package ome

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// referrers are the types that point at the objects of a kind, by its type.
//
// Mirrors sgl-project/ome pkg/apis/ome/v1beta1/{inference_service,benchmark_job,model,servingruntime_types}.go@v0.1.5.
var referrers = map[string][]kinds.Referrer{
	"base_model":              {services(modelOf), adaptations},
	"cluster_base_model":      {services(modelOf), adaptations},
	"fine_tuned_weight":       {services(kinds.Reference{Names: "spec.model.fineTunedWeights[]"})},
	"serving_runtime":         {services(runtimeOf)},
	"cluster_serving_runtime": {services(runtimeOf)},
	"accelerator_class": {services(
		kinds.Reference{Names: "spec.acceleratorSelector.acceleratorClass"},
		kinds.Reference{Names: "spec.engine.acceleratorOverride.acceleratorClass"},
		kinds.Reference{Names: "spec.decoder.acceleratorOverride.acceleratorClass"},
	)},
	"ome_service": slices.Concat(kinds.Traffic, []kinds.Referrer{{
		GroupVersionKind: kind("BenchmarkJob"), Plural: "benchmarkjobs", Anywhere: true, Points: measures,
	}}),
}

var (
	modelOf   = kinds.Reference{Names: "spec.model.name", Kind: "kind", Default: "ClusterBaseModel"}
	runtimeOf = kinds.Reference{Names: "spec.runtime.name", Kind: "kind", Default: "ClusterServingRuntime"}
)

func services(references ...kinds.Reference) kinds.Referrer {
	return kinds.Referrer{GroupVersionKind: kind("InferenceService"), Plural: "inferenceservices", Points: kinds.ByName(references...)}
}

// adaptations are of a base model: one of a namespace when they name it, else one of the cluster.
var adaptations = kinds.Referrer{
	GroupVersionKind: kind("FineTunedWeight"), Plural: "finetunedweights", Anywhere: true,
	Points: func(live *unstructured.Unstructured, at kinds.Referent) string {
		name, _, _ := unstructured.NestedString(live.Object, "spec", "baseModelRef", "name")
		namespace, _, _ := unstructured.NestedString(live.Object, "spec", "baseModelRef", "namespace")
		if name != at.Name || namespace != at.Namespace {
			return ""
		}
		return "spec.baseModelRef.name"
	},
}

// measures finds a benchmark of a service that has not ended.
func measures(live *unstructured.Unstructured, at kinds.Referent) string {
	state, _, _ := unstructured.NestedString(live.Object, "status", "state")
	if state == "Completed" || state == "Failed" {
		return ""
	}
	return kinds.ByName(kinds.Reference{Names: "spec.endpoint.inferenceService.name", Namespace: "namespace"})(live, at)
}

// nodesHold is what the finalizer of a model waits for, and nodesRemedy what to do when it waits in vain.
const (
	nodesHold   = "no ConfigMap of a node (label models.ome/basemodel-status=true) has an entry of the model that is not marked as deleted"
	nodesRemedy = "See whether the model agent runs on the nodes of those ConfigMaps, in the namespace of OME; an entry of a node that is gone is to be removed by hand"
)

// finalizers are those of the kinds of OME, by its type.
//
// Mirrors sgl-project/ome pkg/constants and pkg/controller/v1beta1/{basemodel,inferenceservice,benchmark,acceleratorclass}@v0.1.5.
var finalizers = map[string][]kinds.Finalizer{
	"base_model":         {{Name: "basemodels.ome.io/finalizer", Owner: manager, Waits: nodesHold, Remedy: nodesRemedy}},
	"cluster_base_model": {{Name: "clusterbasemodels.ome.io/finalizer", Owner: manager, Waits: nodesHold, Remedy: nodesRemedy}},
	"ome_service":        {{Name: "inferenceservice.finalizers", Owner: manager, Waits: "it has cleaned up after the service", Remedy: managerRemedy}},
	"benchmark_job":      {{Name: "benchmarkjob.finalizers", Owner: manager, Waits: "it has cleaned up after the benchmark", Remedy: managerRemedy}},
	"accelerator_class":  {{Name: "acceleratorclasses.ome.io/finalizer", Owner: manager, Waits: "it has seen the deletion", Remedy: managerRemedy}},
}

const (
	manager       = "OME's controller manager"
	managerRemedy = "See whether OME's controller manager runs, and what its log says of the object"
)
