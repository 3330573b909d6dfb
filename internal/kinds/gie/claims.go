package gie

import (
	"fmt"

	"github.com/inferops/terraform-provider-inference/internal/apis/gie/v1alpha2"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// rewriteClaims: of the rewrites of a pool that are for a model the oldest counts, and of those for every other model too.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension pkg/epp/datastore/modelrewritestore.go@v1.5.0.
var rewriteClaims = kinds.Claims{
	Rules: []kinds.ClaimRule{
		{ID: "IMR-14", Says: "no other rewrite of the plan matches this model for the pool"},
		{ID: "IMR-15", Says: "no other rewrite of the plan has a rule without `matches` for the pool"},
	},
	Of: func(c kinds.Candidate) []kinds.Claim {
		rewrite, err := render.Decode[v1alpha2.InferenceModelRewrite](c.Object.Object)
		if err != nil {
			return nil
		}
		pool := c.Object.GetNamespace() + "/" + string(rewrite.Spec.PoolRef.Name)
		var claims []kinds.Claim
		for i, rule := range rewrite.Spec.Rules {
			if len(rule.Matches) == 0 {
				claims = append(claims, kinds.Claim{
					Rule: "IMR-15", Key: "every other model of " + pool, Field: fmt.Sprintf("spec.rules[%d]", i),
					Clash: fmt.Sprintf("{object} has a rule without `matches` for the InferencePool %s too, and only that of the older object counts; keep one of them", pool),
				})
			}
			for j, match := range rule.Matches {
				claims = append(claims, kinds.Claim{
					Rule: "IMR-14", Key: "model " + match.Model.Value + " of " + pool, Field: fmt.Sprintf("spec.rules[%d].matches[%d].model.value", i, j),
					Clash: fmt.Sprintf("{object} matches the model `%s` for the InferencePool %s too, and only the rule of the older object counts; keep one of them", match.Model.Value, pool),
				})
			}
		}
		return claims
	},
}
