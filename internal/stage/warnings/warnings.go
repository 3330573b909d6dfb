package warnings

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/forecast"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// maxWarnings bounds the attribute, in bytes: every state and every plan has it.
const maxWarnings = 4 << 10

// PlanWarnings plans the attribute. It follows from configuration and prior state alone where it
// is known, for Terraform plans again during the apply and holds it to the first plan; what the cluster
// says may be something else by then. Warnings that change without the configuration, as with another
// release of the provider, are no reason to plan an update. asked are the findings of the checks
// beside the rules, which follow from the configuration as well where nobody was asked.
func PlanWarnings(p *model.Planner, asked diag.Diagnostics) {
	set := p.Plan.Attributes
	switch {
	case p.Prior != nil && !p.Differs():
		set[model.AttrWarnings] = p.Prior.Attributes[model.AttrWarnings]
	case forecast.Asks(p) || p.Mode == "" || len(p.Plan.Unknown) > 0 || generationDecides(p):
		set[model.AttrWarnings] = p.Model.Unknown(model.AttrWarnings)
		if p.Settings != nil && p.Settings.PlanChecks != nil {
			forecast.Tell(p.Settings.PlanChecks, planKey(p.Scope, p.Plan), warningTexts(asked))
		}
	default:
		warns := append(ruleWarnings(p.Model, p.Warned, p.Plan), RenderWarnings(p.Model, p.Plan, p.Warnings)...)
		warns.Append(asked...)
		set[model.AttrWarnings] = model.StringList(bounded(warningTexts(warns)))
	}
}

// planKey names an object among those that one provider plans.
func planKey(r *model.Scope, v model.Values) string { return r.TypeName() + " " + v.ID() }

// generationDecides reports whether rules warn under one release and not under another, with
// no release known yet.
func generationDecides(p *model.Planner) bool {
	if p.Mode != model.Operator || p.Release != "" {
		return false
	}
	for _, d := range p.Model.Kind.Releases {
		warns := p.Model.CheckRules(p.Plan, p.Mode, d.Name).Warns
		if len(warns) != len(p.Warned) || len(model.Common(warns, p.Warned)) != len(warns) {
			return true
		}
	}
	return false
}

// FillWarnings fills what the plan had to leave open. rendered are the warnings of direct mode's renderer.
func FillWarnings(a *model.ApplyRun, release string, rendered []string) {
	set := a.Plan.Attributes
	if set[model.AttrWarnings].IsFullyKnown() {
		return
	}
	found := a.Model.CheckRules(a.Plan, a.Plan.Text(model.AttrMode), release)
	texts := warningTexts(append(ruleWarnings(a.Model, found.Warns, a.Plan), RenderWarnings(a.Model, a.Plan, rendered)...))
	if a.Settings != nil && a.Settings.PlanChecks != nil {
		texts = append(texts, forecast.ToldOf(a.Settings.PlanChecks, planKey(a.Scope, a.Plan))...)
	}
	set[model.AttrWarnings] = model.StringList(bounded(texts))
}

// ImportedWarnings are those of an object as people configured it.
func ImportedWarnings(s *model.ResourceModel, v model.Values, release string, rendered []string) tftypes.Value {
	found := s.CheckRules(v, v.Text(model.AttrMode), release)
	return model.StringList(bounded(warningTexts(append(ruleWarnings(s, found.Warns, v), RenderWarnings(s, v, rendered)...))))
}

func ruleWarnings(s *model.ResourceModel, warns field.ErrorList, v model.Values) diag.Diagnostics {
	return s.Diagnose(model.Findings{Warns: warns}, v)
}

// RenderWarnings are what rendering found that may not work as its author expects.
func RenderWarnings(s *model.ResourceModel, v model.Values, texts []string) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, text := range texts {
		rule := s.Kind.RuleOf(text)
		diags.Append(diagnostic.RenderWarning(s.Subject(v), text, rule, s.Kind.PageOf(rule)))
	}
	return diags
}

// warningTexts are the warnings of diagnostics, each in one text.
func warningTexts(diags diag.Diagnostics) []string {
	texts := []string{}
	for _, d := range diags.Warnings() {
		texts = append(texts, d.Summary()+": "+d.Detail())
	}
	return texts
}

// bounded leaves out what a state has no room for, and says so.
func bounded(texts []string) []string {
	size, kept := 0, []string{}
	for _, text := range texts {
		if size += len(text); size <= maxWarnings {
			kept = append(kept, text)
		}
	}
	if left := len(texts) - len(kept); left > 0 {
		kept = append(kept, fmt.Sprintf("Further warnings: %d have no room here. Correct these first.", left))
	}
	return kept
}
