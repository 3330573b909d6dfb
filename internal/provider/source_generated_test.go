package provider

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/source"
)

// writer makes up configurations of resources, in the many ways in which Terraform lets people write a value.
type writer struct {
	random *rand.Rand
	locals []string
	// objects counts those written, and the one of the number wrong gets a name that no schema has.
	objects, wrong int
}

// misspelt is a name that no schema has.
const misspelt = "qqq_misspelt"

// resource is a block with some of the attributes of its type, and with the locals that it refers to.
func (w *writer) resource(typeName string, block *tfprotov6.SchemaBlock) string {
	var body strings.Builder
	for _, a := range block.Attributes {
		if a.NestedType != nil && w.random.IntN(3) > 0 {
			fmt.Fprintf(&body, "  %s = %s\n", a.Name, w.value(a, 0))
		}
	}
	return fmt.Sprintf("resource %q \"it\" {\n%s}\nlocals {\n%s}\n", typeName, body.String(), strings.Join(w.locals, ""))
}

// value is an expression for an attribute.
func (w *writer) value(a *tfprotov6.SchemaAttribute, depth int) string {
	if a.NestedType == nil {
		return w.leaf()
	}
	one := func() string { return w.object(a.NestedType.Attributes, depth) }
	switch a.NestedType.Nesting {
	case tfprotov6.SchemaObjectNestingModeSingle:
		return w.wrap(one())
	case tfprotov6.SchemaObjectNestingModeMap:
		return w.wrap(w.oneOf(
			func() string { return "{ a = " + one() + ", \"b.c\" = " + one() + " }" },
			func() string { return "{ for k, v in var.map : k => " + one() + " }" },
			func() string { return "merge({ a = " + one() + " }, var.map)" },
		))
	default:
		return w.wrap(w.oneOf(
			func() string { return "[" + one() + ", " + one() + "]" },
			func() string { return "concat([" + one() + "], var.list)" },
			func() string { return "[for x in var.list : " + one() + " if x != null]" },
			func() string { return "flatten([[" + one() + "], [for x in var.list : [" + one() + "]]])" },
			func() string { return "[]" },
		))
	}
}

// object is an object with some of the attributes.
func (w *writer) object(attributes []*tfprotov6.SchemaAttribute, depth int) string {
	w.objects++
	wrong := w.objects == w.wrong
	var pairs []string
	for _, a := range attributes {
		if a.NestedType != nil && (depth > 8 || w.random.IntN(4) > 0) || w.random.IntN(3) == 0 {
			continue
		}
		pairs = append(pairs, w.key(a.Name)+" "+w.oneOf(func() string { return "=" }, func() string { return ":" })+" "+w.value(a, depth+1))
	}
	if wrong {
		pairs = append(pairs, w.key(misspelt)+" = "+w.leaf())
	}
	w.random.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	written := func(pairs []string) string { return "{\n" + strings.Join(pairs, "\n") + "\n}" }
	if w.random.IntN(6) == 0 {
		half := len(pairs) / 2
		return "merge(" + written(pairs[:half]) + ", " + written(pairs[half:]) + ")"
	}
	return written(pairs)
}

// key is a name as an object may have it.
func (w *writer) key(name string) string {
	return w.oneOf(func() string { return name }, func() string { return name }, func() string { return `"` + name + `"` }, func() string { return `("` + name + `")` })
}

// wrap is an expression that has the value, in a way that says no more.
func (w *writer) wrap(value string) string {
	return w.oneOf(
		func() string { return value }, func() string { return value }, func() string { return value },
		func() string { return "(" + value + ")" },
		func() string { return "var.on ? " + value + " : null" },
		func() string { return "try(" + value + ", null)" },
		func() string { return "coalesce(null, " + value + ")" },
		func() string {
			name := fmt.Sprintf("l%d", len(w.locals))
			w.locals = append(w.locals, "  "+name+" = "+value+"\n")
			return "local." + name
		},
	)
}

// leaf is an expression for what has no names that the schema knows.
func (w *writer) leaf() string {
	return w.oneOf(
		func() string { return `"text"` }, func() string { return "3" }, func() string { return "true" }, func() string { return "null" }, func() string { return "var.any" },
		func() string { return `{ free = "text", "a/b" = "c" }` }, func() string { return `["a", "b"]` }, func() string { return `jsonencode({ apiVersion = "v1" })` },
		func() string { return `"${var.any}-${local.none}"` }, func() string { return "<<-EOT\n  { name = 1 }\nEOT\n" }, func() string { return "module.a.b[0].c" },
	)
}

func (w *writer) oneOf(choices ...func() string) string {
	return choices[w.random.IntN(len(choices))]()
}

// TestSourceGenerated checks configurations that are made up from the schemas: nothing is found in one whose names there are, and
// a name that there is not is found wherever it is.
func TestSourceGenerated(t *testing.T) {
	t.Parallel()
	schemas := nestedSchemas(t)
	for i := range 1000 {
		typeName := TypeName + "_" + Kinds()[i%len(Kinds())].TypeName
		block := schemas(source.Resource, typeName)
		write := func(wrong int) (string, int) {
			w := &writer{random: rand.New(rand.NewPCG(1, uint64(i))), wrong: wrong} //nolint:gosec // the same configurations in every run
			return w.resource(typeName, block), w.objects
		}
		right, objects := write(0)
		if found := checked(t, right, schemas); len(found) > 0 {
			t.Fatalf("configuration %d: %s has no %s, which is wrong:\n%s", i, found[0].Object(), found[0].Name, right)
		}
		if objects == 0 {
			continue
		}
		wrong, _ := write(1 + i%objects)
		found := checked(t, wrong, schemas)
		if len(found) == 0 || slices.ContainsFunc(found, func(f source.Finding) bool { return f.Name != misspelt }) {
			t.Fatalf("configuration %d: %d findings, want one of %s: %v\n%s", i, len(found), misspelt, found, wrong)
		}
	}
}
