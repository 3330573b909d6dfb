// Package ome describes the kinds of OME: models, runtimes, services, benchmarks and
// accelerators. The rules and readiness of a kind stand in files named after it.
package ome

import (
	"fmt"

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
			DirectDefinition: "direct.OMEModel", Render: RenderBaseModel, Renders: modelRenders, Explains: modelExplains, HandOver: modelHandOver, Credentials: modelCredentials, Referrers: adaptations, Models: storedModel,
		},
		{
			TypeName:    "cluster_base_model",
			Description: "A model that OME services of every namespace can serve: where its files come from and what it is. OME downloads it to the nodes and fills in what the configuration does not say. Cluster-scoped. In direct mode a Job downloads it to a claim of one namespace; one at `pvc://` or `local://` exists only as its `manifest`.",
			GVK:         kind("ClusterBaseModel"), Plural: "clusterbasemodels",
			System: system, Definition: "ome/v1beta1.ClusterBaseModel", Releases: baseModelReleases,
			Immutable: modelImmutable, Controllers: controllers, Rules: rules("base_model.rules.yaml", "ome/v1beta1.ClusterBaseModel", storedRevision), Ready: modelReady,
			DirectDefinition: "direct.OMEClusterModel", Render: RenderClusterBaseModel, Renders: clusterModelRenders, Explains: modelExplains, HandOver: modelHandOver, Credentials: modelCredentials, Referrers: adaptations, Models: storedModel,
		},
		{
			TypeName:    "fine_tuned_weight",
			Description: "Weights that adapt a base model, for OME services to serve with it. Cluster-scoped; in direct mode it exists only as its `manifest`.",
			GVK:         kind("FineTunedWeight"), Plural: "finetunedweights",
			System: system, Definition: "ome/v1beta1.FineTunedWeight", Releases: fineTunedWeightReleases,
			Controllers: controllers, Rules: rules("fine_tuned_weight.rules.yaml", "ome/v1beta1.FineTunedWeight"), Ready: observe.Exists(silence), Models: storedModel,
		},
		{
			TypeName:    "serving_runtime",
			Description: "How the OME services of its namespace run models: the models it can serve and the pods that serve them. In direct mode it exists only as its `manifest`.",
			GVK:         kind("ServingRuntime"), Plural: "servingruntimes", Namespaced: true,
			System: system, Definition: "ome/v1beta1.ServingRuntime", Releases: servingRuntimeReleases,
			Controllers: controllers, Rules: rules("serving_runtime.rules.yaml", "ome/v1beta1.ServingRuntime", runtimeEngineRules...), Ready: observe.Exists(silence), Models: runtimeModels,
		},
		{
			TypeName:    "cluster_serving_runtime",
			Description: "How OME services of every namespace run models: the models it can serve and the pods that serve them. Cluster-scoped; in direct mode it exists only as its `manifest`.",
			GVK:         kind("ClusterServingRuntime"), Plural: "clusterservingruntimes",
			System: system, Definition: "ome/v1beta1.ClusterServingRuntime", Releases: servingRuntimeReleases,
			Controllers: controllers, Rules: rules("serving_runtime.rules.yaml", "ome/v1beta1.ClusterServingRuntime", runtimeEngineRules...), Ready: observe.Exists(silence), Models: runtimeModels,
		},
		{
			TypeName:    "ome_service",
			Description: "Serves a model with an engine, for prefill and decode apart also a decoder, and a router before them: through OME's operator, or, in direct mode, as workloads that the provider renders and applies itself. What it leaves out comes from the runtime.",
			GVK:         kind("InferenceService"), Plural: "inferenceservices", Namespaced: true,
			System: system, Definition: "ome/v1beta1.InferenceService", Releases: inferenceServiceReleases,
			Controllers: controllers, Rules: rules("service_references.rules.yaml", "ome/v1beta1.InferenceService", serviceEngineRules...), References: serviceReferences, Referrers: kinds.Traffic, Ready: inferenceServiceReady, Endpoint: serviceEndpoint, Runs: serviceRuns, PodLabels: podLabels, Models: serviceModels,
			Operations:       kinds.Operations{Restart: "change an annotation in the annotations of a component, such as spec.engine.annotations"},
			DirectDefinition: "direct.OMEService", Render: RenderInferenceService, Renders: serviceRenders, HandOver: serviceHandOver, Explains: serviceExplains, Credentials: serviceCredentials,
		},
		{
			TypeName:    "benchmark_job",
			Description: "Measures a service with genai-bench, once. Any change of what is measured replaces it. In direct mode it measures any server with a URL.",
			GVK:         kind("BenchmarkJob"), Plural: "benchmarkjobs", Namespaced: true,
			System: system, Definition: "ome/v1beta1.BenchmarkJob", Releases: benchmarkJobReleases,
			Immutable:   []kinds.Immutable{{Path: "spec", Why: "a benchmark is one measurement: its Job is made once and never changed"}},
			Controllers: controllers, Rules: rules("benchmark_job.rules.yaml", "ome/v1beta1.BenchmarkJob"), References: benchmarkReferences, Ready: benchmarkJobReady, Runs: benchmarkRuns, Models: measuredUse, Completion: benchmarkEnding,
			Operations:       kinds.Operations{Pause: "destroy the resource, which cancels the benchmark"},
			DirectDefinition: "direct.OMEBenchmarkJob", Render: RenderBenchmarkJob, Renders: benchmarkRenders, Explains: benchmarkExplains, Credentials: benchmarkCredentials,
		},
		{
			TypeName:    "accelerator_class",
			Description: "A kind of accelerator for OME: what it can do, what it costs and on which nodes it is. Cluster-scoped; from OME v0.1.4. In direct mode it exists only as its `manifest`.",
			GVK:         kind("AcceleratorClass"), Plural: "acceleratorclasses",
			System: system, Definition: "ome/v1beta1.AcceleratorClass", Releases: acceleratorClassReleases,
			Controllers: controllers, Rules: rules("accelerator_class.rules.yaml", "ome/v1beta1.AcceleratorClass"), Ready: observe.Exists(silence),
		},
	}
	for _, k := range all {
		k.Finalizers = finalizers[k.TypeName]
	}
	return kinds.Connect(all)
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

// adaptations are of a base model: one of a namespace when they name it, else one of the cluster.
var adaptations = []kinds.Referrer{{
	GroupVersionKind: kind("FineTunedWeight"), Plural: "finetunedweights", Anywhere: true,
	Points: func(live *unstructured.Unstructured, at kinds.Referent) string {
		name, _, _ := unstructured.NestedString(live.Object, "spec", "baseModelRef", "name")
		namespace, _, _ := unstructured.NestedString(live.Object, "spec", "baseModelRef", "namespace")
		if name == "" || name != at.Name || namespace != at.Namespace {
			return ""
		}
		return "spec.baseModelRef.name"
	},
}}

// serviceReferences are what a service is made of.
//
// Mirrors sgl-project/ome pkg/apis/ome/v1beta1/inference_service.go and pkg/utils/runtimes.go@v0.1.5.
var serviceReferences = []kinds.Reference{
	{Field: "spec.model.name", To: []string{"base_model", "cluster_base_model", "fine_tuned_weight"}, Kind: "kind", Default: "ClusterBaseModel", Needed: true},
	{Field: "spec.model.fineTunedWeights[]", To: []string{"fine_tuned_weight"}},
	{Field: "spec.runtime.name", To: []string{"serving_runtime", "cluster_serving_runtime"}, Kind: "kind", Default: "ClusterServingRuntime", Needed: true, Sought: true},
	{Field: "spec.acceleratorSelector.acceleratorClass", To: []string{"accelerator_class"}},
	{Field: "spec.engine.acceleratorOverride.acceleratorClass", To: []string{"accelerator_class"}},
	{Field: "spec.decoder.acceleratorOverride.acceleratorClass", To: []string{"accelerator_class"}},
}

// benchmarkReferences are the service that a benchmark measures until it has ended.
//
// Mirrors sgl-project/ome pkg/apis/ome/v1beta1/benchmark_job.go@v0.1.5.
var benchmarkReferences = []kinds.Reference{{
	Field: "spec.endpoint.inferenceService.name", To: []string{"ome_service"}, Namespace: "namespace", Needed: true,
	Over: func(live *unstructured.Unstructured) bool {
		state, _, _ := unstructured.NestedString(live.Object, "status", "state")
		return state == "Completed" || state == "Failed"
	},
}}

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
