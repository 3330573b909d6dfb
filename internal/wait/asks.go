package wait

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// lack says what could not be looked at, and which permission that takes.
func (e *Explainer) lack(verb, resource, group string, err error) string {
	if cluster.IsForbidden(err) {
		return fmt.Sprintf("%s: the identity of the provider block may not %s them; grant it %s on %s of the API group %q", resource, verb, verb, resource, group)
	}
	return resource + ": " + answerOf(err)
}

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
			e.unseen[e.lack("get", "pods/log", "", err)] = true
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
		e.unseen[e.lack("list", "nodes", "", err)] = true
	}
	e.nodes = append([]*unstructured.Unstructured{}, nodes...)
	return true
}
