package wait

import (
	"context"
	"time"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

const (
	// tryAgain is how long a pod that the API server accepts is taken to be accepted, or one that it does not let us try to
	// be out of reach.
	tryAgain = time.Minute
	// lookAgain is how old an answer may be that ends a wait.
	lookAgain = time.Second
)

// inquire asks what a diagnosis wants to know about pods, and reports whether it asked anything.
func (e *Explainer) inquire(ctx context.Context, d tree.Diagnosis) bool {
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	asked := len(d.Tries) > 0
	for _, template := range d.Tries {
		e.inquiry.trials[template.Key()] = e.try(limited, template)
	}
	ends := d.Cause != nil && d.Cause.Misses != nil && d.Cause.Final
	for _, ref := range d.Asks {
		if age := time.Since(e.inquiry.foundAt[ref]); age >= askAgain || ends && age >= lookAgain {
			e.find(limited, ref)
			asked = true
		}
	}
	for _, name := range d.Schedulers {
		if _, known := e.inquiry.lacks[name]; known {
			continue
		}
		lacks, err := e.Settings.Client.LacksScheduler(limited, name)
		if err != nil {
			e.unseen["the scheduler "+name+": "+Unasked(err)] = true
		}
		e.inquiry.lacks[name], asked = lacks, true
	}
	return asked
}

// try asks the API server what it says to a pod of a template.
func (e *Explainer) try(ctx context.Context, template tree.Template) tree.Trial {
	now := time.Now()
	trial := tree.Trial{Template: template, Again: now.Add(tryAgain)}
	pod, err := template.Sample()
	if err == nil {
		err = e.Settings.Client.DryRun(ctx, cluster.Pods, pod)
	}
	_, denied := cluster.Denied(err)
	causes := cluster.Causes(err)
	switch {
	case err == nil:
	case denied || len(causes) > 0:
		trial.Refusal, trial.Since, trial.Again = answerOf(err), now, now.Add(askAgain)
		if before := e.inquiry.trials[template.Key()]; before.Refusal != "" {
			trial.Since = before.Since
		}
		if len(causes) > 0 {
			trial.Field = causes[0].Field
		}
	default:
		e.unseen[lack("create", "pods", "", err)+"; a pod that does not come is tried as a dry run, which makes none"] = true
	}
	return trial
}

// find reads an object that pods refer to. One that could not be read is taken for what it was.
func (e *Explainer) find(ctx context.Context, ref capacity.Reference) {
	e.inquiry.foundAt[ref] = time.Now()
	r := model.Looked[ref.Kind]
	live, err := e.Settings.Client.Get(ctx, r, e.namespace(), ref.Name)
	switch {
	case err == nil || cluster.IsNotFound(err):
		e.inquiry.found[ref] = live
	default:
		e.unseen[lack("get", r.Plural, r.Group, err)] = true
	}
}
