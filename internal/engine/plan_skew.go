package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// skew is a field that the installed definition does not take although ours does.
type skew struct {
	at                     path.Path
	field, definition, why string
}

// differences finds what the installed definition of the kind has against a target that
// ours has nothing against; nothing where it cannot be read.
func (r *dryRunOfPlan) differences(ctx context.Context, t target) []skew {
	if t.node != r.model.root {
		return nil
	}
	openAPI, found, err := r.settings.Client.CRD(ctx, t.resource)
	if err != nil || !found {
		return nil
	}
	installed := r.settings.PlanChecks.definition(t.resource, openAPI)
	if installed == nil {
		return nil
	}
	var out []skew
	for _, err := range installed.Validate(t.wire().Object) {
		why := err.Detail
		if why == "" {
			why = err.ErrorBody()
		}
		out = append(out, skew{
			at: r.attributeOf(t, err.Field), field: r.nameOf(t, err.Field), why: why,
			definition: fmt.Sprintf("%s.%s, version %s", t.resource.Plural, t.resource.Group, t.resource.Version),
		})
	}
	return out
}

// compare notes what the API server will store otherwise than it is sent.
func (r *dryRunOfPlan) compare(t target, answer, live *unstructured.Unstructured) {
	seen, err := t.look(answer, r.settings.FieldManager)
	if err != nil {
		r.diags.Append(diagnostic.Fault("Comparing the answer of the dry run", err))
		return
	}
	for _, d := range seen.drift {
		switch d.Class {
		case object.Changed:
			r.note(t, d.Path, fmt.Sprintf("%s becomes %s", d.Applied, d.Live))
		case object.Removed:
			r.note(t, d.Path, d.Applied+" is removed")
		}
	}
	var before map[string]any
	if live != nil {
		before = t.table(live)
	}
	custom := t.node == r.model.root
	for _, d := range object.Added(t.node, t.applied.Object, seen.live, before, !custom) {
		if !t.ignores(d) && (!custom || !slices.Contains(r.model.kind.Admitted, d.Path)) {
			r.note(t, d.Path, d.Live+" is added")
		}
	}
}

// note adds a line about a field, which is named as the configuration has it.
func (r *dryRunOfPlan) note(t target, field, what string) {
	name := t.id() + ": " + field
	if t.node == r.model.root {
		name = r.model.spell(field)
	}
	r.changes = append(r.changes, name+": "+what)
}
