package tree

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
)

// find is an object that pods refer to: one of the roots, or one that was asked for. Else it asks for it.
func (d *Diagnosis) find(ref capacity.Reference) *unstructured.Unstructured {
	for _, root := range d.view.Roots {
		if root.Object.GetKind() == ref.Kind && root.Object.GetName() == ref.Name {
			return root.Object
		}
	}
	if !slices.Contains(d.Asks, ref) {
		d.Asks = append(d.Asks, ref)
	}
	return d.view.Found[ref]
}

// absent is a cause that something does not exist: one that does not pass where it lasts, because the same apply
// may make it. What was told of it may be old, so that one which exists by now keeps no wait from going on.
func (d *Diagnosis) absent(c Cause, outdated bool) Cause {
	c.outdated = outdated
	if d.find(*c.Misses) != nil {
		c.Says += " (it is there by now)"
		return c
	}
	c.finalAt = d.view.Begun.Add(settled)
	return c
}
