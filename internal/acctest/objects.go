package acctest

import (
	"context"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

// Object is where one object of a cluster is.
type Object struct {
	// Resource is its type, such as inference.llmaz.io/v1alpha1 playgrounds.
	Resource schema.GroupVersionResource
	// Namespace is empty for cluster-scoped objects.
	Namespace, Name string
}

func (c *Cluster) at(o Object) dynamic.ResourceInterface {
	if o.Namespace == "" {
		return c.Objects.Resource(o.Resource)
	}
	return c.Objects.Resource(o.Resource).Namespace(o.Namespace)
}

// Get returns the live object, nil when it does not exist.
func (c *Cluster) Get(t *testing.T, o Object) *unstructured.Unstructured {
	t.Helper()
	live, err := c.at(o).Get(t.Context(), o.Name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return live
}

// Watch returns each state of the object from now on, until the test ends.
func (c *Cluster) Watch(t *testing.T, o Object) <-chan *unstructured.Unstructured {
	t.Helper()
	watching, err := c.at(o).Watch(t.Context(), metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector(metav1.ObjectNameField, o.Name).String()})
	if err != nil {
		t.Fatal(err)
	}
	states := make(chan *unstructured.Unstructured)
	go func() {
		defer watching.Stop()
		for event := range watching.ResultChan() {
			state, ok := event.Object.(*unstructured.Unstructured)
			if !ok {
				return
			}
			select {
			case states <- state:
			case <-t.Context().Done():
				return
			}
		}
	}()
	return states
}

// Field returns a field of the live object.
func (c *Cluster) Field(t *testing.T, o Object, path ...string) any {
	t.Helper()
	live := c.Get(t, o)
	if live == nil {
		t.Fatalf("%s %s does not exist", o.Resource.Resource, o.Name)
	}
	v, _, err := unstructured.NestedFieldNoCopy(live.Object, path...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Edit changes the object behind Terraform's back, as a merge patch by the named manager.
func (c *Cluster) Edit(t *testing.T, o Object, manager, patch string) {
	t.Helper()
	if _, err := c.at(o).Patch(t.Context(), o.Name, types.MergePatchType, []byte(patch), metav1.PatchOptions{FieldManager: manager}); err != nil {
		t.Fatal(err)
	}
}

// Create creates an object as the named manager, as kubectl create does.
func (c *Cluster) Create(t *testing.T, o Object, manager string, obj map[string]any) {
	t.Helper()
	if _, err := c.at(o).Create(t.Context(), &unstructured.Unstructured{Object: obj}, metav1.CreateOptions{FieldManager: manager}); err != nil {
		t.Fatal(err)
	}
}

// Delete deletes an object behind Terraform's back and what depends on it, as kubectl does. Clean-up may call it.
func (c *Cluster) Delete(t *testing.T, o Object) {
	t.Helper()
	policy := metav1.DeletePropagationBackground
	if err := c.at(o).Delete(context.WithoutCancel(t.Context()), o.Name, metav1.DeleteOptions{PropagationPolicy: &policy}); err != nil && !apierrors.IsNotFound(err) {
		t.Fatal(err)
	}
}

// EnsureNamespace creates a namespace that is not there yet.
func (c *Cluster) EnsureNamespace(t *testing.T, name string) {
	t.Helper()
	namespaces := c.Objects.Resource(schema.GroupVersionResource{Version: "v1", Resource: "namespaces"})
	_, err := namespaces.Create(t.Context(), &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name},
	}}, metav1.CreateOptions{FieldManager: "acctest"})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		t.Fatal(err)
	}
}
