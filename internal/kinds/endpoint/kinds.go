// Package endpoint describes the provider's own kind: a model and what serves it, without an operator and without a custom
// resource. Its rules stand in a file named after it, and what it renders in the direct files.
package endpoint

import (
	"embed"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

const (
	system     = "endpoint"
	definition = "endpoint/v1alpha1.Endpoint"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

// Kinds returns the kinds that need no operator.
func Kinds() []*kinds.Kind {
	return []*kinds.Kind{{
		TypeName: "endpoint",
		Description: "Serves a model with vLLM, SGLang, llama.cpp or TGI, on a cluster without any operator: the provider renders the workload, its Service and what belongs to them, " +
			"and applies them itself. There is no custom resource. An apply waits until the model server answers.",
		System: system,
		GVK:    schema.GroupVersionKind{Group: "inference.inferops.dev", Version: "v1alpha1", Kind: "Endpoint"}, Plural: "endpoints", Namespaced: true,
		Definition: definition, Releases: object.Releases(system, object.Release{Name: "v1alpha1"}),
		Rules: rules, Models: modelUses, PodLabels: podLabels, Referrers: kinds.Traffic, Explains: explains,
		Immutable: []kinds.Immutable{{
			Path: "spec.queue", Why: "Kueue does not let pods that run go to another queue, and knows no way into or out of one",
		}},
		DirectOnly:       "an endpoint has no custom resource and no operator that would read one",
		Kept:             kept,
		DirectDefinition: "direct.Endpoint", Render: Render, Renders: renders, Credentials: credentials,
	}}
}

var rules = sync.OnceValue(func() []kinds.Rule {
	return append(ruleset.Load(ruleFiles, "endpoint.rules.yaml", definition), append(engineRules, revisionMoves)...)
})

// podLabels are those of what is rendered.
func podLabels(c kinds.Candidate) []kinds.PodLabels { return kinds.RenderedLabels(c, Render) }

// engineRules look at the arguments that an endpoint adds for its engine.
var engineRules = enginelint.ArgumentRules(enginelint.Of(func(e *v1alpha1.Endpoint) []enginelint.Engine {
	own := engineOf(e)
	at := specPath.Child("engine")
	return []enginelint.Engine{{Container: &corev1.Container{Image: own.Image, Args: own.Args}, At: at, Runs: engineName(e), RunsAt: "spec.engine.name"}}
}))

// revisionMoves looks at the revision of the repository.
var revisionMoves = enginelint.Revision("spec.model.revision", func(text string) string { return text })

// credentials are what pods download and pull with.
var credentials = []kinds.Credential{
	kinds.HuggingFace("`spec.model.token_secret_ref`", tokenSecret),
	kinds.Registry(),
}

// tokenSecret is the place of the token that an engine downloads with.
func tokenSecret(in render.Input, _ bool) []kinds.CredentialPlace {
	e, err := render.Decode[v1alpha1.Endpoint](in.Object.Object)
	if err != nil || !downloads(&e) {
		return nil
	}
	ref := tokenRef(&e)
	return []kinds.CredentialPlace{{Namespace: render.OwnerOf(in.Object).Namespace, Name: ref.Name, Keys: []string{ref.Key}}}
}

// explains leads from what keeps pods from serving to what to change.
var explains = kinds.Explains{
	Blames: []kinds.FieldHint{
		// What the provider chooses is of these; no field of the endpoint names its image.
		{Field: "spec.model", Reasons: slices.Concat(kinds.OfModel, kinds.OfEngine), Container: predownloader},
		{Field: "spec.cache.predownload", Reasons: kinds.OfImage, Container: predownloader},
		{Field: "spec.cache.predownload.resources", Reasons: kinds.OfMemory, Container: predownloader},
		{Field: "spec.model.source", Reasons: slices.Concat(kinds.OfImage, kinds.OfModel, kinds.OfEngine), Container: downloader},
		{Field: "spec.route.pool", Reasons: slices.Concat(kinds.OfImage, kinds.OfEngine), Container: "epp"},
		{Field: "spec.route.pool.resources", Reasons: kinds.OfMemory, Container: "epp"},
		{Field: "spec.prefill.router.image", Reasons: kinds.OfImage, Container: string(router)},
		{Field: "spec.prefill.router.args", Reasons: kinds.OfEngine, Container: string(router)},
		{Field: "spec.prefill.router.resources", Reasons: kinds.OfMemory, Container: string(router)},
		{Field: "spec.engine.image", Reasons: kinds.OfImage},
		{Field: "spec.model", Reasons: kinds.OfModel},
		{Field: "spec.engine.args", Reasons: kinds.OfEngine},
		{Field: "spec.resources", Reasons: kinds.OfMemory},
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec", Reasons: kinds.OfPods},
	},
	Nodes: func(_ kinds.Candidate, cause tree.Cause) []kinds.Place {
		var places []kinds.Place
		for _, name := range cause.Lacks {
			at := "spec.accelerators"
			switch corev1.ResourceName(name) {
			case corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage:
				at = "spec.resources"
			}
			places = append(places, kinds.Place{Field: at})
		}
		if cause.Unlabelled {
			places = append(places, kinds.Place{Field: "spec.nodeSelector"})
		}
		return places
	},
}

// engineTable is what is known of the engine that serves.
func engineTable(name string) engines.Engine {
	e, _ := engines.Named(name) // the schema allows no other
	return e
}
