package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// servedAttributes describes the attributes of a served block or object, and in sections
// the objects below them. at is the path of the object. Attributes that are typed by a node
// have their sections elsewhere.
func servedAttributes(attributes []*tfprotov6.SchemaAttribute, at string, typed map[string]*schema.Node) ([]entry, []section) {
	attributes = slices.SortedFunc(slices.Values(attributes), func(a, b *tfprotov6.SchemaAttribute) int { return cmp.Compare(a.Name, b.Name) })
	var entries []entry
	var sections []section
	for _, a := range attributes {
		e := entry{name: a.Name, texts: []string{a.Description}, group: isReadOnly}
		switch {
		case a.Required:
			e.group = isRequired
		case a.Optional:
			e.group = isOptional
		}
		path := strings.TrimPrefix(at+"."+a.Name, ".")
		switch {
		case typed[a.Name] != nil:
			object := objectOf(typed[a.Name])
			e.typ = typeWords(typed[a.Name]) + fmt.Sprintf(", [%s](#%s)", shortName(object.Definition), definitionAnchor(shortName(object.Definition)))
		case a.NestedType != nil:
			e.typ = nestings[a.NestedType.Nesting] + fmt.Sprintf(", [%s](#%s)", path, attributeAnchor(path))
			inner, below := servedAttributes(a.NestedType.Attributes, path, nil)
			sections = append(sections, section{title: path, anchor: attributeAnchor(path), intro: a.Description, entries: inner})
			sections = append(sections, below...)
		default:
			e.typ = servedType(a.Type)
		}
		if a.Sensitive {
			e.typ += ", sensitive"
		}
		if a.WriteOnly {
			e.typ += ", write-only"
		}
		entries = append(entries, e)
	}
	return entries, sections
}

// nestings are the types of nested attributes in words.
var nestings = map[tfprotov6.SchemaObjectNestingMode]string{
	tfprotov6.SchemaObjectNestingModeSingle: "Attributes",
	tfprotov6.SchemaObjectNestingModeList:   "Attributes List",
	tfprotov6.SchemaObjectNestingModeMap:    "Attributes Map",
}

// servedType is a type of the protocol in words.
func servedType(t tftypes.Type) string {
	switch t := t.(type) {
	case tftypes.List:
		return "List of " + servedType(t.ElementType)
	case tftypes.Map:
		return "Map of " + servedType(t.ElementType)
	case tftypes.Object:
		return "Object"
	}
	switch {
	case t.Is(tftypes.Bool):
		return "Boolean"
	case t.Is(tftypes.Number):
		return "Number"
	case t.Is(tftypes.DynamicPseudoType):
		return "Dynamic"
	default:
		return "String"
	}
}
