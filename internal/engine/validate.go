package engine

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// ValidateConfig implements [resource.ResourceWithValidateConfig]: every check that
// needs neither the provider block nor a cluster.
func (r *Resource) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	_, diags := r.validateValue(req.Config.Raw)
	resp.Diagnostics.Append(diags...)
}

func (r *scope) validateValue(config tftypes.Value) (values, diag.Diagnostics) {
	v, err := r.model.read(config)
	if err != nil {
		return v, diag.Diagnostics{diagnostic.Fault("Reading the configuration", err)}
	}
	diags := r.model.diagnose(r.model.validate(v), v)
	for _, e := range slices.Concat(v.checkPolicies(), r.model.checkParts(v), r.model.checkOperations(v, v.text(attrMode))) {
		diags.Append(diagnostic.Field(e.err, e.at, r.model.subject(v)))
	}
	return v, diags
}

// validate is what can be said of a configuration by itself. Rules see only objects
// that the schema accepts.
func (s *resourceModel) validate(v values) findings {
	errs := append(s.checkMode(v.text(attrMode)), s.checkSchema(v)...)
	if len(errs) > 0 {
		return findings{errs: errs}
	}
	mode := v.text(attrMode)
	found := s.checkRules(v, mode, "")
	// Direct mode, which the provider block may ask for, hands the object to no release.
	if mode == Operator || s.kind.OperatorOnly != "" {
		found.errs = append(found.errs, s.checkRelease(v, s.kind.Releases)...)
	}
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
	check := func(value tftypes.Value, refuse func(*field.Path, string) *field.Error, names ...string) {
		text, known := stringOf(value)
		if !known || value.IsNull() {
			return
		}
		at := path.Root(names[0])
		for _, name := range names[1:] {
			at = at.AtName(name)
		}
		if err := refuse(field.NewPath(names[0], names[1:]...), text); err != nil {
			found = append(found, policyError{at: at, err: err})
		}
	}
	check(v.attributes[attrMode], oneOf(Operator, Direct), attrMode)
	wait, timeouts := children(v.attributes[attrWait]), children(v.attributes[attrTimeouts])
	check(wait["until"], oneOf(waitReady, waitServing, waitAccepted), attrWait, "until")
	check(wait["on_timeout"], oneOf(onTimeoutWarn, onTimeoutError), attrWait, "on_timeout")
	check(wait[waitSettle], positiveDuration, attrWait, waitSettle)
	phases := children(wait[waitPhases])
	for _, phase := range slices.Sorted(maps.Keys(phases)) {
		check(phases[phase], positiveDuration, attrWait, waitPhases, phase)
	}
	for _, verb := range slices.Sorted(maps.Keys(timeouts)) {
		check(timeouts[verb], positiveDuration, attrTimeouts, verb)
	}
	return found
}

// oneOf refuses every text but those.
func oneOf(allowed ...string) func(*field.Path, string) *field.Error {
	return func(at *field.Path, text string) *field.Error {
		if slices.Contains(allowed, text) {
			return nil
		}
		return field.NotSupported(at, text, allowed)
	}
}

// positiveDuration refuses a text that is no duration above zero.
func positiveDuration(at *field.Path, text string) *field.Error {
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return nil
	}
	return field.Invalid(at, text, `must be a positive duration such as "90s", "45m" or "2h"`)
}
