package cluster

import (
	"context"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
)

// RenameManager passes what one field manager has applied to a live object on to another. No value changes,
// nor does the generation. It is one request where the entry stands where it was read, and the object may have
// changed otherwise; else the object is read again.
func (c *Client) RenameManager(ctx context.Context, r Resource, live *unstructured.Unstructured, from, to string) error {
	if at := slices.IndexFunc(live.GetManagedFields(), appliedBy(from)); at >= 0 && !slices.ContainsFunc(live.GetManagedFields(), appliedBy(to)) {
		err := c.patiently(ctx, func() error { return c.renameAt(ctx, r, live, at, from, to) })
		if err == nil || IsNotFound(err) {
			return nil
		}
	}
	fresh, err := c.Get(ctx, r, live.GetNamespace(), live.GetName())
	if IsNotFound(err) || err == nil && fresh.GetUID() != live.GetUID() {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = c.rewriteManagedFields(ctx, r, fresh, to, func(entries []metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, bool, error) {
		return renamed(entries, from, to)
	})
	return err
}

// renameAt renames an entry if it and the object are still the same.
func (c *Client) renameAt(ctx context.Context, r Resource, live *unstructured.Unstructured, at int, from, to string) error {
	entry := fmt.Sprintf("/metadata/managedFields/%d/manager", at)
	_, err := c.patch(ctx, "amend", r, live.GetNamespace(), live.GetName(), types.JSONPatchType, []map[string]any{
		{"op": "test", "path": "/metadata/uid", "value": live.GetUID()},
		{"op": "test", "path": entry, "value": from},
		{"op": "replace", "path": entry, "value": to},
	}, metav1.PatchOptions{FieldManager: to})
	return err
}

func appliedBy(manager string) func(metav1.ManagedFieldsEntry) bool {
	return func(e metav1.ManagedFieldsEntry) bool {
		return e.Manager == manager && e.Operation == metav1.ManagedFieldsOperationApply && e.Subresource == ""
	}
}

// renamed returns the managed fields with the applies of one manager as those of another.
func renamed(entries []metav1.ManagedFieldsEntry, from, to string) ([]metav1.ManagedFieldsEntry, bool, error) {
	if !slices.ContainsFunc(entries, appliedBy(from)) {
		return entries, false, nil
	}
	var (
		kept []metav1.ManagedFieldsEntry
		one  metav1.ManagedFieldsEntry
	)
	held := fieldpath.NewSet()
	for _, e := range entries {
		if !appliedBy(from)(e) && !appliedBy(to)(e) {
			kept = append(kept, e)
			continue
		}
		set := fieldpath.NewSet()
		if e.FieldsV1 != nil {
			if err := set.FromJSON(e.FieldsV1.GetRawReader()); err != nil {
				return nil, false, err
			}
		}
		held, one = held.Union(set), e
	}
	raw, err := held.ToJSON()
	if err != nil {
		return nil, false, err
	}
	one.Manager, one.FieldsV1 = to, metav1.NewFieldsV1(string(raw))
	return append(kept, one), true, nil
}
