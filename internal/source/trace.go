package source

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// mostReferences bounds how far a value is followed, since what is declared may refer to itself.
const mostReferences = 100

// trace follows one value from reference to reference, and ends at what only the client can decide.
type trace struct {
	modules map[string]*module
	last    Reference
	left    int
}

// refer notes what a reference and the steps behind it lead to.
func (t *trace) refer(to, behind hcl.Traversal, at hcl.Range) {
	t.last = Reference{textOf(slices.Concat(to, behind)), at.Filename, at.Start.Line}
}

// within follows the first of the steps to an argument of a block.
func (t *trace) within(arguments hcl.Attributes, in *scope, steps hcl.Traversal) {
	if len(steps) == 0 {
		return
	}
	if argument, ok := arguments[nameOf(steps[0])]; ok {
		t.follow(value{argument.Expr, in}, steps[1:])
	}
}

func (t *trace) follow(v value, steps hcl.Traversal) {
	if t.left--; t.left < 0 {
		return
	}
	if inner, ok := wrapped(v.expr); ok {
		t.follow(value{inner, v.in}, steps)
		return
	}
	switch expr := v.expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		t.follow(value{expr.Expression, v.in}, steps)
	case *hclsyntax.ScopeTraversalExpr:
		t.reference(expr.Traversal, v.in, steps)
	case *hclsyntax.RelativeTraversalExpr:
		t.follow(value{expr.Source, v.in}, slices.Concat(expr.Traversal, steps))
	case *hclsyntax.IndexExpr:
		if key, dependent := literalValue(expr.Key); !dependent {
			t.follow(value{expr.Collection, v.in}, slices.Concat(hcl.Traversal{hcl.TraverseIndex{Key: key}}, steps))
		}
	default:
		t.written(v, steps)
	}
}

// written follows the steps into an object or a list.
func (t *trace) written(v value, steps hcl.Traversal) {
	if t.last.Text != "" {
		at := v.expr.Range()
		t.last.File, t.last.Line = at.Filename, at.Start.Line
	}
	if len(steps) == 0 {
		return
	}
	if args, ok := callOf(v, "merge"); ok {
		t.merged(args, steps)
	} else if inner, has, exact := member(v, steps[0]); has && exact {
		t.follow(inner, steps[1:])
	}
}

// merged follows the last of the arguments of a merge that has the name, unless a later one may have it too.
func (t *trace) merged(args []value, steps hcl.Traversal) {
	for _, arg := range slices.Backward(args) {
		var all []value
		w := &walk{left: mostReferences}
		w.resolve(arg, func(v value) { all = append(all, v) })
		if len(all) != 1 {
			return
		}
		_, has, exact := member(all[0], steps[0])
		if has && exact {
			t.follow(arg, steps)
		}
		if has || !exact {
			return
		}
	}
}

// member is what an object or a list has as it is written, and exact says that nothing else decides about it.
func member(v value, step hcl.Traverser) (inner value, has, exact bool) {
	if number := numberOf(step); number >= 0 {
		items, ok := itemsOf(v.expr)
		if !ok || number >= len(items) {
			return value{}, false, ok
		}
		return value{items[number], v.in}, true, true
	}
	entries, exact, ok := entriesOf(v.expr)
	entry, has := entries[nameOf(step)]
	return value{entry, v.in}, has, ok && exact
}

// reference follows a reference into what it leads to.
func (t *trace) reference(to hcl.Traversal, in *scope, steps hcl.Traversal) {
	if len(to) < 2 || in.outer != nil { // within a `for`, a name may be an element's
		return
	}
	name := nameOf(to[1])
	switch to.RootName() {
	case "count", "path", "terraform", "self":
	case "local":
		if expr, ok := in.module.locals()[name]; ok {
			t.refer(to, steps, expr.Range())
			t.follow(value{expr, &scope{module: in.module}}, slices.Concat(to[2:], steps))
		}
	case "each":
		if in.each != nil {
			t.refer(to, steps, in.each.expr.Range())
		}
	case "var":
		t.variable(to, in.module, steps)
	case "module":
		t.output(to, in.module, steps)
	case "data":
		if len(to) > 2 {
			t.declared(to, in.module.declared("data", name, nameOf(to[2])), in.module, slices.Concat(instance(to[3:]), steps), steps)
		}
	default:
		t.declared(to, in.module.declared("resource", to.RootName(), name), in.module, slices.Concat(instance(to[2:]), steps), steps)
	}
}

// declared follows a reference to a resource. Where that is not configured to have the value, the place is that of its block.
func (t *trace) declared(to hcl.Traversal, b *hcl.Block, in *module, within, steps hcl.Traversal) {
	if b == nil {
		return
	}
	t.refer(to, steps, b.DefRange)
	arguments, _ := b.Body.JustAttributes()
	t.within(arguments, scopeOf(in, arguments), within)
}

// variable follows a reference to a variable to the only call of its module. Where there is none, or several, the place is that of
// the declaration.
func (t *trace) variable(to hcl.Traversal, in *module, steps hcl.Traversal) {
	declared := in.declared("variable", nameOf(to[1]))
	if declared == nil {
		return
	}
	t.refer(to, steps, declared.DefRange)
	if len(in.keys) != 1 || in.keys[0] == root {
		return
	}
	caller, name := "", in.keys[0]
	if i := strings.LastIndex(name, "."); i >= 0 {
		caller, name = name[:i], name[i+1:]
	}
	calling := t.modules[caller]
	if calling == nil {
		return
	}
	if call := calling.declared("module", name); call != nil {
		arguments, _ := call.Body.JustAttributes()
		t.within(arguments, scopeOf(calling, arguments), slices.Concat(to[1:], steps))
	}
}

// output follows a reference to an output of a module. Where its folder is not known, the place is that of the call.
func (t *trace) output(to hcl.Traversal, in *module, steps hcl.Traversal) {
	name := nameOf(to[1])
	call := in.declared("module", name)
	if call == nil {
		return
	}
	t.refer(to, steps, call.DefRange)
	further := instance(to[2:])
	if len(in.keys) != 1 || len(further) == 0 {
		return
	}
	called := t.modules[strings.TrimPrefix(in.keys[0]+"."+name, ".")]
	if called == nil {
		return
	}
	if output := called.declared("output", nameOf(further[0])); output != nil {
		arguments, _ := output.Body.JustAttributes()
		t.within(arguments, scopeOf(called, nil), slices.Concat(hcl.Traversal{hcl.TraverseAttr{Name: "value"}}, further[1:], steps))
	}
}

// instance leaves out which instance of a block is meant: what is written is the same of all.
func instance(rest hcl.Traversal) hcl.Traversal {
	if len(rest) > 0 {
		if _, ok := rest[0].(hcl.TraverseIndex); ok {
			return rest[1:]
		}
	}
	return rest
}
