package source

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Spelling is a name in an object of a block, which can be spelt otherwise without parsing the text again.
type Spelling struct {
	Name, File   string
	Line, Column int

	block *block
	root  []hcl.Traverser
}

// Spellings are the names in the objects of all blocks, as they are written.
func (c *Configuration) Spellings() []Spelling {
	var out []Spelling
	for _, b := range c.blocks {
		for _, argument := range b.attributes {
			expr, ok := argument.Expr.(hclsyntax.Expression)
			if !ok {
				continue
			}
			_ = hclsyntax.VisitAll(expr, func(n hclsyntax.Node) hcl.Diagnostics {
				key, ok := n.(*hclsyntax.ObjectConsKeyExpr)
				if !ok {
					return nil
				}
				name, ok := key.Wrapped.(*hclsyntax.ScopeTraversalExpr)
				if ok && len(name.Traversal) == 1 && !key.ForceNonLiteral {
					at := key.Range()
					out = append(out, Spelling{name.Traversal.RootName(), at.Filename, at.Start.Line, at.Start.Column, b, name.Traversal})
				}
				return nil
			})
		}
	}
	return out
}

// As are the findings about the block while the name is spelt otherwise.
func (s Spelling) As(name string) []Finding {
	was := s.root[0].(hcl.TraverseRoot)
	defer func() { s.root[0] = was }()
	s.root[0] = hcl.TraverseRoot{Name: strings.Clone(name), SrcRange: was.SrcRange}
	return s.block.walk()
}
