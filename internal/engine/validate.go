package engine

import (
	"cmp"
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
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
	"github.com/inferops/terraform-provider-inference/internal/stage/operate"
)

// ValidateConfig implements [resource.ResourceWithValidateConfig]: every check that
// needs neither the provider block nor a cluster.
func (r *Resource) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	_, diags := validateValue(r.Scope, req.Config.Raw)
	resp.Diagnostics.Append(diags...)
}

func validateValue(r *model.Scope, config tftypes.Value) (model.Values, diag.Diagnostics) {
	v, err := r.Model.Read(config)
	if err != nil {
		return v, diag.Diagnostics{diagnostic.Fault("Reading the configuration", err)}
	}
	diags := r.Model.Diagnose(validate(r.Model, v), v)
	for _, e := range slices.Concat(checkPolicies(v), credentials.CheckParts(r.Model, v), operate.CheckOperations(r.Model, v, v.Text(model.AttrMode))) {
		diags.Append(diagnostic.Field(e.Err, e.At, r.Model.Subject(v)))
	}
	return v, diags
}

// validate is what can be said of a configuration by itself. Rules see only objects
// that the schema accepts.
func validate(s *model.ResourceModel, v model.Values) model.Findings {
	errs := append(s.CheckMode(v.Text(model.AttrMode)), s.CheckSchema(v)...)
	if len(errs) > 0 {
		return model.Findings{Errs: errs}
	}
	mode := cmp.Or(v.Text(model.AttrMode), s.DefaultMode(""))
	found := s.CheckRules(v, mode, "")
	// Direct mode, which the provider block may ask for, hands the object to no release.
	if mode == model.Operator || s.Kind.OperatorOnly != "" {
		found.Errs = append(found.Errs, s.CheckRelease(v, s.Kind.Releases)...)
	}
	return found
}

// checkPolicies checks mode, wait and timeouts.
func checkPolicies(v model.Values) []model.PolicyError {
	var found []model.PolicyError
	check := func(value tftypes.Value, refuse func(*field.Path, string) *field.Error, names ...string) {
		text, known := model.StringOf(value)
		if !known || value.IsNull() {
			return
		}
		at := path.Root(names[0])
		for _, name := range names[1:] {
			at = at.AtName(name)
		}
		if err := refuse(field.NewPath(names[0], names[1:]...), text); err != nil {
			found = append(found, model.PolicyError{At: at, Err: err})
		}
	}
	check(v.Attributes[model.AttrMode], OneOf(model.Operator, model.Direct), model.AttrMode)
	wait, timeouts := model.Children(v.Attributes[model.AttrWait]), model.Children(v.Attributes[model.AttrTimeouts])
	check(wait["until"], OneOf(model.WaitReady, model.WaitServing, model.WaitAccepted), model.AttrWait, "until")
	check(wait["on_timeout"], OneOf(model.OnTimeoutWarn, model.OnTimeoutError), model.AttrWait, "on_timeout")
	check(wait[model.WaitSettle], PositiveDuration, model.AttrWait, model.WaitSettle)
	phases := model.Children(wait[model.WaitPhases])
	for _, phase := range slices.Sorted(maps.Keys(phases)) {
		check(phases[phase], PositiveDuration, model.AttrWait, model.WaitPhases, phase)
	}
	for _, verb := range slices.Sorted(maps.Keys(timeouts)) {
		check(timeouts[verb], PositiveDuration, model.AttrTimeouts, verb)
	}
	return found
}

// OneOf refuses every text but those.
func OneOf(allowed ...string) func(*field.Path, string) *field.Error {
	return func(at *field.Path, text string) *field.Error {
		if slices.Contains(allowed, text) {
			return nil
		}
		return field.NotSupported(at, text, allowed)
	}
}

// PositiveDuration refuses a text that is no duration above zero.
func PositiveDuration(at *field.Path, text string) *field.Error {
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return nil
	}
	return field.Invalid(at, text, `must be a positive duration such as "90s", "45m" or "2h"`)
}
