package wait

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

const (
	// askAgain is how long an object that was missing is taken to be.
	askAgain = 10 * time.Second
	// followAgain is how long what an object refers to is taken for sound, while there are no pods.
	followAgain = 30 * time.Second
)

// askNeeds looks whether what the object refers to is there, has not failed and fits, and reports whether it did: again and again
// while something is wrong or there are no pods. It does so at once where a wait would end because of it.
func (e *Explainer) askNeeds(ctx context.Context, d tree.Diagnosis) bool {
	if e.values.Text(model.AttrMode) == model.Direct || len(e.Model.Kind.Refers) == 0 {
		return false
	}
	wrong := len(e.absent) > 0 || len(e.faults) > 0
	ends := d.Cause != nil && d.Cause.OfReferences() && d.Cause.Final
	age := time.Since(e.asked)
	switch {
	case e.asked.IsZero() || ends:
	case wrong && age < askAgain, !wrong && (len(d.Pods) > 0 || age < followAgain):
		return false
	}
	e.asked = time.Now()
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	e.absent, e.faults = e.missing(limited), nil
	if len(e.absent) == 0 && len(d.Pods) == 0 {
		e.faults = e.unsuited(limited)
	}
	return true
}

// followsNeeds is when to look again at what the object refers to, zero for never.
func (e *Explainer) followsNeeds(d tree.Diagnosis) time.Time {
	if e.asked.IsZero() || len(d.Pods) > 0 {
		return time.Time{}
	}
	return e.asked.Add(followAgain)
}

// missing are the objects that the one at hand cannot do without, and that do not exist or have failed.
func (e *Explainer) missing(ctx context.Context) []tree.Absence {
	var out []tree.Absence
	for _, need := range e.Model.Kind.Needs(e.values.Unstructured()) {
		if absence := e.look(ctx, need); absence != nil {
			out = append(out, *absence)
		}
	}
	return out
}

// look looks for one that is needed, under each of the kinds that it may be of. It returns nil for one that is there, and for one
// that could not be asked for.
func (e *Explainer) look(ctx context.Context, need kinds.Need) *tree.Absence {
	var out *tree.Absence
	for _, of := range need.Of {
		r := cluster.Resource{GroupVersionKind: of.GVK, Plural: of.Plural, Namespaced: of.Namespaced}
		live, err := e.Settings.Client.Get(ctx, r, need.Namespace, need.Name)
		out = &tree.Absence{Object: of.GVK.Kind + "/" + need.Name, Field: need.Field}
		switch {
		case err == nil:
			return failing(of, live, out)
		case !cluster.IsNotFound(err):
			return nil
		}
	}
	return out
}

// failing is an object that exists, nil unless it has failed.
func failing(of *kinds.Kind, live *unstructured.Unstructured, absence *tree.Absence) *tree.Absence {
	judged := of.Ready(live)
	if judged.Phase != observe.Failed && judged.Phase != observe.Blocked {
		return nil
	}
	absence.Failure = judged.Message
	return absence
}

// unsuited are what the rules have against the object once they know what it refers to.
func (e *Explainer) unsuited(ctx context.Context) []tree.Fault {
	var looks []field.ErrorList
	WithReferences(ctx, e.Scope, e.candidate(), func(c kinds.Candidate) {
		errs, _ := e.Model.Kind.Check(c, nil)
		looks = append(looks, errs)
	})
	var out []tree.Fault
	for _, err := range model.Without(looks[len(looks)-1], looks[0]) {
		out = append(out, tree.Fault{Field: err.Field, Says: e.Model.Spelled(err).Error()})
	}
	return out
}
