// Package render builds the workloads of direct mode. Renderers are pure: no client,
// clock, environment or randomness, and nothing depends on map order.
package render

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Input is everything a renderer may look at.
type Input struct {
	// Object is the configured resource in hub form:
	// apiVersion, kind, metadata (name, namespace, labels, annotations) and spec.
	Object *unstructured.Unstructured
	// Options is the resource's `direct` object as its definition has it; empty when the
	// resource has none.
	Options map[string]any
	// References are the objects that the resource refers to.
	References References
	// Images fills in images that nobody names.
	Images *Images
	// Bare leaves engines as they are configured, without what direct mode completes: what an operator would run.
	Bare bool
}

// Output is what direct mode applies.
type Output struct {
	// Objects are in the order in which they are applied; they are deleted in reverse.
	Objects []*unstructured.Unstructured
	// Endpoint is the base URL that the rendered workload serves inside the cluster.
	Endpoint string
	// OpenAIBaseURL is where clients of the API of OpenAI find it, and ServedModelName the name by which they ask for the model. A
	// renderer sets them where the rendered objects do not tell.
	OpenAIBaseURL, ServedModelName string
	// Warnings tell what will not work as its author may expect.
	Warnings []string
}

// Func renders one resource. Errors carry field paths below the resource's root, such
// as spec.modelClaim.modelName or definitions[0].
type Func func(Input) (Output, field.ErrorList)
