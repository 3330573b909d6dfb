package kthena

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestImportedMaxUnavailable shows that 1 is somebody's choice in v1.0.0, which fills in nothing, and the server's in the main line.
func TestImportedMaxUnavailable(t *testing.T) {
	live := map[string]any{"spec": map[string]any{"template": map[string]any{"roles": []any{map[string]any{"name": "a", "maxUnavailable": int64(1)}}}}}
	for _, release := range servingReleases {
		obj := &unstructured.Unstructured{Object: live}
		obj.SetManagedFields([]metav1.ManagedFieldsEntry{{Manager: "kubectl", Operation: metav1.ManagedFieldsOperationUpdate, FieldsV1: metav1.NewFieldsV1(`{"f:spec":{}}`)}})
		claims, err := object.ManagedFields(obj, release)
		if err != nil {
			t.Fatal(err)
		}
		configured := object.Owned(release.Shape(schema.Lookup("kthena/serving/v1alpha1.ModelServing")), live, claims, "ours", nil)
		roles, _, _ := unstructured.NestedSlice(configured, "spec", "template", "roles")
		if len(roles) != 1 {
			t.Fatalf("%s: %v", release.Name, configured)
		}
		if _, kept := roles[0].(map[string]any)["maxUnavailable"]; kept != (release.Name == asServing) {
			t.Errorf("%s: max_unavailable is kept: %t", release.Name, kept)
		}
	}
}
