package hcl

import (
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

// Resource is a resource block.
type Resource struct {
	// Type and Label are the address, such as inference_playground and "chat".
	Type, Label string
	// Comments are lines that stand above the block.
	Comments []string
	// Arguments stand in the block, in this order.
	Arguments []Argument
}

// Argument is an argument of a block.
type Argument struct {
	Name  string
	Value Expression
}

// Address is how other blocks refer to the resource.
func (r Resource) Address() string {
	return r.Type + "." + r.Label
}

// String is the text of the block.
func (r Resource) String() string {
	var out strings.Builder
	for _, comment := range r.Comments {
		out.WriteString("# " + comment + "\n")
	}
	return out.String() + block("resource "+quote(r.Type)+" "+quote(r.Label), r.Arguments)
}

// Import is the text of the block that imports an object into the resource.
func (r Resource) Import(id string) string {
	return block("import", []Argument{{"to", Reference(r.Address())}, {"id", Text(id)}})
}

func block(head string, arguments []Argument) string {
	var out strings.Builder
	out.WriteString(head + " {\n")
	for _, a := range arguments {
		out.WriteString(indentation(1) + a.Name + " = " + a.Value.layout(1, len(a.Name)+len(" = ")) + "\n")
	}
	out.WriteString("}\n")
	return string(hclwrite.Format([]byte(out.String())))
}

// Label is the name of an object as that of a resource: with underscores, and not
// beginning with a digit.
func Label(name string) string {
	label := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
			return unicode.ToLower(r)
		}
		return '_'
	}, name)
	if label == "" || unicode.IsDigit([]rune(label)[0]) {
		return "_" + label
	}
	return label
}
