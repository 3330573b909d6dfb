package schema

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// Validate checks a value against a definition as the API server checks an object
// without looking at the cluster: unknown fields, types, required fields, enumerations, bounds,
// patterns, unique items and rules. For the definition of a kind the value is the
// whole object; of its metadata only the type is checked.
//
// The value is a JSON tree (map[string]any, []any, string, int64, float64, bool, nil)
// and is not changed. Defaults count as set, as they do on the server.
//
// The paths in unknown, such as "spec.modelClaims.models[0].name", are values that are not known
// yet. They are absent from the value, or nil where they are items of a list. What
// they could still repair is not reported: errors at such a path, below it or
// above it, and rules whose subject holds one. A list or map that is too long stays so and is reported.
//
// Errors come sorted by path. Entries of maps and items of lists are in brackets, as in
// "spec.inferenceConfig.flavors[0].limits[nvidia.com/gpu]"; an error of the value as a
// whole has the empty path.
func Validate(root string, value map[string]any, unknown []string) field.ErrorList {
	return checkerOf(root).check(value, unknown)
}

// checker is one definition in the forms that the API server's validation takes.
type checker struct {
	// resource is whether the definition is that of a kind.
	resource   bool
	structural *structuralschema.Structural
	openAPI    validation.SchemaValidator
	// rules is nil when the definition has no rules.
	rules *cel.Validator
}

// checkers holds a func() *checker for each definition used so far.
var checkers sync.Map

func checkerOf(root string) *checker {
	build, ok := checkers.Load(root)
	if !ok {
		build, _ = checkers.LoadOrStore(root, sync.OnceValue(func() *checker {
			_, resource := Resources()[root]
			return newChecker(root, Expand(root), resource)
		}))
	}
	return build.(func() *checker)()
}

// newChecker panics when the schema cannot be used for validation, which is a fault of the build.
func newChecker(name string, schema *apiextensionsv1.JSONSchemaProps, resource bool) *checker {
	c, err := readSchema(schema, resource)
	if err != nil {
		panic(fmt.Sprintf("schema: definition %q: %v", name, err))
	}
	c.rules = cel.NewValidator(c.structural, resource, celconfig.PerCallLimit)
	return c
}

// readSchema returns the checker of a schema without its rules.
func readSchema(schema *apiextensionsv1.JSONSchemaProps, resource bool) (*checker, error) {
	var internal apiextensions.JSONSchemaProps
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(schema, &internal, nil); err != nil {
		return nil, err
	}
	dropAlternatives(&internal)
	structural, err := structuralschema.NewStructural(&internal)
	if err != nil {
		return nil, err
	}
	openAPI, _, err := validation.NewSchemaValidator(&internal)
	if err != nil {
		return nil, err
	}
	return &checker{resource: resource, structural: structural, openAPI: openAPI}, nil
}

// dropAlternatives removes "integer or string" where x-kubernetes-int-or-string says the same:
// each violation would be reported three times.
func dropAlternatives(props *apiextensions.JSONSchemaProps) {
	if props.XIntOrString {
		props.AnyOf = nil
	}
	for name, property := range props.Properties {
		dropAlternatives(&property)
		props.Properties[name] = property
	}
	if props.Items != nil && props.Items.Schema != nil {
		dropAlternatives(props.Items.Schema)
	}
	if props.AdditionalProperties != nil && props.AdditionalProperties.Schema != nil {
		dropAlternatives(props.AdditionalProperties.Schema)
	}
}

// check follows the order of the API server: prune, default, validate, and rules only
// for a value that is sound without them.
//
// Mirrors kubernetes/apiextensions-apiserver
// pkg/registry/customresource/strategy.go@v0.36.3.
func (c *checker) check(value map[string]any, unknown []string) field.ErrorList {
	value = runtime.DeepCopyJSON(value)
	errs := c.unknownFields(value)
	defaulting.PruneNonNullableNullsWithoutDefaults(value, c.structural)
	defaulting.Default(value, c.structural)

	found := validation.ValidateCustomResource(nil, value, c.openAPI)
	found = append(found, listtype.ValidateListSetsAndMaps(nil, c.structural, value)...)
	for _, err := range found {
		err = c.explain(value, err)
		if !deferred(err, unknown) {
			errs = append(errs, err)
		}
	}
	if !slices.ContainsFunc(errs, hidesRules) {
		for _, err := range checkRules(c.rules, nil, value, unknown) {
			errs = append(errs, c.explain(value, err))
		}
	}
	slices.SortStableFunc(errs, func(a, b *field.Error) int { return strings.Compare(a.Field, b.Field) })
	return errs
}

// unknownFields removes the fields that the schema does not have and returns an error for each.
func (c *checker) unknownFields(value map[string]any) field.ErrorList {
	before := runtime.DeepCopyJSON(value)
	pruned := pruning.PruneWithOptions(value, c.structural, c.resource, structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	var errs field.ErrorList
	for _, text := range pruned {
		at := c.locate(before, text)
		errs = append(errs, &field.Error{
			Type: field.ErrorTypeForbidden, Field: at.path.String(), BadValue: "",
			Detail: "the API has no such field; fields here are " + at.siblings(),
		})
	}
	return errs
}

// deferred reports whether a value that is not known yet could repair the error.
func deferred(err *field.Error, unknown []string) bool {
	for _, path := range unknown {
		switch {
		case within(err.Field, path):
			return true
		case within(path, err.Field) && err.Type != field.ErrorTypeTooMany:
			return true
		}
	}
	return false
}

// hidesRules reports whether the API server skips the rules after such an error,
// because they may rely on what is wrong.
func hidesRules(err *field.Error) bool {
	switch err.Type {
	case field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
		return true
	}
	return false
}

// within reports whether path is at or below ancestor.
func within(path, ancestor string) bool {
	rest, ok := strings.CutPrefix(path, ancestor)
	return ok && (rest == "" || ancestor == "" || rest[0] == '.' || rest[0] == '[')
}

// Structural returns a definition in the form that the API server keeps of a schema, for expressions to be typed by.
// Callers must not change it.
func Structural(root string) *structuralschema.Structural {
	return checkerOf(root).structural
}
