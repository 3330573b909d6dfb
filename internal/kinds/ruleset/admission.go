package ruleset

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// admission writes a rule as the validations of a ValidatingAdmissionPolicy, one for each check and place.
type admission struct {
	rule   Rule
	file   file
	typing func() (*typing, error)
}

// server is what the API server knows of an object where it evaluates a policy.
var server = sync.OnceValues(func() (*cel.Env, error) {
	env, err := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).Env(environment.NewExpressions)
	if err != nil {
		return nil, err
	}
	return env.Extend(cel.Variable(varObject, cel.DynType))
})

// validations are for objects of a release. The error says what keeps the API server from deciding the rule.
func (a admission) validations(release string) ([]admissionregistrationv1.Validation, error) {
	typing, err := a.typing()
	if err != nil {
		return nil, err
	}
	var all []admissionregistrationv1.Validation
	for _, c := range a.rule.checks() {
		for _, at := range c.At.expand(a.file.Places) {
			v, err := a.validation(c, at, typing.root, release)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		}
	}
	return all, nil
}

func (a admission) validation(c Check, at place, root *apiservercel.DeclType, release string) (admissionregistrationv1.Validation, error) {
	p := policy{rule: a.rule, check: c, at: at, names: map[string]string{
		varSelf: varObject, varIndex: "", varRelease: strconv.Quote(release), varAnyRelease: "false", varDirect: "false",
	}}
	for _, v := range slices.Concat(a.file.Variables, c.Variables) {
		p.names[varPrefix+v.Name] = v.Expression
	}
	v := admissionregistrationv1.Validation{Message: oneLine(a.rule.Says)}
	var err error
	if v.Expression, err = p.quantified(root, false); err != nil {
		return v, err
	}
	if text, ok := p.literal(); ok {
		v.Message = text
		return v, possible(v.Expression)
	}
	if v.MessageExpression, err = p.quantified(root, true); err != nil {
		return v, err
	}
	return v, possible(v.Expression, v.MessageExpression)
}

// missing are the names in an error of the compiler that the API server does not know.
var missing = regexp.MustCompile(`undeclared reference to '([^']+)'`)

// possible says why the API server could not evaluate an expression.
func possible(expressions ...string) error {
	env, err := server()
	if err != nil {
		return err
	}
	for _, expression := range expressions {
		_, issues := env.Compile(expression)
		if issues.Err() == nil {
			continue
		}
		found := missing.FindStringSubmatch(issues.Err().Error())
		switch {
		case found == nil:
			return fmt.Errorf("the API server cannot compile it: %w", issues.Err())
		case found[1] == varKnown:
			return fmt.Errorf("depends on objects that this one refers to")
		}
		return fmt.Errorf("needs the function %s of the provider", found[1])
	}
	return nil
}

// policy writes one check at one place.
type policy struct {
	rule  Rule
	check Check
	at    place
	// names are the expressions for variables, as the rule has them.
	names map[string]string
	// loops counts the macros so far, which name their variables, and indexed is whether the number of an item was asked for.
	loops   int
	indexed bool
}

// expression writes an expression of the rule.
func (p *policy) expression(text string) string {
	return rewrite(oneLine(text), func(name string) (string, bool) {
		replacement, ok := p.names[name]
		if strings.HasPrefix(name, varPrefix) && ok {
			return "(" + p.expression(replacement) + ")", true
		}
		p.indexed = p.indexed || name == varIndex
		return replacement, ok
	})
}

// quantified is whether the check holds at all values of its place or, as a message, what is said of the first at which it
// does not.
func (p *policy) quantified(root *apiservercel.DeclType, message bool) (string, error) {
	q := *p
	q.names = maps.Clone(p.names)
	text, depth, err := q.below(varObject, root, q.at.steps, message)
	if message {
		text = "(" + text + ")" + strings.Repeat("[0]", depth+1)
	}
	return text, err
}

// below writes what is to hold of the values to which steps lead from a value. For a message it is a list with a text for each
// at which it does not, in a list for each of the number of macros that is returned.
func (p *policy) below(value string, of *apiservercel.DeclType, steps []step, message bool) (string, int, error) {
	optional := value
	for len(steps) > 0 && !steps[0].each() {
		next, err := below(of, steps[0])
		if err != nil {
			return "", 0, err
		}
		value, optional, of = value+"."+steps[0].name, optional+".?"+steps[0].name, next
		if steps[0].as != "" {
			p.names[steps[0].as] = value
		}
		steps = steps[1:]
	}
	if len(steps) == 0 {
		p.names[varSelf] = value
		return p.leaf(value, optional, message), 0, nil
	}
	item, err := below(of, steps[0])
	if err != nil {
		return "", 0, err
	}
	p.loops++
	each, list, container := fmt.Sprintf("item%d", p.loops), value, "[]"
	if optional != value {
		list = optional + ".orValue(" + container + ")"
	}
	if of.IsMap() {
		list = strings.Replace(list, ".orValue([])", ".orValue({})", 1)
		p.names[varKey] = each
		each = value + "[" + each + "]"
	} else {
		p.names[varIndex] = fmt.Sprintf("index%d", p.loops)
	}
	if steps[0].as != "" {
		p.names[steps[0].as] = each
	}
	variable, number := fmt.Sprintf("item%d", p.loops), p.names[varIndex]
	p.indexed = false
	inner, depth, err := p.below(each, item, steps[1:], message)
	if err != nil {
		return "", 0, err
	}
	if only := steps[0].item; only != "" {
		p.indexed = true
		only = strings.Trim(only, "[]")
		if message {
			inner = number + " == " + only + " ? " + inner + " : []"
		} else {
			inner = number + " != " + only + " || " + inner
		}
	}
	numbered := p.indexed && !of.IsMap()
	p.indexed = p.indexed && !numbered
	switch {
	case message && numbered:
		inner = list + ".transformList(" + number + ", " + variable + ", " + inner + ").filter(found, size(found) > 0)"
	case message:
		inner = list + ".map(" + variable + ", " + inner + ").filter(found, size(found) > 0)"
	case numbered:
		inner = list + ".all(" + number + ", " + variable + ", " + inner + ")"
	default:
		inner = list + ".all(" + variable + ", " + inner + ")"
	}
	return inner, depth + 1, nil
}

// leaf writes the check of one value.
func (p *policy) leaf(value, optional string, message bool) string {
	holds := "(" + p.expression(p.check.Rule) + ")"
	for _, condition := range slices.Backward(p.check.conditions(p.at)) {
		holds = "!(" + p.expression(condition) + ") || " + holds
	}
	if value != optional {
		holds = "!" + optional + ".hasValue() || " + holds
	}
	if message {
		return "((" + holds + ") ? [] : [" + p.message() + "])"
	}
	return "(" + holds + ")"
}

// message writes the message as one expression.
func (p *policy) message() string {
	parts, _ := p.text().parts()
	list := make([]string, len(parts))
	for i, part := range parts {
		if part.expression {
			list[i] = "string(" + p.expression(part.text) + ")"
		} else {
			list[i] = strconv.Quote(part.text)
		}
	}
	return strings.Join(list, " + ")
}

// literal is the message, and false where it has expressions.
func (p *policy) literal() (string, bool) {
	parts, _ := p.text().parts()
	return parts[0].text, len(parts) == 1 && !parts[0].expression
}

// text is the message after the field that it is about.
func (p *policy) text() template {
	about := p.at.text()
	if p.check.Path != "" {
		about = ""
	}
	field := p.check.Path + p.check.Field
	if about != "" && field != "" {
		about += "."
	}
	if about != "" || field != "" {
		field += ": "
	}
	return template(about) + field + p.check.Message
}

// text is the place as it is read.
func (p place) text() string {
	var b strings.Builder
	for _, s := range p.steps {
		switch {
		case s.item != "":
			b.WriteString(s.item)
		case s.each():
			b.WriteString("[]")
		default:
			if b.Len() > 0 {
				b.WriteString(".")
			}
			b.WriteString(s.name)
		}
	}
	return b.String()
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
