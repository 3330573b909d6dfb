package model

import (
	"maps"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// Observation is what a look at one live object told.
type Observation struct {
	Target
	// Live is the object in hub form.
	Live map[string]any
	// Projected is live at the paths that were applied.
	Projected map[string]any
	Drift     []Difference
	// left is the drift that is neither told nor corrected, or only told.
	left      []object.Drift
	Judgement observe.Result
	UID       string
	// Changed is when what was applied was last changed, by the clock of the API server.
	Changed time.Time
	// Log is what a Job that has ended wrote, where that was asked for.
	Log string
}

// Object is the live object in hub form.
func (s Observation) Object() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: s.Live}
}

// Ready reports whether the object was ready.
func (s Observation) Ready() bool { return s.Judgement.Phase == observe.Ready }

// Unready reports the opposite.
func (s Observation) Unready() bool { return !s.Ready() }

// appliedAt is when the manager or an action last changed the object; zero when it does not tell.
func appliedAt(live *unstructured.Unstructured, manager string) time.Time {
	var last time.Time
	for _, entry := range live.GetManagedFields() {
		applied := object.Manager(entry.Manager) == manager && entry.Operation == metav1.ManagedFieldsOperationApply && entry.Subresource == ""
		if (applied || entry.Manager == object.ActionManager) && entry.Time != nil && entry.Time.After(last) {
			last = entry.Time.Time
		}
	}
	return last
}

// Look compares a live object with what was applied.
func (t Target) Look(live *unstructured.Unstructured, manager string) (Observation, error) {
	s := Observation{Target: t, Live: t.Table(live), Judgement: t.Judge(live), UID: string(live.GetUID()), Changed: appliedAt(live, manager)}
	claims, err := object.ManagedFields(live, t.Release)
	if err != nil {
		return s, err
	}
	found := object.Compare(t.Node, t.Applied.Object, s.Live, claims, manager, t.Controllers, t.Autoscaled...)
	for _, d := range found {
		if t.leaves(d) {
			s.left = append(s.left, d)
		}
		if !t.Ignores(d) {
			s.Drift = append(s.Drift, Difference{Drift: d, Object: t.ID()})
		}
	}
	s.Projected = t.project(s.Live, s.left)
	return s, nil
}

// Judge is the kind's rule, except that an object on its way out is never ready, nor will be.
func (t Target) Judge(live *unstructured.Unstructured) observe.Result {
	if when := live.GetDeletionTimestamp(); when != nil {
		text := "it is being deleted since " + when.UTC().Format(time.RFC3339)
		if finalizers := live.GetFinalizers(); len(finalizers) > 0 {
			text += " and waits for its finalizers " + strings.Join(finalizers, ", ")
		}
		return observe.Result{Phase: observe.Failed, Message: text}
	}
	return t.ready(live)
}

// project is the live object at the applied paths. What an autoscaler set, and drift that is
// ignored, stays as it was applied: it is not the configuration's to restore.
func (t Target) project(live map[string]any, left []object.Drift) map[string]any {
	applied := t.Applied.Object
	for _, d := range left {
		before, _ := object.At(applied, d.Path)
		live, _ = object.Put(live, d.Path, before).(map[string]any)
	}
	out := map[string]any{}
	maps.Copy(out, applied)
	for _, f := range t.Node.Fields {
		before, ok := applied[f.JSON]
		if !ok || f.JSON == "metadata" {
			continue
		}
		delete(out, f.JSON)
		if after := object.Project(f.Node, before, live[f.JSON]); after != nil {
			out[f.JSON] = after
		}
	}
	out["metadata"] = t.projectMetadata(applied, live)
	return out
}

// projectMetadata keeps what identifies the object and projects its labels and annotations.
func (t Target) projectMetadata(applied, live map[string]any) map[string]any {
	before, _ := applied["metadata"].(map[string]any)
	after, _ := live["metadata"].(map[string]any)
	out := map[string]any{}
	node, _ := t.Node.JSONField("metadata")
	for name, value := range before {
		f, ok := node.Node.JSONField(name)
		if !ok {
			out[name] = value
			continue
		}
		if projected := object.Project(f.Node, value, after[name]); projected != nil {
			out[name] = projected
		}
	}
	return out
}
