package forecast

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// NewClaims returns no claims.
func NewClaims() *model.Claims {
	return &model.Claims{By: map[string]map[string][]kinds.Claim{}}
}

// claims notes what a planned object takes for itself, and says what another object of the plan has taken. Of two the one that is
// planned last says it.
func claims(p *model.Planner) diag.Diagnostics {
	if p.Settings == nil || p.Settings.Claims == nil || p.Model.Kind.Claims.Of == nil {
		return nil
	}
	c, system, subject := p.Settings.Claims, p.Model.Kind.System, p.Model.Subject(p.Plan)
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if c.By[system] == nil {
		c.By[system] = map[string][]kinds.Claim{}
	}
	delete(c.By[system], subject)
	if p.Mode != model.Operator || len(p.Plan.Unknown) > 0 {
		return nil
	}
	mine := p.Model.Kind.Claims.Of(kinds.Candidate{Object: p.Plan.Unstructured(), Release: p.Release})
	var found field.ErrorList
	for _, claim := range mine {
		for _, other := range slices.Sorted(maps.Keys(c.By[system])) {
			if slices.ContainsFunc(c.By[system][other], claim.Meets) {
				found = append(found, &field.Error{Type: field.ErrorTypeForbidden, Field: claim.Field, Detail: strings.ReplaceAll(claim.Clash, "{object}", other), Origin: claim.Rule})
			}
		}
	}
	c.By[system][subject] = mine
	return p.Model.Diagnose(model.Findings{Warns: found}, p.Plan)
}
