package object_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// TestCreation holds that only the same creation, or a later run for the same state, goes on with what was begun.
func TestCreation(t *testing.T) {
	begun := object.NewCreation("workspace", "monday")
	live := &unstructured.Unstructured{Object: map[string]any{}}
	live.SetManagedFields([]metav1.ManagedFieldsEntry{{Manager: begun.Manager("terraform"), Operation: metav1.ManagedFieldsOperationApply}})
	found, under := object.UnderWay(live, "terraform")
	if !under || found != begun {
		t.Fatalf("the mark of %v reads as %v (%v)", begun, found, under)
	}
	if _, other := object.UnderWay(live, "terra"); other {
		t.Error("the mark counts for another field manager")
	}
	claims, err := object.ManagedFields(live, object.Release{})
	if err != nil || !claims.Applied("terraform") {
		t.Errorf("what a creation applied is not that of its manager (%v)", err)
	}
	for name, tc := range map[string]struct {
		mine object.Creation
		want bool
	}{
		"the same":                  {begun, true},
		"another of the same run":   {object.NewCreation("workspace", "monday"), false},
		"a later run":               {object.NewCreation("workspace", "tuesday"), true},
		"a run for another state":   {object.NewCreation("other", "tuesday"), false},
		"the same run, other state": {object.NewCreation("other", "monday"), false},
	} {
		if got := tc.mine.Continues(begun); got != tc.want {
			t.Errorf("%s continues it: %v, want %v", name, got, tc.want)
		}
	}
	long := object.NewCreation(strings.Repeat("w", object.MaxWorkspace), strings.Repeat("s", object.MaxSession))
	if manager := long.Manager(strings.Repeat("m", object.MaxManager)); len(manager) != 128 {
		t.Errorf("the longest field manager has %d bytes, want the 128 that the API server takes", len(manager))
	}
}
