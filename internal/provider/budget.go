package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/podset"
)

const attrBudget = "accelerator_budget"

func budgetAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		attrBudget: schema.MapAttribute{
			Optional: true, ElementType: types.Int64Type,
			MarkdownDescription: "The most that all resources of this provider block may hold together of every accelerator, by the name of the resource, such as `{ \"nvidia.com/gpu\" = 64 }`. " +
				"A plan whose resources hold more, each counted with `accelerators[*].max`, fails on one that does not fit beside those planned before it. " +
				"Counted is what the configuration has, whether it changes or not; not what `-target` leaves out, other configurations, or what an update holds meanwhile. " +
				"What is only known during the apply is checked there. No environment variable.",
		},
	}
}

// budget is the budget of the block; what is not known yet of it bounds nothing.
func (m configModel) budget(ctx context.Context) (map[string]int64, diag.Diagnostics) {
	if m.Budget.IsUnknown() {
		return nil, nil
	}
	limits := map[string]types.Int64{}
	diags := m.Budget.ElementsAs(ctx, &limits, false)
	out := map[string]int64{}
	for name, limit := range limits {
		if !limit.IsUnknown() && !limit.IsNull() {
			out[name] = limit.ValueInt64()
		}
	}
	return out, diags
}

// validateBudget finds limits that bound nothing.
func (m configModel) validateBudget(ctx context.Context) diag.Diagnostics {
	limits, diags := m.budget(ctx)
	for _, name := range slices.Sorted(maps.Keys(limits)) {
		at := path.Root(attrBudget).AtMapKey(name)
		if !podset.IsExtended(corev1.ResourceName(name)) {
			diags.AddAttributeError(at, "Resource is not an accelerator",
				fmt.Sprintf("%q is not the name of an extended resource, which has a domain, so that no pod counts against it. Use the name that pods ask for, such as \"nvidia.com/gpu\".", name))
		}
		if limits[name] < 0 {
			diags.AddAttributeError(at, "Accelerator budget is negative",
				fmt.Sprintf("%s[%q] is %d, and must be 0 or more. Use 0 to allow none.", attrBudget, name, limits[name]))
		}
	}
	return diags
}
