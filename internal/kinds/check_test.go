package kinds

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// refusing is a rule that never accepts.
func refusing(rule Rule) Rule {
	rule.ID = "T-1"
	rule.Check = func(Candidate) field.ErrorList {
		return field.ErrorList{field.Required(field.NewPath("spec"), "set it")}
	}
	return rule
}

func TestCheckRunsTheRulesThatApply(t *testing.T) {
	cases := map[string]struct {
		reason    string
		rule      Rule
		candidate Candidate
		unknown   []string
		want      bool
	}{
		"applies": {
			reason: "a rule without limits and with all its reads known must run",
			rule:   Rule{Reads: []string{"spec.replicas"}}, unknown: []string{"spec.replicasMax", "spec.size", "metadata.name"},
			want: true,
		},
		"unknown at":    {reason: "the value is not known", rule: Rule{Reads: []string{"spec.a.b"}}, unknown: []string{"spec.a.b"}},
		"unknown above": {reason: "what contains the value is not known", rule: Rule{Reads: []string{"spec.a.b"}}, unknown: []string{"spec.a"}},
		"unknown below": {reason: "a part of the value is not known", rule: Rule{Reads: []string{"spec.a"}}, unknown: []string{"spec.a.b[0].c"}},
		"unknown in any item": {
			reason: "[] stands for every item",
			rule:   Rule{Reads: []string{"spec.models[].name"}}, unknown: []string{"spec.models[7].name"},
		},
		"unknown field of an item that is not read": {
			reason: "the rule does not look at this field of the items",
			rule:   Rule{Reads: []string{"spec.models[].role"}}, unknown: []string{"spec.models[0].name"}, want: true,
		},
		"unknown list": {
			reason: "the number of items is not known",
			rule:   Rule{Reads: []string{"spec.models[].role"}}, unknown: []string{"spec.models"},
		},
		"unknown key of a map": {
			reason: "the key has a dot and a slash, which do not separate fields",
			rule:   Rule{Reads: []string{"spec.limits"}}, unknown: []string{"spec.limits[nvidia.com/gpu]"},
		},
		"second read unknown": {
			reason: "one unknown read is enough",
			rule:   Rule{Reads: []string{"spec.a", "spec.b"}}, unknown: []string{"spec.b"},
		},
		"generation matches": {
			reason: "the rule holds for this generation",
			rule:   Rule{Dialects: []string{"v1", "v2"}}, candidate: Candidate{Dialect: "v2"}, want: true,
		},
		"other generation":     {reason: "the rule holds for another generation", rule: Rule{Dialects: []string{"v1"}}, candidate: Candidate{Dialect: "v2"}},
		"generation not known": {reason: "a rule of one generation waits until the generation is known", rule: Rule{Dialects: []string{"v1"}}},
		"operator rule in operator mode": {
			reason: "the mode matches", rule: Rule{Modes: OperatorMode}, want: true,
		},
		"operator rule in direct mode": {reason: "no operator is involved", rule: Rule{Modes: OperatorMode}, candidate: Candidate{Direct: true}},
		"direct rule in direct mode": {
			reason: "the mode matches", rule: Rule{Modes: DirectMode}, candidate: Candidate{Direct: true}, want: true,
		},
		"direct rule in operator mode": {reason: "nothing is rendered", rule: Rule{Modes: DirectMode}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			errs, warns := Check([]Rule{refusing(tc.rule)}, tc.candidate, tc.unknown)
			if got := len(errs) == 1; got != tc.want {
				t.Errorf("ran = %v, want %v: %s (%v)", got, tc.want, tc.reason, errs)
			}
			if len(warns) != 0 {
				t.Errorf("a rule that refuses gave warnings: %v", warns)
			}
		})
	}
}

func TestCheckTellsErrorsFromWarnings(t *testing.T) {
	errs, warns := Check([]Rule{refusing(Rule{}), refusing(Rule{Warn: true})}, Candidate{}, nil)
	want := field.ErrorList{{Type: field.ErrorTypeRequired, Field: "spec", BadValue: "", Detail: "set it (T-1)"}}
	if diff := cmp.Diff(want, errs); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, warns); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestTyped(t *testing.T) {
	check := Typed(func(pod *corev1.Pod, c Candidate) field.ErrorList {
		return field.ErrorList{field.Invalid(field.NewPath("spec", "nodeName"), pod.Spec.NodeName, c.Dialect)}
	})
	cases := map[string]struct {
		reason string
		object map[string]any
		want   field.ErrorList
	}{
		"fits": {
			reason: "the rule sees the typed object and the candidate",
			object: map[string]any{"spec": map[string]any{"nodeName": "n1"}},
			want:   field.ErrorList{{Type: field.ErrorTypeInvalid, Field: "spec.nodeName", BadValue: "n1", Detail: "v9"}},
		},
		"does not fit": {
			reason: "a schema error is reported by the schema, not by every rule",
			object: map[string]any{"spec": map[string]any{"nodeName": map[string]any{}}},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := check(Candidate{Object: &unstructured.Unstructured{Object: tc.object}, Dialect: "v9"})
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
