package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
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
	// Limit is how many one request asks for, 0 for the usual page.
	Limit int64
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
		options := metav1.ListOptions{LabelSelector: o.LabelSelector, FieldSelector: o.FieldSelector, Limit: cmp.Or(o.Limit, listPage)}
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

// All returns the objects of a type in a namespace, "" for all namespaces, in no order. A watch that all who ask share
// keeps them: a destruction looks at the same namespaces for each of its resources. Nobody changes them.
func (c *Client) All(ctx context.Context, r Resource, namespace string) ([]*unstructured.Unstructured, error) {
	view, err := c.view(ctx, feedKey{namespace: namespace, resource: r})
	if err != nil {
		return nil, err
	}
	return objects(view.List()), nil
}

func objects(items []any) []*unstructured.Unstructured {
	all := make([]*unstructured.Unstructured, 0, len(items))
	for _, item := range items {
		if live, ok := item.(*unstructured.Unstructured); ok {
			all = append(all, live)
		}
	}
	return all
}

// view returns the objects of a key as they are at the moment, up to the delay of a watch. Who may list but not watch
// gets a listing, and so does everybody while watches do not work.
func (c *Client) view(ctx context.Context, key feedKey) (cache.Indexer, error) {
	f := c.openFeed(ctx, key)
	defer c.closeFeed(f)
	err := f.settled(ctx)
	var request *RequestError
	refused := errors.As(err, &request) && request.Verb == "list" && (IsTypeMissing(err) || IsForbidden(err))
	switch {
	case err == nil:
		return f.informer.GetIndexer(), nil
	case refused || ctx.Err() != nil:
		return nil, err
	}
	return c.listed(ctx, key)
}

// listed lists the objects of a key. Whoever asks for the same meanwhile gets the same answer.
func (c *Client) listed(ctx context.Context, key feedKey) (cache.Indexer, error) {
	for {
		answers := c.listings.DoChan(fmt.Sprint(key), func() (any, error) { return c.list(ctx, key) })
		select {
		case <-ctx.Done():
			return nil, requestError("list", key.resource, key.namespace, "", ctx.Err())
		case answer := <-answers:
			othersTime := errors.Is(answer.Err, context.Canceled) || errors.Is(answer.Err, context.DeadlineExceeded)
			if othersTime && ctx.Err() == nil {
				continue
			}
			view, _ := answer.Val.(cache.Indexer)
			return view, answer.Err
		}
	}
}

func (c *Client) list(ctx context.Context, key feedKey) (cache.Indexer, error) {
	view := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{belongs: belonging})
	for live, err := range c.List(ctx, key.resource, ListOptions{Namespace: key.namespace}) {
		if err != nil {
			return nil, err
		}
		if err := view.Add(live); err != nil {
			return nil, err
		}
	}
	return view, nil
}
