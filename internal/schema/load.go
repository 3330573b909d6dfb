package schema

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

//go:embed definitions.json
var definitionsJSON []byte

// Resource is what the API server knows of a kind beside its schema.
type Resource struct {
	// Group and Version are those of the kind's apiVersion.
	Group   string `json:"group"`
	Version string `json:"version"`
	// Names are the kind and its plural, singular and short names.
	Names apiextensionsv1.CustomResourceDefinitionNames `json:"names"`
	// Scope is "Namespaced" or "Cluster".
	Scope apiextensionsv1.ResourceScope `json:"scope"`
	// Subresources tells whether status and scale are served on their own, and on which
	// fields scale works. Nil when there are none.
	Subresources *apiextensionsv1.CustomResourceSubresources `json:"subresources,omitempty"`
}

// definitionsTable is the content of definitions.json.
type definitionsTable struct {
	Kinds       map[string]Resource                         `json:"kinds"`
	Definitions map[string]*apiextensionsv1.JSONSchemaProps `json:"definitions"`
}

// loaded is the table, decoded on first use. The file is part of the binary, so one that
// cannot be read is a fault of the build.
var loaded = sync.OnceValue(func() *definitionsTable {
	decoder := json.NewDecoder(bytes.NewReader(definitionsJSON))
	decoder.DisallowUnknownFields()
	var table definitionsTable
	if err := decoder.Decode(&table); err != nil {
		panic(fmt.Sprintf("schema: definitions.json cannot be read, run go generate ./internal/schema: %v", err))
	}
	return &table
})

// Resources returns what the API server must know of every kind, by the name of the
// kind's definition. Callers must not change it.
func Resources() map[string]Resource {
	return loaded().Kinds
}

// definition returns a named definition as the table has it, with references. Callers
// must not change it.
func definition(name string) (*apiextensionsv1.JSONSchemaProps, bool) {
	props, ok := loaded().Definitions[name]
	return props, ok
}

var (
	expandMu sync.Mutex
	expands  = sync.OnceValue(func() *expander { return newExpander(loaded().Definitions) })
)

// Expand returns a definition with every reference replaced by what it refers to. The
// keywords beside a reference override those of the definition; `required` and rules
// are joined. Equal parts are shared and the result is kept, so callers must not change
// it. It panics for a name that the table does not have and for a definition that
// reaches itself: both are faults of the build.
func Expand(name string) *apiextensionsv1.JSONSchemaProps {
	expandMu.Lock()
	defer expandMu.Unlock()
	return expands().named(name)
}

// expander replaces references, each definition once.
type expander struct {
	definitions map[string]*apiextensionsv1.JSONSchemaProps
	// done has nil for a definition that is being expanded.
	done map[string]*apiextensionsv1.JSONSchemaProps
}

func newExpander(definitions map[string]*apiextensionsv1.JSONSchemaProps) *expander {
	return &expander{definitions: definitions, done: map[string]*apiextensionsv1.JSONSchemaProps{}}
}

func (e *expander) named(name string) *apiextensionsv1.JSONSchemaProps {
	if done, started := e.done[name]; started {
		if done == nil {
			panic(fmt.Sprintf("schema: definition %q reaches itself", name))
		}
		return done
	}
	definition, ok := e.definitions[name]
	if !ok {
		panic(fmt.Sprintf("schema: no definition %q", name))
	}
	e.done[name] = nil
	result := e.expand(*definition)
	e.done[name] = &result
	return &result
}

// expand follows references where JSON schema has schemas, and nowhere else: a
// property may itself be called "properties".
func (e *expander) expand(props apiextensionsv1.JSONSchemaProps) apiextensionsv1.JSONSchemaProps {
	if props.Ref != nil {
		return override(*e.named(*props.Ref), props)
	}
	if props.Properties != nil {
		properties := make(map[string]apiextensionsv1.JSONSchemaProps, len(props.Properties))
		for name, property := range props.Properties {
			properties[name] = e.expand(property)
		}
		props.Properties = properties
	}
	if props.Items != nil && props.Items.Schema != nil {
		items := e.expand(*props.Items.Schema)
		props.Items = &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &items}
	}
	if props.AdditionalProperties != nil && props.AdditionalProperties.Schema != nil {
		values := e.expand(*props.AdditionalProperties.Schema)
		props.AdditionalProperties = &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: &values}
	}
	return props
}

// override returns base with the keywords that the reference to it sets.
func override(base, reference apiextensionsv1.JSONSchemaProps) apiextensionsv1.JSONSchemaProps {
	reference.Ref = nil
	reference.Required = slices.Concat(base.Required, reference.Required)
	reference.XValidations = slices.Concat(base.XValidations, reference.XValidations)
	from, to := reflect.ValueOf(reference), reflect.ValueOf(&base).Elem()
	for i := range from.NumField() {
		if !from.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
		}
	}
	return base
}
