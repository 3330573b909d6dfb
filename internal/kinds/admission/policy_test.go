package admission_test

import (
	"slices"
	"strings"
	"testing"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds/admission"
	"github.com/inferops/terraform-provider-inference/internal/kinds/gie"
)

// TestPolicies has the two policies of a kind with rules that refuse and rules that warn.
func TestPolicies(t *testing.T) {
	pool := gie.Kinds()[2]
	newest := admission.Newest(pool)
	name := admission.Name(pool, newest)
	objects, left, err := admission.Policies(pool, admission.Options{Name: name, Release: newest, Actions: []admissionregistrationv1.ValidationAction{"Audit"}})
	if err != nil || len(left) != 0 {
		t.Fatalf("left out %v, %v; want nothing", left, err)
	}
	var got []string
	for _, o := range objects {
		actions, _, _ := unstructured.NestedStringSlice(o.Object, "spec", "validationActions")
		got = append(got, strings.Join(append([]string{o.GetKind(), o.GetName()}, actions...), " "))
	}
	want := []string{
		"ValidatingAdmissionPolicy inferencepools.inference.networking.k8s.io", "ValidatingAdmissionPolicyBinding inferencepools.inference.networking.k8s.io Audit",
		"ValidatingAdmissionPolicy inferencepools.inference.networking.k8s.io-warnings", "ValidatingAdmissionPolicyBinding inferencepools.inference.networking.k8s.io-warnings Warn",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestLeftOut has a rule about another object, which a policy cannot look up.
func TestLeftOut(t *testing.T) {
	objective := gie.Kinds()[0]
	_, left, err := admission.Policies(objective, admission.Options{Name: "p", Release: admission.Newest(objective)})
	if err != nil || !slices.ContainsFunc(left, func(l admission.LeftOut) bool {
		return l.Rule == "IO-04" && l.Says != "" && l.Reason == "depends on objects that this one refers to"
	}) {
		t.Errorf("left out %v, %v; want IO-04 with the reason", left, err)
	}
}
