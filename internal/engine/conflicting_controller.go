package engine

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// optionAllowForeign is the option of `direct` that applies in spite of conflicting, as
// direct.Common has it.
const optionAllowForeign = "allowForeignControllers"

// ConflictingControllers tells which controllers of a cluster take hold of workloads that are not meant
// for them. Each is asked for once in the life of the provider.
type ConflictingControllers struct {
	known []kinds.ConflictingController
	mu    sync.Mutex
	found map[string]bool
}

// NewConflictingControllers returns the conflicting to look out for.
func NewConflictingControllers(known []kinds.ConflictingController) *ConflictingControllers {
	return &ConflictingControllers{known: known, found: map[string]bool{}}
}

// of returns the conflicting in the cluster that a target is exposed to. A cluster that does
// not let anybody look is taken to have none.
func (h *ConflictingControllers) of(ctx context.Context, client *cluster.Client, t target) ([]kinds.ConflictingController, error) {
	if h == nil {
		return nil, nil
	}
	var out []kinds.ConflictingController
	for _, controller := range h.known {
		if controller.Workload != t.resource.GroupVersionKind {
			continue
		}
		present, err := h.present(ctx, client, cluster.Resource{GroupVersionKind: controller.Sign, Plural: controller.Plural, Namespaced: true})
		if err != nil {
			return nil, err
		}
		if present {
			out = append(out, controller)
		}
	}
	return out, nil
}

func (h *ConflictingControllers) present(ctx context.Context, client *cluster.Client, sign cluster.Resource) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	name := sign.Plural + "." + sign.Group
	if found, asked := h.found[name]; asked {
		return found, nil
	}
	_, found, err := client.CRD(ctx, sign)
	if err != nil && !cluster.IsForbidden(err) {
		return false, err
	}
	h.found[name] = found
	return found, nil
}

// checkControllers refuses to hand workloads to controllers that they are not meant for.
func (a *applyRun) checkControllers(ctx context.Context, targets []target) diag.Diagnostics {
	if allowed, _ := a.plan.options[optionAllowForeign].(bool); allowed {
		return nil
	}
	var diags diag.Diagnostics
	for _, t := range targets {
		conflicting, err := a.settings.ConflictingControllers.of(ctx, a.settings.Client, t)
		if err != nil {
			return a.failed("look out for other controllers of", t, err)
		}
		for _, controller := range conflicting {
			diags.Append(diagnostic.ConflictingController(t.subject(), controller.What, controller.Remedy))
		}
	}
	return diags
}
