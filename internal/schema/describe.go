package schema

import (
	"encoding/json"
	"fmt"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// describe completes a description with what the schema says: allowed values, bounds
// and the default the API server fills in.
func describe(text string, props *apiextensionsv1.JSONSchemaProps, fallback any) string {
	parts := []string{}
	if text = strings.TrimSpace(text); text != "" {
		if !strings.HasSuffix(text, ".") {
			text += "."
		}
		parts = append(parts, text)
	}
	enum := props.Enum
	if len(enum) == 0 && props.Ref != nil {
		if d, ok := definition(*props.Ref); ok {
			enum = d.Enum
		}
	}
	if len(enum) > 0 {
		values := make([]string, len(enum))
		for i, v := range enum {
			values[i] = "`" + strings.Trim(string(v.Raw), `"`) + "`"
		}
		parts = append(parts, "One of "+strings.Join(values, ", ")+".")
	}
	for _, bound := range []struct {
		word  string
		value *float64
	}{{"At least", props.Minimum}, {"At most", props.Maximum}} {
		if bound.value != nil {
			parts = append(parts, fmt.Sprintf("%s %v.", bound.word, *bound.value))
		}
	}
	for _, bound := range []struct {
		word  string
		value *int64
	}{{"At least", props.MinItems}, {"At most", props.MaxItems}} {
		if bound.value != nil {
			parts = append(parts, fmt.Sprintf("%s %d items.", bound.word, *bound.value))
		}
	}
	if fallback != nil {
		raw, err := json.Marshal(fallback)
		if err == nil {
			parts = append(parts, "Default `"+strings.Trim(string(raw), `"`)+"`.")
		}
	}
	return strings.Join(parts, " ")
}
