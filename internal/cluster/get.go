package cluster

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
)

// Get returns the live object. namespace is ignored for cluster-scoped resources. The
// object does not exist when [IsNotFound] holds for the error; every other error leaves
// that open.
func (c *Client) Get(ctx context.Context, r Resource, namespace, name string) (*unstructured.Unstructured, error) {
	var live *unstructured.Unstructured
	err := c.ask("get", r, namespace, name, func(objects dynamic.ResourceInterface) (err error) {
		live, err = objects.Get(ctx, name, metav1.GetOptions{})
		return err
	})
	return live, err
}
