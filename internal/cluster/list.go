package cluster

import (
	"context"
	"errors"
	"fmt"
	"iter"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// listPage is how many objects one request of a listing asks for.
const listPage = 200

// ListOptions say which objects of a type are listed.
type ListOptions struct {
	// Namespace is empty for the objects of all namespaces; it is ignored for
	// cluster-scoped resources.
	Namespace string
	// LabelSelector and FieldSelector are as those of kubectl; empty selects everything.
	LabelSelector, FieldSelector string
}

// List yields live objects in the order of the API server, which is that of namespaces and
// names. It asks for a page when the one before is used up, so that who stops early does not
// wait for the rest. An error ends it.
func (c *Client) List(ctx context.Context, r Resource, o ListOptions) iter.Seq2[*unstructured.Unstructured, error] {
	namespace := o.Namespace
	if !r.Namespaced {
		namespace = ""
	}
	objects := c.dynamic.Resource(r.GroupVersion().WithResource(r.Plural)).Namespace(namespace)
	return func(yield func(*unstructured.Unstructured, error) bool) {
		options := metav1.ListOptions{LabelSelector: o.LabelSelector, FieldSelector: o.FieldSelector, Limit: listPage}
		for {
			page, err := objects.List(ctx, options)
			if err != nil {
				yield(nil, requestError("list", r, namespace, "", err))
				return
			}
			for i := range page.Items {
				if !yield(&page.Items[i], nil) {
					return
				}
			}
			if options.Continue = page.GetContinue(); options.Continue == "" {
				return
			}
		}
	}
}

// All returns what List yields. Whoever asks for the same meanwhile gets the same answer, and changes
// none of it: a destruction looks at the same namespaces for each of its resources.
func (c *Client) All(ctx context.Context, r Resource, o ListOptions) ([]*unstructured.Unstructured, error) {
	for {
		answers := c.listings.DoChan(fmt.Sprint(r, o), func() (any, error) {
			var all []*unstructured.Unstructured
			for live, err := range c.List(ctx, r, o) {
				if err != nil {
					return nil, err
				}
				all = append(all, live)
			}
			return all, nil
		})
		select {
		case <-ctx.Done():
			return nil, requestError("list", r, o.Namespace, "", ctx.Err())
		case answer := <-answers:
			othersTime := errors.Is(answer.Err, context.Canceled) || errors.Is(answer.Err, context.DeadlineExceeded)
			if othersTime && ctx.Err() == nil {
				continue
			}
			all, _ := answer.Val.([]*unstructured.Unstructured)
			return all, answer.Err
		}
	}
}
