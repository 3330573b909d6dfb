package kinds

import (
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// RenderRule is a rule of direct mode that its renderer decides and [Kind.Rules] cannot: about objects that operator mode takes on
// trust, or about what the provider itself puts together.
type RenderRule struct {
	// ID is unique within the system, and ends the message of a finding in parentheses. Says is a clause of what must hold.
	ID, Says string
	// Warn says that the workload is made all the same.
	Warn bool
}

// Rules that renderers of several systems decide.
var (
	LabelsRender = RenderRule{
		ID: render.RuleLabels, Says: "`metadata.labels` leaves those labels to direct mode by which it knows what it makes, such as `" + render.LabelName + "`", Warn: true,
	}
	ManifestRender = RenderRule{
		ID: render.RuleManifest, Says: "the resource, its `direct` options and the manifests in `references` have only fields of their kinds, with values of their types",
	}
	CacheSizeRender   = RenderRule{ID: render.RuleCacheSize, Says: "the size of a claim that is made is greater than zero"}
	CachePodsRender   = RenderRule{ID: render.RuleCachePods, Says: "a claim that is made can be mounted by all pods that there may be", Warn: true}
	AcceleratorRender = RenderRule{ID: render.RuleAccelerator, Says: "an engine that does not run without an accelerator asks for one", Warn: true}
)

// identifiers are those of the rules of the kind.
func (k *Kind) identifiers() []string {
	var out []string
	if k.Rules != nil {
		for _, rule := range k.Rules() {
			out = append(out, rule.ID)
		}
	}
	for _, rule := range k.Renders {
		out = append(out, rule.ID)
	}
	for _, rule := range k.Claims.Rules {
		out = append(out, rule.ID)
	}
	return out
}

// PageOf is the type name of the resource whose page has a rule that a finding about an object of the kind is of: the kind's own,
// or that of a kind that it refers to; "" where none has.
func (k *Kind) PageOf(rule string) string {
	for _, of := range append([]*Kind{k}, k.Refers...) {
		if slices.Contains(of.identifiers(), rule) {
			return of.TypeName
		}
	}
	return ""
}

// RuleOf is the rule that a message of the renderer ends with, "" where it ends with none that a page has.
func (k *Kind) RuleOf(message string) string {
	message = strings.TrimSuffix(message, ".")
	from := strings.LastIndex(message, "(")
	if from < 0 || !strings.HasSuffix(message, ")") {
		return ""
	}
	rule := message[from+1 : len(message)-1]
	if k.PageOf(rule) == "" {
		return ""
	}
	return rule
}
