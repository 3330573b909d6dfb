package schema

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"sigs.k8s.io/yaml"
)

// TestTableLoads proves that the committed file is one the program can start with:
// every definition expands, and none is left over by a type that is gone.
func TestTableLoads(t *testing.T) {
	used := map[string]bool{}
	for name := range Resources() {
		if _, ok := definition(name); !ok {
			t.Errorf("kind %s has no definition", name)
		}
		used[name] = true
	}
	for _, name := range definitionNames() {
		Expand(name)
		props, _ := definition(name)
		eachReference(props, func(target string) { used[target] = true })
		if strings.HasPrefix(name, "direct.") || strings.HasPrefix(name, "workload.") {
			used[name] = true
		}
	}
	for _, name := range definitionNames() {
		if !used[name] {
			t.Errorf("nothing reaches %s", name)
		}
	}
}

// definitionNames are the names of all definitions, sorted.
func definitionNames() []string {
	return slices.Sorted(maps.Keys(loaded().Definitions))
}

func eachReference(props *apiextensionsv1.JSONSchemaProps, visit func(string)) {
	if props.Ref != nil {
		visit(*props.Ref)
	}
	for _, property := range props.Properties {
		eachReference(&property, visit)
	}
	if props.Items != nil && props.Items.Schema != nil {
		eachReference(props.Items.Schema, visit)
	}
	if props.AdditionalProperties != nil && props.AdditionalProperties.Schema != nil {
		eachReference(props.AdditionalProperties.Schema, visit)
	}
}

// TestSchemasAreAccepted proves that the API server would take every kind as a
// CustomResourceDefinition, and any other root as a part of one: the schema is
// structural, its defaults are valid and its rules compile.
func TestSchemasAreAccepted(t *testing.T) {
	for _, name := range definitionNames() {
		if Expand(name).Type != "object" {
			continue
		}
		_, resource := Resources()[name]
		c := checkerOf(name)
		whole := c.structural
		if !resource {
			whole = &structuralschema.Structural{
				Generic:    structuralschema.Generic{Type: "object"},
				Properties: map[string]structuralschema.Structural{"part": *c.structural},
			}
		}
		errs := structuralschema.ValidateStructural(nil, whole)
		defaults, err := defaulting.ValidateDefaults(t.Context(), nil, whole, resource, true)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, err := range append(errs, defaults...) {
			t.Errorf("%s: %v", name, err)
		}
		eachRule(c.rules, func(rules *cel.Validator) {
			compiled, err := cel.Compile(rules.Schema, model.SchemaDeclType(rules.Schema, resource && rules == c.rules), celconfig.PerCallLimit,
				environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()), cel.StoredExpressionsEnvLoader())
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, result := range compiled {
				if result.Error != nil {
					t.Errorf("%s: %v", name, result.Error)
				}
			}
		})
	}
}

func eachRule(rules *cel.Validator, visit func(*cel.Validator)) {
	if rules == nil {
		return
	}
	visit(rules)
	eachRule(rules.Items, visit)
	eachRule(rules.AdditionalProperties, visit)
	for _, property := range rules.Properties {
		eachRule(&property, visit)
	}
}

func TestExpand(t *testing.T) {
	definitions := `
root:
  type: object
  required: [a]
  properties:
    a: {$ref: leaf}
    b:
      $ref: leaf
      description: field
      default: y
      maxLength: 3
      x-kubernetes-validations: [{rule: "self != ''"}]
    properties:
      type: array
      items: {$ref: leaf}
    $ref:
      type: object
      additionalProperties: {$ref: leaf}
leaf:
  type: string
  description: type
  maxLength: 5
  minLength: 1
  x-kubernetes-validations: [{rule: "self != 'x'"}]
`
	want := `
type: object
required: [a]
properties:
  a: {type: string, description: type, minLength: 1, maxLength: 5, x-kubernetes-validations: [{rule: "self != 'x'"}]}
  b:
    type: string
    description: field
    default: y
    minLength: 1
    maxLength: 3
    x-kubernetes-validations: [{rule: "self != 'x'"}, {rule: "self != ''"}]
  properties:
    type: array
    items: {type: string, description: type, minLength: 1, maxLength: 5, x-kubernetes-validations: [{rule: "self != 'x'"}]}
  $ref:
    type: object
    additionalProperties: {type: string, description: type, minLength: 1, maxLength: 5, x-kubernetes-validations: [{rule: "self != 'x'"}]}
`
	var table map[string]*apiextensionsv1.JSONSchemaProps
	var expected apiextensionsv1.JSONSchemaProps
	if err := yaml.Unmarshal([]byte(definitions), &table); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal([]byte(want), &expected); err != nil {
		t.Fatal(err)
	}
	before := table["root"].DeepCopy()
	if diff := cmp.Diff(&expected, newExpander(table).named("root")); diff != "" {
		t.Errorf("expanded -want +got\n%s", diff)
	}
	if diff := cmp.Diff(before, table["root"]); diff != "" {
		t.Errorf("the table was changed\n%s", diff)
	}
}

func TestExpandFaults(t *testing.T) {
	reference := func(name string) *apiextensionsv1.JSONSchemaProps {
		return &apiextensionsv1.JSONSchemaProps{Ref: &name}
	}
	cases := map[string]struct {
		reason string
		table  map[string]*apiextensionsv1.JSONSchemaProps
		want   string
	}{
		"Recursion": {
			reason: "A type that holds itself has no end.",
			table:  map[string]*apiextensionsv1.JSONSchemaProps{"root": reference("other"), "other": reference("root")},
			want:   `schema: definition "root" reaches itself`,
		},
		"Missing": {
			reason: "A reference to nothing is named.",
			table:  map[string]*apiextensionsv1.JSONSchemaProps{"root": reference("other")},
			want:   `schema: no definition "other"`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if got := recover(); got != tc.want {
					t.Errorf("%s\nwant panic %q\n got %v", tc.reason, tc.want, got)
				}
			}()
			newExpander(tc.table).named("root")
		})
	}
}
