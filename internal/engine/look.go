package engine

import (
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// sighting is what a look at one live object told.
type sighting struct {
	target
	// live is the object in the vocabulary of the definitions table.
	live map[string]any
	// projected is live at the paths that were applied.
	projected map[string]any
	drift     []difference
	judgement observe.Result
	uid       string
}

// look compares a live object with what was applied.
func (t target) look(live *unstructured.Unstructured, manager string) (sighting, error) {
	s := sighting{target: t, live: t.table(live), judgement: t.judge(live), uid: string(live.GetUID())}
	claims, err := object.ManagedFields(live, t.dialect)
	if err != nil {
		return s, err
	}
	found := object.Compare(t.node, t.applied.Object, s.live, claims, manager, t.controllers)
	for _, d := range found {
		s.drift = append(s.drift, difference{Drift: d, object: t.id()})
	}
	s.projected = t.project(s.live, found)
	return s, nil
}

// judge is the kind's rule, except that an object on its way out is never ready.
func (t target) judge(live *unstructured.Unstructured) observe.Result {
	if when := live.GetDeletionTimestamp(); when != nil {
		return observe.Result{Phase: observe.NotDone, Message: "it is being deleted since " + when.UTC().Format(time.RFC3339)}
	}
	return t.ready(live)
}

// project is the live object at the applied paths. What an autoscaler set stays as it
// was applied: it is not the configuration's to restore.
func (t target) project(live map[string]any, found []object.Drift) map[string]any {
	applied := t.applied.Object
	if slices.ContainsFunc(found, isScaled) {
		live = unscaled(applied, live)
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

func isScaled(d object.Drift) bool {
	return d.Class == object.Scaled
}

// unscaled is live with the applied number of replicas.
func unscaled(applied, live map[string]any) map[string]any {
	replicas, ok, _ := unstructured.NestedFieldNoCopy(applied, "spec", "replicas")
	if !ok {
		return live
	}
	out := (&unstructured.Unstructured{Object: live}).DeepCopy()
	if err := unstructured.SetNestedField(out.Object, replicas, "spec", "replicas"); err != nil {
		return live
	}
	return out.Object
}
