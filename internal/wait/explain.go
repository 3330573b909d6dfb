package wait

import (
	"context"
	"fmt"
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// followTree begins to follow all that tells of pods.
func (e *Explainer) followTree(ctx context.Context) {
	e.diagnosing = true
	e.follow(ctx, cluster.Events)
	if runsPods(e.Model, e.values) {
		e.follow(ctx, cluster.RunPods...)
		if e.values.Text(model.AttrMode) != model.Direct {
			e.follow(ctx, e.workloads()...)
		}
	}
}

// runsPods reports whether pods are made of the object, by its operator or by what is rendered of it.
func runsPods(s *model.ResourceModel, v model.Values) bool {
	if v.Text(model.AttrMode) == model.Direct {
		return s.Kind.Render != nil
	}
	return s.Kind.Runs != nil
}

// Diagnose says how the tree fares at the moment, and asks for logs that would tell more.
func (e *Explainer) Diagnose(ctx context.Context) tree.Diagnosis {
	e.followTree(ctx)
	d := e.view().Diagnose()
	for range questions {
		if !e.ask(ctx, d) {
			break
		}
		d = e.view().Diagnose()
	}
	if e.askNeeds(ctx, d) {
		d = e.view().Diagnose()
	}
	e.Diagnosis = d
	return d
}

// questions is how often an answer may lead to another question: what a pod that was tried refers to is looked for.
const questions = 3

// ask asks what would tell more, and reports whether there was anything.
func (e *Explainer) ask(ctx context.Context, d tree.Diagnosis) bool {
	asked := e.readLogs(ctx, d.Wants)
	if e.wantsNodes(d) {
		asked = e.readNodes(ctx) || asked
	}
	return e.inquire(ctx, d) || asked
}

// Report is the diagnosis as text, and the attribute that decides about the cause, "" where none does.
func (e *Explainer) Report(ctx context.Context) (text, field string) {
	d := e.Diagnosis
	if d.Cause == nil {
		return d.Report(""), ""
	}
	places := e.blamed(ctx, *d.Cause)
	if len(places) > 0 {
		field = places[0].Own()
	}
	return d.Report(d.Cause.Remedy(told(e.Model, places)) + "."), field
}

// blamed are the fields that decide about a cause. Of what the object refers to, the cluster is asked for what
// `references` does not have.
func (e *Explainer) blamed(ctx context.Context, cause tree.Cause) []kinds.Place {
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	var places []kinds.Place
	WithReferences(limited, e.Scope, e.candidate(), func(c kinds.Candidate) { places = e.Model.Kind.Explains.Blamed(c, cause) })
	return places
}

// told names places as the configurations that have them spell them: together where each has a part, and with what
// another choice would change last.
func told(s *model.ResourceModel, places []kinds.Place) string {
	var text string
	for i, p := range places {
		at := "`" + s.Spell(p.Field) + "`"
		if k := refers(s, p.Kind); k != nil {
			at = fmt.Sprintf("`%s` of %s %s", model.New(k).Spell(p.Field), p.Kind, p.Name)
		}
		switch {
		case p.Chooses != "":
			text += ", or choose another " + p.Chooses + " in " + at
		case i > 0:
			text += " and " + at
		default:
			text = at
		}
	}
	return text
}

// ExplainOnce judges what was seen once, outside of a wait, and says why it is not ready, "" where it is.
func ExplainOnce(ctx context.Context, r *model.Scope, v model.Values, seen []model.Observation) string {
	e := Explain(r, v, seen)
	e.begun = e.begun.Add(-eventLookback)
	defer e.Stop()
	for i, s := range seen {
		seen[i] = e.serves(ctx, s)
		e.saw(seen[i])
	}
	if !slices.ContainsFunc(seen, model.Observation.Unready) {
		return ""
	}
	e.Diagnose(ctx)
	text, _ := e.Report(ctx)
	return text
}
