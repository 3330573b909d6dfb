package cluster

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// Orphan is [Client.Delete], except that the dependents stay and lose their owner.
func (c *Client) Orphan(ctx context.Context, r Resource, namespace, name string, uid types.UID) error {
	return c.delete(ctx, r, namespace, name, uid, metav1.DeletePropagationOrphan)
}

// Release gives up the fields that the manager applied to a live object. They keep their
// values, and belong to nobody whom no other manager follows.
func (c *Client) Release(ctx context.Context, r Resource, live *unstructured.Unstructured, manager string) error {
	_, err := c.rewriteManagedFields(ctx, r, live, manager, func(entries []metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, bool, error) {
		held := len(entries)
		kept := slices.DeleteFunc(entries, func(e metav1.ManagedFieldsEntry) bool {
			return e.Manager == manager && e.Operation == metav1.ManagedFieldsOperationApply && e.Subresource == ""
		})
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

// OwnedBy returns the workloads in a namespace, of the kinds that direct mode creates, of
// which one of the objects with those UIDs is an owner. Kinds that the cluster does not serve
// have none.
func (c *Client) OwnedBy(ctx context.Context, namespace string, owners ...types.UID) ([]Dependent, error) {
	var out []Dependent
	for _, r := range known {
		list, err := c.dynamic.Resource(r.GroupVersion().WithResource(r.Plural)).Namespace(namespace).List(ctx, metav1.ListOptions{})
		if err != nil {
			err = requestError("list", r, namespace, "", err)
			if IsTypeMissing(err) || IsNotFound(err) {
				continue
			}
			return nil, err
		}
		for i := range list.Items {
			owned := slices.ContainsFunc(list.Items[i].GetOwnerReferences(), func(o metav1.OwnerReference) bool { return slices.Contains(owners, o.UID) })
			if owned {
				out = append(out, Dependent{r, &list.Items[i]})
			}
		}
	}
	return out, nil
}
