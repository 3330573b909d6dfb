package ruleset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// evaluator decides one rule.
type evaluator struct {
	scope  func() (*scope, error)
	typing func() (*typing, error)
	checks []*placed
}

// placed is a check at one of its places, compiled when a value is there.
type placed struct {
	check    Check
	at       place
	compiled func() (*programs, error)
}

// programs are the expressions of a check.
type programs struct {
	variables     []computed
	when          []expression
	holds         expression
	message, path []text
	// value is nil where the check has none.
	value expression
}

// text is a piece of a message or of a path: as it stands, or an expression.
type text struct {
	literal    string
	expression expression
}

// compile returns what is wrong with the expressions of the rule, which are typed by the schema.
func (e *evaluator) compile() error {
	typing, err := e.typing()
	if err != nil {
		return err
	}
	var errs []error
	for _, p := range e.checks {
		errs = append(errs, typing.check(p.check, p.at))
	}
	return errors.Join(errs...)
}

// conditions are those under which a check counts at a place.
func (c Check) conditions(at place) []string {
	conditions := slices.Clone(at.when)
	if c.When != "" {
		conditions = append(conditions, c.When)
	}
	return conditions
}

func (s *scope) programs(c Check, at place) (*programs, error) {
	p := &programs{variables: slices.Concat(s.variables, s.compute(c.Variables)), holds: s.expression(c.Rule)}
	for _, condition := range c.conditions(at) {
		p.when = append(p.when, s.expression(condition))
	}
	if c.Value != "" {
		p.value = s.expression(c.Value)
	}
	var err error
	if p.message, err = s.texts(c.Message); err != nil {
		return nil, err
	}
	p.path, err = s.texts(cmp.Or(c.Path, c.Field))
	return p, err
}

func (s *scope) texts(t template) ([]text, error) {
	parts, err := t.parts()
	if err != nil {
		return nil, err
	}
	list := make([]text, len(parts))
	for i, p := range parts {
		if p.expression {
			list[i].expression = s.expression(p.text)
		} else {
			list[i].literal = p.text
		}
	}
	return list, nil
}

// decide returns a finding for each value that breaks the rule. An error means that an expression cannot be compiled, or
// came to no value: a fault of the rule, which then has no verdict.
func (e *evaluator) decide(c kinds.Candidate, unknown []string) (field.ErrorList, error) {
	var found field.ErrorList
	var errs []error
	root := visit{self: c.Object.Object}
	for _, p := range e.checks {
		visits := root.visits(p.at.steps)
		if len(visits) == 0 {
			continue
		}
		compiled, err := p.compiled()
		if err != nil {
			return nil, err
		}
		run := newRun(compiled, root, c, unknown)
		for _, v := range visits {
			about := v
			if p.check.Path != "" {
				about = root
			}
			finding, err := compiled.finding(run.at(v), about)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", v.path, err))
			} else if finding != nil {
				finding.Type = cmp.Or(field.ErrorType(p.check.Reason), field.ErrorTypeInvalid)
				found = append(found, finding)
			}
		}
	}
	return found, errors.Join(errs...)
}

// finding is nil where the check holds, and where it depends on what is not known.
func (p *programs) finding(vars map[string]any, v visit) (*field.Error, error) {
	for _, condition := range p.when {
		if applies, _, err := evaluate(condition, vars); applies != types.True {
			return nil, err
		}
	}
	if holds, _, err := evaluate(p.holds, vars); holds != types.False {
		return nil, err
	}
	detail, known, err := fill(p.message, vars)
	if !known {
		return nil, err
	}
	below, known, err := fill(p.path, vars)
	if !known {
		return nil, err
	}
	path, value := v.path, v.self
	steps, err := fieldpath.Parse(below)
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		path, value = extend(path, s), get(value, s)
	}
	if p.value != nil {
		said, known, err := evaluate(p.value, vars)
		if !known {
			return nil, err
		}
		value = said.Value()
	}
	finding := &field.Error{BadValue: value, Detail: detail}
	if path != nil {
		finding.Field = path.String()
	}
	return finding, nil
}

// evaluate is false for what depends on values that are not known.
func evaluate(e expression, vars map[string]any) (ref.Val, bool, error) {
	program, err := e()
	if err != nil {
		return nil, false, err
	}
	result, _, err := program.Eval(vars)
	if errors.Is(err, errUnknown) {
		return nil, false, nil
	}
	return result, err == nil, err
}

// fill replaces the expressions of a text, and is false where one is not known.
func fill(list []text, vars map[string]any) (string, bool, error) {
	var b strings.Builder
	for _, t := range list {
		if t.expression == nil {
			b.WriteString(t.literal)
			continue
		}
		value, known, err := evaluate(t.expression, vars)
		if !known {
			return "", false, err
		}
		fmt.Fprint(&b, value.Value())
	}
	return b.String(), true, nil
}

func extend(path *field.Path, s fieldpath.Step) *field.Path {
	index, isIndex := s.Index()
	switch {
	case isIndex:
		return path.Index(index)
	case path == nil:
		return field.NewPath(s.Name())
	case strings.ContainsAny(s.Name(), "./"):
		return path.Key(s.Name())
	}
	return path.Child(s.Name())
}

func get(value any, s fieldpath.Step) any {
	switch value := value.(type) {
	case map[string]any:
		return value[s.Name()]
	case []any:
		if index, isIndex := s.Index(); isIndex && index < len(value) {
			return value[index]
		}
	}
	return nil
}

// run is one evaluation of a check: the object, and what is not known of it.
type run struct {
	*programs
	root    visit
	c       kinds.Candidate
	unknown unknowns
}

func newRun(p *programs, root visit, c kinds.Candidate, unknown []string) *run {
	return &run{programs: p, root: root, c: c, unknown: parseUnknowns(unknown)}
}

// at is what the expressions see at one place. Each value is made when an expression asks for it.
func (r *run) at(v visit) map[string]any {
	seen := func(v visit) func() any {
		return sync.OnceValue(func() any { return value(v.self, r.unknown.below(v.path)) })
	}
	vars := map[string]any{
		varObject: seen(r.root), varSelf: seen(v), varKey: v.key, varIndex: v.index, varPlace: "",
		varDirect: r.c.Direct, varKnown: known{r.c}, varRelease: types.WrapErr(errUnknown), varAnyRelease: r.c.Release == "",
	}
	if v.path != nil {
		vars[varPlace] = v.path.String()
	}
	if r.c.Release != "" {
		vars[varRelease] = r.c.Release
	}
	if len(r.unknown.step(fieldpath.Field(varKnown))) > 0 {
		vars[varKnown] = types.WrapErr(errUnknown)
	}
	for name, named := range v.named {
		vars[name] = seen(named)
	}
	for _, variable := range r.variables {
		vars[variable.name] = sync.OnceValue(func() any {
			program, err := variable.value()
			if err != nil {
				return types.WrapErr(err)
			}
			result, _, err := program.Eval(vars)
			if err != nil {
				return types.WrapErr(err)
			}
			return result
		})
	}
	return vars
}
