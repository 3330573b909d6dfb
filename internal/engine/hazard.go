package engine

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// optionAllowForeign is the option of `direct` that applies in spite of hazards, as
// direct.Common has it.
const optionAllowForeign = "allowForeignControllers"

// Hazards tells which controllers of a cluster take hold of workloads that are not meant
// for them. Each is asked for once in the life of the provider.
type Hazards struct {
	known []kinds.Hazard
	mu    sync.Mutex
	found map[string]bool
}

// NewHazards returns the hazards to look out for.
func NewHazards(known []kinds.Hazard) *Hazards {
	return &Hazards{known: known, found: map[string]bool{}}
}

// of returns the hazards in the cluster that a target is exposed to. A cluster that does
// not let anybody look is taken to have none.
func (h *Hazards) of(ctx context.Context, client *cluster.Client, t target) ([]kinds.Hazard, error) {
	if h == nil {
		return nil, nil
	}
	var out []kinds.Hazard
	for _, hazard := range h.known {
		if hazard.Workload != t.resource.GroupVersionKind {
			continue
		}
		present, err := h.present(ctx, client, cluster.Resource{GroupVersionKind: hazard.Sign, Plural: hazard.Plural, Namespaced: true})
		if err != nil {
			return nil, err
		}
		if present {
			out = append(out, hazard)
		}
	}
	return out, nil
}

func (h *Hazards) present(ctx context.Context, client *cluster.Client, sign cluster.Resource) (bool, error) {
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

// checkHazards refuses to hand workloads to controllers that they are not meant for.
func (a *applying) checkHazards(ctx context.Context, targets []target) diag.Diagnostics {
	if allowed, _ := a.plan.options[optionAllowForeign].(bool); allowed {
		return nil
	}
	var diags diag.Diagnostics
	for _, t := range targets {
		hazards, err := a.settings.Hazards.of(ctx, a.settings.Client, t)
		if err != nil {
			return a.failed("look out for other controllers of", t, err)
		}
		for _, hazard := range hazards {
			diags.Append(diagnostic.Hazard(t.subject(), hazard.What, hazard.Remedy))
		}
	}
	return diags
}
