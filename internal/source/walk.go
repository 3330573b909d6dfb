package source

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/spelling"
)

// place is where in a schema a value stands.
type place struct {
	shape *shape
	// text is the path for people.
	text string
	// path is the attribute; it stays behind once closed, where an index cannot be told.
	path   *tftypes.AttributePath
	closed bool
	// replaced are the names of an object whose values others take the place of.
	replaced map[string]bool
}

func (p place) name(name string) place {
	p.shape = p.shape.names[name]
	if p.text != "" {
		p.text += "."
	}
	p.text += name
	p.replaced = nil
	if !p.closed {
		p.path = p.path.WithAttributeName(name)
	}
	return p
}

func (p place) index(i int) place {
	p.text += fmt.Sprintf("[%d]", i)
	p.closed = p.closed || p.shape.nesting != list
	p.shape = p.shape.element
	if !p.closed {
		p.path = p.path.WithElementKeyInt(i)
	}
	return p
}

func (p place) key(key string) place {
	p.shape, p.text = p.shape.element, p.text+"["+strconv.Quote(key)+"]"
	if !p.closed {
		p.path = p.path.WithElementKeyString(key)
	}
	return p
}

// each is some element.
func (p place) each() place {
	p.shape, p.text, p.closed = p.shape.element, p.text+"[*]", true
	return p
}

// walk finds the names in a block that the schema does not have. Those of its arguments are the client's to report.
func (b *block) walk() []Finding {
	w := &walk{block: b, seen: map[string]bool{}, left: mostSteps}
	top := place{shape: b.shape, path: tftypes.NewAttributePath()}
	if b.mock != nil {
		w.value(value{b.mock, &scope{module: b.module}}, top)
		return w.found
	}
	in := b.scope()
	for name, inner := range b.shape.names {
		if argument, ok := b.attributes[name]; ok && inner != nothing {
			w.value(value{argument.Expr, in}, top.name(name))
		}
	}
	return w.found
}

// mostSteps and deepest bound what a configuration may cost, one whose locals refer to each other among them. What lies
// beyond is passed over.
const (
	mostSteps = 200_000
	deepest   = 100
)

type walk struct {
	block *block
	found []Finding
	// seen are the findings so far: locals lead to one place by many ways.
	seen        map[string]bool
	left, depth int
}

// enter reports whether the walk may go one step deeper; leave goes back.
func (w *walk) enter() bool {
	if w.left == 0 || w.depth == deepest {
		return false
	}
	w.left--
	w.depth++
	return true
}

func (w *walk) leave() { w.depth-- }

// value looks at all that an expression can be.
func (w *walk) value(v value, at place) {
	if at.shape == nothing {
		return
	}
	w.resolve(v, func(v value) {
		switch at.shape.nesting {
		case object:
			w.object(v, at)
		case mapping:
			w.mapping(v, at)
		case list, set:
			w.list(v, at)
		}
	})
}

func (w *walk) object(v value, at place) {
	if args, ok := callOf(v, "merge"); ok {
		w.merged(args, at)
		return
	}
	pairs, _ := pairsOf(v.expr)
	for _, pair := range pairs {
		name, ok := keyOf(pair.Key)
		switch {
		case !ok || name == "//": // which is how JSON has comments
		case at.shape.names[name] == nil:
			w.report(pair.Key, name, at)
		case !at.replaced[name]:
			w.value(value{pair.Value, v.in}, at.name(name))
		}
	}
}

// merged looks at the arguments of a merge. What a later one has takes the place of what earlier ones have.
func (w *walk) merged(args []value, at place) {
	at.replaced = maps.Clone(at.replaced)
	if at.replaced == nil {
		at.replaced = map[string]bool{}
	}
	for _, arg := range slices.Backward(args) {
		w.value(arg, at)
		var all []value
		w.resolve(arg, func(v value) { all = append(all, v) })
		if len(all) != 1 {
			continue
		}
		entries, _, _ := entriesOf(all[0].expr)
		for name := range entries {
			at.replaced[name] = true
		}
	}
}

func (w *walk) mapping(v value, at place) {
	if pairs, ok := pairsOf(v.expr); ok {
		for _, pair := range pairs {
			if key, ok := keyOf(pair.Key); ok {
				w.value(value{pair.Value, v.in}, at.key(key))
			} else {
				w.value(value{pair.Value, v.in}, at.each())
			}
		}
		return
	}
	w.elements(v, func(v value) { w.value(v, at.each()) })
}

func (w *walk) list(v value, at place) {
	if items, ok := itemsOf(v.expr); ok {
		for i, item := range items {
			w.value(value{item, v.in}, at.index(i))
		}
		return
	}
	if pairs, ok := pairsOf(v.expr); ok && len(pairs) > 0 {
		if w.block.mock != nil { // a mock says once what all elements have
			w.value(v, at.each())
		}
		return
	}
	w.elements(v, func(v value) { w.value(v, at.each()) })
}

func (w *walk) report(key hcl.Expression, name string, at place) {
	r := key.Range()
	id := fmt.Sprintf("%s:%d:%s", r.Filename, r.Start.Byte, at.text)
	if w.seen[id] {
		return
	}
	w.seen[id] = true
	allowed := at.shape.allowed()
	w.found = append(w.found, Finding{
		File: r.Filename, Line: r.Start.Line, Column: r.Start.Column, EndLine: r.End.Line, EndColumn: r.End.Column,
		Address: w.block.address(), Path: at.text, Name: name, Nearest: Nearest(name, allowed), Allowed: allowed, At: at.path,
	})
}

// Nearest are those of the allowed names that a misspelt one was most likely meant to be.
func Nearest(name string, allowed []string) []string {
	return spelling.Nearest(name, allowed, 1+len(name)/3)
}

// wrapped is the expression of a text that is nothing but one, as in JSON, which has no others.
func wrapped(expr hcl.Expression) (hcl.Expression, bool) {
	if template, ok := expr.(*hclsyntax.TemplateWrapExpr); ok {
		return template.Wrapped, true
	}
	if isNative(expr) {
		return nil, false
	}
	text, diags := expr.Value(nil)
	if diags.HasErrors() || !isTemplate(text) {
		return nil, false
	}
	at := expr.Range().Start
	at.Column, at.Byte = at.Column+1, at.Byte+1 // after the quotation mark
	parsed, diags := hclsyntax.ParseTemplate([]byte(text.AsString()), expr.Range().Filename, at)
	if diags.HasErrors() {
		return nil, false
	}
	return wrapped(parsed)
}
