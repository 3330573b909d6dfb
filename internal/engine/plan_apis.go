package engine

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// apiTimeout bounds what a plan waits for an answer about a type: it has to do without a cluster too.
const apiTimeout = 5 * time.Second

// lookForAPIs warns of the types that direct mode renders to and that the cluster does not serve, which costs a request for
// each such type in the life of the provider. What cannot be asked is left to the apply, and the warning is no
// error because the same apply may install what is missing.
func (p *planner) lookForAPIs(ctx context.Context) diag.Diagnostics {
	if p.mode != Direct || !p.rendered || p.settings == nil || p.settings.Client == nil || p.prior != nil && !p.touches() && !p.handsOver() {
		return nil
	}
	targets, err := p.model.workloads(p.manifests)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	var diags diag.Diagnostics
	told := map[cluster.Resource]bool{}
	for _, t := range targets {
		if !t.resource.Custom() || told[t.resource] {
			continue
		}
		told[t.resource] = true
		if served, err := p.settings.Client.Serves(ctx, t.resource); err == nil && !served {
			diags.Append(diagnostic.TypeAbsent(p.model.subject(p.plan), t.resource.GroupVersionKind))
		}
	}
	return diags
}
