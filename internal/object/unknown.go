package object

import (
	"maps"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// UnknownFields are the paths of the fields that an installed definition has and the definitions table has not for any release, the
// outermost of each, such as "spec.template.roles[].partition". The definition is that of a kind in the table, the schema of OpenAPI v3
// is taken for the release.
func (d Release) UnknownFields(definition string, openAPI map[string]any) ([]string, error) {
	ours := schema.Expand(definition)
	if len(d.Moves) > 0 {
		wire, err := Release{Moves: d.Moves}.WireSchema(ours)
		if err != nil {
			return nil, err
		}
		ours = wire
	}
	return d.unknownBelow("", ours, openAPI), nil
}

func (d Release) unknownBelow(at string, ours *apiextensionsv1.JSONSchemaProps, theirs map[string]any) []string {
	var unknown []string
	if fields, ok := theirs["properties"].(map[string]any); ok && (ours.XPreserveUnknownFields == nil || !*ours.XPreserveUnknownFields) {
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			below := strings.TrimPrefix(at+"."+name, ".")
			field, known := ours.Properties[name]
			if next, ok := fields[name].(map[string]any); known && ok {
				unknown = append(unknown, d.unknownBelow(below, &field, next)...)
			} else if !known && !slices.Contains(d.Omits, below) {
				unknown = append(unknown, below)
			}
		}
	}
	if items, ok := theirs["items"].(map[string]any); ok && ours.Items != nil && ours.Items.Schema != nil {
		unknown = append(unknown, d.unknownBelow(at+"[]", ours.Items.Schema, items)...)
	}
	if values, ok := theirs["additionalProperties"].(map[string]any); ok && ours.AdditionalProperties != nil && ours.AdditionalProperties.Schema != nil {
		unknown = append(unknown, d.unknownBelow(at+"{}", ours.AdditionalProperties.Schema, values)...)
	}
	return unknown
}
