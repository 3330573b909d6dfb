package apply

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// privateAdopting is the key of the private state that lists the managers which an
// imported object was made by, until it is first applied.
const privateAdopting = "adopting"

// Adopting are the field managers whose fields the next apply takes over, since the object was imported or moved.
func Adopting(ctx context.Context, private model.PrivateState) []string {
	raw, diags := private.GetKey(ctx, privateAdopting)
	var managers []string
	if diags.HasError() || json.Unmarshal(raw, &managers) != nil {
		return nil
	}
	return managers
}

// SetAdopting notes them, nil once they are taken over.
func SetAdopting(ctx context.Context, private model.PrivateState, managers []string) diag.Diagnostics {
	raw, err := json.Marshal(managers)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateAdopting, raw)
}

// FormerManagers are those tools by which a live object was made.
func FormerManagers(t model.Target, live *unstructured.Unstructured) ([]string, error) {
	claims, err := object.ManagedFields(live, t.Release)
	return claims.Former(), err
}

// AdoptionNotice tells that the planned update is the first one of an imported object.
func AdoptionNotice(p *model.Planner) diag.Diagnostics {
	if p.Prior == nil || len(p.Adopting) == 0 || !p.Differs() {
		return nil
	}
	return diag.Diagnostics{diagnostic.Adopts(p.Model.Subject(p.Plan), p.Adopting)}
}

// Adopts reports whether the update is the first one since the object was adopted.
func Adopts(a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) bool {
	if a.Plan.Text(model.AttrMode) == model.Direct {
		return false
	}
	claims, err := object.ManagedFields(live, t.Release)
	return len(a.Adopting) > 0 || err == nil && !claims.Applied(a.Settings.FieldManager)
}

// takeClaims passes the fields of the tools that an object was made with to the provider, so
// that those which the configuration does not have, now or later, go. Conflicts with whoever else
// owns a field stay conflicts; by force, the fields of everybody but the operator are taken.
func takeClaims(ctx context.Context, a *model.ApplyRun, t model.Target, before *model.Target, live *unstructured.Unstructured, force bool) (*unstructured.Unstructured, diag.Diagnostics) {
	known := t.Applied.Object
	if before != nil {
		known = before.Applied.Object
	}
	adoption := object.Adoption{
		Node: t.Node, Release: t.Release, Manager: a.Settings.FieldManager, Everybody: force, Controllers: t.Controllers,
		Known: known, Applied: t.Applied.Object,
	}
	return amend(ctx, a, "take over", t, live, adoption.Take)
}

// amend changes a live object as change says. There is nothing to do when change returns nil.
func amend(
	ctx context.Context, a *model.ApplyRun, verb string, t model.Target, live *unstructured.Unstructured, change func(*unstructured.Unstructured) (*unstructured.Unstructured, error),
) (*unstructured.Unstructured, diag.Diagnostics) {
	var fault error
	amended, err := a.Settings.Client.Amend(ctx, t.Resource, live, a.Settings.FieldManager, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		changed, err := change(live)
		fault = err
		return changed, err
	})
	if fault != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Reading the managed fields", fault)}
	}
	return amended, a.Failed(verb, t, err)
}
