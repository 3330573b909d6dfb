package cluster

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestAssume(t *testing.T) {
	const (
		update, apply = metav1.ManagedFieldsOperationUpdate, metav1.ManagedFieldsOperationApply
		ours          = "terraform"
	)
	entry := func(manager string, operation metav1.ManagedFieldsOperationType, version, subresource, fields string) metav1.ManagedFieldsEntry {
		return metav1.ManagedFieldsEntry{
			Manager: manager, Operation: operation, APIVersion: version, Subresource: subresource,
			FieldsType: "FieldsV1", FieldsV1: metav1.NewFieldsV1(fields),
		}
	}
	const template = `{"f:spec":{"f:template":{"f:spec":{"f:nodeSelector":{"f:a":{}}}}}}`
	edited := entry("kubectl-edit", update, "apps/v1", "", `{"f:spec":{"f:paused":{}}}`)
	status := entry("manager", update, "apps/v1", "status", `{"f:status":{"f:replicas":{}}}`)
	older := entry("manager", update, "apps/v1beta2", "", template)
	cases := map[string]struct {
		reason       string
		before, want []metav1.ManagedFieldsEntry
		assumed      bool
	}{
		"operator": {
			reason:  "what the operator wrote counts as applied, whatever others hold",
			before:  []metav1.ManagedFieldsEntry{entry("manager", update, "apps/v1", "", template), edited, status},
			want:    []metav1.ManagedFieldsEntry{edited, status, entry(ours, apply, "apps/v1", "", template)},
			assumed: true,
		},
		"applied by the operator": {
			reason:  "an operator that applies is none the less one",
			before:  []metav1.ManagedFieldsEntry{entry("manager", apply, "apps/v1", "", template)},
			want:    []metav1.ManagedFieldsEntry{entry(ours, apply, "apps/v1", "", template)},
			assumed: true,
		},
		"both": {
			reason: "what was applied before stays applied",
			before: []metav1.ManagedFieldsEntry{
				entry(ours, apply, "apps/v1", "", `{"f:metadata":{"f:labels":{"f:x":{}}}}`), entry("manager", update, "apps/v1", "", template),
			},
			want: []metav1.ManagedFieldsEntry{entry(ours, apply, "apps/v1", "",
				`{"f:metadata":{"f:labels":{"f:x":{}}},"f:spec":{"f:template":{"f:spec":{"f:nodeSelector":{"f:a":{}}}}}}`)},
			assumed: true,
		},
		"owner and replicas": {
			reason: "an apply that leaves them out must not remove them, and the object has nothing else of the operator",
			before: []metav1.ManagedFieldsEntry{entry("manager", update, "apps/v1", "",
				`{"f:metadata":{"f:ownerReferences":{".":{},"k:{\"uid\":\"u\"}":{}},"f:finalizers":{}},"f:spec":{"f:replicas":{}}}`)},
		},
		"other version": {
			reason: "paths of another version may mean other fields",
			before: []metav1.ManagedFieldsEntry{older},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got, assumed, err := assume(tc.before, "apps/v1", ours, []string{"manager"})
			if err != nil || assumed != tc.assumed {
				t.Fatalf("%s: assumed is %t (%v)", tc.reason, assumed, err)
			}
			if diff := cmp.Diff(tc.want, got); assumed && diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestAssumeBusy takes over an object whose status changes between the look and the request.
func TestAssumeBusy(t *testing.T) {
	version := func(text string) map[string]any {
		obj := object("u", 1).Object
		metadata := obj["metadata"].(map[string]any)
		metadata["resourceVersion"] = text
		metadata["managedFields"] = []any{map[string]any{
			"manager": "manager", "operation": "Update", "apiVersion": "example.org/v1", "fieldsType": "FieldsV1",
			"fieldsV1": map[string]any{"f:spec": map[string]any{"f:size": map[string]any{}}},
		}}
		return obj
	}
	var written []string
	note := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			var body struct{ Metadata metav1.ObjectMeta }
			raw, err := io.ReadAll(r.Body)
			if err == nil {
				err = json.Unmarshal(raw, &body)
			}
			if err != nil {
				t.Error(err)
			}
			written = append(written, body.Metadata.ResourceVersion)
			next(w, r)
		}
	}
	busy := refuse(409, metav1.StatusReasonConflict, "the object has been modified", nil)
	c, s := newTestClient(t, note(busy), answer(200, version("2")), note(answer(200, version("3"))))
	assumed, err := c.Assume(t.Context(), widget, &unstructured.Unstructured{Object: version("1")}, "terraform", []string{"manager"})
	if err != nil || !assumed {
		t.Fatalf("assumed is %t: %v", assumed, err)
	}
	if want := []string{"PATCH " + widgetPath, "GET " + widgetPath, "PATCH " + widgetPath}; !slices.Equal(s.requests(), want) || !slices.Equal(written, []string{"1", "2"}) {
		t.Errorf("the requests are %v for the versions %v", s.requests(), written)
	}
}
