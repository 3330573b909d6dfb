package acctest

import (
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/util/retry"
)

// List returns the objects of a type in a namespace that match a label selector and are
// not being deleted.
func (c *Cluster) List(t *testing.T, resource schema.GroupVersionResource, namespace, selector string) []unstructured.Unstructured {
	t.Helper()
	list, err := c.Objects.Resource(resource).Namespace(namespace).List(t.Context(), metav1.ListOptions{LabelSelector: selector})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(list.Items, func(u unstructured.Unstructured) bool { return u.GetDeletionTimestamp() != nil })
}

// Scale sets the number of replicas through the scale subresource, as the named manager.
func (c *Cluster) Scale(t *testing.T, o Object, manager string, replicas int64) {
	t.Helper()
	scale, err := c.at(o).Get(t.Context(), o.Name, metav1.GetOptions{}, "scale")
	if err != nil {
		t.Fatal(err)
	}
	if err := unstructured.SetNestedField(scale.Object, replicas, "spec", "replicas"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.at(o).Update(t.Context(), scale, metav1.UpdateOptions{FieldManager: manager}, "scale"); err != nil {
		t.Fatal(err)
	}
}

// Update changes an object as the named manager, as kubectl edit does; it is repeated
// when somebody else was faster.
func (c *Cluster) Update(t *testing.T, o Object, manager string, change func(*unstructured.Unstructured) error) {
	t.Helper()
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		live, err := c.at(o).Get(t.Context(), o.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if err := change(live); err != nil {
			return err
		}
		_, err = c.at(o).Update(t.Context(), live, metav1.UpdateOptions{FieldManager: manager})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
