package source

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// value is an expression and what its names mean.
type value struct {
	expr hcl.Expression
	in   *scope
}

// scope is what names mean in an expression.
type scope struct {
	module *module
	// each is what `each.value` is an element of, nil where it is nothing that can be followed.
	each *value
	// outer has the names but those that a `for` expression binds: value to an element of the collection, nil where it is
	// not every one, and key to what cannot be followed.
	outer      *scope
	value, key string
	collection *value
	// guarded says that a condition decides whether the expression counts, and may depend on the element that is bound.
	guarded bool
}

// bind returns the scope within a `for` expression.
func (s *scope) bind(expr *hclsyntax.ForExpr) *scope {
	out := &scope{module: s.module, each: s.each, outer: s, value: expr.ValVar, key: expr.KeyVar}
	if expr.CondExpr == nil {
		out.collection = &value{expr.CollExpr, s}
	}
	return out
}

// guard returns the scope within a conditional.
func (s *scope) guard() *scope { return &scope{module: s.module, outer: s, guarded: true} }

// resolve yields what an expression may be: objects, lists, and calls and `for` expressions that make those.
func (w *walk) resolve(v value, yield func(value)) {
	if !w.enter() {
		return
	}
	defer w.leave()
	if inner, ok := wrapped(v.expr); ok {
		w.resolve(value{inner, v.in}, yield)
		return
	}
	switch expr := v.expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		w.resolve(value{expr.Expression, v.in}, yield)
	case *hclsyntax.ConditionalExpr:
		w.resolve(value{expr.TrueResult, v.in.guard()}, yield)
		w.resolve(value{expr.FalseResult, v.in.guard()}, yield)
	case *hclsyntax.ScopeTraversalExpr:
		w.traverse(expr.Traversal, v.in, yield)
	case *hclsyntax.RelativeTraversalExpr:
		w.descend(value{expr.Source, v.in}, expr.Traversal, yield)
	case *hclsyntax.IndexExpr:
		// Which element another key leads to is not known, and elements may differ.
		if key, dependent := literalValue(expr.Key); !dependent {
			w.descend(value{expr.Collection, v.in}, hcl.Traversal{hcl.TraverseIndex{Key: key}}, yield)
		}
	case *hclsyntax.FunctionCallExpr:
		w.call(v, expr, yield)
	case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ForExpr, *hclsyntax.SplatExpr:
		yield(v)
	default:
		if !isNative(v.expr) {
			yield(v)
		}
	}
}

// transparent are the functions whose result is an argument, or what can be looked at in its place.
var transparent = map[string]bool{
	"try": true, "coalesce": true, "coalescelist": true, "sensitive": true, "nonsensitive": true, "ephemeralasnull": true,
	"tomap": true, "tolist": true, "toset": true, "distinct": true, "reverse": true,
}

func (w *walk) call(v value, call *hclsyntax.FunctionCallExpr, yield func(value)) {
	args := argumentsOf(v, call)
	switch {
	case transparent[call.Name]:
		for _, arg := range args {
			w.resolve(arg, yield)
		}
	case call.ExpandFinal:
	case call.Name == "one" && len(args) == 1:
		w.resolve(args[0], func(v value) { w.elements(v, yield) })
	case call.Name == "lookup" && len(args) == 3:
		if key, dependent := literalValue(call.Args[1]); !dependent {
			w.descend(args[0], hcl.Traversal{hcl.TraverseIndex{Key: key}}, yield)
		}
		w.resolve(args[2], yield)
	case call.Name == "merge", call.Name == "concat", call.Name == "setunion", call.Name == "flatten" && len(args) == 1, call.Name == "values" && len(args) == 1:
		yield(v)
	}
}

// argumentsOf leaves out what stands for several arguments.
func argumentsOf(v value, call *hclsyntax.FunctionCallExpr) []value {
	args := call.Args
	if call.ExpandFinal {
		args = args[:len(args)-1]
	}
	out := make([]value, 0, len(args))
	for _, arg := range args {
		out = append(out, value{arg, v.in})
	}
	return out
}

// callOf are the arguments of a call of a function, false for anything else.
func callOf(v value, name string) ([]value, bool) {
	call, ok := v.expr.(*hclsyntax.FunctionCallExpr)
	if !ok || call.Name != name {
		return nil, false
	}
	return argumentsOf(v, call), true
}

// traverse follows a reference to a local, to a name that a `for` expression binds, or to `each.value`.
func (w *walk) traverse(to hcl.Traversal, in *scope, yield func(value)) {
	root, guarded := to.RootName(), false
	for s := in; s.outer != nil; s = s.outer {
		guarded = guarded || s.guarded
		if root != s.value && root != s.key || s.guarded {
			continue
		}
		if root == s.value && s.collection != nil && !guarded {
			w.resolve(*s.collection, func(v value) {
				w.elements(v, func(v value) { w.descend(v, to[1:], yield) })
			})
		}
		return
	}
	if len(to) < 2 {
		return
	}
	attr, ok := to[1].(hcl.TraverseAttr)
	switch {
	case !ok:
	case root == "local":
		if expr, ok := in.module.locals()[attr.Name]; ok {
			w.descend(value{expr, &scope{module: in.module}}, to[2:], yield)
		}
	case root == "each" && attr.Name == "value" && in.each != nil:
		w.resolve(*in.each, func(v value) {
			w.elements(v, func(v value) { w.descend(v, to[2:], yield) })
		})
	}
}

// descend follows the steps of a reference.
func (w *walk) descend(v value, steps hcl.Traversal, yield func(value)) {
	if len(steps) == 0 {
		w.resolve(v, yield)
		return
	}
	next := func(v value) { w.descend(v, steps[1:], yield) }
	w.resolve(v, func(v value) {
		switch step := steps[0].(type) {
		case hcl.TraverseAttr:
			w.attribute(v, step.Name, next)
		case hcl.TraverseIndex:
			w.index(v, step.Key, next)
		}
	})
}

// attribute yields what an object has under a name; it reports whether that is so.
func (w *walk) attribute(v value, name string, yield func(value)) bool {
	if args, ok := callOf(v, "merge"); ok {
		found := false
		for i := len(args) - 1; i >= 0 && !found; i-- {
			w.resolve(args[i], func(v value) { found = w.attribute(v, name, yield) || found })
		}
		return found
	}
	found := false
	pairs, _ := pairsOf(v.expr)
	for _, pair := range pairs {
		if key, ok := keyOf(pair.Key); ok && key == name {
			found = true
			yield(value{pair.Value, v.in})
		}
	}
	return found
}

// index yields what stands at a key, where that is written.
func (w *walk) index(v value, key cty.Value, yield func(value)) {
	if !key.IsKnown() || key.IsNull() {
		return
	}
	if key.Type() == cty.String {
		w.attribute(v, key.AsString(), yield)
		return
	}
	if items, ok := itemsOf(v.expr); ok && key.Type() == cty.Number {
		if i, _ := key.AsBigFloat().Int64(); i >= 0 && i < int64(len(items)) {
			yield(value{items[i], v.in})
		}
	}
}

// elements yields what the elements of a collection may be.
func (w *walk) elements(v value, yield func(value)) {
	if !w.enter() {
		return
	}
	defer w.leave()
	if items, ok := itemsOf(v.expr); ok {
		for _, item := range items {
			yield(value{item, v.in})
		}
		return
	}
	if pairs, ok := pairsOf(v.expr); ok {
		for _, pair := range pairs {
			yield(value{pair.Value, v.in})
		}
		return
	}
	switch expr := v.expr.(type) {
	case *hclsyntax.ForExpr:
		if !expr.Group {
			yield(value{expr.ValExpr, v.in.bind(expr)})
		}
	case *hclsyntax.SplatExpr:
		w.splat(v, expr, yield)
	case *hclsyntax.FunctionCallExpr:
		for _, arg := range argumentsOf(v, expr) {
			w.resolve(arg, func(v value) {
				if expr.Name == "flatten" {
					w.flat(v, yield)
				} else {
					w.elements(v, yield)
				}
			})
		}
	}
}

// flat yields the elements of a list, and in the place of those that are lists their own.
func (w *walk) flat(v value, yield func(value)) {
	w.elements(v, func(v value) {
		w.resolve(v, func(v value) {
			if _, ok := itemsOf(v.expr); ok || makesList(v.expr) {
				w.flat(v, yield)
			} else {
				yield(v)
			}
		})
	})
}

// makesList reports whether an expression that is no list as written is one all the same.
func makesList(expr hcl.Expression) bool {
	switch expr := expr.(type) {
	case *hclsyntax.ForExpr:
		return expr.KeyExpr == nil
	case *hclsyntax.SplatExpr:
		return true
	case *hclsyntax.FunctionCallExpr:
		return expr.Name != "merge"
	}
	return false
}

// splat yields what every element of the source leads to.
func (w *walk) splat(v value, expr *hclsyntax.SplatExpr, yield func(value)) {
	var steps hcl.Traversal
	switch each := expr.Each.(type) {
	case *hclsyntax.AnonSymbolExpr:
	case *hclsyntax.RelativeTraversalExpr:
		if _, ok := each.Source.(*hclsyntax.AnonSymbolExpr); !ok {
			return
		}
		steps = each.Traversal
	default:
		return
	}
	w.resolve(value{expr.Source, v.in}, func(v value) {
		w.elements(v, func(v value) { w.descend(v, steps, yield) })
	})
}
