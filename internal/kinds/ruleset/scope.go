package ruleset

import (
	"fmt"
	"sync"

	"github.com/google/cel-go/cel"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// Names that every expression knows.
const (
	varObject  = "object"
	varSelf    = "self"
	varKey     = "key"
	varIndex   = "index"
	varPlace   = "place"
	varRelease = "release"
	// varAnyRelease is whether the release is not known.
	varAnyRelease = "anyRelease"
	varDirect     = "direct"
	varPrefix     = "variables."
	varKnown      = "references"
)

// base has the libraries of the API server, the functions of this package, and the variables that are the same everywhere.
var base = sync.OnceValues(func() (*environment.EnvSet, error) {
	return environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions: append(functions(),
			cel.Variable(varKey, cel.StringType), cel.Variable(varIndex, cel.IntType), cel.Variable(varPlace, cel.StringType),
			cel.Variable(varRelease, cel.StringType), cel.Variable(varAnyRelease, cel.BoolType),
			cel.Variable(varDirect, cel.BoolType), cel.Variable(varKnown, knownType)),
	})
})

// scope is what the expressions of a file know when they are evaluated.
type scope struct {
	env       *cel.Env
	variables []computed
}

// computed is a variable.
type computed struct {
	name  string
	value expression
}

// expression is the program of an expression, made when it is first needed: of most checks that is the condition alone, and a
// program costs more to make than to run. An error is a fault of the rule.
type expression func() (cel.Program, error)

func newScope(variables []variable, functions []cel.EnvOption) (*scope, error) {
	base, err := base()
	if err != nil {
		return nil, err
	}
	env, err := base.StoredExpressionsEnv().Extend(functions...)
	if err != nil {
		return nil, err
	}
	s := &scope{env: env}
	s.variables = s.compute(variables)
	return s, nil
}

func (s *scope) compute(variables []variable) []computed {
	all := make([]computed, len(variables))
	for i, v := range variables {
		all[i] = computed{varPrefix + v.Name, s.expression(v.Expression)}
	}
	return all
}

// expression returns that of a text, which is parsed and not checked: the types of a schema take longer than everything else, and
// [typing] has made sure of them.
func (s *scope) expression(text string) expression {
	return sync.OnceValues(func() (cel.Program, error) {
		ast, issues := s.env.Parse(text)
		if issues.Err() != nil {
			return nil, fmt.Errorf("%s: %w", text, issues.Err())
		}
		return s.env.Program(ast, cel.EvalOptions(cel.OptOptimize))
	})
}
