// Package cluster starts the parts of a local cluster in the order in which they need each other.
package cluster

import (
	"time"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/nodes"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

// Options says what the cluster has. All paths are absolute.
type Options struct {
	Dir            state.Dir
	CRDs           []string      // Files and folders of CustomResourceDefinitions.
	Stages         []string      // Files of kwok Stages that play an operator on custom resources.
	Played         []string      // Operators that make workloads of their objects, by the names of package played.
	Manifests      []string      // Files and folders of further objects, applied in this order at the end.
	Fleet          nodes.Fleet   // The nodes.
	ProcessNode    string        // Socket of a node whose pods are processes; empty: none.
	AuditLog       string        // File of one JSON line a request; empty: none.
	MutatesLlmaz   bool          // Run the mutating webhook of llmaz.
	StartTimeout   time.Duration // Limit of Start.
	VerboseLogging bool          // Log at klog level 2 instead of 0.
}
