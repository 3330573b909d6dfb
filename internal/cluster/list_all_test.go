package cluster

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

// gate is an API server that answers a list with one object once it is open.
type gate struct {
	dynamic.NamespaceableResourceInterface
	open  chan struct{}
	asked int
}

func (g *gate) Resource(schema.GroupVersionResource) dynamic.NamespaceableResourceInterface { return g }

func (g *gate) Namespace(string) dynamic.ResourceInterface { return g }

func (g *gate) List(ctx context.Context, _ metav1.ListOptions) (*unstructured.UnstructuredList, error) {
	g.asked++
	select {
	case <-g.open:
		return &unstructured.UnstructuredList{Items: []unstructured.Unstructured{{}}}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestListingIsShared shows that one request serves whoever waits for it, and that they ask again
// when the time of the one that made it is over.
func TestListingIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &gate{open: make(chan struct{})}
		client := &Client{dynamic: server}
		type answer struct {
			objects int
			err     error
		}
		ask := func(ctx context.Context, r Resource) chan answer {
			answers := make(chan answer, 1)
			go func() {
				view, err := client.listed(ctx, feedKey{namespace: "ns", resource: r})
				objects := 0
				if err == nil {
					objects = len(view.List())
				}
				answers <- answer{objects, err}
			}()
			synctest.Wait()
			return answers
		}
		short, end := context.WithCancel(t.Context())
		first := ask(short, widget)
		others := []chan answer{ask(t.Context(), widget), ask(t.Context(), widget)}
		if server.asked != 1 {
			t.Errorf("three that ask for the same make %d requests, want 1", server.asked)
		}
		gadgets := ask(t.Context(), gadget)
		if server.asked != 2 {
			t.Errorf("objects of another type are asked for by %d requests, want 1 more", server.asked-1)
		}
		end()
		synctest.Wait()
		if got := <-first; !errors.Is(got.err, context.Canceled) {
			t.Errorf("the one whose time is over gets %v", got)
		}
		if server.asked != 3 {
			t.Errorf("the others make %d requests, want 1 for both", server.asked-2)
		}
		close(server.open)
		for _, one := range append(others, gadgets) {
			if got := <-one; got.err != nil || got.objects != 1 {
				t.Errorf("one of the others gets %v", got)
			}
		}
	})
}
