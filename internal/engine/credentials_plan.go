package engine

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// planSecrets plans the computed map `secrets`: where they are, and which of them are sent.
func (p *planner) planSecrets() {
	if len(p.model.kind.Credentials) == 0 {
		return
	}
	wanted, known := p.model.secrets(p.plan, children(p.config)[attrCredentials])
	if !known {
		p.plan.attributes[attrSecrets] = p.model.unknown(attrSecrets)
		return
	}
	all := make([]written, len(wanted))
	for i, one := range wanted {
		all[i] = written{credential: one.Name, namespace: one.at.Namespace, name: one.at.Name}
		if prior, ok := p.priorSecret(all[i]); ok && !p.rotates(one) && !p.tampered(all[i]) {
			all[i].appliedAt = prior.appliedAt
		}
	}
	p.plan.attributes[attrSecrets] = p.model.secretsValue(all)
}

// priorSecret is the Secret that the prior state has for a credential, if it is the same.
func (p *planner) priorSecret(want written) (written, bool) {
	if p.prior == nil {
		return written{}, false
	}
	all := p.prior.writtenSecrets()
	i := slices.IndexFunc(all, func(w written) bool {
		return w.credential == want.credential && w.namespace == want.namespace && w.name == want.name
	})
	if i < 0 {
		return written{}, false
	}
	return all[i], true
}

// rotates reports whether a credential is to be sent again. A version leaves it to who
// writes the configuration; without one, whatever is not known to be the same is sent.
func (p *planner) rotates(one secret) bool {
	before, after := children(p.prior.attributes[attrCredentials]), children(p.plan.attributes[attrCredentials])
	version := after[credentialsVersion]
	if !version.Equal(before[credentialsVersion]) || !after[one.Name].Equal(before[one.Name]) {
		return true
	}
	if !version.IsNull() {
		return false
	}
	return one.unknown || !p.appliedDigests[one.Name].holds(one.data())
}

// tampered reports whether the prior state knows that somebody changed or removed a Secret.
func (p *planner) tampered(w written) bool {
	return slices.ContainsFunc(p.prior.knownDrift(), func(d difference) bool {
		return d.object == w.target().id() && (d.Class == object.Changed || d.Class == object.Removed)
	})
}

// checkPlaces finds credentials that no workload of the configuration reads.
func (s *resourceModel) checkPlaces(v values, isDirect bool) field.ErrorList {
	var errs field.ErrorList
	if v.isUnknown(attrSpec) || v.isUnknown(attrDirect) {
		return nil
	}
	for _, c := range s.configuredCredentials(v) {
		at := field.NewPath(attrCredentials, c.Name)
		places, known := s.places(v, c, isDirect)
		switch name, _ := stringOf(children(children(v.attributes[attrCredentials])[c.Name])[kinds.SecretName]); {
		case !known || len(places) == 1:
		case len(places) > 1:
			errs = append(errs, field.Required(at.Child(kinds.SecretName), fmt.Sprintf("%s names several Secrets: say which of them holds the credential", c.NamedBy)))
		case name != "":
			errs = append(errs, field.Invalid(at.Child(kinds.SecretName), name, fmt.Sprintf("must be a Secret that %s names; name it there too", c.NamedBy)))
		default:
			errs = append(errs, field.Forbidden(at, fmt.Sprintf("no workload would read it: name a Secret in %s, which this credential then becomes", c.NamedBy)))
		}
	}
	return errs
}

// checkParts finds values that a credential lacks. Plans and states have none of the
// write-only ones, so it is asked of configurations alone.
func (s *resourceModel) checkParts(v values) []policyError {
	var found []policyError
	for _, c := range s.configuredCredentials(v) {
		parts := children(children(v.attributes[attrCredentials])[c.Name])
		for _, part := range c.Parts {
			value := parts[part.Name]
			if part.Optional || value.Type() == nil || !value.IsKnown() {
				continue
			}
			if text, _ := stringOf(value); text == "" {
				found = append(found, policyError{
					at:  path.Root(attrCredentials).AtName(c.Name).AtName(part.Name),
					err: field.Required(field.NewPath(attrCredentials, c.Name, part.Name), "set it, it cannot be null or empty"),
				})
			}
		}
	}
	return found
}

// sends reports whether a plan sends a credential, which it says by a time that is not known.
func (v values) sends(credential string) bool {
	secrets := v.attributes[attrSecrets]
	if secrets.Type() == nil || !secrets.IsKnown() {
		return true
	}
	var when tftypes.Value
	if fields := children(children(secrets)[credential]); fields != nil {
		when = fields["applied_at"]
	}
	return when.Type() == nil || !when.IsKnown()
}
