package kinds

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Check runs the kind's rules over c and returns what the API would refuse or never act
// on (errs) and what it would accept without doing what it says (warns). Every detail
// ends with the identifier of its rule in parentheses, which is its origin.
//
// unknown lists the paths whose values are not known yet, in the form of
// field.Path.String, such as "spec.modelClaims.models[0].name". A rule has no verdict on what
// depends on one of them, and one of some releases has none while c.Release is empty.
func (k *Kind) Check(c Candidate, unknown []string) (errs, warns field.ErrorList) {
	return check(k.Rules(), c, unknown, func(r Rule) bool { return slices.Contains(k.ReleasesOf(r), c.Release) })
}

// Check runs rules as [Kind.Check] does, for an object of a release that is not known.
func Check(rules []Rule, c Candidate, unknown []string) (errs, warns field.ErrorList) {
	return check(rules, c, unknown, func(Rule) bool { return false })
}

// check runs the rules that hold for the mode of c and, unless they hold for every release, for its release.
func check(rules []Rule, c Candidate, unknown []string, holds func(Rule) bool) (errs, warns field.ErrorList) {
	for _, rule := range rules {
		if bounded := rule.Since != "" || rule.Until != ""; !rule.Modes.Holds(c.Direct) || bounded && !holds(rule) {
			continue
		}
		// A rule that comes to no verdict has no findings either, which the tests of the rules refuse.
		found, _ := rule.Decide(c, unknown)
		for _, err := range found {
			err.Detail = strings.TrimSpace(err.Detail + " (" + rule.ID + ")")
			err.Origin = rule.ID
			if rule.Warn {
				warns = append(warns, err)
			} else {
				errs = append(errs, err)
			}
		}
	}
	return errs, warns
}
