// Package admission writes the rules of a kind as policies that the API server itself holds objects to, whoever applies them.
package admission

import (
	"slices"
	"strconv"
	"strings"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Options are what a user decides of the policies of a kind.
type Options struct {
	// Name is that of the policy of what is refused and of its binding; that of what is warned of has -warnings behind it.
	Name string
	// Release is the release of the objects.
	Release object.Release
	// Actions are what the binding does with an object that breaks a rule.
	Actions []admissionregistrationv1.ValidationAction
}

// LeftOut is a rule that no policy has.
type LeftOut struct {
	// Rule is its identifier, and Says what must hold. Reason says why it is left out.
	Rule, Says, Reason string
}

// Expressible reports whether the fields of a release have the names that rules know them by.
func Expressible(d object.Release) bool { return len(d.Moves) == 0 && len(d.Renames) == 0 }

// Newest is the newest release of a kind whose fields have the names that rules know them by.
func Newest(k *kinds.Kind) object.Release {
	for _, d := range slices.Backward(k.Releases) {
		if Expressible(d) {
			return d
		}
	}
	return k.Releases[0]
}

// Name is what the policy of a kind is called where nothing is said: as the definition of the kind.
func Name(k *kinds.Kind, d object.Release) string {
	rule := resource(k, d)
	return rule.Resources[0] + "." + rule.APIGroups[0]
}

// Policies returns the policies of a kind with their bindings, and the rules of operator mode that none has.
func Policies(k *kinds.Kind, o Options) ([]*unstructured.Unstructured, []LeftOut, error) {
	var refused, warned []admissionregistrationv1.Validation
	left := []LeftOut{}
	for _, rule := range k.Rules() {
		if !rule.Modes.Holds(false) {
			continue
		}
		validations, reason := validations(k, rule, o.Release.Name)
		switch {
		case reason != "":
			left = append(left, LeftOut{rule.ID, rule.Says, reason})
		case rule.Warn:
			warned = append(warned, validations...)
		default:
			refused = append(refused, validations...)
		}
	}
	var objects []*unstructured.Unstructured
	for _, p := range []struct {
		name        string
		validations []admissionregistrationv1.Validation
		actions     []admissionregistrationv1.ValidationAction
	}{
		{o.Name, refused, o.Actions},
		{o.Name + "-warnings", warned, []admissionregistrationv1.ValidationAction{admissionregistrationv1.Warn}},
	} {
		if len(p.validations) == 0 {
			continue
		}
		for _, typed := range []any{policy(p.name, resource(k, o.Release), p.validations), binding(p.name, p.actions)} {
			tree, err := runtime.DefaultUnstructuredConverter.ToUnstructured(typed)
			if err != nil {
				return nil, nil, err
			}
			delete(tree, "status")
			unstructured.RemoveNestedField(tree, "metadata", "creationTimestamp")
			objects = append(objects, &unstructured.Unstructured{Object: tree})
		}
	}
	return objects, left, nil
}

// validations are those of a rule with its identifier, or the reason why there are none.
func validations(k *kinds.Kind, rule kinds.Rule, release string) ([]admissionregistrationv1.Validation, string) {
	if holds := k.ReleasesOf(rule); !slices.Contains(holds, release) {
		return nil, "holds for " + strings.Join(holds, ", ") + " alone"
	}
	if rule.Admission == nil {
		return nil, "is a program of the provider"
	}
	list, err := rule.Admission(release)
	if err != nil {
		return nil, err.Error()
	}
	for i := range list {
		list[i].Message += " (" + rule.ID + ")"
		if list[i].MessageExpression != "" {
			list[i].MessageExpression += " + " + strconv.Quote(" ("+rule.ID+")")
		}
	}
	return list, ""
}

// resource is what the API calls the objects of a release.
func resource(k *kinds.Kind, d object.Release) admissionregistrationv1.Rule {
	gvk, plural := k.GVK, k.Plural
	if !d.GVK.Empty() {
		gvk, plural = d.GVK, d.Plural
	}
	return admissionregistrationv1.Rule{APIGroups: []string{gvk.Group}, APIVersions: []string{gvk.Version}, Resources: []string{plural}}
}

// policy judges what a user writes: not what becomes of an object whose spec stays, such as finalizers, so that controllers go on
// with objects that were there before. What it cannot decide it lets through, as the provider does.
func policy(name string, rule admissionregistrationv1.Rule, validations []admissionregistrationv1.Validation) *admissionregistrationv1.ValidatingAdmissionPolicy {
	failure := admissionregistrationv1.Ignore
	return &admissionregistrationv1.ValidatingAdmissionPolicy{
		TypeMeta:   metav1.TypeMeta{APIVersion: "admissionregistration.k8s.io/v1", Kind: "ValidatingAdmissionPolicy"},
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: admissionregistrationv1.ValidatingAdmissionPolicySpec{
			FailurePolicy: &failure,
			MatchConstraints: &admissionregistrationv1.MatchResources{ResourceRules: []admissionregistrationv1.NamedRuleWithOperations{{
				RuleWithOperations: admissionregistrationv1.RuleWithOperations{
					Operations: []admissionregistrationv1.OperationType{admissionregistrationv1.Create, admissionregistrationv1.Update}, Rule: rule,
				},
			}}},
			MatchConditions: []admissionregistrationv1.MatchCondition{{Name: "spec-is-new", Expression: "oldObject == null || object.spec != oldObject.spec"}},
			Validations:     validations,
		},
	}
}

func binding(name string, actions []admissionregistrationv1.ValidationAction) *admissionregistrationv1.ValidatingAdmissionPolicyBinding {
	return &admissionregistrationv1.ValidatingAdmissionPolicyBinding{
		TypeMeta:   metav1.TypeMeta{APIVersion: "admissionregistration.k8s.io/v1", Kind: "ValidatingAdmissionPolicyBinding"},
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec:       admissionregistrationv1.ValidatingAdmissionPolicyBindingSpec{PolicyName: name, ValidationActions: actions},
	}
}
