package forecast

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// disruption is the value of `planned_disruption`.
type disruption struct {
	podset.Change
	attributes []string
}

func disruptionValue(s *model.ResourceModel, d disruption) tftypes.Value {
	typ, _ := s.Object().AttributeTypes[model.AttrPlannedDisruption].(tftypes.Object)
	held := tftypes.NewValue(typ.AttributeTypes["accelerators"], nil)
	if d.Devices != nil {
		amounts := make(map[string]tftypes.Value, len(d.Devices))
		for name, amount := range d.Devices {
			amounts[name] = numberValue(amount)
		}
		held = tftypes.NewValue(typ.AttributeTypes["accelerators"], amounts)
	}
	return tftypes.NewValue(typ, map[string]tftypes.Value{
		"effect": model.StringValue(string(d.Effect)), "pods": numberValue(d.Pods), "accelerators": held,
		"attributes": model.StringList(d.attributes), "reason": model.OrNull(strings.Join(d.Reasons, "; ")),
	})
}

// Forecast plans `accelerators` and `planned_disruption`, which follow from configuration
// and prior state alone and are therefore the same when Terraform plans again during the apply.
// replaces are the attributes that replace the object, and told is true where a warning says so already.
func Forecast(ctx context.Context, p *model.Planner, private model.PrivateState, replaces path.Paths, told bool) diag.Diagnostics {
	set := p.Plan.Attributes
	set[model.AttrAccelerators], set[model.AttrPlannedDisruption] = p.Model.Unknown(model.AttrAccelerators), p.Model.Unknown(model.AttrPlannedDisruption)
	var diags diag.Diagnostics
	after, known := planned(p)
	if known {
		set[model.AttrAccelerators] = AcceleratorsValue(p.Model, after)
		diags = charge(p, after)
	}
	diags.Append(quotas(p, after, known)...)
	diags.Append(claims(p)...)
	switch {
	case p.Prior != nil && !p.Differs():
		set[model.AttrAccelerators], set[model.AttrPlannedDisruption] = p.Prior.Attributes[model.AttrAccelerators], p.Prior.Attributes[model.AttrPlannedDisruption]
	case p.Prior != nil && (known || len(replaces) > 0):
		d := disrupts(p, after, replaces)
		set[model.AttrPlannedDisruption] = disruptionValue(p.Model, d)
		if p.Prior.Flag(model.AttrReady) && (d.Effect == podset.Unavailable || d.Effect == podset.Replace && (d.Pods > 0 || !told)) {
			diags.Append(diagnostic.Disrupts(p.Model.Subject(*p.Prior), string(d.Effect), d.Reasons, d.attributes, d.Pods, podset.Text(d.Devices)))
		}
	case p.Prior == nil && known && !wasThere(ctx, private):
		set[model.AttrPlannedDisruption] = disruptionValue(p.Model, disruption{Change: podset.Nothing()})
	}
	switch {
	case len(replaces) > 0:
		diags.Append(private.SetKey(ctx, model.PrivateReplaced, []byte("true"))...)
	case p.Prior != nil:
		diags.Append(leaveStake(ctx, p, private)...)
	default:
		diags.Append(forced(ctx, p, private)...)
	}
	return diags
}

// stake is what a replacement that Terraform forces takes away.
type stake struct {
	Pods    int64            `json:"pods"`
	Devices map[string]int64 `json:"devices,omitempty"`
	Ready   bool             `json:"ready"`
}

// leaveStake leaves word of what runs.
func leaveStake(ctx context.Context, p *model.Planner, private model.PrivateState) diag.Diagnostics {
	before, _ := podsOfState(p.Model, *p.Prior)
	all := podset.All(runningPods(p, before), podset.Replace, "")
	text, err := json.Marshal(stake{all.Pods, all.Devices, p.Prior.Flag(model.AttrReady)})
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, model.PrivateStake, text)
}

// forced warns of the creation that is one half of a replacement which nothing in the configuration asks for.
func forced(ctx context.Context, p *model.Planner, private model.PrivateState) diag.Diagnostics {
	raw, diags := private.GetKey(ctx, model.PrivateStake)
	var s stake
	if diags.HasError() || raw == nil || model.IsReplaced(ctx, private) || json.Unmarshal(raw, &s) != nil || !s.Ready {
		return diags
	}
	return append(diags, diagnostic.Disrupts(p.Model.Subject(p.Plan), string(podset.Replace), nil, nil, s.Pods, podset.Text(s.Devices)))
}

// wasThere reports whether a creation is one half of a replacement. Terraform then plans
// it with the private state of the object that goes, and during the apply without: a plan must
// not say what only the first of the two knows.
func wasThere(ctx context.Context, private model.PrivateState) bool {
	for _, key := range []string{model.PrivateReplaced, model.PrivateWaiting, model.PrivateStake} {
		if value, diags := private.GetKey(ctx, key); !diags.HasError() && value != nil {
			return true
		}
	}
	return false
}

// planned returns the pods that the planned resource runs, and false while that is not known.
func planned(p *model.Planner) ([]podset.Set, bool) {
	switch {
	case p.Mode == "" || len(p.Plan.Unknown) > 0:
		return nil, false
	case p.Mode == model.Direct:
		return model.PodsOf(p.Manifests)
	}
	return p.Model.Pods(p.Plan, p.Release, nil)
}

// disrupts says what an update, or a replacement, does to the pods of the prior object.
func disrupts(p *model.Planner, after []podset.Set, replaces path.Paths) disruption {
	before, _ := podsOfState(p.Model, *p.Prior)
	if p.Mode != model.Direct && !p.HandsOver() {
		// The release by which the pods are judged is the one that the plan writes for.
		before, _ = p.Model.Pods(*p.Prior, p.Release, nil)
	}
	before = runningPods(p, before)
	switch {
	case len(replaces) > 0:
		d := disruption{Change: podset.All(before, podset.Replace, "the object is deleted and made anew")}
		for _, at := range replaces {
			d.attributes = append(d.attributes, at.String())
		}
		return d
	case p.HandsOver():
		reason := "a change of mode hands over the workloads; a warning says which of their pods restart"
		return disruption{podset.All(before, podset.Recreate, reason), []string{model.AttrMode}}
	case !p.Touches():
		return disruption{Change: podset.Nothing()}
	}
	change := podset.Compare(before, after)
	if change.Effect == podset.None {
		return disruption{Change: change}
	}
	return disruption{change, causes(p, before)}
}
