package kindstest

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/admission"
)

// checkAdmission proves, over all cases of a kind, that the API server refuses what a rule refuses and nothing else, wherever the
// rule has validations, and that it says the same.
func checkAdmission(t *testing.T, k *kinds.Kind, rule kinds.Rule, candidates map[string]kinds.Candidate) {
	t.Helper()
	env, err := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).Env(environment.StoredExpressions)
	if err == nil {
		env, err = env.Extend(cel.Variable("object", cel.DynType))
	}
	if err != nil {
		t.Fatal(err)
	}
	release := admission.Newest(k).Name
	validations, err := rule.Admission(release)
	if err != nil {
		t.Skip(err)
	}
	type asked struct {
		v              admissionregistrationv1.Validation
		holds, message cel.Program
	}
	var list []asked
	for _, v := range validations {
		list = append(list, asked{v, compile(t, env, v.Expression), compile(t, env, cmp.Or(v.MessageExpression, `""`))})
	}
	for name, c := range candidates {
		if c.Direct || c.Release != release && c.Release != "" {
			continue
		}
		c.Release = release
		found, _ := rule.Decide(c, nil)
		all := strings.Join(described(found), "\n")
		refused := false
		for _, a := range list {
			if ask(t, a.holds, c.Object.Object) == true {
				continue
			}
			refused = true
			message := a.v.Message
			if a.v.MessageExpression != "" {
				message = fmt.Sprint(ask(t, a.message, c.Object.Object))
			}
			if _, text, _ := strings.Cut(message, ": "); !strings.Contains(all, text) {
				t.Errorf("%s: the API server would say %q, and the rule says %v", name, message, found)
			}
		}
		if len(found) > 0 && !refused {
			t.Errorf("%s: the API server would accept it, and the rule says %v", name, found)
		}
	}
}

func compile(t *testing.T, env *cel.Env, expression string) cel.Program {
	t.Helper()
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		t.Fatalf("%s: %v", expression, issues.Err())
	}
	program, err := env.Program(ast)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// ask evaluates an expression over an object.
func ask(t *testing.T, program cel.Program, object map[string]any) any {
	t.Helper()
	value, _, err := program.Eval(map[string]any{"object": object})
	if err != nil {
		t.Error(err)
		return nil
	}
	return value.Value()
}
