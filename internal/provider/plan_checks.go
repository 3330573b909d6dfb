package provider

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/inferops/terraform-provider-inference/internal/engine"
)

const (
	attrPlanValidation = "plan_validation"
	attrCapacityCheck  = "capacity_check"
)

// planCheckModel is what the provider block says about checks that ask the cluster at plan.
type planCheckModel struct {
	PlanValidation types.String `tfsdk:"plan_validation"`
	CapacityCheck  types.String `tfsdk:"capacity_check"`
}

func planCheckAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		attrPlanValidation: text("Who validates a plan: `offline` checks it without a cluster; `server` also sends every object that a plan creates or changes to the API server as a dry run, with strict field validation. " +
			"Schema, admission and quota then speak at plan, and a warning tells what admission would change. Where the cluster cannot be asked, a warning says so. " +
			"Needs the permissions of an apply. Default `offline`. No environment variable."),
		attrCapacityCheck: text("Compare the pods that a plan creates or changes with the cluster: nodes, taints, free capacity, quotas, limit ranges, and whether what the pods refer to exists. " +
			"`off` does not look, `warn` tells findings as warnings, `error` as errors. What the credentials may not list is not checked, and a warning says so. Default `off`. No environment variable."),
	}
}

// planChecks are the checks that ask the cluster at plan; what is not known yet asks for none.
func (m planCheckModel) planChecks() *engine.PlanChecks {
	return engine.NewPlanChecks(m.PlanValidation.ValueString() == engine.ValidationServer, m.CapacityCheck.ValueString())
}

func (m planCheckModel) validatePlanChecks() diag.Diagnostics {
	var diags diag.Diagnostics
	for _, one := range []struct {
		attribute string
		value     types.String
		allowed   []string
	}{
		{attrPlanValidation, m.PlanValidation, []string{engine.ValidationOffline, engine.ValidationServer}},
		{attrCapacityCheck, m.CapacityCheck, []string{engine.CapacityOff, engine.CapacityWarn, engine.CapacityError}},
	} {
		if isSet(one.value) && !slices.Contains(one.allowed, one.value.ValueString()) {
			diags.AddAttributeError(path.Root(one.attribute), "Unsupported value",
				fmt.Sprintf("%s is %q, which it does not know. Use %s.", one.attribute, one.value.ValueString(), quotedOr(one.allowed)))
		}
	}
	return diags
}
