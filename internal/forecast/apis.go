package forecast

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// apiTimeout bounds what a plan waits for an answer about a type: it has to do without a cluster too.
const apiTimeout = 5 * time.Second

// LookForAPIs warns of the types that direct mode renders to and that the cluster does not serve, which costs a request for
// each such type in the life of the provider. What cannot be asked is left to the apply, and the warning is no
// error because the same apply may install what is missing.
func LookForAPIs(ctx context.Context, p *model.Planner) diag.Diagnostics {
	if p.Mode != model.Direct || !p.Rendered || p.Settings == nil || p.Settings.Client == nil || p.Prior != nil && !p.Touches() && !p.HandsOver() {
		return nil
	}
	targets, err := p.Model.Workloads(p.Manifests)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	var diags diag.Diagnostics
	told := map[cluster.Resource]bool{}
	for _, t := range targets {
		if !t.Resource.Custom() || told[t.Resource] {
			continue
		}
		told[t.Resource] = true
		if served, err := p.Settings.Client.Serves(ctx, t.Resource); err == nil && !served {
			diags.Append(diagnostic.TypeAbsent(p.Model.Subject(p.Plan), t.Resource.GroupVersionKind))
		}
	}
	return diags
}
