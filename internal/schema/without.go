package schema

import (
	"fmt"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// ExpandWithout expands a definition as if the table did not have some fields, each
// named "<definition>.<field>". Every one of them must be reachable, but for those that are marked in the types, of whatever kind.
func ExpandWithout(name string, lacks []string) (*apiextensionsv1.JSONSchemaProps, error) {
	definitions := make(map[string]*apiextensionsv1.JSONSchemaProps, len(loaded().Definitions))
	for name, props := range loaded().Definitions {
		definitions[name] = props.DeepCopy()
	}
	holders := make(map[string]string, len(lacks))
	for _, lack := range lacks {
		dot := strings.LastIndex(lack, ".")
		holder, field := lack[:dot], lack[dot+1:]
		props := definitions[holder]
		if props == nil {
			return nil, fmt.Errorf("lacks %s: no definition %s", lack, holder)
		}
		if _, has := props.Properties[field]; !has {
			return nil, fmt.Errorf("lacks %s: the definition has no such field", lack)
		}
		delete(props.Properties, field)
		props.Required = slices.DeleteFunc(props.Required, func(r string) bool { return r == field })
		holders[lack] = holder
	}
	e := newExpander(definitions)
	expanded := e.named(name).DeepCopy()
	for lack, holder := range holders {
		if _, marked := Spans()[lack]; !marked && e.done[holder] == nil {
			return nil, fmt.Errorf("lacks %s: %s does not reach it", lack, name)
		}
	}
	return expanded, nil
}
