package engine

import (
	"maps"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// observation is what a look at one live object told.
type observation struct {
	target
	// live is the object in hub form.
	live map[string]any
	// projected is live at the paths that were applied.
	projected map[string]any
	drift     []difference
	// left is the drift that is neither told nor corrected, or only told.
	left      []object.Drift
	judgement observe.Result
	uid       string
	// changed is when what was applied was last changed, by the clock of the API server.
	changed time.Time
	// log is what a Job that has ended wrote, where that was asked for.
	log string
}

// object is the live object in hub form.
func (s observation) object() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: s.live}
}

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

// look compares a live object with what was applied.
func (t target) look(live *unstructured.Unstructured, manager string) (observation, error) {
	s := observation{target: t, live: t.table(live), judgement: t.judge(live), uid: string(live.GetUID()), changed: appliedAt(live, manager)}
	claims, err := object.ManagedFields(live, t.release)
	if err != nil {
		return s, err
	}
	found := object.Compare(t.node, t.applied.Object, s.live, claims, manager, t.controllers, t.autoscaled...)
	for _, d := range found {
		if t.leaves(d) {
			s.left = append(s.left, d)
		}
		if !t.ignores(d) {
			s.drift = append(s.drift, difference{Drift: d, object: t.id()})
		}
	}
	s.projected = t.project(s.live, s.left)
	return s, nil
}

// judge is the kind's rule, except that an object on its way out is never ready, nor will be.
func (t target) judge(live *unstructured.Unstructured) observe.Result {
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
func (t target) project(live map[string]any, left []object.Drift) map[string]any {
	applied := t.applied.Object
	for _, d := range left {
		before, _ := object.At(applied, d.Path)
		live, _ = object.Put(live, d.Path, before).(map[string]any)
	}
	out := map[string]any{}
	maps.Copy(out, applied)
	for _, f := range t.node.Fields {
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
func (t target) projectMetadata(applied, live map[string]any) map[string]any {
	before, _ := applied["metadata"].(map[string]any)
	after, _ := live["metadata"].(map[string]any)
	out := map[string]any{}
	node, _ := t.node.JSONField("metadata")
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
