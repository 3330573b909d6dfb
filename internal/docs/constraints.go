package main

import (
	"fmt"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// constraints are the sentences about what the API allows for a value, each as the
// descriptions of the provider have it where they have it.
func constraints(n *schema.Node, p *apiextensionsv1.JSONSchemaProps) []string {
	out := schema.Allowed(p)
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, bound := range []struct {
		word, unit string
		value      *int64
	}{
		{"At least", "character", p.MinLength},
		{"At most", "character", p.MaxLength},
		{"At least", "key", p.MinProperties},
		{"At most", "key", p.MaxProperties},
	} {
		switch {
		case bound.value == nil:
		case *bound.value == 1:
			add("%s 1 %s.", bound.word, bound.unit)
		default:
			add("%s %d %ss.", bound.word, *bound.value, bound.unit)
		}
	}
	if p.Pattern != "" && n.Kind != schema.Quantity {
		add("Must match `%s`.", p.Pattern)
	}
	return append(out, ofItems(n, p)...)
}

// ofItems are the constraints of the items of a list or the values of a map.
func ofItems(n *schema.Node, p *apiextensionsv1.JSONSchemaProps) []string {
	var out []string
	switch n.Kind {
	case schema.List:
		switch n.ListType {
		case schema.ListMap:
			out = append(out, "Merge key: "+codes(attributeNames(n.Keys))+".")
		case schema.ListSet:
			out = append(out, "No item stands in it twice.")
		}
		if sentences := scalarConstraints(n.Elem, p.Items.Schema); len(sentences) > 0 {
			out = append(out, "Every item: "+lower(strings.Join(sentences, " ")))
		}
	case schema.Map:
		if n.ListType == schema.Atomic {
			out = append(out, "Atomic.")
		}
		if sentences := scalarConstraints(n.Elem, p.AdditionalProperties.Schema); len(sentences) > 0 {
			out = append(out, "Every value: "+lower(strings.Join(sentences, " ")))
		}
	}
	return out
}

// scalarConstraints are the constraints of a value that has no section of its own.
func scalarConstraints(n *schema.Node, p *apiextensionsv1.JSONSchemaProps) []string {
	if n.Kind == schema.Object {
		return nil
	}
	return constraints(n, p)
}

func attributeNames(json []string) []string {
	out := make([]string, len(json))
	for i, name := range json {
		out[i] = schema.AttributeName(name)
	}
	return out
}

func lower(sentence string) string {
	return strings.ToLower(sentence[:1]) + sentence[1:]
}

// typeWords is the type of a node's values in Terraform, and what the API takes the text
// for where it is more than text.
func typeWords(n *schema.Node) string {
	switch n.Kind {
	case schema.Object:
		return "Attributes"
	case schema.List:
		if n.Elem.Kind == schema.Object {
			return "Attributes List"
		}
		return "List of " + typeWords(n.Elem)
	case schema.Map:
		if n.Elem.Kind == schema.Object {
			return "Attributes Map"
		}
		return "Map of " + typeWords(n.Elem)
	case schema.Bool:
		return "Boolean"
	case schema.Integer:
		return "Integer"
	case schema.Number:
		return "Number"
	case schema.IntOrString:
		return "String, a whole number or text"
	case schema.Quantity:
		return "String, a quantity"
	case schema.JSON:
		return "String, JSON"
	case schema.String:
		switch n.Format {
		case "date-time":
			return "String, an RFC 3339 time"
		case "duration":
			return "String, a duration"
		case "byte":
			return "String, base64"
		}
	}
	return "String"
}
