// Package played plays the operators of llmaz, LLMKube and OME as clients meet them: they make workloads of their objects,
// act on a change late, and report what was before it for longer than they should. How each does so is in its own file.
package played

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
)

// The real operators act on a change after 20 milliseconds to three seconds.
const (
	soonest = 20 * time.Millisecond
	latest  = 3 * time.Second
)

// tick is how often an operator looks at its objects.
const tick = 200 * time.Millisecond

// manager is the field manager of all of them, from the name of their binaries.
const manager = "manager"

var (
	deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
	sets        = schema.GroupVersionResource{Group: "leaderworkerset.x-k8s.io", Version: "v1", Resource: "leaderworkersets"}
)

// controller plays what one kind of object becomes.
type controller struct {
	resource schema.GroupVersionResource
	// reconcile acts on an object of which the controller has become aware. It may change the status of the object, which is
	// then written.
	reconcile func(context.Context, *visit) error
}

// operators are the controllers of each operator, by its name.
var operators = map[string][]controller{"llmaz": llmaz, "llmkube": llmkube, "ome": ome}

// Names are the operators that can be played.
func Names() []string { return slices.Sorted(maps.Keys(operators)) }

// Run plays an operator until ctx ends.
func Run(ctx context.Context, client dynamic.Interface, name string) error {
	memory := map[types.UID]*memory{}
	err := wait.PollUntilContextCancel(ctx, tick, true, func(ctx context.Context) (bool, error) {
		for _, c := range operators[name] {
			if err := c.look(ctx, client, memory); err != nil {
				return false, err
			}
		}
		return false, nil
	})
	if ctx.Err() == nil {
		return fmt.Errorf("playing %s: %w", name, err)
	}
	return nil
}

// memory is what a controller knows of an object.
type memory struct {
	// generation is the latest, and actedOn the one that was acted on last. The first one after that was noticed at a moment.
	generation, actedOn int64
	noticed             time.Time
	// changed is when the workload was last given another template.
	changed time.Time
}

// visit is one look of a controller at an object.
type visit struct {
	*memory
	client dynamic.Interface
	object *unstructured.Unstructured
}

// look visits every object of the kind. Conflicts and objects that went away meanwhile are for the next look.
func (c controller) look(ctx context.Context, client dynamic.Interface, known map[types.UID]*memory) error {
	list, err := client.Resource(c.resource).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range list.Items {
		o := &list.Items[i]
		m := known[o.GetUID()]
		if m == nil {
			m = &memory{}
			known[o.GetUID()] = m
		}
		if m.generation == m.actedOn && m.generation != o.GetGeneration() {
			m.noticed = time.Now()
		}
		m.generation = o.GetGeneration()
		if o.GetDeletionTimestamp() != nil || m.actedOn != m.generation && time.Since(m.noticed) < reaction(m) {
			continue
		}
		if err := c.visit(ctx, &visit{m, client, o}); err != nil && !passes(err) {
			return err
		}
	}
	return nil
}

// reaction is how long the controller takes to act on a generation: the first change after the creation takes longest.
func reaction(m *memory) time.Duration {
	if m.actedOn == 0 || m.actedOn > 1 {
		return soonest
	}
	return latest
}

func passes(err error) bool {
	return apierrors.IsConflict(err) || apierrors.IsNotFound(err) || wait.Interrupted(err) || apierrors.IsServerTimeout(err)
}

// visit reconciles, and writes the status where that has changed.
func (c controller) visit(ctx context.Context, v *visit) error {
	before := v.object.DeepCopy()
	if err := c.reconcile(ctx, v); err != nil {
		return err
	}
	v.actedOn = v.generation
	if fmt.Sprint(before.Object["status"]) == fmt.Sprint(v.object.Object["status"]) {
		return nil
	}
	_, err := v.client.Resource(c.resource).Namespace(v.object.GetNamespace()).UpdateStatus(ctx, v.object, metav1.UpdateOptions{FieldManager: manager})
	return err
}

// applies applies an object that belongs to the one visited, and returns it as it is then.
func (v *visit) applies(ctx context.Context, r schema.GroupVersionResource, kind, name string, spec map[string]any) (*unstructured.Unstructured, error) {
	yes := true
	owner := metav1.OwnerReference{
		APIVersion: v.object.GetAPIVersion(), Kind: v.object.GetKind(), Name: v.object.GetName(), UID: v.object.GetUID(),
		Controller: &yes, BlockOwnerDeletion: &yes,
	}
	o := &unstructured.Unstructured{Object: map[string]any{"spec": spec}}
	o.SetAPIVersion(r.GroupVersion().String())
	o.SetKind(kind)
	o.SetName(name)
	o.SetNamespace(v.object.GetNamespace())
	o.SetOwnerReferences([]metav1.OwnerReference{owner})
	return v.client.Resource(r).Namespace(o.GetNamespace()).Apply(ctx, name, o, metav1.ApplyOptions{FieldManager: manager, Force: true})
}

// workload applies a workload, and returns it as it was before, nil when it was not there, and as it is then.
func (v *visit) workload(ctx context.Context, r schema.GroupVersionResource, kind, name string, spec map[string]any) (before, after *unstructured.Unstructured, err error) {
	before, err = v.client.Resource(r).Namespace(v.object.GetNamespace()).Get(ctx, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		before, err = nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	after, err = v.applies(ctx, r, kind, name, spec)
	if err == nil && (before == nil || before.GetGeneration() != after.GetGeneration()) {
		v.changed = time.Now()
	}
	return before, after, err
}

// deployment is the spec of a Deployment of one container.
func deployment(name string, replicas int64, pod map[string]any) map[string]any {
	labels := map[string]any{"app": name}
	return map[string]any{
		"replicas": replicas, "selector": map[string]any{"matchLabels": labels},
		"template": map[string]any{"metadata": map[string]any{"labels": labels}, "spec": pod},
	}
}

// pod is the spec of a pod of one container, as whose image anything may be named.
func pod(container string, image any) map[string]any {
	if image == nil {
		image = "example.org/server"
	}
	return map[string]any{"containers": []any{map[string]any{"name": container, "image": image}}}
}

// condition is one without a generation.
func condition(kind string, holds bool, reason, message string) map[string]any {
	status := "False"
	if holds {
		status = "True"
	}
	return map[string]any{"type": kind, "status": status, "reason": reason, "message": message, "lastTransitionTime": "2026-01-01T00:00:00Z"}
}

func number(o *unstructured.Unstructured, absent int64, at ...string) int64 {
	if o == nil {
		return 0
	}
	if n, found, _ := unstructured.NestedInt64(o.Object, at...); found {
		return n
	}
	return absent
}

func field(o *unstructured.Unstructured, at ...string) any {
	value, _, _ := unstructured.NestedFieldCopy(o.Object, at...)
	return value
}

// served reports whether a workload is available and all of it of its newest template.
func served(o *unstructured.Unstructured) bool {
	if o == nil {
		return false
	}
	want := number(o, 1, "spec", "replicas")
	return number(o, 0, "status", "observedGeneration") >= o.GetGeneration() &&
		number(o, 0, "status", "updatedReplicas") == want && number(o, 0, "status", "replicas") == want && number(o, 0, "status", "readyReplicas") == want
}
