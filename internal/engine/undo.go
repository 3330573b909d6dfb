package engine

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// undoTimeout bounds how long the objects of a creation that failed half-way are removed.
const undoTimeout = time.Minute

// undo removes what a creation that failed half-way has made. Terraform would replace a
// resource that it keeps after a failed creation, and with it whatever was taken up rather
// than made, such as a claim with weights. The state has only what could not be removed,
// but for Secrets, whose content it must not have.
func undo(ctx context.Context, a *model.ApplyRun, verb string) diag.Diagnostics {
	if verb != "create" || len(a.Created) == 0 {
		return nil
	}
	// An apply that was interrupted cleans up as well.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoTimeout)
	defer cancel()
	var (
		diags   diag.Diagnostics
		removed []string
		left    []model.Observation
	)
	for _, c := range slices.Backward(a.Created) {
		if failed := apply.Remove(limited, a.Scope, c.Target, string(c.Live.GetUID())); failed.HasError() {
			diags.Append(failed...)
			if c.Target.Resource == cluster.Secret {
				continue
			}
			seen, err := c.Target.Look(c.Live, a.Settings.FieldManager)
			if err != nil {
				return append(diags, diagnostic.Fault("Comparing the live object", err))
			}
			left = append(left, seen)
			continue
		}
		removed = append(removed, c.Target.ID())
		delete(a.Held, c.Target.ID())
	}
	if len(removed) > 0 {
		slices.Reverse(removed)
		diags.Append(diagnostic.Undone(a.Model.Subject(a.Plan), removed))
	}
	if len(left) == 0 {
		return diags
	}
	slices.Reverse(left)
	return append(append(diags, apply.SaveApplied(a, left, false)...), apply.Keep(limited, a)...)
}
