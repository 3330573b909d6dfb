package credentials

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// PlanSecrets plans the computed map `secrets`: where they are, and which of them are sent.
func PlanSecrets(p *model.Planner) {
	if len(p.Model.Kind.Credentials) == 0 {
		return
	}
	wanted, known := secrets(p.Model, p.Plan, model.Children(p.Config)[model.AttrCredentials])
	if !known {
		p.Plan.Attributes[model.AttrSecrets] = p.Model.Unknown(model.AttrSecrets)
		return
	}
	all := make([]model.Written, len(wanted))
	for i, one := range wanted {
		all[i] = model.Written{Credential: one.Name, Namespace: one.at.Namespace, Name: one.at.Name}
		if prior, ok := priorSecret(p, all[i]); ok && !rotates(p, one) && !tampered(p, all[i]) {
			all[i].AppliedAt = prior.AppliedAt
		}
	}
	p.Plan.Attributes[model.AttrSecrets] = secretsValue(p.Model, all)
}

// priorSecret is the Secret that the prior state has for a credential, if it is the same.
func priorSecret(p *model.Planner, want model.Written) (model.Written, bool) {
	if p.Prior == nil {
		return model.Written{}, false
	}
	all := WrittenSecrets(*p.Prior)
	i := slices.IndexFunc(all, func(w model.Written) bool {
		return w.Credential == want.Credential && w.Namespace == want.Namespace && w.Name == want.Name
	})
	if i < 0 {
		return model.Written{}, false
	}
	return all[i], true
}

// rotates reports whether a credential is to be sent again. A version leaves it to who
// writes the configuration; without one, whatever is not known to be the same is sent.
func rotates(p *model.Planner, one secret) bool {
	before, after := model.Children(p.Prior.Attributes[model.AttrCredentials]), model.Children(p.Plan.Attributes[model.AttrCredentials])
	version := after[model.CredentialsVersion]
	if !version.Equal(before[model.CredentialsVersion]) || !after[one.Name].Equal(before[one.Name]) {
		return true
	}
	if !version.IsNull() {
		return false
	}
	return one.unknown || !DigestHolds(p.AppliedDigests[one.Name], one.data())
}

// tampered reports whether the prior state knows that somebody changed or removed a Secret.
func tampered(p *model.Planner, w model.Written) bool {
	return slices.ContainsFunc(p.Prior.KnownDrift(), func(d model.Difference) bool {
		return d.Object == Target(w).ID() && (d.Class == object.Changed || d.Class == object.Removed)
	})
}

// CheckParts finds values that a credential lacks. Plans and states have none of the
// write-only ones, so it is asked of configurations alone.
func CheckParts(s *model.ResourceModel, v model.Values) []model.PolicyError {
	var found []model.PolicyError
	for _, c := range s.ConfiguredCredentials(v) {
		parts := model.Children(model.Children(v.Attributes[model.AttrCredentials])[c.Name])
		for _, part := range c.Parts {
			value := parts[part.Name]
			if part.Optional || value.Type() == nil || !value.IsKnown() {
				continue
			}
			if text, _ := model.StringOf(value); text == "" {
				found = append(found, model.PolicyError{
					At:  path.Root(model.AttrCredentials).AtName(c.Name).AtName(part.Name),
					Err: field.Required(field.NewPath(model.AttrCredentials, c.Name, part.Name), "set it, it cannot be null or empty"),
				})
			}
		}
	}
	return found
}

// sends reports whether a plan sends a credential, which it says by a time that is not known.
func sends(v model.Values, credential string) bool {
	secrets := v.Attributes[model.AttrSecrets]
	if secrets.Type() == nil || !secrets.IsKnown() {
		return true
	}
	var when tftypes.Value
	if fields := model.Children(model.Children(secrets)[credential]); fields != nil {
		when = fields["applied_at"]
	}
	return when.Type() == nil || !when.IsKnown()
}
