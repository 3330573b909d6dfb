package wait

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

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

// inquiry is what was asked about pods and what they refer to.
type inquiry struct {
	trials map[string]tree.Trial
	// found are the answers about objects, nil for one that does not exist, and foundAt is when they were given.
	found   map[capacity.Reference]*unstructured.Unstructured
	foundAt map[capacity.Reference]time.Time
	// lacks has the schedulers that were looked for, and whether the cluster lacks them.
	lacks map[string]bool
}

func newInquiry() inquiry {
	return inquiry{
		trials: map[string]tree.Trial{}, found: map[capacity.Reference]*unstructured.Unstructured{}, foundAt: map[capacity.Reference]time.Time{}, lacks: map[string]bool{},
	}
}

// answered adds to a view what was answered.
func (i inquiry) answered(v *tree.View) {
	for _, key := range slices.Sorted(maps.Keys(i.trials)) {
		v.Trials = append(v.Trials, i.trials[key])
	}
	v.Found = map[capacity.Reference]*unstructured.Unstructured{}
	for ref, live := range i.found {
		if live != nil {
			v.Found[ref] = live
		}
	}
	for name, lacks := range i.lacks {
		if lacks {
			v.NoSchedulers = append(v.NoSchedulers, name)
		}
	}
}

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
		e.unseen[e.lack("create", "pods", "", err)+"; a pod that does not come is tried as a dry run, which makes none"] = true
	}
	return trial
}

// answerOf is what the API server said to a request.
func answerOf(err error) string {
	if request := new(cluster.RequestError); errors.As(err, &request) {
		err = request.Err
	}
	return err.Error()
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
		e.unseen[e.lack("get", r.Plural, r.Group, err)] = true
	}
}
