package model

import (
	"context"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// nodesAge is how long a list of nodes counts as what is there: a plan looks at them once, and a wait for a node sees one that came.
const nodesAge = time.Minute

// NodeList are the nodes of the cluster, which all resources of a provider block look at together. The zero value has not looked.
type NodeList struct {
	mu    sync.Mutex
	read  time.Time
	nodes []*unstructured.Unstructured
	err   error
}

// Of lists the nodes, or returns those that were listed a moment ago. Nobody changes them. What the cluster refuses is remembered as
// well, but not that who asked had no time.
func (l *NodeList) Of(ctx context.Context, client *cluster.Client) ([]*unstructured.Unstructured, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.read.IsZero() && time.Since(l.read) < nodesAge {
		return l.nodes, l.err
	}
	l.nodes, l.err = nil, nil
	for n, err := range client.List(ctx, cluster.Nodes, cluster.ListOptions{}) {
		if err != nil {
			l.nodes, l.err = nil, err
			break
		}
		l.nodes = append(l.nodes, n)
	}
	if ctx.Err() == nil {
		l.read = time.Now()
	}
	return l.nodes, l.err
}
