package pulumi

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
)

// ofData marks the type of a data source, whose attributes are other ones than those of the resource.
const ofData = "data."

// lexicon finds Pulumi's names of attributes.
type lexicon struct {
	provider shim.Provider
	mu       sync.Mutex
	// known are the attributes of resources, data sources and, as "", of the provider, as far as they were asked for.
	known map[string]attributes
}

func newLexicon(p shim.Provider) *lexicon {
	return &lexicon{provider: p, known: map[string]attributes{}}
}

// attributes are what a resource has.
type attributes struct {
	root shim.SchemaMap
	// in are the objects of the resource that have an attribute of a name, those nearer to the root first.
	in map[string][]shim.SchemaMap
}

// of returns the attributes of a resource, a data source or the provider.
func (n *lexicon) of(what string) attributes {
	n.mu.Lock()
	defer n.mu.Unlock()
	if a, ok := n.known[what]; ok {
		return a
	}
	a := attributes{root: n.schema(what), in: map[string][]shim.SchemaMap{}}
	for objects := []shim.SchemaMap{a.root}; len(objects) > 0; objects = objects[1:] {
		objects[0].Range(func(name string, attribute shim.Schema) bool {
			a.in[name] = append(a.in[name], objects[0])
			elem := attribute.Elem()
			for item, ok := elem.(shim.Schema); ok; item, ok = elem.(shim.Schema) {
				elem = item.Elem()
			}
			if object, ok := elem.(shim.Resource); ok {
				objects = append(objects, object.Schema())
			}
			return true
		})
	}
	n.known[what] = a
	return a
}

func (n *lexicon) schema(what string) shim.SchemaMap {
	if what == "" {
		return n.provider.Schema()
	}
	if source, ok := strings.CutPrefix(what, ofData); ok {
		return n.provider.DataSourcesMap().Get(source).Schema()
	}
	return n.provider.ResourcesMap().Get(what).Schema()
}

// step is one of a path: the name of an attribute, or a key in brackets as it is written.
var step = regexp.MustCompile(`\[[^\]]*\]|[^.\[]+`)

// find translates an attribute, or a path from the root or from an object below it. Of several attributes of the name it
// takes the one that is nearest to the place that is spoken of; then one of the provider. Of a path that ends with what
// the schema does not know, such as keys of JSON, it translates the beginning.
func (n *lexicon) find(what, text string, at *tftypes.AttributePath) (string, bool) {
	steps := step.FindAllString(text, -1)
	own := n.of(what)
	best, most := text, 1
	for _, from := range slices.Concat(own.along(at), own.in[steps[0]], n.of("").in[steps[0]]) {
		name, found := follow(from, steps)
		if found == len(steps) {
			return name, true
		}
		if found > most {
			best, most = name, found
		}
	}
	return best, false
}

// elsewhere translates an attribute of another resource.
func (n *lexicon) elsewhere(what, text string) (string, bool) {
	steps := step.FindAllString(text, -1)
	var others []string
	n.provider.ResourcesMap().Range(func(name string, _ shim.Resource) bool {
		if name != what {
			others = append(others, name)
		}
		return true
	})
	slices.Sort(others)
	for _, other := range others {
		for _, from := range n.of(other).in[steps[0]] {
			if name, found := follow(from, steps); found == len(steps) {
				return name, true
			}
		}
	}
	return text, false
}

// along returns the objects on the way to a place, the deepest first.
func (a attributes) along(at *tftypes.AttributePath) []shim.SchemaMap {
	on := []shim.SchemaMap{a.root}
	var elem any
	for _, s := range at.Steps() {
		switch s := s.(type) {
		case tftypes.AttributeName:
			attribute, ok := on[0].GetOk(string(s))
			if !ok {
				return on
			}
			elem = attribute.Elem()
		default:
			elem = item(elem)
		}
		if object, ok := elem.(shim.Resource); ok {
			on = append([]shim.SchemaMap{object.Schema()}, on...)
		}
	}
	return on
}

// follow translates a path as far as it leads from an object, and counts the steps that it leads to. The others stay.
func follow(from shim.SchemaMap, steps []string) (string, int) {
	var out strings.Builder
	var elem any = object{from}
	found := 0
	for i, s := range steps {
		if i > 0 && !isKey(s) {
			out.WriteByte('.')
		}
		name, below, ok := enter(elem, s)
		if ok && found == i {
			elem, found, s = below, i+1, name
		}
		out.WriteString(s)
	}
	return out.String(), found
}

// object is one of attributes, as a [shim.Resource] is.
type object struct{ schema shim.SchemaMap }

// Schema returns the attributes.
func (o object) Schema() shim.SchemaMap { return o.schema }

// enter takes one step of a path, and returns its name and what is below.
func enter(elem any, s string) (string, any, bool) {
	if isKey(s) {
		_, ok := elem.(shim.Schema)
		return s, item(elem), ok
	}
	for item(elem) != nil {
		elem = item(elem) // "flavors.limits" is said of every item
	}
	in, ok := elem.(interface{ Schema() shim.SchemaMap })
	if !ok {
		return s, nil, false
	}
	attribute, ok := in.Schema().GetOk(s)
	if !ok {
		return s, nil, false
	}
	return tfbridge.TerraformToPulumiNameV2(s, in.Schema(), nil), attribute.Elem(), true
}

func isKey(step string) bool { return strings.HasPrefix(step, "[") }

// item is what a collection has.
func item(elem any) any {
	if s, ok := elem.(shim.Schema); ok {
		return s.Elem()
	}
	return nil
}

// path writes the path of an attribute, "" for none.
func (n *lexicon) path(what string, at *tftypes.AttributePath) string {
	var steps []string
	for _, s := range at.Steps() {
		switch s := s.(type) {
		case tftypes.AttributeName:
			steps = append(steps, string(s))
		case tftypes.ElementKeyInt:
			steps = append(steps, fmt.Sprintf("[%d]", int64(s)))
		case tftypes.ElementKeyString:
			steps = append(steps, fmt.Sprintf("[%q]", string(s)))
		}
	}
	name, _ := follow(n.of(what).root, steps)
	return name
}
