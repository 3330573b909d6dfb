package engine

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// attrPlannedDisruption is the root attribute that says what a change does to running pods.
const attrPlannedDisruption = "planned_disruption"

// disruptionType is the computed object `planned_disruption`.
var disruptionType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"effect": types.StringType, "pods": types.Int64Type, "accelerators": types.MapType{ElemType: types.Int64Type},
	"attributes": types.ListType{ElemType: types.StringType}, "reason": types.StringType,
}}

// forecastAttributes are what a plan foretells.
func forecastAttributes() map[string]rschema.Attribute {
	return map[string]rschema.Attribute{attrAccelerators: acceleratorsAttribute(), attrPlannedDisruption: plannedDisruptionAttribute()}
}

func plannedDisruptionAttribute() rschema.Attribute {
	return rschema.SingleNestedAttribute{
		Computed: true, CustomType: disruptionType,
		MarkdownDescription: "What the planned change does to running pods, known at plan. After the apply it says what the change did, until a plan changes something again. " +
			"Unknown in the plan of a replacement, which Terraform plans as a creation; there, the action of the plan and a warning say so.",
		Attributes: map[string]rschema.Attribute{
			"effect": rschema.StringAttribute{Computed: true, MarkdownDescription: "`none`: no pod stops. `scale_down`: some pods stop for good, the others are left alone. " +
				"`rolling`: pods are replaced step by step, and at least one replica serves at any time. `recreate`: all replicas of a part of the service stop before the first new one serves. " +
				"`unavailable`: all replicas of a part stop, and nothing takes their place. `replace`: the object is deleted with its pods and created again."},
			"pods":         rschema.Int64Attribute{Computed: true, MarkdownDescription: "How many pods stop; the upper bound where an autoscaler sets their number, or where `reason` says \"up to\"."},
			"accelerators": rschema.MapAttribute{Computed: true, ElementType: types.Int64Type, MarkdownDescription: "How many accelerators those pods hold, by resource name; null where that is not decided."},
			"attributes":   rschema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "The attributes whose change stops pods; `rendered` if the workload was edited by hand or this release of the provider renders it differently."},
			"reason":       rschema.StringAttribute{Computed: true, MarkdownDescription: "The reason, for each workload; null when no pod stops."},
		},
	}
}

// disruption is the value of `planned_disruption`.
type disruption struct {
	podset.Change
	attributes []string
}

func (s *resourceModel) disruptionValue(d disruption) tftypes.Value {
	typ, _ := s.object().AttributeTypes[attrPlannedDisruption].(tftypes.Object)
	held := tftypes.NewValue(typ.AttributeTypes["accelerators"], nil)
	if d.Devices != nil {
		amounts := make(map[string]tftypes.Value, len(d.Devices))
		for name, amount := range d.Devices {
			amounts[name] = numberValue(amount)
		}
		held = tftypes.NewValue(typ.AttributeTypes["accelerators"], amounts)
	}
	return tftypes.NewValue(typ, map[string]tftypes.Value{
		"effect": stringValue(string(d.Effect)), "pods": numberValue(d.Pods), "accelerators": held,
		"attributes": stringList(d.attributes), "reason": orNull(strings.Join(d.Reasons, "; ")),
	})
}

// forecast plans `accelerators` and `planned_disruption`, which follow from configuration
// and prior state alone and are therefore the same when Terraform plans again during the apply.
// replaces are the attributes that replace the object, and told is true where a warning says so already.
func (p *planner) forecast(ctx context.Context, private PrivateState, replaces path.Paths, told bool) diag.Diagnostics {
	set := p.plan.attributes
	set[attrAccelerators], set[attrPlannedDisruption] = p.model.unknown(attrAccelerators), p.model.unknown(attrPlannedDisruption)
	var diags diag.Diagnostics
	after, known := p.planned()
	if known {
		set[attrAccelerators] = p.model.acceleratorsValue(after)
		diags = p.charge(after)
	}
	switch {
	case p.prior != nil && !p.differs():
		set[attrAccelerators], set[attrPlannedDisruption] = p.prior.attributes[attrAccelerators], p.prior.attributes[attrPlannedDisruption]
	case p.prior != nil && (known || len(replaces) > 0):
		d := p.disrupts(after, replaces)
		set[attrPlannedDisruption] = p.model.disruptionValue(d)
		if p.prior.flag(attrReady) && (d.Effect == podset.Unavailable || d.Effect == podset.Replace && (d.Pods > 0 || !told)) {
			diags.Append(diagnostic.Disrupts(p.model.subject(*p.prior), string(d.Effect), d.Reasons, d.attributes, d.Pods, podset.Text(d.Devices)))
		}
	case p.prior == nil && known && !wasThere(ctx, private):
		set[attrPlannedDisruption] = p.model.disruptionValue(disruption{Change: podset.Nothing()})
	}
	switch {
	case len(replaces) > 0:
		diags.Append(private.SetKey(ctx, privateReplaced, []byte("true"))...)
	case p.prior != nil:
		diags.Append(p.stake(ctx, private)...)
	default:
		diags.Append(p.forced(ctx, private)...)
	}
	return diags
}

// stake is what a replacement that Terraform forces takes away.
type stake struct {
	Pods    int64            `json:"pods"`
	Devices map[string]int64 `json:"devices,omitempty"`
	Ready   bool             `json:"ready"`
}

// stake leaves word of what runs.
func (p *planner) stake(ctx context.Context, private PrivateState) diag.Diagnostics {
	before, _ := p.model.podsOfState(*p.prior)
	all := podset.All(p.running(before), podset.Replace, "")
	text, err := json.Marshal(stake{all.Pods, all.Devices, p.prior.flag(attrReady)})
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateStake, text)
}

// forced warns of the creation that is one half of a replacement which nothing in the configuration asks for.
func (p *planner) forced(ctx context.Context, private PrivateState) diag.Diagnostics {
	raw, diags := private.GetKey(ctx, privateStake)
	var s stake
	if diags.HasError() || raw == nil || isReplaced(ctx, private) || json.Unmarshal(raw, &s) != nil || !s.Ready {
		return diags
	}
	return append(diags, diagnostic.Disrupts(p.model.subject(p.plan), string(podset.Replace), nil, nil, s.Pods, podset.Text(s.Devices)))
}

// wasThere reports whether a creation is one half of a replacement. Terraform then plans
// it with the private state of the object that goes, and during the apply without: a plan must
// not say what only the first of the two knows.
func wasThere(ctx context.Context, private PrivateState) bool {
	for _, key := range []string{privateReplaced, privateWaiting, privateStake} {
		if value, diags := private.GetKey(ctx, key); !diags.HasError() && value != nil {
			return true
		}
	}
	return false
}

// differs reports whether the plan changes anything that is configured, or that direct mode renders.
func (p *planner) differs() bool {
	if p.touches() {
		return true
	}
	for _, attribute := range []string{attrReferences, attrDirect, attrWait, attrTimeouts, attrForceConflicts} {
		planned, prior := p.plan.attributes[attribute], p.prior.attributes[attribute]
		if planned.Type() != nil && prior.Type() != nil && !planned.Equal(prior) {
			return true
		}
	}
	return false
}

// planned returns the pods that the planned resource runs, and false while that is not known.
func (p *planner) planned() ([]podset.Set, bool) {
	switch {
	case p.mode == "" || len(p.plan.unknown) > 0:
		return nil, false
	case p.mode == Direct:
		return podsOf(p.manifests)
	}
	return p.model.pods(p.plan, p.release, nil)
}

// disrupts says what an update, or a replacement, does to the pods of the prior object.
func (p *planner) disrupts(after []podset.Set, replaces path.Paths) disruption {
	before, _ := p.model.podsOfState(*p.prior)
	if p.mode != Direct && !p.handsOver() {
		// The release by which the pods are judged is the one that the plan writes for.
		before, _ = p.model.pods(*p.prior, p.release, nil)
	}
	before = p.running(before)
	switch {
	case len(replaces) > 0:
		d := disruption{Change: podset.All(before, podset.Replace, "the object is deleted and made anew")}
		for _, at := range replaces {
			d.attributes = append(d.attributes, at.String())
		}
		return d
	case p.handsOver():
		reason := "a change of mode hands over the workloads; a warning tells which of their pods restart"
		return disruption{podset.All(before, podset.Recreate, reason), []string{attrMode}}
	case !p.touches():
		return disruption{Change: podset.Nothing()}
	}
	change := podset.Compare(before, after)
	if change.Effect == podset.None {
		return disruption{Change: change}
	}
	return disruption{change, p.causes(before)}
}

// running leaves out the Jobs of an object that is ready, which have ended, and adds the groups that the last refresh saw.
func (p *planner) running(sets []podset.Set) []podset.Set {
	out := make([]podset.Set, len(sets))
	for i, s := range sets {
		if s.Ends && p.prior.flag(attrReady) {
			s.Min, s.Max = 0, 0
		}
		if s.Groups != nil {
			groups := *s.Groups
			groups.Live = p.groups
			s.Groups = &groups
		}
		out[i] = s
	}
	return out
}

// forecastKnown fills what a plan had to leave open and an apply does not: null, for
// Terraform plans again with all values before it applies.
func (s *resourceModel) forecastKnown(set map[string]tftypes.Value) {
	for _, attribute := range []string{attrAccelerators, attrPlannedDisruption} {
		if !set[attribute].IsFullyKnown() {
			set[attribute] = s.null(attribute)
		}
	}
}
