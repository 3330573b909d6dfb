package gen

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

var (
	// oneOf matches the sentence that descriptions have about the allowed values of a text.
	oneOf = regexp.MustCompile("(?:^|[.:] )One of (`[^`]*`(?:, `[^`]*`)*)\\.")
	// quoted matches a value in it.
	quoted = regexp.MustCompile("`([^`]*)`")
)

// enumeration is a set of allowed values, and what says so.
type enumeration struct {
	values []string
	// names are the properties that have it, and with those of their objects.
	names, longer []string
	module        string
}

// enumerate gives texts of which few values are allowed a type that names these. Any text is taken beside them, since
// the provider checks it, and says what was meant.
func enumerate(spec *schema.PackageSpec) {
	found := map[string]*enumeration{}
	each := func(owner, module string, properties map[string]schema.PropertySpec) {
		for name, p := range properties {
			values := allowed(p)
			if values == nil {
				continue
			}
			key := strings.Join(values, "\n")
			if found[key] == nil {
				found[key] = &enumeration{values: values, module: "index"}
			}
			e := found[key]
			e.names, e.longer = append(e.names, upper(name)), append(e.longer, owner+upper(name))
			if module == kubernetesModule { // which does not know the other one
				e.module = module
			}
		}
	}
	taken := map[string]bool{"Provider": true}
	inputs := reached(spec)
	for token, object := range spec.Types {
		taken[last(token)] = true
		if inputs[token] {
			each(last(token), module(token), object.Properties)
		}
	}
	for token, r := range spec.Resources {
		taken[last(token)] = true
		each(last(token), "index", r.InputProperties)
	}
	for token := range spec.Functions {
		taken[upper(last(token))] = true
	}
	each("Provider", "index", spec.Provider.InputProperties)

	tokens := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		e := found[key]
		name := e.name(taken)
		taken[name] = true
		tokens[key] = typeToken(e.module, name)
		spec.Types[tokens[key]] = e.spec()
	}
	retype := func(properties map[string]schema.PropertySpec) {
		for name, p := range properties {
			if values := allowed(p); values != nil {
				p.OneOf = []schema.TypeSpec{{Type: "string"}, {Ref: ref(tokens[strings.Join(values, "\n")])}}
				properties[name] = p
			}
		}
	}
	for token := range inputs {
		retype(spec.Types[token].Properties)
	}
	for _, r := range spec.Resources {
		retype(r.InputProperties)
	}
	retype(spec.Provider.InputProperties)
}

// reached are the tokens of the types that programs write values of.
func reached(spec *schema.PackageSpec) map[string]bool {
	out := map[string]bool{}
	var visit func(properties map[string]schema.PropertySpec)
	visit = func(properties map[string]schema.PropertySpec) {
		for _, p := range properties {
			follow(&p.TypeSpec, func(t *schema.TypeSpec) {
				if token, ok := strings.CutPrefix(t.Ref, "#/types/"); ok && !out[token] {
					out[token] = true
					visit(spec.Types[token].Properties)
				}
			})
		}
	}
	for _, r := range spec.Resources {
		visit(r.InputProperties)
	}
	visit(spec.Provider.InputProperties)
	return out
}

// general are names of properties that say too little as the name of a type.
var general = map[string]bool{"Format": true, "Kind": true, "Mode": true, "Name": true, "Protocol": true, "Reason": true, "State": true, "Status": true, "Type": true}

// allowed are the values that the description of a text lists; nil where it lists none.
func allowed(p schema.PropertySpec) []string {
	match := oneOf.FindStringSubmatch(p.Description)
	if match == nil || p.Type != "string" || p.Ref != "" {
		return nil
	}
	var values []string
	for _, value := range quoted.FindAllStringSubmatch(match[1], -1) {
		values = append(values, value[1])
	}
	return values
}

// name is the shortest of the names of an enumeration that nothing else has, and the first of those in order.
func (e *enumeration) name(taken map[string]bool) string {
	for _, names := range [][]string{e.names, e.longer} {
		slices.Sort(names)
		slices.SortStableFunc(names, func(a, b string) int { return len(a) - len(b) })
		for _, name := range names {
			if !taken[name] && !general[name] {
				return name
			}
		}
	}
	return e.longer[0] + "Value"
}

// spec is the type of an enumeration.
func (e *enumeration) spec() schema.ComplexTypeSpec {
	out := schema.ComplexTypeSpec{ObjectTypeSpec: schema.ObjectTypeSpec{Type: "string"}}
	taken := map[string]bool{}
	for _, value := range e.values {
		name := member(value)
		for taken[name] {
			name += "Value"
		}
		taken[name] = true
		out.Enum = append(out.Enum, schema.EnumValueSpec{Name: name, Value: value})
	}
	return out
}

// member is the name of a value in programs.
func member(value string) string {
	var out strings.Builder
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		out.WriteString(upper(part))
	}
	switch name := out.String(); {
	case name == "":
		return "None"
	case unicode.IsDigit(rune(name[0])):
		return "V" + name
	default:
		return name
	}
}

// module is that of a token.
func module(token string) string {
	_, name, _ := strings.Cut(token, ":")
	name, _, _ = strings.Cut(name, "/")
	return name
}

// last is the name of a token.
func last(token string) string { return token[strings.LastIndex(token, ":")+1:] }

func upper(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
