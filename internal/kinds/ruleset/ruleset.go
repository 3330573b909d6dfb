// Package ruleset reads the rules of a kind from YAML and evaluates them: expressions of CEL in the environment of
// the API server, typed by the kind's schema and by what every object has in its metadata.
//
//	rules:
//	- id: MS-14
//	  says: "`max_unavailable` of a role is not more than its replicas"
//	  at: spec.template.roles[]
//	  when: has(self.maxUnavailable)
//	  rule: scaled(self.maxUnavailable, self.?replicas.orValue(1)) <= self.?replicas.orValue(1)
//	  field: maxUnavailable
//	  message: must not be more than the {self.?replicas.orValue(1)} replicas of the role
//
// Values that are not known yet are unknown to the expressions too: one that does not depend on them still decides, and
// any other has no verdict.
package ruleset

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"sync"

	"github.com/google/cel-go/cel"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Rule is one entry of a file of rules: what the documentation says of it, and its check or checks.
type Rule struct {
	// ID is the identifier of the constraint in the documentation, such as "MS-14". Entries may share one.
	ID string `json:"id"`
	// Says is what must hold, as a clause for the documentation in the names of Terraform.
	Says string `json:"says"`
	// Warn makes the findings warnings.
	Warn bool `json:"warn,omitempty"`
	// Mode is "operator" or "direct" for a rule of that mode alone.
	Mode mode `json:"mode,omitempty"`
	// Since and Until are the first and the last release of the upstream system that the rule holds for, empty for no bound.
	Since string `json:"since,omitempty"`
	Until string `json:"until,omitempty"`
	// Check is the one check of the rule, or what its checks have in common.
	Check `json:",inline"`
	// Checks are several. What one leaves out is as in Check.
	Checks []Check `json:"checks,omitempty"`
}

// Check is an expression, where it holds, and what is said where it does not.
type Check struct {
	// At are the places that the check is about, none meaning the object. It is evaluated once for each that is there.
	At places `json:"at,omitempty"`
	// Variables are expressions that those below read as `variables.<name>`.
	Variables []variable `json:"variables,omitempty"`
	// When limits the check to where the expression is true.
	When string `json:"when,omitempty"`
	// Rule is the expression that is true where the rule holds.
	Rule string `json:"rule,omitempty"`
	// Field is what a finding is about, below the place: dotted JSON names, keys in brackets, {expressions} replaced.
	// The place itself if it is left out.
	Field template `json:"field,omitempty"`
	// Path is what a finding is about where that is not below the place, from the root, as Field.
	Path template `json:"path,omitempty"`
	// Value is what the finding says is wrong, where it is not the value of the field: an expression.
	Value string `json:"value,omitempty"`
	// Reason is the kind of error, as in metav1.StatusCause: FieldValueInvalid if it is left out.
	Reason reason `json:"reason,omitempty"`
	// Message says what is allowed and what to do, with {expressions} replaced.
	Message template `json:"message,omitempty"`
}

// checks are those of a rule, each with what it takes from the rule.
func (r Rule) checks() []Check {
	if len(r.Checks) == 0 {
		return []Check{r.Check}
	}
	all := make([]Check, len(r.Checks))
	for i, c := range r.Checks {
		if c.At == nil {
			c.At = r.At
		}
		if c.Variables == nil {
			c.Variables = r.Variables
		}
		c.When, c.Rule, c.Value = cmp.Or(c.When, r.When), cmp.Or(c.Rule, r.Rule), cmp.Or(c.Value, r.Value)
		if c.Field == "" && c.Path == "" {
			c.Field, c.Path = r.Field, r.Path
		}
		c.Reason, c.Message = cmp.Or(c.Reason, r.Reason), cmp.Or(c.Message, r.Message)
		all[i] = c
	}
	return all
}

// file is what a file of rules has.
type file struct {
	// Include are files whose rules come before those of this one. They know its places and variables, and it theirs in
	// its rules.
	Include []string `json:"include,omitempty"`
	// Variables are expressions over `object` that rules, and later variables, read as `variables.<name>`.
	Variables []variable `json:"variables,omitempty"`
	// Places are shorthands for places.
	Places map[string]places `json:"places,omitempty"`
	// Rules in the order in which their findings are reported.
	Rules []Rule `json:"rules"`
}

type variable struct {
	Name       string `json:"name"`
	Expression string `json:"expression"`
}

// Load returns the rules of a file, for the kind whose root in the definitions table has that name; functions are those
// of the system beside the ones that every rule may use. It panics on a file that cannot be read, which is a fault of the
// build. Expressions are compiled when they are needed, and kinds.Rule.Compile returns what is wrong with them.
func Load(files fs.FS, name, definition string, functions ...cel.EnvOption) []kinds.Rule {
	return LoadAt(files, name, definition, "", functions...)
}

// LoadAt is as Load, for rules on a part that kinds have at several places: $here is the one that is given.
func LoadAt(files fs.FS, name, definition, here string, functions ...cel.EnvOption) []kinds.Rule {
	f := read(files, name)
	if here != "" {
		f.Places["here"] = places{{At: here}}
	}
	scope := sync.OnceValues(func() (*scope, error) { return newScope(f.Variables, functions) })
	typing := sync.OnceValues(func() (*typing, error) { return newTyping(definition, f, functions) })
	rules := make([]kinds.Rule, len(f.Rules))
	for i, r := range f.Rules {
		e := &evaluator{scope: scope, typing: typing}
		for _, c := range r.checks() {
			for _, at := range c.At.expand(f.Places) {
				e.checks = append(e.checks, &placed{check: c, at: at, compiled: sync.OnceValues(func() (*programs, error) {
					scope, err := scope()
					if err != nil {
						return nil, err
					}
					return scope.programs(c, at)
				})})
			}
		}
		rules[i] = kinds.Rule{
			ID: r.ID, Says: r.Says, Since: r.Since, Until: r.Until, Modes: kinds.Mode(r.Mode), Warn: r.Warn,
			Decide: e.decide, Compile: e.compile, Admission: admission{rule: r, file: f, typing: typing}.validations,
		}
	}
	return rules
}

// read returns a file together with what it includes.
func read(files fs.FS, name string) file {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		panic(err)
	}
	f := file{Places: map[string]places{}}
	if err := yaml.UnmarshalStrict(data, &f); err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	var rules []Rule
	for _, included := range f.Include {
		part := read(files, included)
		maps.Copy(f.Places, part.Places)
		f.Variables, rules = append(f.Variables, part.Variables...), append(rules, part.Rules...)
	}
	f.Rules = append(rules, f.Rules...)
	return f
}

// mode is kinds.Mode by its name.
type mode kinds.Mode

// UnmarshalJSON reads the name of a mode.
func (m *mode) UnmarshalJSON(data []byte) error {
	names := map[string]mode{`"operator"`: mode(kinds.OperatorMode), `"direct"`: mode(kinds.DirectMode)}
	found, ok := names[string(data)]
	if !ok {
		return fmt.Errorf("mode %s: must be operator or direct", data)
	}
	*m = found
	return nil
}

// reason is the type of an error of a field.
type reason field.ErrorType

// UnmarshalJSON reads a type of error, such as FieldValueForbidden.
func (r *reason) UnmarshalJSON(data []byte) error {
	for _, known := range []field.ErrorType{
		field.ErrorTypeInvalid, field.ErrorTypeRequired, field.ErrorTypeForbidden, field.ErrorTypeDuplicate, field.ErrorTypeNotFound,
		field.ErrorTypeNotSupported, field.ErrorTypeTooLong, field.ErrorTypeTooMany,
	} {
		if string(data) == `"`+string(known)+`"` {
			*r = reason(known)
			return nil
		}
	}
	return fmt.Errorf("reason %s is no type of error", data)
}
