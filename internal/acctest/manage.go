package acctest

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/yaml"
)

// ApplyAs applies fields of the object server-side as the named manager, by force: as a
// GitOps controller does.
func (c *Cluster) ApplyAs(t *testing.T, o Object, manager string, obj map[string]any) {
	t.Helper()
	body, err := json.Marshal(obj)
	if err != nil {
		t.Fatal(err)
	}
	force := true
	if _, err := c.at(o).Patch(t.Context(), o.Name, types.ApplyPatchType, body, metav1.PatchOptions{FieldManager: manager, Force: &force}); err != nil {
		t.Fatal(err)
	}
}

// ApplyStrictly applies fields of the object server-side as the named manager, as kubectl
// apply --server-side does: what the API does not know and what conflicts with another manager fails the test.
func (c *Cluster) ApplyStrictly(t *testing.T, o Object, manager string, obj map[string]any) *unstructured.Unstructured {
	t.Helper()
	body, err := json.Marshal(obj)
	if err != nil {
		t.Fatal(err)
	}
	options := metav1.PatchOptions{FieldManager: manager, FieldValidation: metav1.FieldValidationStrict}
	live, err := c.at(o).Patch(t.Context(), o.Name, types.ApplyPatchType, body, options)
	if err != nil {
		t.Fatal(err)
	}
	return live
}

// crds is the type of definitions.
var crds = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}

// InstallOnDemand installs a definition, given as a part of [Options.CRDs], once the provider
// has asked for objects of the type in vain. The function it returns waits for that.
func (c *Cluster) InstallOnDemand(t *testing.T, part, plural string) (wait func()) {
	t.Helper()
	raw, err := os.ReadFile(resolve(t, Root(t), part))
	if err != nil {
		t.Fatal(err)
	}
	crd := map[string]any{}
	if err := yaml.Unmarshal(raw, &crd); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	done := make(chan error, 1)
	go func() {
		if err := c.untilMissed(ctx, plural); err != nil {
			done <- err
			return
		}
		_, err := c.Objects.Resource(crds).Create(ctx, &unstructured.Unstructured{Object: crd}, metav1.CreateOptions{})
		done <- err
	}()
	return func() {
		t.Helper()
		if err := <-done; err != nil {
			t.Fatalf("installing the definition of %s: %v", plural, err)
		}
	}
}

// AddField gives an installed definition a field of text, as a release would that nobody knows. The path is one of names, where "[]"
// stands for the items of a list.
func (c *Cluster) AddField(t *testing.T, definition string, path ...string) {
	t.Helper()
	live, err := c.Objects.Resource(crds).Get(t.Context(), definition, metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	versions, _, _ := unstructured.NestedSlice(live.Object, "spec", "versions")
	at := []string{"schema", "openAPIV3Schema"}
	for _, name := range path {
		if name == "[]" {
			at = append(at, "items")
		} else {
			at = append(at, "properties", name)
		}
	}
	version, _ := versions[0].(map[string]any)
	if err := unstructured.SetNestedField(version, "string", append(at, "type")...); err != nil {
		t.Fatal(err)
	}
	if err := unstructured.SetNestedSlice(live.Object, versions, "spec", "versions"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Objects.Resource(crds).Update(t.Context(), live, metav1.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
}

// untilMissed waits until the provider was told that there is no such type.
func (c *Cluster) untilMissed(ctx context.Context, plural string) error {
	return wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
		requests, err := c.requests(time.Time{})
		return slices.ContainsFunc(requests, func(r Request) bool { return r.Resource == plural && r.Code == http.StatusNotFound }), err
	})
}
