package cluster

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
)

// DryRun asks the API server, with all of its admission, whether it would let somebody make the object, and stores
// nothing. An object of that name that exists is no obstacle. The error is what the API server says against
// it, see [Denied] and [Causes], or why it could not be asked. It takes the permission to create.
//
// Unlike a dry run of [Client.Create] it is a plain creation, as controllers send it, and makes no claim on fields.
func (c *Client) DryRun(ctx context.Context, r Resource, obj *unstructured.Unstructured) error {
	namespace, name := obj.GetNamespace(), obj.GetName()
	err := c.ask("create", r, namespace, name, func(objects dynamic.ResourceInterface) error {
		_, err := objects.Create(ctx, obj, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}, FieldManager: c.fieldManager})
		return err
	})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}
