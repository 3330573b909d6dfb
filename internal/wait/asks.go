package wait

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// readLogs reads the logs that are wanted and were not read, and reports whether there were any.
func (e *Explainer) readLogs(ctx context.Context, wanted []tree.Log) bool {
	for _, log := range wanted {
		limited, cancel := context.WithTimeout(ctx, lookTimeout)
		text, err := e.Settings.Client.Log(limited, log.Namespace, log.Pod, log.Container, log.Previous)
		cancel()
		if ctx.Err() != nil {
			return false
		}
		if err != nil {
			e.unseen[lack("get", "pods/log", "", err)] = true
		}
		e.logs[log] = text
	}
	return len(wanted) > 0
}

// wantsNodes reports whether a pod waits for a node, of which none has been read yet.
func (e *Explainer) wantsNodes(d tree.Diagnosis) bool {
	slowest := d.Slowest()
	return e.nodes == nil && slowest != nil && slowest.Phase == tree.Scheduling
}

// readNodes reads the nodes, once. What other resources have listed a moment ago is not listed again.
func (e *Explainer) readNodes(ctx context.Context) bool {
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	nodes, err := e.Settings.Nodes.Of(limited, e.Settings.Client)
	if err != nil {
		e.unseen[lack("list", "nodes", "", err)] = true
	}
	e.nodes = append([]*unstructured.Unstructured{}, nodes...)
	return true
}
