package source

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// shape is what a value may have, as far as names go.
type shape struct {
	nesting nesting
	// names are those of an object.
	names map[string]*shape
	// element is that of a list, a set or a map.
	element *shape
}

type nesting int

const (
	leaf nesting = iota
	object
	list
	set
	mapping
)

var nothing = &shape{}

func ofBlock(b *tfprotov6.SchemaBlock) *shape { return ofAttributes(b.Attributes) }

func ofAttributes(all []*tfprotov6.SchemaAttribute) *shape {
	out := &shape{nesting: object, names: make(map[string]*shape, len(all))}
	for _, a := range all {
		out.names[a.Name] = ofAttribute(a)
	}
	return out
}

func ofAttribute(a *tfprotov6.SchemaAttribute) *shape {
	if a.NestedType == nil {
		return ofType(a.Type)
	}
	inner := ofAttributes(a.NestedType.Attributes)
	switch a.NestedType.Nesting {
	case tfprotov6.SchemaObjectNestingModeSingle:
		return inner
	case tfprotov6.SchemaObjectNestingModeList:
		return &shape{nesting: list, element: inner}
	case tfprotov6.SchemaObjectNestingModeSet:
		return &shape{nesting: set, element: inner}
	case tfprotov6.SchemaObjectNestingModeMap:
		return &shape{nesting: mapping, element: inner}
	default:
		return nothing
	}
}

func ofType(t tftypes.Type) *shape {
	switch t := t.(type) {
	case tftypes.Object:
		out := &shape{nesting: object, names: make(map[string]*shape, len(t.AttributeTypes))}
		for name, inner := range t.AttributeTypes {
			out.names[name] = ofType(inner)
		}
		return out
	case tftypes.List:
		return collection(list, t.ElementType)
	case tftypes.Set:
		return collection(set, t.ElementType)
	case tftypes.Map:
		return collection(mapping, t.ElementType)
	default:
		return nothing
	}
}

// collection has nothing to look at where its elements have none.
func collection(of nesting, element tftypes.Type) *shape {
	if inner := ofType(element); inner != nothing {
		return &shape{nesting: of, element: inner}
	}
	return nothing
}

func (s *shape) allowed() []string { return slices.Sorted(maps.Keys(s.names)) }
