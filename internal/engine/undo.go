package engine

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// creation is an object that an apply has made.
type creation struct {
	target target
	live   *unstructured.Unstructured
}

// undoTimeout bounds how long the objects of a creation that failed half-way are removed.
const undoTimeout = time.Minute

// undo removes what a creation that failed half-way has made. Terraform would replace a
// resource that it keeps after a failed creation, and with it whatever was taken up rather
// than made, such as a claim with weights. The state has only what could not be removed,
// but for Secrets, whose content it must not have.
func (a *applyRun) undo(ctx context.Context, verb string) diag.Diagnostics {
	if verb != "create" || len(a.created) == 0 {
		return nil
	}
	// An apply that was interrupted cleans up as well.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoTimeout)
	defer cancel()
	var (
		diags   diag.Diagnostics
		removed []string
		left    []observation
	)
	for _, c := range slices.Backward(a.created) {
		if failed := a.remove(limited, c.target, string(c.live.GetUID())); failed.HasError() {
			diags.Append(failed...)
			if c.target.resource == cluster.Secret {
				continue
			}
			seen, err := c.target.look(c.live, a.settings.FieldManager)
			if err != nil {
				return append(diags, diagnostic.Fault("Comparing the live object", err))
			}
			left = append(left, seen)
			continue
		}
		removed = append(removed, c.target.id())
		delete(a.held, c.target.id())
	}
	if len(removed) > 0 {
		slices.Reverse(removed)
		diags.Append(diagnostic.Undone(a.model.subject(a.plan), removed))
	}
	if len(left) == 0 {
		return diags
	}
	slices.Reverse(left)
	return append(append(diags, a.saveApplied(left, false)...), a.keep(limited)...)
}
