package engine

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// privateAdopting is the key of the private state that lists the managers which an
// imported object was made by, until it is first applied.
const privateAdopting = "adopting"

// adopting are the field managers whose fields the next apply takes over, since the object was imported or moved.
func adopting(ctx context.Context, private PrivateState) []string {
	raw, diags := private.GetKey(ctx, privateAdopting)
	var managers []string
	if diags.HasError() || json.Unmarshal(raw, &managers) != nil {
		return nil
	}
	return managers
}

// setAdopting notes them, nil once they are taken over.
func setAdopting(ctx context.Context, private PrivateState, managers []string) diag.Diagnostics {
	raw, err := json.Marshal(managers)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateAdopting, raw)
}

// formerManagers are those tools by which a live object was made.
func formerManagers(t target, live *unstructured.Unstructured) ([]string, error) {
	claims, err := object.ManagedFields(live, t.release)
	return claims.Former(), err
}

// adoptionNotice tells that the planned update is the first one of an imported object.
func (p *planner) adoptionNotice() diag.Diagnostics {
	if p.prior == nil || len(p.adopting) == 0 || !p.differs() {
		return nil
	}
	return diag.Diagnostics{diagnostic.Adopts(p.model.subject(p.plan), p.adopting)}
}

// adopts reports whether the update is the first one since the object was adopted.
func (a *applyRun) adopts(t target, live *unstructured.Unstructured) bool {
	if a.plan.text(attrMode) == Direct {
		return false
	}
	claims, err := object.ManagedFields(live, t.release)
	return len(a.adopting) > 0 || err == nil && !claims.Applied(a.settings.FieldManager)
}

// takeClaims passes the fields of the tools that an object was made with to the provider, so
// that those which the configuration does not have, now or later, go. Conflicts with whoever else
// owns a field stay conflicts; by force, the fields of everybody but the operator are taken.
func (a *applyRun) takeClaims(ctx context.Context, t target, before *target, live *unstructured.Unstructured, force bool) (*unstructured.Unstructured, diag.Diagnostics) {
	known := t.applied.Object
	if before != nil {
		known = before.applied.Object
	}
	adoption := object.Adoption{
		Node: t.node, Release: t.release, Manager: a.settings.FieldManager, Everybody: force, Controllers: t.controllers,
		Known: known, Applied: t.applied.Object,
	}
	return a.amend(ctx, "take over", t, live, adoption.Take)
}

// amend changes a live object as change says. There is nothing to do when change returns nil.
func (a *applyRun) amend(
	ctx context.Context, verb string, t target, live *unstructured.Unstructured, change func(*unstructured.Unstructured) (*unstructured.Unstructured, error),
) (*unstructured.Unstructured, diag.Diagnostics) {
	var fault error
	amended, err := a.settings.Client.Amend(ctx, t.resource, live, a.settings.FieldManager, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		changed, err := change(live)
		fault = err
		return changed, err
	})
	if fault != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Reading the managed fields", fault)}
	}
	return amended, a.failed(verb, t, err)
}
