package cluster

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// Orphan deletes the object with that UID as [Client.Remove] does, without waiting, except that the dependents stay and lose their owner.
func (c *Client) Orphan(ctx context.Context, r Resource, namespace, name string, uid types.UID) error {
	return c.delete(ctx, r, namespace, name, uid, metav1.DeletePropagationOrphan)
}

// Release gives up the fields that the manager applied to a live object. They keep their
// values, and belong to nobody whom no other manager follows.
func (c *Client) Release(ctx context.Context, r Resource, live *unstructured.Unstructured, manager string) error {
	_, err := c.rewriteManagedFields(ctx, r, live, manager, func(entries []metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, bool, error) {
		held := len(entries)
		kept := slices.DeleteFunc(entries, appliedBy(manager))
		released := len(kept) < held
		if len(kept) == 0 {
			kept = []metav1.ManagedFieldsEntry{{}} // one empty entry resets the list; an empty list changes nothing
		}
		return kept, released, nil
	})
	return err
}

// Dependent is an object that others own.
type Dependent struct {
	Resource Resource
	Object   *unstructured.Unstructured
}

// Dependents returns those of the workloads in a namespace that are wanted: of the kinds that direct mode creates, and before
// them of further types. Types that the cluster does not serve have none; one that nobody may list is an error beside the rest.
func (c *Client) Dependents(ctx context.Context, namespace string, further []Resource, wanted func(*unstructured.Unstructured) bool) ([]Dependent, error) {
	var (
		out    []Dependent
		denied error
	)
	for _, r := range slices.Concat(further, Rendered()) {
		for live, err := range c.List(ctx, r, ListOptions{Namespace: namespace}) {
			switch {
			case IsForbidden(err):
				denied = err
			case err != nil && !IsTypeMissing(err) && !IsNotFound(err):
				return nil, err
			case err == nil && wanted(live):
				out = append(out, Dependent{r, live})
			}
		}
	}
	return out, denied
}
