package ruleset

import (
	"errors"
	"fmt"

	"github.com/google/cel-go/cel"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// typeName begins the names of the types of a schema. No variable may have it.
const typeName = "kind"

// typing holds the expressions of a file to the types of a kind's schema.
type typing struct {
	root *apiservercel.DeclType
	env  *cel.Env
}

func newTyping(definition string, f file, functions []cel.EnvOption) (*typing, error) {
	root := model.SchemaDeclType(structural(definition), false).MaybeAssignTypeName(typeName)
	base, err := base()
	if err != nil {
		return nil, err
	}
	extended, err := base.Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        append([]cel.EnvOption{cel.Variable(varObject, root.CelType())}, functions...),
		DeclTypes:         []*apiservercel.DeclType{root},
	})
	if err != nil {
		return nil, err
	}
	env, err := declare(extended.StoredExpressionsEnv(), f.Variables)
	return &typing{root: root, env: env}, err
}

// declare makes each variable known, by its type, to what follows it.
func declare(env *cel.Env, variables []variable) (*cel.Env, error) {
	for _, v := range variables {
		of, err := typeOf(env, v.Expression)
		if _, taken := typeOf(env, varPrefix+v.Name); err == nil && taken == nil {
			err = errors.New("there is one of this name already")
		}
		if err == nil {
			env, err = env.Extend(cel.Variable(varPrefix+v.Name, of))
		}
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", v.Name, err)
		}
	}
	return env, nil
}

func typeOf(env *cel.Env, expression string) (*cel.Type, error) {
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		return nil, fmt.Errorf("%s: %w", expression, issues.Err())
	}
	return ast.OutputType(), nil
}

// check returns what is wrong with a check at one of its places.
func (t *typing) check(c Check, at place) error {
	env, err := t.at(at.steps)
	if err != nil {
		return err
	}
	if env, err = declare(env, c.Variables); err != nil {
		return err
	}
	var errs []error
	for _, condition := range append(c.conditions(at), c.Rule) {
		of, err := typeOf(env, condition)
		if err == nil && !of.IsExactType(cel.BoolType) {
			err = fmt.Errorf("%s: is a %s, not a bool", condition, of)
		}
		errs = append(errs, err)
	}
	expressions := []string{}
	if c.Value != "" {
		expressions = append(expressions, c.Value)
	}
	for _, text := range []template{c.Message, c.Field, c.Path} {
		parts, err := text.parts()
		errs = append(errs, err)
		for _, p := range parts {
			if p.expression {
				expressions = append(expressions, p.text)
			}
		}
	}
	for _, expression := range expressions {
		_, err := typeOf(env, expression)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// at returns the environment for a place.
func (t *typing) at(steps []step) (*cel.Env, error) {
	self := t.root
	var options []cel.EnvOption
	for _, to := range steps {
		var err error
		if self, err = below(self, to); err != nil {
			return nil, err
		}
		if to.as != "" {
			options = append(options, cel.Variable(to.as, self.CelType()))
		}
	}
	return t.env.Extend(append(options, cel.Variable(varSelf, self.CelType()))...)
}

// below is the type of what a step leads to.
func below(of *apiservercel.DeclType, to step) (*apiservercel.DeclType, error) {
	switch {
	case of.IsMap(), to.each() && of.IsList():
		return of.ElemType, nil
	case of.IsObject() && !to.each():
		name, _ := apiservercel.Escape(to.name)
		if f, ok := of.Fields[name]; ok {
			return f.Type, nil
		}
		return nil, fmt.Errorf("the schema has no field %q", to.name)
	}
	return nil, fmt.Errorf("%s has no items", of.TypeName())
}

// structural is the schema of a kind as expressions are typed by: with the metadata that every object has, any value for
// what has no schema, and every string as a string.
func structural(definition string) *structuralschema.Structural {
	text := structuralschema.Structural{Generic: structuralschema.Generic{Type: "string"}}
	texts := structuralschema.Structural{
		Generic:              structuralschema.Generic{Type: "object"},
		AdditionalProperties: &structuralschema.StructuralOrBool{Structural: &text},
	}
	root := schema.Structural(definition).DeepCopy()
	(&structuralschema.Visitor{Structural: func(s *structuralschema.Structural) bool {
		if s.XPreserveUnknownFields && len(s.Properties) == 0 && s.AdditionalProperties == nil {
			*s = structuralschema.Structural{Extensions: structuralschema.Extensions{XIntOrString: true}}
		}
		if s.ValueValidation != nil {
			s.ValueValidation.Format = ""
		}
		return true
	}}).Visit(root)
	root.Properties["metadata"] = structuralschema.Structural{
		Generic: structuralschema.Generic{Type: "object"},
		Properties: map[string]structuralschema.Structural{
			"name": text, "namespace": text, "generateName": text, "labels": texts, "annotations": texts,
		},
	}
	return root
}
