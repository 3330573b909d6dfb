package drift

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// CheckIgnored finds elements of ignore_drift that no object can drift at.
func CheckIgnored(p *model.Planner) diag.Diagnostics {
	var diags diag.Diagnostics
	for i, text := range p.Plan.Elements(model.AttrIgnoreDrift) {
		if text == "" {
			continue
		}
		why := ignoredFault(p, text)
		if why == "" {
			continue
		}
		err := field.Invalid(field.NewPath(model.AttrIgnoreDrift).Index(i), text, why)
		diags.Append(diagnostic.Field(err, path.Root(model.AttrIgnoreDrift).AtListIndex(i), p.Model.Subject(p.Plan)))
	}
	return diags
}

// ignoredFault says what is wrong with an element of ignore_drift, "" when nothing is
// or when that is not known yet.
func ignoredFault(p *model.Planner, text string) string {
	pattern, err := object.ParsePattern(text)
	if err != nil {
		return err.Error() + ": write it as the list drift does"
	}
	if p.Mode == "" || p.Mode == model.Direct && !p.Rendered {
		return ""
	}
	targets := []model.Target{p.Model.CustomResource(p.Plan, object.Release{})}
	if p.Mode == model.Direct {
		if targets, err = p.Model.Workloads(p.Manifests); err != nil || len(targets) == 0 {
			return ""
		}
	}
	var names []string
	fault := ""
	for _, t := range targets {
		names = append(names, t.ID())
		if !pattern.Names(t.ID()) {
			continue
		}
		err := pattern.Check(t.Node)
		if err == nil {
			return ""
		}
		if fault == "" {
			fault = err.Error()
		}
	}
	if fault == "" && !p.Plan.IsUnknown(model.AttrMetadata) {
		return fmt.Sprintf("%s is none of the objects: name one of `%s`, or none for all of them", pattern.Object(), strings.Join(names, "`, `"))
	}
	return fault
}

// IgnoredNotice tells which of the drift that the last refresh found the plan leaves alone although it shows a
// change: the state does not know yet that it is to be ignored.
func IgnoredNotice(p *model.Planner) diag.Diagnostics {
	if p.Prior == nil {
		return nil
	}
	var lines []string
	for _, d := range p.Prior.KnownDrift() {
		if p.Plan.Ignores(d) {
			lines = append(lines, d.Line())
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return diag.Diagnostics{diagnostic.Ignored(p.Model.Subject(p.Plan), lines)}
}
