package engine

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// attrWarnings is the root attribute with the warnings of the last change.
const attrWarnings = "warnings"

// maxWarnings bounds the attribute, in bytes: every state and every plan has it.
const maxWarnings = 4 << 10

func warningsAttribute() rschema.Attribute {
	return rschema.ListAttribute{
		Computed: true, ElementType: types.StringType,
		MarkdownDescription: "The warnings of the plan of the last change: values without the effect they suggest, workloads that may not work as expected and, with `plan_validation` or `capacity_check`, " +
			"objections of the cluster. Known at plan, unless these checks are on or the release that the cluster serves decides. A plan that changes nothing keeps them. At most 4 KiB. " +
			"Drift, disruption and the reason why the object is not ready have attributes of their own.",
	}
}

// planWarnings plans the attribute. It follows from configuration and prior state alone where it
// is known, for Terraform plans again during the apply and holds it to the first plan; what the cluster
// says may be something else by then. Warnings that change without the configuration, as with another
// release of the provider, are no reason to plan an update. asked are what the cluster was asked about.
func (p *planner) planWarnings(asked diag.Diagnostics) {
	set := p.plan.attributes
	switch {
	case p.prior != nil && !p.differs():
		set[attrWarnings] = p.prior.attributes[attrWarnings]
	case p.asks() || p.mode == "" || len(p.plan.unknown) > 0 || p.generationDecides():
		set[attrWarnings] = p.model.unknown(attrWarnings)
		if p.asks() {
			p.settings.PlanChecks.tell(p.planKey(p.plan), warningTexts(asked))
		}
	default:
		warns := append(p.model.ruleWarnings(p.warned, p.plan), p.model.renderWarnings(p.plan, p.warnings)...)
		set[attrWarnings] = stringList(bounded(warningTexts(warns)))
	}
}

// planKey names an object among those that one provider plans.
func (r *scope) planKey(v values) string { return r.typeName() + " " + v.id() }

// generationDecides reports whether rules warn under one release and not under another, with
// no release known yet.
func (p *planner) generationDecides() bool {
	if p.mode != Operator || p.release != "" {
		return false
	}
	for _, d := range p.model.kind.Releases {
		warns := p.model.checkRules(p.plan, p.mode, d.Name).warns
		if len(warns) != len(p.warned) || len(common(warns, p.warned)) != len(warns) {
			return true
		}
	}
	return false
}

// fillWarnings fills what the plan had to leave open. rendered are the warnings of direct mode's renderer.
func (a *applyRun) fillWarnings(release string, rendered []string) {
	set := a.plan.attributes
	if set[attrWarnings].IsFullyKnown() {
		return
	}
	found := a.model.checkRules(a.plan, a.plan.text(attrMode), release)
	texts := warningTexts(append(a.model.ruleWarnings(found.warns, a.plan), a.model.renderWarnings(a.plan, rendered)...))
	if a.settings != nil && a.settings.PlanChecks != nil {
		texts = append(texts, a.settings.PlanChecks.toldOf(a.planKey(a.plan))...)
	}
	set[attrWarnings] = stringList(bounded(texts))
}

// importedWarnings are those of an object as people configured it.
func (s *resourceModel) importedWarnings(v values, release string) tftypes.Value {
	found := s.checkRules(v, Operator, release)
	return stringList(bounded(warningTexts(s.ruleWarnings(found.warns, v))))
}

func (s *resourceModel) ruleWarnings(warns field.ErrorList, v values) diag.Diagnostics {
	return s.diagnose(findings{warns: warns}, v)
}

// renderWarnings are what rendering found that may not work as its author expects.
func (s *resourceModel) renderWarnings(v values, texts []string) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, text := range texts {
		diags.Append(diagnostic.RenderWarning(s.subject(v), text))
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
