package cluster

import (
	"context"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// unassumed are the fields that no apply may remove for being left out: who owns the
// object, who wants to see it go, and a number of replicas that may be an autoscaler's.
var unassumed = fieldpath.NewSet(
	fieldpath.MakePathOrDie("metadata", "ownerReferences"),
	fieldpath.MakePathOrDie("metadata", "finalizers"),
	fieldpath.MakePathOrDie("spec", "replicas"),
)

// Assume makes the manager the one who applied what others wrote into a live object, so
// that its next apply removes what it leaves out. All values stay as they are. It reports false,
// and changes nothing, where the others hold no field that an apply could remove.
func (c *Client) Assume(ctx context.Context, r Resource, live *unstructured.Unstructured, manager string, others []string) (bool, error) {
	return c.rewriteManagedFields(ctx, r, live, manager, func(entries []metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, bool, error) {
		return assume(entries, r.GroupVersion().String(), manager, others)
	})
}

// assume returns the managed fields with those of the others as an apply of the manager.
func assume(entries []metav1.ManagedFieldsEntry, version, manager string, others []string) ([]metav1.ManagedFieldsEntry, bool, error) {
	held, assumed := fieldpath.NewSet(), false
	var kept []metav1.ManagedFieldsEntry
	for _, e := range entries {
		own := e.Manager == manager && e.Operation == metav1.ManagedFieldsOperationApply
		other := slices.Contains(others, e.Manager)
		if e.Subresource != "" || e.APIVersion != version || e.FieldsV1 == nil || !own && !other {
			kept = append(kept, e)
			continue
		}
		set := fieldpath.NewSet()
		if err := set.FromJSON(e.FieldsV1.GetRawReader()); err != nil {
			return nil, false, err
		}
		if other {
			set = set.RecursiveDifference(unassumed)
			assumed = assumed || !set.Empty()
		}
		held = held.Union(set)
	}
	raw, err := held.ToJSON()
	if err != nil {
		return nil, false, err
	}
	return append(kept, metav1.ManagedFieldsEntry{
		Manager: manager, Operation: metav1.ManagedFieldsOperationApply, APIVersion: version,
		FieldsType: "FieldsV1", FieldsV1: metav1.NewFieldsV1(string(raw)),
	}), assumed, nil
}

// rewriteManagedFields writes who holds which field of a live object, and reports whether
// there was something to write.
func (c *Client) rewriteManagedFields(
	ctx context.Context, r Resource, live *unstructured.Unstructured, manager string,
	rewrite func([]metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, bool, error),
) (bool, error) {
	wanted := false
	_, err := c.Amend(ctx, r, live, manager, func(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		entries, changed, err := rewrite(live.GetManagedFields())
		if err != nil {
			return nil, fmt.Errorf("managed fields of %s: %w", subject(r, live.GetNamespace(), live.GetName()), err)
		}
		if wanted = changed; !wanted {
			return nil, nil
		}
		rewritten := live.DeepCopy()
		rewritten.SetManagedFields(entries)
		return rewritten, nil
	})
	return wanted, err
}
