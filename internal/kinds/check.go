package kinds

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// Check runs rules over c and returns what the API would refuse or never act
// on (errs) and what it would accept without doing what it says (warns). Every detail
// ends with the identifier of its rule in parentheses.
//
// unknown lists the paths whose values are not known yet, in the form of
// field.Path.String, such as "spec.modelClaims.models[0].name". A rule is deferred, that
// is skipped without a verdict, while one of them lies at, above or below a path that the rule
// reads, and a rule of some generations only while c.Dialect is empty.
func Check(rules []Rule, c Candidate, unknown []string) (errs, warns field.ErrorList) {
	paths := make([]fieldpath.Path, len(unknown))
	for i, path := range unknown {
		paths[i] = fieldpath.Read(path)
	}
	for _, rule := range rules {
		if !rule.appliesTo(c) || rule.readsAny(paths) {
			continue
		}
		for _, err := range rule.findings(c, unknown) {
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

// findings are the violations of a rule. One that comes to no verdict has none, which the tests of the rules refuse.
func (r Rule) findings(c Candidate, unknown []string) field.ErrorList {
	if r.Decide == nil {
		return r.Check(c)
	}
	found, _ := r.Decide(c, unknown)
	return found
}

// Typed lets a rule read the object as the API type T, which has the fields of the
// definitions table. An object that does not fit T violates the schema, which
// reports it better, so the rule then has nothing to say.
func Typed[T any](check func(*T, Candidate) field.ErrorList) func(Candidate) field.ErrorList {
	return func(c Candidate) field.ErrorList {
		var object T
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(c.Object.Object, &object); err != nil {
			return nil
		}
		return check(&object, c)
	}
}

// appliesTo reports whether the rule holds for the mode and the generation of c.
func (r Rule) appliesTo(c Candidate) bool {
	return r.Modes.Holds(c.Direct) && (len(r.Dialects) == 0 || slices.Contains(r.Dialects, c.Dialect))
}

// readsAny reports whether the rule looks at the value at one of the paths, at a part
// of it or at something that contains it.
func (r Rule) readsAny(paths []fieldpath.Path) bool {
	return slices.ContainsFunc(r.Reads, func(read string) bool {
		pattern := fieldpath.Read(read)
		return slices.ContainsFunc(paths, func(path fieldpath.Path) bool {
			for i := range min(len(pattern), len(path)) {
				anyItem := pattern[i] == fieldpath.Every && path[i].Bracketed()
				if !anyItem && pattern[i] != path[i] {
					return false
				}
			}
			return true
		})
	})
}
