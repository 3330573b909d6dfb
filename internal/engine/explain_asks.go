package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// lack says what could not be looked at, and which permission that takes.
func (e *explainer) lack(verb, resource, group string, err error) string {
	if cluster.IsForbidden(err) {
		return fmt.Sprintf("%s: the identity of the provider block may not %s them; grant it %s on %s of the API group %q", resource, verb, verb, resource, group)
	}
	return resource + ": " + answerOf(err)
}

// readLogs reads the logs that are wanted and were not read, and reports whether there were any.
func (e *explainer) readLogs(ctx context.Context, wanted []tree.Log) bool {
	for _, log := range wanted {
		limited, cancel := context.WithTimeout(ctx, lookTimeout)
		text, err := e.settings.Client.Log(limited, log.Namespace, log.Pod, log.Container, log.Previous)
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
func (e *explainer) wantsNodes(d tree.Diagnosis) bool {
	slowest := d.Slowest()
	return e.nodes == nil && slowest != nil && slowest.Phase == tree.Scheduling
}

// readNodes reads the nodes, once.
func (e *explainer) readNodes(ctx context.Context) bool {
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	e.nodes = []*unstructured.Unstructured{}
	for n, err := range e.settings.Client.List(limited, cluster.Nodes, cluster.ListOptions{}) {
		if err != nil {
			e.unseen[e.lack("list", "nodes", "", err)] = true
			e.nodes = []*unstructured.Unstructured{}
			return true
		}
		e.nodes = append(e.nodes, n)
	}
	return true
}

// askAgain is how long an object that was missing is taken to be.
const askAgain = 10 * time.Second

// askNeeds looks whether what the object refers to is there, again and again while something is missing, and
// reports whether it did. It does so at once where a wait would end because of it.
func (e *explainer) askNeeds(ctx context.Context, d tree.Diagnosis) bool {
	needs := e.shape.kind.Explains.Needs
	ends := d.Cause != nil && d.Cause.Reason == tree.Absent && d.Cause.Final
	known := !e.asked.IsZero() && (len(e.absent) == 0 || time.Since(e.asked) < askAgain && !ends)
	if known || needs == nil || e.values.text(attrMode) == Direct {
		return false
	}
	e.asked, e.absent = time.Now(), nil
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	for _, need := range needs(e.values.unstructured()) {
		missing, what := true, ""
		for _, of := range e.shape.kind.Refers {
			if !slices.Contains(need.Of, of.TypeName) {
				continue
			}
			namespace, _ := e.values.name()
			if need.Namespace != "" {
				namespace = need.Namespace
			}
			r := cluster.Resource{GroupVersionKind: of.GVK, Plural: of.Plural, Namespaced: of.Namespaced}
			_, err := e.settings.Client.Get(limited, r, namespace, need.Name)
			missing = missing && cluster.IsNotFound(err)
			what = of.GVK.Kind + "/" + need.Name
		}
		if missing && what != "" {
			e.absent = append(e.absent, tree.Absence{Object: what, Field: need.Field})
		}
	}
	return true
}
