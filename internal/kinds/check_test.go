package kinds

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// refusing is a rule that never accepts.
func refusing(rule Rule) Rule {
	rule.ID = "T-1"
	rule.Decide = func(_ Candidate, unknown []string) (field.ErrorList, error) {
		if len(unknown) > 0 {
			return nil, nil
		}
		return field.ErrorList{field.Required(field.NewPath("spec"), "set it")}, nil
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
			reason: "a rule without limits must run", want: true,
		},
		"unknown": {reason: "the rule is told what is not known", unknown: []string{"spec"}},
		"release matches": {
			reason: "the rule holds for this release",
			rule:   Rule{Since: "v2"}, candidate: Candidate{Release: "v3"}, want: true,
		},
		"earlier release":   {reason: "the rule holds for later releases", rule: Rule{Since: "v2"}, candidate: Candidate{Release: "v1"}},
		"last release":      {reason: "the bound is included", rule: Rule{Until: "v2"}, candidate: Candidate{Release: "v2"}, want: true},
		"later release":     {reason: "the rule holds for earlier releases", rule: Rule{Until: "v2"}, candidate: Candidate{Release: "v3"}},
		"release not known": {reason: "a rule of some releases waits until the release is known", rule: Rule{Since: "v1"}},
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
			k := &Kind{Releases: []object.Release{{Name: "v1"}, {Name: "v2"}, {Name: "v3"}}, Rules: func() []Rule { return []Rule{refusing(tc.rule)} }}
			errs, warns := k.Check(tc.candidate, tc.unknown)
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
	want := field.ErrorList{{Type: field.ErrorTypeRequired, Field: "spec", BadValue: "", Detail: "set it (T-1)", Origin: "T-1"}}
	if diff := cmp.Diff(want, errs); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, warns); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}
