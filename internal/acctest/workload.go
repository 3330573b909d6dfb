package acctest

import (
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
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

// patience is how often a write is repeated that others are faster than: controllers write a status many times while
// pods start, and a busy machine lets them win each time for seconds.
var patience = wait.Backoff{Steps: 20, Duration: 10 * time.Millisecond, Factor: 1.3, Jitter: 0.5}

// Scale sets the number of replicas through the scale subresource, as the named manager.
func (c *Cluster) Scale(t *testing.T, o Object, manager string, replicas int64) {
	t.Helper()
	c.change(t, o, manager, func(scale *unstructured.Unstructured) error {
		return unstructured.SetNestedField(scale.Object, replicas, "spec", "replicas")
	}, "scale")
}

// Update changes an object as the named manager, as kubectl edit does; it is repeated
// when somebody else was faster.
func (c *Cluster) Update(t *testing.T, o Object, manager string, change func(*unstructured.Unstructured) error) {
	t.Helper()
	c.change(t, o, manager, change)
}

// change changes an object or a subresource of it.
func (c *Cluster) change(t *testing.T, o Object, manager string, change func(*unstructured.Unstructured) error, subresource ...string) {
	t.Helper()
	err := retry.RetryOnConflict(patience, func() error {
		live, err := c.at(o).Get(t.Context(), o.Name, metav1.GetOptions{}, subresource...)
		if err != nil {
			return err
		}
		if err := change(live); err != nil {
			return err
		}
		_, err = c.at(o).Update(t.Context(), live, metav1.UpdateOptions{FieldManager: manager}, subresource...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
