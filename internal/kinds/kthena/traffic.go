package kthena

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// unread is why what Kthena's router reads is ready as soon as it exists: the router keeps it in memory and writes no status.
//
// Mirrors volcano-sh/kthena pkg/kthena-router/controller@v1.0.0.
const unread = "Kthena's router reports no more about it"

// routerOnly is why what only the router reads has no direct mode.
const routerOnly = "Kthena's router reads nothing but its custom resource; set mode = \"operator\" for it, also beside a ModelServing in direct mode, " +
	"whose pods have the labels that Kthena gives them; without the router, an `inference_pool` and an HTTPRoute lead requests to the pods, though not by the model that a request names"

// serverReleases and routeReleases: v1.0.0 has them as the releases before it. The main line after it requires the port of a server,
// which we do for all releases.
var (
	serverReleases = object.Releases(system, object.Release{Name: asServing, Also: []string{mainLine}})
	routeReleases  = object.Releases(system, object.Release{Name: asServing}, object.Release{Name: mainLine, Marker: "spec.rules.targetModels.externalModelProviderName"})
)

// traffic describes the kinds that Kthena's router reads.
func traffic() []*kinds.Kind {
	server := ofRouter("ModelServer", "modelservers", serverReleases, "model_server.rules.yaml")
	server.TypeName, server.References, server.Claims = "kthena_model_server", selected, serverClaims
	server.Description = "Tells Kthena's router which pods serve a model, on which port and by which engine, and which of them are for prefill and for decode. " +
		"They may be those of a ModelServing in either mode, or any others."

	route := ofRouter("ModelRoute", "modelroutes", routeReleases, "model_route.rules.yaml", isRegex)
	route.TypeName, route.References, route.Immutable, route.Leftovers, route.Claims = "kthena_model_route", routed, routeImmutable, routeLeftovers, routeClaims
	loaded := route.Rules
	route.Rules = sync.OnceValue(func() []kinds.Rule { return append(slices.Clip(loaded()), namesServer) })
	route.Description = "Tells Kthena's router where requests for a model or for its adapters go: to which ModelServers of the namespace, in which parts, and how many tokens they may take. " +
		"Clients ask the Service of the router, by the name in `model_name`."
	return []*kinds.Kind{server, route}
}

// serverKind is what a route names.
var serverKind = schema.GroupVersionKind{Group: "networking.serving.volcano.sh", Version: "v1alpha1", Kind: "ModelServer"}

// ofRouter is what the kinds have in common that the router reads.
func ofRouter(name, plural string, releases []object.Release, rules string, functions ...cel.EnvOption) *kinds.Kind {
	definition := "kthena/networking/v1alpha1." + name
	return &kinds.Kind{
		System: system,
		GVK:    schema.GroupVersionKind{Group: "networking.serving.volcano.sh", Version: "v1alpha1", Kind: name}, Plural: plural, Namespaced: true,
		Definition: definition, Releases: releases,
		Rules: sync.OnceValue(func() []kinds.Rule { return ruleset.Load(ruleFiles, rules, definition, functions...) }),
		Ready: observe.Exists(unread), OperatorOnly: routerOnly,
	}
}

// selected is the object whose pods a server selects, by the label that has the name of it.
//
// Source: volcano-sh/kthena pkg/{apis/workload/v1alpha1/labels,model-booster-controller/utils/template}.go@v1.0.0.
var selected = []kinds.Reference{
	{Field: "spec.workloadSelector.matchLabels[modelserving.volcano.sh/name]", To: []string{"model_serving", "model_infer"}},
	{Field: "spec.workloadSelector.matchLabels[workload.serving.volcano.sh/model-name]", To: []string{"kthena_model_booster"}},
}

// routed are the servers of a route. The router refuses requests that go to one that is not there.
//
// Mirrors volcano-sh/kthena pkg/kthena-router/datastore/store.go@v1.0.0.
var routed = []kinds.Reference{{Field: "spec.rules[].targetModels[].modelServerName", To: []string{"kthena_model_server"}, Needed: true, Awaited: true}}

// namesServer is the rule that the servers of a route are among those that the references have, where these have any: a name that is
// misspelt makes the router refuse a part of the requests.
var namesServer = kinds.Rule{
	ID: "MRT-36", Warn: true, Says: "`model_server_name` is a ModelServer of `references`, or of a ModelBooster there, where these have any of the namespace",
	Decide: func(c kinds.Candidate, unknown []string) (field.ErrorList, error) {
		if slices.ContainsFunc(unknown, func(at string) bool { return strings.HasPrefix(at, "references") || strings.HasPrefix(at, "metadata") }) {
			return nil, nil
		}
		var known, elsewhere []string
		for _, given := range c.References {
			switch {
			case given.GroupVersionKind() != serverKind:
			case given.GetNamespace() == c.Object.GetNamespace():
				known = append(known, given.GetName())
			default:
				elsewhere = append(elsewhere, given.GetName()) // MRT-22 says it
			}
		}
		var errs field.ErrorList
		rules, _, _ := unstructured.NestedSlice(c.Object.Object, "spec", "rules")
		for i, rule := range rules {
			fields, _ := rule.(map[string]any)
			targets, _, _ := unstructured.NestedSlice(fields, "targetModels")
			for j, target := range targets {
				named, _ := target.(map[string]any)
				if name, _ := named["modelServerName"].(string); name != "" && len(known) > 0 && !slices.Contains(known, name) && !slices.Contains(elsewhere, name) {
					errs = append(errs, field.NotFound(field.NewPath("spec", "rules").Index(i).Child("targetModels").Index(j).Child("modelServerName"), name))
					errs[len(errs)-1].Detail = "`references` has no such ModelServer, without which the router refuses the requests that go to it, but " +
						"`" + strings.Join(known, "`, `") + "`; name one of them, or give this one too"
				}
			}
		}
		return errs, nil
	},
}

// routeImmutable: the API server refuses another name, and the router goes on to serve one that was taken away.
//
// Mirrors volcano-sh/kthena charts/kthena/charts/networking/crds and pkg/kthena-router/datastore/store.go@v1.0.0.
var routeImmutable = []kinds.Immutable{
	{Path: "spec.modelName", Modes: kinds.OperatorMode, Why: "a ModelRoute keeps its name, and the router one that was taken away"},
}

// routeLeftovers are what the router keeps of a route that lives on.
//
// Mirrors volcano-sh/kthena pkg/kthena-router/{datastore/store,filters/ratelimit/ratelimit}.go@v1.0.0.
var routeLeftovers = []kinds.Leftover{
	{Path: "spec.rateLimit", What: "the limit, which the router applies until it starts anew,", Remedy: "Restart the router, or replace the route (terraform apply -replace)"},
	{Path: "spec.loraAdapters", What: "the adapters, for which the router of v1.0.0 keeps the route as it was,", Remedy: "Restart the router, or replace the route (terraform apply -replace)"},
}

// isRegex is whether a text is a regular expression as Go reads them.
var isRegex = ruleset.Function("isRegex", cel.BoolType, func(text string) bool {
	_, err := regexp.Compile(text)
	return err == nil
})
