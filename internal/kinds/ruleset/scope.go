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

// scope is what the expressions of a file know when they are evaluated. They are parsed and not checked there: the types of
// a schema take longer than everything else, and [typing] has made sure of them.
type scope struct {
	env       *cel.Env
	variables []computed
}

// computed is a variable.
type computed struct {
	name    string
	program cel.Program
}

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
	s.variables, err = s.compute(variables)
	return s, err
}

func (s *scope) compute(variables []variable) ([]computed, error) {
	all := make([]computed, len(variables))
	for i, v := range variables {
		program, err := s.compile(v.Expression)
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", v.Name, err)
		}
		all[i] = computed{varPrefix + v.Name, program}
	}
	return all, nil
}

// compile returns the program of an expression.
func (s *scope) compile(expression string) (cel.Program, error) {
	ast, issues := s.env.Parse(expression)
	if issues.Err() != nil {
		return nil, fmt.Errorf("%s: %w", expression, issues.Err())
	}
	return s.env.Program(ast, cel.EvalOptions(cel.OptOptimize))
}
