package schema

import (
	"encoding/json"
	"fmt"
	"strconv"
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
	parts = append(parts, Allowed(props)...)
	if sentence := Default(fallback); sentence != "" {
		parts = append(parts, sentence)
	}
	return strings.Join(parts, " ")
}

// Default returns the sentence that descriptions have about the value that the API server
// fills in; empty when there is none.
func Default(value any) string {
	raw, err := json.Marshal(value)
	switch {
	case value == nil || err != nil:
		return ""
	case value == "":
		return "Default: empty."
	}
	return "Default `" + strings.Trim(string(raw), `"`) + "`."
}

// Allowed returns the sentences that descriptions have about the values that a schema
// allows: its enumeration, or that of the definition it refers to, and its bounds.
func Allowed(props *apiextensionsv1.JSONSchemaProps) []string {
	var parts []string
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
			parts = append(parts, fmt.Sprintf("%s %s.", bound.word, strconv.FormatFloat(*bound.value, 'f', -1, 64)))
		}
	}
	for _, bound := range []struct {
		word  string
		value *int64
	}{{"At least", props.MinItems}, {"At most", props.MaxItems}} {
		switch {
		case bound.value == nil:
		case *bound.value == 1:
			parts = append(parts, bound.word+" 1 item.")
		default:
			parts = append(parts, fmt.Sprintf("%s %d items.", bound.word, *bound.value))
		}
	}
	return parts
}
