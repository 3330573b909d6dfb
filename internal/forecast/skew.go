package forecast

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// skew is a field that the installed definition does not take although ours does.
type skew struct {
	at                     path.Path
	field, definition, why string
}

// differences finds what the installed definition of the kind has against a target that
// ours has nothing against; nothing where it cannot be read.
func (r *dryRunOfPlan) differences(ctx context.Context, t model.Target) []skew {
	if t.Node != r.Model.Root {
		return nil
	}
	openAPI, found, err := r.Settings.Client.CRD(ctx, t.Resource)
	if err != nil || !found {
		return nil
	}
	installed := definition(r.Settings.PlanChecks, t.Resource, openAPI)
	if installed == nil {
		return nil
	}
	var out []skew
	for _, err := range installed.Validate(t.Wire().Object) {
		why := err.Detail
		if why == "" {
			why = err.ErrorBody()
		}
		out = append(out, skew{
			at: r.AttributeOf(t, err.Field), field: r.NameOf(t, err.Field), why: why,
			definition: fmt.Sprintf("%s.%s, version %s", t.Resource.Plural, t.Resource.Group, t.Resource.Version),
		})
	}
	return out
}

// compare notes what the API server will store otherwise than it is sent.
func (r *dryRunOfPlan) compare(t model.Target, answer, live *unstructured.Unstructured) {
	seen, err := t.Look(answer, r.Settings.FieldManager)
	if err != nil {
		r.diags.Append(diagnostic.Fault("Comparing the answer of the dry run", err))
		return
	}
	for _, d := range seen.Drift {
		switch d.Class {
		case object.Changed:
			r.note(t, d.Path, fmt.Sprintf("%s becomes %s", d.Applied, d.Live))
		case object.Removed:
			r.note(t, d.Path, d.Applied+" is removed")
		}
	}
	var before map[string]any
	if live != nil {
		before = t.Table(live)
	}
	custom := t.Node == r.Model.Root
	for _, d := range object.Added(t.Node, t.Applied.Object, seen.Live, before, !custom) {
		if !t.Ignores(d) && (!custom || !slices.Contains(r.Model.Kind.Admitted, d.Path)) {
			r.note(t, d.Path, d.Live+" is added")
		}
	}
}

// note adds a line about a field, which is named as the configuration has it.
func (r *dryRunOfPlan) note(t model.Target, field, what string) {
	name := t.ID() + ": " + field
	if t.Node == r.Model.Root {
		name = r.Model.Spell(field)
	}
	r.changes = append(r.changes, name+": "+what)
}

// definition returns an installed definition to compare with, nil when it cannot be read.
func definition(c *model.PlanChecks, resource cluster.Resource, openAPI map[string]any) *schema.Installed {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if known, asked := c.Installed[resource]; asked {
		return known
	}
	installed, err := schema.NewInstalled(openAPI)
	if err != nil {
		installed = nil
	}
	c.Installed[resource] = installed
	return installed
}
