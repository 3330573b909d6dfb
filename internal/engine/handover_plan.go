package engine

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// podTemplates are where a change of a workload restarts pods.
var podTemplates = []string{"spec.template", "spec.leaderWorkerTemplate"}

// handsOver reports whether the plan changes the mode.
func (p *planner) handsOver() bool {
	return p.prior != nil && p.mode != "" && p.mode != p.prior.text(attrMode)
}

// handOverNotice tells what a change of mode restarts.
func (p *planner) handOverNotice(ctx context.Context) diag.Diagnostic {
	subject := p.shape.subject(p.plan)
	if p.mode == Operator {
		return diagnostic.HandBack(subject, p.handedBack())
	}
	if !p.rendered || p.settings == nil || p.settings.Client == nil {
		return diagnostic.TakeOver(subject, nil)
	}
	targets, err := p.shape.workloads(p.manifests)
	if err != nil {
		return diagnostic.Fault("Reading a manifest", err)
	}
	var lines []string
	for _, t := range targets {
		live, err := p.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err):
			lines = append(lines, t.subject()+" is made; no object of this name is there")
		case err != nil:
			lines = append(lines, t.subject()+" could not be looked at: "+err.Error())
		default:
			lines = append(lines, t.subject()+" "+p.fate(t, live))
		}
	}
	return diagnostic.TakeOver(subject, lines)
}

// fate tells what taking a live object over does to it.
func (p *planner) fate(t target, live *unstructured.Unstructured) string {
	if !t.keeps(live) {
		return "is deleted and made anew, because its selector cannot change: its pods restart"
	}
	seen, err := t.look(live, p.settings.FieldManager)
	if err != nil {
		return "stays and is taken over"
	}
	for _, d := range seen.drift {
		if (d.Class == object.Changed || d.Class == object.Removed) && slices.ContainsFunc(podTemplates, func(at string) bool { return object.Within(d.Path, at) }) {
			return "stays and is taken over; its pods restart, because " + d.Path + " changes"
		}
	}
	return "stays and is taken over, and no pod restarts"
}

// handedBack tells what becomes of every workload that direct mode made.
func (p *planner) handedBack() []string {
	prior, err := p.shape.targets(*p.prior, nil)
	if err != nil {
		return nil
	}
	var lines []string
	for _, t := range prior {
		switch {
		case slices.Contains(p.shape.kind.HandOver.Adopts, t.resource.GroupVersionKind):
			lines = append(lines, t.subject()+" stays, and the operator takes it over: its pods restart only where the operator renders them otherwise")
		case t.resource.GroupVersionKind == p.shape.kind.GVK:
			lines = append(lines, t.subject()+" stays")
		default:
			lines = append(lines, t.subject()+" is deleted; the operator makes its own")
		}
	}
	return lines
}
