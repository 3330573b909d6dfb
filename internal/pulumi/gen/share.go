package gen

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/inflector"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
)

// shape identifies the nested objects that have the same attributes of the same types.
type shape [sha256.Size]byte

// place is where a nested object is: the words of its path from the resource on, and where
// the bridge looks for the name of its type.
type place struct {
	words []string
	info  *tfbridge.SchemaInfo
}

// sharer collects the nested objects of a package by their shapes.
type sharer struct {
	places map[shape][]place
	// leads are the shapes that the last words of paths lead to.
	leads map[string]map[shape]claim
}

// claim is how good a reason a shape has to be named by the last words of paths.
type claim struct {
	// depth is the length of the shortest of its paths with that end, and places is how many have it.
	depth, places int
}

// shareTypes gives nested objects of one shape one type, where the bridge would make one for
// every path: hundreds instead of thousands. Names of types matter to the generator alone,
// the plugin does without them.
//
// A type is named by the shortest end of a path that leads to it sooner or, as soon, more
// often than to any other.
func shareTypes(info *tfbridge.ProviderInfo) {
	s := sharer{places: map[shape][]place{}, leads: map[string]map[shape]claim{}}
	taken := map[string]bool{"Provider": true}
	for name, resource := range info.Resources {
		own := pascal(strings.TrimPrefix(name, info.Name+"_"))
		taken[own] = true
		_, resource.Fields = s.object(info.P.ResourcesMap().Get(name).Schema(), []string{own})
	}
	for name, source := range info.DataSources {
		own := pascal(strings.TrimPrefix(name, info.Name+"_"))
		_, source.Fields = s.object(info.P.DataSourcesMap().Get(name).Schema(), []string{"Get", own})
	}
	_, info.Config = s.object(info.P.Schema(), []string{"Provider"})
	for name := range info.P.Functions() {
		taken[pascal(name)] = true // the SDK for Go has a function of this name
	}
	s.assign(taken)
}

// object collects the nested objects of an object, and returns its shape and where the bridge
// looks for what concerns its attributes.
func (s *sharer) object(schema shim.SchemaMap, words []string) (shape, map[string]*tfbridge.SchemaInfo) {
	var keys []string
	schema.Range(func(key string, _ shim.Schema) bool {
		keys = append(keys, key)
		return true
	})
	slices.Sort(keys)
	hash := sha256.New()
	fields := map[string]*tfbridge.SchemaInfo{}
	for _, key := range keys {
		attribute := schema.Get(key)
		_, _ = fmt.Fprintf(hash, "%s %v %v %v %v %v;", key, attribute.Type(), attribute.Required(), attribute.Optional(), attribute.Computed(), attribute.Sensitive())
		switch elem := attribute.Elem().(type) {
		case shim.Resource:
			named := s.nested(elem, append(slices.Clone(words), pascal(key)))
			_, _ = hash.Write(named.shape[:])
			fields[key] = &tfbridge.SchemaInfo{Elem: named.info}
		case shim.Schema:
			_, _ = fmt.Fprintf(hash, "<%v>", elem.Type())
			if item, ok := elem.Elem().(shim.Resource); ok {
				named := s.nested(item, append(slices.Clone(words), pascal(inflector.Singularize(key))))
				_, _ = hash.Write(named.shape[:])
				fields[key] = &tfbridge.SchemaInfo{Elem: &tfbridge.SchemaInfo{Elem: named.info}}
			}
		}
	}
	return shape(hash.Sum(nil)), fields
}

type named struct {
	shape shape
	info  *tfbridge.SchemaInfo
}

// nested collects one nested object.
func (s *sharer) nested(object shim.Resource, words []string) named {
	of, fields := s.object(object.Schema(), words)
	info := &tfbridge.SchemaInfo{Fields: fields}
	s.places[of] = append(s.places[of], place{words, info})
	for i := range words {
		end := strings.Join(words[i:], "")
		if s.leads[end] == nil {
			s.leads[end] = map[shape]claim{}
		}
		c := s.leads[end][of]
		if c.places == 0 || len(words) < c.depth {
			c.depth = len(words)
		}
		c.places++
		s.leads[end][of] = c
	}
	return named{of, info}
}

// assign names the type of every shape.
func (s *sharer) assign(taken map[string]bool) {
	for of, places := range s.places {
		name := s.name(of, places, taken)
		for _, p := range places {
			p.info.TypeName = &name
		}
	}
}

// name is the shortest end that the shape has the best claim to, and the first of those in order.
func (s *sharer) name(of shape, places []place, taken map[string]bool) string {
	var ends []string
	for _, p := range places {
		for i := range p.words {
			if end := strings.Join(p.words[i:], ""); !taken[end] && s.best(end) == of {
				ends = append(ends, end)
			}
		}
	}
	return slices.MinFunc(ends, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
}

// best is the shape with the best claim to an end of paths; no shape when two are as good.
func (s *sharer) best(end string) shape {
	var found shape
	var best claim
	for of, c := range s.leads[end] {
		switch order := cmp.Or(cmp.Compare(c.depth, best.depth), cmp.Compare(best.places, c.places)); {
		case best.places == 0 || order < 0:
			found, best = of, c
		case order == 0:
			found = shape{}
		}
	}
	return found
}

// pascal is a snake_case name as that of a type.
func pascal(name string) string {
	var out string
	for part := range strings.SplitSeq(name, "_") {
		if part != "" {
			out += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return out
}
