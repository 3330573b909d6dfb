package ownership

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/model"
)

// TestClaims plays the plans of a run: which of them conflict.
func TestClaims(t *testing.T) {
	object := func(kind, name string) model.Target {
		obj := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": kind}}
		obj.SetName(name)
		return model.Target{Applied: obj}
	}
	x := []model.Target{object("Deployment", "x")}
	type plan struct {
		instance string
		stance   model.Stance
		creates  bool
		objects  []model.Target
	}
	creation := func(instance string) plan { return plan{instance, keeps, true, x} }
	state := func(instance string, s model.Stance) plan { return plan{instance, s, false, x} }
	for name, tc := range map[string]struct {
		reason string
		plans  []plan
		want   bool
	}{
		"TwoCreations":        {"nothing tells them apart but that there are two", []plan{creation("a"), creation("b")}, true},
		"OtherKinds":          {"a name is taken for each kind", []plan{creation("a"), {"b", keeps, true, []model.Target{object("Service", "x")}}}, false},
		"PlannedTwice":        {"an instance with a state may be planned again", []plan{state("a", keeps), state("a", keeps)}, false},
		"Replacement":         {"Terraform tells the second half which instance it is", []plan{state("a", replaces), creation("a")}, false},
		"ReplacementOfPulumi": {"Pulumi does not", []plan{state("a", replaces), creation("b")}, false},
		"BesideAState":        {"another address has it", []plan{state("a", keeps), creation("b")}, true},
		"TwoStates":           {"it was imported twice", []plan{state("a", keeps), state("b", keeps)}, true},
		"DestroyedFirst":      {"nothing orders the two", []plan{state("a", destroys), creation("b")}, true},
		"DestroyedSecond":     {"nothing orders the two", []plan{creation("b"), state("a", destroys)}, true},
		"AllDestroyed":        {"a destruction of everything ends what is twice", []plan{state("a", destroys), state("b", destroys)}, false},
		"GivenUp":             {"an update gives an object up that another one makes", []plan{state("a", keeps), {"a", keeps, false, nil}, creation("b")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			claims, conflicts := NewReservations(), false
			for _, p := range tc.plans {
				taken, _ := claim(claims, model.Holder{Instance: p.instance, Stance: p.stance}, p.creates, p.objects)
				conflicts = conflicts || len(taken) > 0
			}
			if conflicts != tc.want {
				t.Errorf("%s: conflict %v, want %v", tc.reason, conflicts, tc.want)
			}
		})
	}
}
