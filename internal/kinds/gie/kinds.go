// Package gie describes the kinds of the Gateway API Inference Extension:
// InferenceObjective, InferenceModelRewrite and InferencePool. The rules and readiness of a kind stand in files
// named after it.
package gie

import (
	"embed"
	"sync"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

//go:embed *.rules.yaml
var ruleFiles embed.FS

func rules(file, definition string) func() []kinds.Rule {
	return sync.OnceValue(func() []kinds.Rule { return ruleset.Load(ruleFiles, file, definition) })
}

// system is the key of the Gateway API Inference Extension in the provider's `api_releases`.
const system = "gie"

// poolGroup is the API group of InferencePool v1.
const poolGroup = "inference.networking.k8s.io"

// llmdRole is the label by which llm-d's endpoint picker tells prefill pods from decode pods.
//
// Source: llm-d/llm-d-inference-scheduler pkg/plugins/filter/pd_role.go@2d17975b.
const llmdRole = "llm-d.ai/role"

// silence is why an InferenceObjective is ready as soon as it exists. Endpoint pickers only read it: its status
// stays empty, and where something else writes one, its default says Ready=Unknown for ever.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension
// pkg/epp/controller/inferenceobjective_reconciler.go@v1.5.0.
const silence = "endpoint pickers report no more about it"

// Kinds returns the kinds of the Gateway API Inference Extension. None has
// controllers that write into it beside its status, and none has a field that cannot change.
func Kinds() []*kinds.Kind {
	pool := &kinds.Kind{
		TypeName: "pool",
		Description: "The pods that serve the same models behind a Gateway, and the endpoint picker that chooses among them for every request. " +
			"Gateways report about a pool once a route leads to it; until then it is ready as soon as it exists. In direct mode its endpoint picker is made with it.",
		System:     system,
		GVK:        schema.GroupVersionKind{Group: poolGroup, Version: "v1", Kind: "InferencePool"},
		Plural:     "inferencepools",
		Namespaced: true,
		Definition: "gie/v1.InferencePool", Releases: poolReleases,
		Rules: rules("pool.rules.yaml", "gie/v1.InferencePool"), Ready: observe.InferencePool, Referrers: kinds.Routes,
		Selects:          &kinds.Selection{Field: "spec.selector.matchLabels", ID: "IP-13", PlainID: "IP-14", TellsApart: []string{llmdRole}},
		DirectDefinition: "direct.GIEPool", Render: RenderPool, Renders: poolRenders, Explains: poolExplains,
		HandOver: kinds.HandOver{Instead: map[string]string{"": "nobody makes another, so the pool needs an endpoint picker of yours"}},
	}
	return kinds.Connect([]*kinds.Kind{
		{
			TypeName: "objective",
			Description: "A priority for the requests that name it, in an inference pool of the same namespace. " +
				"Clients name it in the header `x-gateway-inference-objective`, or `x-llm-d-inference-objective` with llm-d. " +
				"It is written in the API group `llm-d.ai` where the cluster has it, else in `inference.networking.x-k8s.io`.",
			System:     system,
			GVK:        schema.GroupVersionKind{Group: "inference.networking.x-k8s.io", Version: "v1alpha2", Kind: "InferenceObjective"},
			Plural:     "inferenceobjectives",
			Namespaced: true,
			Definition: "gie/v1alpha2.InferenceObjective", Releases: objectiveReleases,
			Rules: rules("objective.rules.yaml", "gie/v1alpha2.InferenceObjective"), References: pooled, Ready: observe.Exists(silence),
			OperatorOnly: "an objective runs nothing: without its custom resource there is nothing that would hold the priority for the endpoint picker to read; " +
				"set mode = \"operator\" for it, also beside a pool in direct mode",
		},
		{
			TypeName: "model_rewrite",
			Description: "Gives the requests to an inference pool of the same namespace another model than the one they name: an alias, or a part of them for a new version. " +
				"The endpoint picker looks for the definition once, when it starts. Only JSON bodies are rewritten. " +
				"It is written in the API group `llm-d.ai` where the cluster has it, else in `inference.networking.x-k8s.io`.",
			System:     system,
			GVK:        schema.GroupVersionKind{Group: "inference.networking.x-k8s.io", Version: "v1alpha2", Kind: "InferenceModelRewrite"},
			Plural:     "inferencemodelrewrites",
			Namespaced: true,
			Definition: "gie/v1alpha2.InferenceModelRewrite", Releases: rewriteReleases,
			Rules: rules("model_rewrite.rules.yaml", "gie/v1alpha2.InferenceModelRewrite"), References: pooled, Claims: rewriteClaims, Ready: observe.Exists(silence),
			OperatorOnly: "a rewrite runs nothing: without its custom resource there is nothing for the endpoint picker to read; " +
				"set mode = \"operator\" for it, also beside a pool in direct mode",
		},
		pool,
	})
}

// pooled are the pool of an objective, and of a rewrite.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension apix/v1alpha2/inference{objective,modelrewrite}_types.go@v1.5.0.
var pooled = []kinds.Reference{{Field: "spec.poolRef.name", To: []string{"pool"}}}

// poolExplains is about the endpoint picker, which direct mode makes.
var poolExplains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "direct.image", Reasons: kinds.OfImage, Modes: kinds.DirectMode},
		{Field: "direct.config", Reasons: kinds.OfEngine, Modes: kinds.DirectMode},
		{Field: "direct.resources", Reasons: kinds.OfMemory, Modes: kinds.DirectMode},
	},
	Nodes: kinds.AsksIn("direct.resources", ""),
}
