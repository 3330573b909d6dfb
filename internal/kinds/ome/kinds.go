// Package ome describes the kinds of OME: models, runtimes, services, benchmarks and
// accelerators. The rules and readiness of a kind stand in files named after it.
package ome

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// system is the key of OME in the provider's `api_releases`.
const system = "ome"

// controllers are the field managers of OME's manager and model agent, which write under
// the names of their binaries: client-go names a manager so.
//
// Mirrors sgl-project/ome dockerfiles/{manager,model-agent}.Dockerfile@v0.1.5.
var controllers = []string{"manager", "model-agent"}

// Kinds returns the kinds of OME.
func Kinds() []*kinds.Kind {
	all := []*kinds.Kind{
		{
			TypeName:    "base_model",
			Description: "A model that the OME services of its namespace can serve: where its files come from and what it is. OME downloads it to the nodes and fills in what the configuration does not say. In direct mode a Job downloads it to a claim; one at `pvc://` or `local://` exists only as its `manifest`.",
			GVK:         kind("BaseModel"), Plural: "basemodels", Namespaced: true,
			System: system, Definition: "ome/v1beta1.BaseModel", Releases: baseModelReleases,
			Immutable: modelImmutable, Controllers: controllers, Rules: rules("base_model.rules.yaml", "ome/v1beta1.BaseModel", storedRevision), Ready: modelReady,
			DirectDefinition: "direct.OMEModel", Render: RenderBaseModel, Explains: modelExplains, HandOver: modelHandOver, Credentials: modelCredentials,
		},
		{
			TypeName:    "cluster_base_model",
			Description: "A model that OME services of every namespace can serve: where its files come from and what it is. OME downloads it to the nodes and fills in what the configuration does not say. Cluster-scoped. In direct mode a Job downloads it to a claim of one namespace; one at `pvc://` or `local://` exists only as its `manifest`.",
			GVK:         kind("ClusterBaseModel"), Plural: "clusterbasemodels",
			System: system, Definition: "ome/v1beta1.ClusterBaseModel", Releases: baseModelReleases,
			Immutable: modelImmutable, Controllers: controllers, Rules: rules("base_model.rules.yaml", "ome/v1beta1.ClusterBaseModel", storedRevision), Ready: modelReady,
			DirectDefinition: "direct.OMEClusterModel", Render: RenderClusterBaseModel, Explains: modelExplains, HandOver: modelHandOver, Credentials: modelCredentials,
		},
		{
			TypeName:    "fine_tuned_weight",
			Description: "Weights that adapt a base model, for OME services to serve with it. Cluster-scoped; in direct mode it exists only as its `manifest`.",
			GVK:         kind("FineTunedWeight"), Plural: "finetunedweights",
			System: system, Definition: "ome/v1beta1.FineTunedWeight", Releases: fineTunedWeightReleases,
			Controllers: controllers, Rules: rules("fine_tuned_weight.rules.yaml", "ome/v1beta1.FineTunedWeight"), Ready: observe.Exists(silence),
		},
		{
			TypeName:    "serving_runtime",
			Description: "How the OME services of its namespace run models: the models it can serve and the pods that serve them. In direct mode it exists only as its `manifest`.",
			GVK:         kind("ServingRuntime"), Plural: "servingruntimes", Namespaced: true,
			System: system, Definition: "ome/v1beta1.ServingRuntime", Releases: servingRuntimeReleases,
			Controllers: controllers, Rules: rules("serving_runtime.rules.yaml", "ome/v1beta1.ServingRuntime", runtimeEngineRules...), Ready: observe.Exists(silence),
		},
		{
			TypeName:    "cluster_serving_runtime",
			Description: "How OME services of every namespace run models: the models it can serve and the pods that serve them. Cluster-scoped; in direct mode it exists only as its `manifest`.",
			GVK:         kind("ClusterServingRuntime"), Plural: "clusterservingruntimes",
			System: system, Definition: "ome/v1beta1.ClusterServingRuntime", Releases: servingRuntimeReleases,
			Controllers: controllers, Rules: rules("serving_runtime.rules.yaml", "ome/v1beta1.ClusterServingRuntime", runtimeEngineRules...), Ready: observe.Exists(silence),
		},
		{
			TypeName:    "ome_service",
			Description: "Serves a model with an engine, for prefill and decode apart also a decoder, and a router before them: through OME's operator, or, in direct mode, as workloads that the provider renders and applies itself. What it leaves out comes from the runtime.",
			GVK:         kind("InferenceService"), Plural: "inferenceservices", Namespaced: true,
			System: system, Definition: "ome/v1beta1.InferenceService", Releases: inferenceServiceReleases,
			Controllers: controllers, Rules: rules("service_references.rules.yaml", "ome/v1beta1.InferenceService", serviceEngineRules...), Ready: inferenceServiceReady, Endpoint: serviceEndpoint, Runs: serviceRuns,
			Operations:       kinds.Operations{Restart: "change an annotation in the annotations of a component, such as spec.engine.annotations"},
			DirectDefinition: "direct.OMEService", Render: RenderInferenceService, HandOver: serviceHandOver, Explains: serviceExplains, Credentials: serviceCredentials,
		},
		{
			TypeName:    "benchmark_job",
			Description: "Measures a service with genai-bench, once. Any change of what is measured replaces it. In direct mode it measures any server with a URL.",
			GVK:         kind("BenchmarkJob"), Plural: "benchmarkjobs", Namespaced: true,
			System: system, Definition: "ome/v1beta1.BenchmarkJob", Releases: benchmarkJobReleases,
			Immutable:   []kinds.Immutable{{Path: "spec", Why: "a benchmark is one measurement: its Job is made once and never changed"}},
			Controllers: controllers, Rules: rules("benchmark_job.rules.yaml", "ome/v1beta1.BenchmarkJob"), Ready: benchmarkJobReady, Runs: benchmarkRuns, Completion: benchmarkEnding,
			Operations:       kinds.Operations{Pause: "destroy the resource, which cancels the benchmark"},
			DirectDefinition: "direct.OMEBenchmarkJob", Render: RenderBenchmarkJob, Explains: benchmarkExplains, Credentials: benchmarkCredentials,
		},
		{
			TypeName:    "accelerator_class",
			Description: "A kind of accelerator for OME: what it can do, what it costs and on which nodes it is. Cluster-scoped; from OME v0.1.4. In direct mode it exists only as its `manifest`.",
			GVK:         kind("AcceleratorClass"), Plural: "acceleratorclasses",
			System: system, Definition: "ome/v1beta1.AcceleratorClass", Releases: acceleratorClassReleases,
			Controllers: controllers, Rules: rules("accelerator_class.rules.yaml", "ome/v1beta1.AcceleratorClass"), Ready: observe.Exists(silence),
		},
	}
	connect(all)
	return all
}

// connect gives kinds what the tables below have about them.
func connect(all []*kinds.Kind) {
	for _, k := range all {
		k.Referrers, k.Finalizers = referrers[k.TypeName], finalizers[k.TypeName]
		for _, other := range all {
			if slices.Contains(references[k.TypeName], other.TypeName) {
				k.Refers = append(k.Refers, other)
			}
		}
	}
}

// references are the kinds whose objects a kind refers to, by their types.
var references = map[string][]string{
	"benchmark_job": {"base_model", "cluster_base_model", "serving_runtime", "cluster_serving_runtime", "ome_service"},
	"ome_service": {
		"base_model", "cluster_base_model", "fine_tuned_weight", "serving_runtime", "cluster_serving_runtime", "accelerator_class",
	},
}

// modelHandOver knows that agents load a model onto the nodes.
var modelHandOver = kinds.HandOver{Instead: map[string]string{"": "the agents of the operator load the model onto nodes"}}

// serviceHandOver knows that OME writes a Deployment of the name of a component anew and
// becomes its owner where it finds one. It does not do so with what else direct mode makes.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers/{common,deployment}/deployment_reconciler.go@v0.1.5.
var serviceHandOver = kinds.HandOver{Adopts: []schema.GroupVersionKind{{Group: "apps", Version: "v1", Kind: "Deployment"}}}

// modelImmutable are the fields of a model that the model agent reads once, and that the
// download of direct mode does.
//
// Mirrors sgl-project/ome pkg/modelagent/scout.go@v0.1.5.
var modelImmutable = []kinds.Immutable{
	{Path: "spec.storage.storageUri", Why: "a model is downloaded once, and the files of two must not mix"},
	{
		Path: "spec.storage.path", Modes: kinds.OperatorMode,
		Why: "OME downloads a model once, so the new directory would stay empty while the model counts as ready",
	},
}

func kind(name string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "ome.io", Version: "v1beta1", Kind: name}
}

func knative(name string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "serving.knative.dev", Version: "v1", Kind: name}
}

// serviceEndpoint is the Service that OME puts before the router, or the engine where there is none.
// Its port is the first of that component's runner; 8080, the convention of all runtimes,
// when the service leaves it to the runtime.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/reconcilers@v0.1.5.
func serviceEndpoint(obj *unstructured.Unstructured, _ string) string {
	component := "engine"
	if _, routed, _ := unstructured.NestedMap(obj.Object, "spec", "router"); routed {
		component = "router"
	}
	port := int64(8080)
	if ports, _, _ := unstructured.NestedSlice(obj.Object, "spec", component, "runner", "ports"); len(ports) > 0 {
		if first, ok := ports[0].(map[string]any); ok {
			if number, ok := first["containerPort"].(int64); ok {
				port = number
			}
		}
	}
	return fmt.Sprintf("http://%s.%s.svc:%d", obj.GetName(), obj.GetNamespace(), port)
}

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
