package controllers

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// optionAllowForeign is the option of `direct` that applies in spite of conflicting, as
// direct.Common has it.
const optionAllowForeign = "allowForeignControllers"

// NewConflictingControllers returns the conflicting to look out for.
func NewConflictingControllers(known []kinds.ConflictingController) *model.ConflictingControllers {
	return &model.ConflictingControllers{Known: known, Found: map[string]bool{}}
}

// of returns the conflicting in the cluster that a target is exposed to. A cluster that does
// not let anybody look is taken to have none.
func of(ctx context.Context, h *model.ConflictingControllers, client *cluster.Client, t model.Target) ([]kinds.ConflictingController, error) {
	if h == nil {
		return nil, nil
	}
	var out []kinds.ConflictingController
	for _, controller := range h.Known {
		if controller.Workload != t.Resource.GroupVersionKind {
			continue
		}
		present, err := present(ctx, h, client, cluster.Resource{GroupVersionKind: controller.Sign, Plural: controller.Plural, Namespaced: true})
		if err != nil {
			return nil, err
		}
		if present {
			out = append(out, controller)
		}
	}
	return out, nil
}

func present(ctx context.Context, h *model.ConflictingControllers, client *cluster.Client, sign cluster.Resource) (bool, error) {
	h.Mu.Lock()
	defer h.Mu.Unlock()
	name := sign.Plural + "." + sign.Group
	if found, asked := h.Found[name]; asked {
		return found, nil
	}
	_, found, err := client.CRD(ctx, sign)
	if err != nil && !cluster.IsForbidden(err) {
		return false, err
	}
	h.Found[name] = found
	return found, nil
}

// CheckControllers refuses to hand workloads to controllers that they are not meant for.
func CheckControllers(ctx context.Context, a *model.ApplyRun, targets []model.Target) diag.Diagnostics {
	if allowed, _ := a.Plan.Options[optionAllowForeign].(bool); allowed {
		return nil
	}
	var diags diag.Diagnostics
	for _, t := range targets {
		conflicting, err := of(ctx, a.Settings.ConflictingControllers, a.Settings.Client, t)
		if err != nil {
			return a.Failed("look out for other controllers of", t, err)
		}
		for _, controller := range conflicting {
			diags.Append(diagnostic.ConflictingController(t.Subject(), controller.What, controller.Remedy))
		}
	}
	return diags
}
