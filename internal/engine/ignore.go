package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// attrIgnoreDrift is the root attribute with the paths that others may change.
const attrIgnoreDrift = "ignore_drift"

func ignoreDriftAttribute() rschema.Attribute {
	return rschema.ListAttribute{
		Optional: true, ElementType: types.StringType,
		MarkdownDescription: "Fields that others may change. Their drift is neither reported nor corrected, and a field that somebody else has changed is released to them. " +
			"Each entry is a path as in `drift`, such as `spec.template.spec.containers[name=\"main\"].image`, and covers everything below it. " +
			"Names may be those of the API or of Terraform: `*` stands for one name or a part of a key, `[*]` for every item or entry, `**` for any number of steps. " +
			"`<kind>/<name>: <path>` limits it to one object of direct mode, with `*` for any part of the name. A later change of the configured value is applied.",
	}
}

// patterns returns the drift to ignore; elements that are not known or have no meaning ignore nothing.
func (v values) patterns() []object.Pattern {
	var out []object.Pattern
	for _, text := range v.elements(attrIgnoreDrift) {
		if p, err := object.ParsePattern(text); err == nil && text != "" {
			out = append(out, p)
		}
	}
	return out
}

// ignores reports whether a difference is to be ignored.
func (v values) ignores(d difference) bool {
	return slices.ContainsFunc(v.patterns(), func(p object.Pattern) bool { return p.Names(d.object) && p.Matches(d.Path) })
}

// ignoring gives every target the patterns that are about it, and notes whether it is paused.
func (v values) ignoring(targets []target) []target {
	patterns := v.patterns()
	for i, t := range targets {
		targets[i].paused = v.flag(attrPaused)
		for _, p := range patterns {
			if p.Names(t.id()) {
				targets[i].ignored = append(targets[i].ignored, p)
			}
		}
	}
	return targets
}

// ignores reports whether a drift of the target is to be ignored.
func (t target) ignores(d object.Drift) bool {
	return slices.ContainsFunc(t.ignored, func(p object.Pattern) bool { return p.Matches(d.Path) })
}

// leaves reports whether a drift of the target is left as it is, and the state as if it were not there. A pause
// ends what autoscalers do.
func (t target) leaves(d object.Drift) bool {
	return d.Class == object.Scaled && !t.paused || t.ignores(d)
}

// leave returns what to apply where drift is left alone: without the fields that somebody
// else owns, who keeps them, and with the live value of those that nobody does. A value that the
// configuration has changed since it was last applied is applied; before is nil when that is not known.
func (s observation) leave(before *target) target {
	t, tree := s.target, any(s.applied.Object)
	for _, d := range s.left {
		applied, ok := object.At(t.applied.Object, d.Path)
		if before != nil && (d.Class != object.Scaled || d.Manager == "" || d.Manager == object.ActionManager) {
			if last, was := object.At(before.applied.Object, d.Path); ok != was || asText(last) != asText(applied) {
				continue
			}
		}
		var kept any
		if d.Class == object.Changed && d.Manager == "" || object.IsWithinWhole(t.node, d.Path) {
			kept, _ = object.At(s.live, d.Path)
		}
		tree = object.Put(tree, d.Path, kept)
	}
	out := t.applied.DeepCopy()
	out.Object, _ = tree.(map[string]any)
	t.applied = out
	return t
}

// rescales reports whether every conflict is with the controller that set an autoscaled number
// in a list which is applied as a whole: the list is applied with that number.
func (s observation) rescales(conflicts []cluster.Conflict) bool {
	return len(conflicts) > 0 && !slices.ContainsFunc(conflicts, func(c cluster.Conflict) bool {
		return !slices.Contains(s.controllers, c.Manager) || !slices.ContainsFunc(s.autoscaled, func(number string) bool {
			return strings.HasPrefix(number, s.path(c.Field)+"[")
		})
	})
}

// retakesScale reports whether every conflict is about replicas that are the configuration's to set. An action is no
// autoscaler, so a number that was configured since is applied; and a pause holds against autoscalers.
func (t target) retakesScale(conflicts []cluster.Conflict) bool {
	return len(conflicts) > 0 && !slices.ContainsFunc(conflicts, func(c cluster.Conflict) bool {
		return c.Manager != object.ActionManager && (!t.paused || c.Subresource != "scale")
	})
}

func asText(v any) string { return fmt.Sprint(v) }

// checkIgnored finds elements of ignore_drift that no object can drift at.
func (p *planner) checkIgnored() diag.Diagnostics {
	var diags diag.Diagnostics
	for i, text := range p.plan.elements(attrIgnoreDrift) {
		if text == "" {
			continue
		}
		why := p.ignoredFault(text)
		if why == "" {
			continue
		}
		err := field.Invalid(field.NewPath(attrIgnoreDrift).Index(i), text, why)
		diags.Append(diagnostic.Field(err, path.Root(attrIgnoreDrift).AtListIndex(i), p.model.subject(p.plan)))
	}
	return diags
}

// ignoredFault says what is wrong with an element of ignore_drift, "" when nothing is
// or when that is not known yet.
func (p *planner) ignoredFault(text string) string {
	pattern, err := object.ParsePattern(text)
	if err != nil {
		return err.Error() + ": write it as the list drift does"
	}
	if p.mode == "" || p.mode == Direct && !p.rendered {
		return ""
	}
	targets := []target{p.model.customResource(p.plan, object.Release{})}
	if p.mode == Direct {
		if targets, err = p.model.workloads(p.manifests); err != nil || len(targets) == 0 {
			return ""
		}
	}
	var names []string
	fault := ""
	for _, t := range targets {
		names = append(names, t.id())
		if !pattern.Names(t.id()) {
			continue
		}
		err := pattern.Check(t.node)
		if err == nil {
			return ""
		}
		if fault == "" {
			fault = err.Error()
		}
	}
	if fault == "" && !p.plan.isUnknown(attrMetadata) {
		return fmt.Sprintf("%s is none of the objects: name one of `%s`, or none for all of them", pattern.Object(), strings.Join(names, "`, `"))
	}
	return fault
}

// ignoredNotice tells which of the drift that the last refresh found the plan leaves alone although it shows a
// change: the state does not know yet that it is to be ignored.
func (p *planner) ignoredNotice() diag.Diagnostics {
	if p.prior == nil {
		return nil
	}
	var lines []string
	for _, d := range p.prior.knownDrift() {
		if p.plan.ignores(d) {
			lines = append(lines, d.line())
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return diag.Diagnostics{diagnostic.Ignored(p.model.subject(p.plan), lines)}
}
