package kthena

import (
	"slices"
	"sync"

	"github.com/google/cel-go/cel"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

func modelBooster() *kinds.Kind {
	const definition = "kthena/serving/v1alpha1.ModelBooster"
	return &kinds.Kind{
		TypeName: "kthena_model_booster",
		Description: "Serves a model by vLLM from its weights to its route: Kthena makes a ModelServing, a ModelServer and a ModelRoute of it. " +
			"In direct mode the provider makes the workloads of the ModelServing instead, and no server or route.",
		System: system,
		GVK:    schema.GroupVersionKind{Group: servingKind.Group, Version: servingKind.Version, Kind: "ModelBooster"}, Plural: "modelboosters", Namespaced: true,
		Definition: definition, Releases: boosterReleases,
		Immutable: boosterImmutable, Controllers: controllers,
		Rules: sync.OnceValue(func() []kinds.Rule {
			return slices.Concat(ruleset.Load(ruleFiles, "model_booster.rules.yaml", definition, isRegex, transferOf), boosterEngineRules)
		}),
		HandOver: boosterHandOver, Runs: boosterRuns, PodLabels: boosterLabels, Makes: boosterMakes, Ready: boosterReady, Explains: boosterExplains, Referrers: kinds.Traffic,
		Operations:       kinds.Operations{Restart: "change a variable in spec.backend.env", Pause: "set spec.backend.replicas = 0"},
		DirectDefinition: directDefinition, Render: RenderBooster, Renders: boosterRenders, Models: boosterModel,
	}
}

// boosterReleases: what tells the main line after v1.0.0 is one more scheme of a URI.
var boosterReleases = object.Releases(system,
	object.Release{Name: asServing},
	object.Release{Name: mainLine, Accepts: object.Accepted{Path: "spec.backend.modelURI", Text: "obs://bucket/model"}},
)

// boosterImmutable is what the ModelServing keeps that the controller writes it into.
//
// Mirrors volcano-sh/kthena pkg/model-booster-controller/convert/templates@v1.0.0.
var boosterImmutable = []kinds.Immutable{
	{Path: "spec.backend.type", Modes: kinds.OperatorMode, Why: "its ModelServing keeps the roles whose minimum it has, and no update of it would be accepted"},
	{
		Path: "spec.backend.workers[type].replicas", Modes: kinds.OperatorMode,
		Why: "its ModelServing keeps the minimum of its roles, which is this number, and no update of it would be accepted",
	},
}

// boosterHandOver: what the controller makes of a ModelBooster goes with it, and makes the pods.
//
// Mirrors volcano-sh/kthena pkg/model-booster-controller/convert@v1.0.0.
var boosterHandOver = kinds.HandOver{
	Between: []kinds.Intermediate{
		{GroupVersionKind: servingKind, Plural: "modelservings", Name: servingName},
		{GroupVersionKind: schema.GroupVersionKind{Group: "networking.serving.volcano.sh", Version: "v1alpha1", Kind: "ModelServer"}, Plural: "modelservers", Name: servingName},
		{GroupVersionKind: schema.GroupVersionKind{Group: "networking.serving.volcano.sh", Version: "v1alpha1", Kind: "ModelRoute"}, Plural: "modelroutes"},
	},
	Instead: handOver.Instead,
}

// servingName is the name of the ModelServing and of the ModelServer of a ModelBooster.
func servingName(booster *unstructured.Unstructured) string {
	return booster.GetName() + "-" + kinds.TextAt(booster.Object, "spec", "backend", "name")
}

// boosterReady judges a ModelBooster by the condition Active, which every reconcile sets to False before it looks. Failed tells of
// the last error and is never taken back, so that it decides nothing.
//
// Mirrors volcano-sh/kthena pkg/model-booster-controller/controller/model_booster_controller.go@v1.0.0.
func boosterReady(live *unstructured.Unstructured) observe.Result {
	if result, outdated := observe.Outdated(live); outdated {
		return result
	}
	active, reported := observe.FindCondition(live, "Active")
	switch failure, _ := observe.FindCondition(live, "Failed"); {
	case active.Is(metav1.ConditionTrue):
		return observe.Result{Phase: observe.Ready, Message: active.String()}
	case count(live, 0, "spec", "backend", "replicas") == 0:
		return observe.Result{Phase: observe.Ready, Message: "no copies of the model are wanted"}
	case failure.Is(metav1.ConditionTrue):
		return notDone("%s", failure)
	case !reported:
		return notDone("the condition Active is not reported yet")
	}
	return notDone("%s", active)
}

// boosterExplains knows that a worker has what its engine runs with, and that pods are made through the ModelServing.
var boosterExplains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "spec.backend.modelURI", Reasons: kinds.OfModel},
		{Field: "spec.backend.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.backend.schedulerName", Reasons: kinds.OfScheduler},
		{Field: "spec.backend.workers", Reasons: slices.Concat(kinds.OfImage, kinds.OfEngine, kinds.OfMemory, kinds.OfPods)},
	},
	Nodes: kinds.AsksIn("spec.backend.workers", "spec.backend.workers"),
}

// boosterRuns says what Kthena runs of a ModelBooster: its ModelServing, whose pods have a hash of all of the backend.
func boosterRuns(c kinds.Candidate) []podset.Set {
	booster, err := render.Decode[servingv1alpha1.ModelBooster](c.Object.Object)
	if err != nil {
		return nil
	}
	spec, missing := boosterServing(&booster, revisionOf(&booster.Spec.Backend))
	if missing != nil {
		return nil
	}
	return setsOf(spec, true, c.Release == mainLine)
}

// boosterModel is the repository of a hub that the downloader fetches, where no variable may name another hub or revision.
//
// Mirrors volcano-sh/kthena python/kthena/downloader/app.py@v1.0.0.
func boosterModel(c kinds.Candidate) []kinds.ModelUse {
	const at = "spec.backend.modelURI"
	scheme, repository := splitURI(kinds.TextAt(c.Object.Object, "spec", "backend", "modelURI"))
	_, more, _ := unstructured.NestedSlice(c.Object.Object, "spec", "backend", "envFrom")
	if scheme != "hf" && scheme != "ms" || more || hasVariable(c, "HF_ENDPOINT", "HF_REVISION", "MS_REVISION") {
		return nil
	}
	return []kinds.ModelUse{{ModelScope: scheme == "ms", Repository: repository, At: at}}
}

// hasVariable reports whether the backend has one of the variables.
func hasVariable(c kinds.Candidate, names ...string) bool {
	variables, _, _ := unstructured.NestedSlice(c.Object.Object, "spec", "backend", "env")
	return slices.ContainsFunc(variables, func(variable any) bool {
		fields, _ := variable.(map[string]any)
		name, _ := fields["name"].(string)
		return slices.Contains(names, name)
	})
}

// transferOf is what `kv-transfer-config` of a worker says: its connector and its role, both empty for a text that is no object.
var transferOf = ruleset.Function("transferOf", cel.MapType(cel.StringType, cel.StringType), func(config any) map[string]string {
	transfer := transferConfig(config)
	return map[string]string{"connector": transfer.Connector, "role": transfer.Role}
})
