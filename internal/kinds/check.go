package kinds

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Check runs rules over c and returns what the API would refuse or never act
// on (errs) and what it would accept without doing what it says (warns). Every detail
// ends with the identifier of its rule in parentheses.
//
// unknown lists the paths whose values are not known yet, in the form of
// field.Path.String, such as "spec.modelClaims.models[0].name". A rule has no verdict on what
// depends on one of them, and one of some releases has none while c.Release is empty.
func Check(rules []Rule, c Candidate, unknown []string) (errs, warns field.ErrorList) {
	for _, rule := range rules {
		if !rule.appliesTo(c) {
			continue
		}
		// A rule that comes to no verdict has no findings either, which the tests of the rules refuse.
		found, _ := rule.Decide(c, unknown)
		for _, err := range found {
			err.Detail = strings.TrimSpace(err.Detail + " (" + rule.ID + ")")
			if rule.Warn {
				warns = append(warns, err)
			} else {
				errs = append(errs, err)
			}
		}
	}
	return errs, warns
}

// appliesTo reports whether the rule holds for the mode and the release of c.
func (r Rule) appliesTo(c Candidate) bool {
	return r.Modes.Holds(c.Direct) && (len(r.Releases) == 0 || slices.Contains(r.Releases, c.Release))
}
