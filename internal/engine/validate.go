package engine

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// ValidateConfig implements [resource.ResourceWithValidateConfig]: every check that
// needs neither the provider block nor a cluster.
func (r *Resource) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	v, err := r.shape.read(req.Config.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the configuration", err))
		return
	}
	found := r.shape.validate(v)
	resp.Diagnostics.Append(r.shape.diagnose(found, v)...)
	for _, e := range v.checkPolicies() {
		resp.Diagnostics.Append(diagnostic.Field(e.err, e.at, r.shape.subject(v)))
	}
}

// validate is what can be said of a configuration by itself. Rules see only objects
// that the schema accepts.
func (s *shape) validate(v values) findings {
	if errs := s.checkSchema(v); len(errs) > 0 {
		return findings{errs: errs}
	}
	found := s.checkRules(v, v.text(attrMode), "")
	found.errs = append(found.errs, s.checkDialect(v, s.kind.Dialects)...)
	return found
}

// policyError is a violation of an attribute that is Terraform's and not the API's.
type policyError struct {
	at  path.Path
	err *field.Error
}

// checkPolicies checks mode, wait and timeouts.
func (v values) checkPolicies() []policyError {
	var found []policyError
	choice := func(at path.Path, name, value string, allowed []string) {
		if value != "" && !slices.Contains(allowed, value) {
			found = append(found, policyError{at, field.NotSupported(field.NewPath(name), value, allowed)})
		}
	}
	choice(path.Root(attrMode), attrMode, v.text(attrMode), []string{Operator, Direct})
	wait := children(v.attributes[attrWait])
	for name, allowed := range map[string][]string{"until": {waitReady, waitAccepted}, "on_timeout": {onTimeoutWarn, onTimeoutError}} {
		text, _ := stringOf(wait[name])
		choice(path.Root(attrWait).AtName(name), "wait."+name, text, allowed)
	}
	for name, value := range children(v.attributes[attrTimeouts]) {
		text, _ := stringOf(value)
		if d, err := time.ParseDuration(text); text != "" && (err != nil || d <= 0) {
			found = append(found, policyError{path.Root(attrTimeouts).AtName(name), field.Invalid(field.NewPath(attrTimeouts, name), text,
				`must be a positive duration such as "90s", "45m" or "2h"`)})
		}
	}
	return found
}
