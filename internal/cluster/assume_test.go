package cluster

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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
