package kthena

import (
	"sync"

	"k8s.io/apimachinery/pkg/runtime/schema"

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
	"whose pods have the labels that Kthena gives them"

// trafficReleases are those of the kinds of the router, which v1.0.0 has as the releases before it.
var trafficReleases = object.Releases(system, object.Release{Name: asServing})

func serverKind() *kinds.Kind {
	const definition = "kthena/networking/v1alpha1.ModelServer"
	return &kinds.Kind{
		TypeName: "kthena_model_server",
		Description: "Tells Kthena's router which pods serve a model, on which port and by which engine, and which of them are for prefill and for decode. " +
			"They may be those of a ModelServing in either mode, or any others.",
		System: system,
		GVK:    schema.GroupVersionKind{Group: "networking.serving.volcano.sh", Version: "v1alpha1", Kind: "ModelServer"}, Plural: "modelservers", Namespaced: true,
		Definition: definition, Releases: trafficReleases,
		Rules:      sync.OnceValue(func() []kinds.Rule { return ruleset.Load(ruleFiles, "model_server.rules.yaml", definition) }),
		References: selected, Ready: observe.Exists(unread), OperatorOnly: routerOnly,
	}
}

// selected is the object whose pods a server selects, by the label that has the name of it.
//
// Source: volcano-sh/kthena pkg/apis/workload/v1alpha1/labels.go@v1.0.0.
var selected = []kinds.Reference{{
	Field: "spec.workloadSelector.matchLabels[modelserving.volcano.sh/name]", To: []string{"model_serving", "model_infer"},
}}
