package cluster

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Get returns the live object. namespace is ignored for cluster-scoped resources. The
// object does not exist when [IsNotFound] holds for the error; every other error leaves
// that open.
func (c *Client) Get(ctx context.Context, r Resource, namespace, name string) (*unstructured.Unstructured, error) {
	objects, err := c.at(r, namespace, name)
	if err != nil {
		return nil, err
	}
	live, err := objects.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, requestError("get", r, namespace, name, err)
	}
	return live, nil
}
