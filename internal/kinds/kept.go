package kinds

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Kept says how objects of a kind without a custom resource are found again: one of the rendered objects keeps what was
// configured.
type Kept struct {
	// In is the type of the rendered object that keeps it, which has the name and the namespace of the resource.
	In schema.GroupVersionKind
	// Spec returns what a live object of the type keeps, and false for one that keeps nothing, such as an object of somebody else.
	Spec func(live *unstructured.Unstructured) (map[string]any, bool)
	// Status returns the status in the definition of the kind, from the live objects that were rendered.
	Status func(live []*unstructured.Unstructured) map[string]any
}

// Marks are the labels of a live object that say whose it is, which nobody has configured.
func (*Kept) Marks(live *unstructured.Unstructured) map[string]string {
	return render.OwnerOf(live).Selector()
}

// Selector selects the objects that keep a spec, among others that the provider has made.
func (*Kept) Selector() string { return render.LabelManagedBy + "=" + render.ManagedBy }
