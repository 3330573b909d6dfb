package cluster

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

// Scales reports whether an object has the scale subresource, so that its number of replicas can be set.
// Who sets it to zero had better write the field of the object: through the subresource, the API server
// notes no owner of a zero, because a Scale leaves it out.
func (c *Client) Scales(ctx context.Context, r Resource, namespace, name string) (bool, error) {
	err := c.ask("get the scale of", r, namespace, name, func(objects dynamic.ResourceInterface) error {
		_, err := objects.Get(ctx, name, metav1.GetOptions{}, "scale")
		return err
	})
	if IsTypeMissing(err) {
		return false, nil
	}
	return err == nil, err
}

// Evict asks for the eviction of one pod, which the disruption budgets of the namespace may
// refuse; [IsHeldBack] tells. A pod of another UID stays, and the one of this UID counts as gone then.
func (c *Client) Evict(ctx context.Context, namespace, pod string, uid types.UID) error {
	eviction := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "policy/v1", "kind": "Eviction", "metadata": map[string]any{"name": pod, "namespace": namespace},
		"deleteOptions": map[string]any{"preconditions": map[string]any{"uid": string(uid)}},
	}}
	objects := c.dynamic.Resource(Pods.GroupVersion().WithResource(Pods.Plural)).Namespace(namespace)
	_, err := objects.Create(ctx, eviction, metav1.CreateOptions{}, "eviction")
	if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return requestError("evict", Pods, namespace, pod, err)
}

// IsHeldBack reports whether a pod was not evicted because a disruption budget does not allow it now.
func IsHeldBack(err error) bool { return apierrors.IsTooManyRequests(err) }
