package gen

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"github.com/inferops/terraform-provider-inference/internal/provider"
	definitions "github.com/inferops/terraform-provider-inference/internal/schema"
)

// kubernetesModule is the module of the types of Kubernetes' own APIs, so that those of the package are not lost among them.
const kubernetesModule = "kubernetes"

// origins finds the definitions that types are shapes of.
type origins struct {
	spec *schema.PackageSpec
	// of are the names of definitions by the tokens of types; "" is a shape without one.
	of map[string]map[string]bool
}

// moveKubernetes moves the types that are nothing but shapes of Kubernetes' own definitions, and refer to such types
// alone, into a module of theirs, under the names that they have there.
func moveKubernetes(spec *schema.PackageSpec, info tfbridge.ProviderInfo) {
	found := origins{spec: spec, of: map[string]map[string]bool{}}
	for _, k := range provider.Kinds() {
		name := provider.TypeName + "_" + k.TypeName
		attributes, root := info.P.ResourcesMap().Get(name).Schema(), definitions.Lookup(k.Definition)
		resource := spec.Resources[info.Resources[name].Tok.String()]
		found.fields(root, attributes, resource.InputProperties)
		found.fields(root, attributes, resource.Properties)
	}
	names := found.names()
	moved := map[string]string{}
	for token, name := range names {
		moved[ref(token)] = ref(typeToken(kubernetesModule, name))
	}
	types := make(map[string]schema.ComplexTypeSpec, len(spec.Types))
	for token, object := range spec.Types {
		if name, ok := names[token]; ok {
			token = typeToken(kubernetesModule, name)
		}
		types[token] = object
	}
	spec.Types = types
	eachType(spec, func(t *schema.TypeSpec) {
		if to, ok := moved[t.Ref]; ok {
			t.Ref = to
		}
	})
}

// fields follows the fields of an object to the types of their properties.
func (o origins) fields(object *definitions.Node, attributes shim.SchemaMap, properties map[string]schema.PropertySpec) {
	for i := range object.Fields {
		f := &object.Fields[i]
		attribute, ok := attributes.GetOk(f.Name)
		if !ok {
			continue
		}
		if p, ok := properties[tfbridge.TerraformToPulumiNameV2(f.Name, attributes, nil)]; ok {
			o.value(f.Node, attribute.Elem(), p.TypeSpec)
		}
	}
}

// value follows a value to the objects in it.
func (o origins) value(node *definitions.Node, elem any, of schema.TypeSpec) {
	switch {
	case of.Items != nil && node.Elem != nil:
		o.value(node.Elem, item(elem), *of.Items)
	case of.AdditionalProperties != nil && node.Elem != nil:
		o.value(node.Elem, item(elem), *of.AdditionalProperties)
	case of.Ref != "" && node.Kind == definitions.Object:
		token := strings.TrimPrefix(of.Ref, "#/types/")
		if o.of[token] == nil {
			o.of[token] = map[string]bool{}
		}
		isKnown := o.of[token][node.Definition]
		o.of[token][node.Definition] = true
		if in, ok := object(elem); ok && !isKnown {
			o.fields(node, in.Schema(), o.spec.Types[token].Properties)
		}
	}
}

// names are those of the types that are moved, by their tokens.
func (o origins) names() map[string]string {
	own := map[string]bool{}
	for token, names := range o.of {
		own[token] = !slices.ContainsFunc(slices.Collect(maps.Keys(names)), func(name string) bool { return !strings.HasPrefix(name, "k8s.io/") })
	}
	for again := true; again; {
		again = false
		for token := range own {
			if own[token] && !o.within(token, own) {
				own[token], again = false, true
			}
		}
	}
	out, taken := map[string]string{}, map[string]int{}
	for _, token := range slices.Sorted(maps.Keys(own)) {
		if own[token] {
			out[token] = strings.TrimPrefix(path.Ext(slices.Min(slices.Collect(maps.Keys(o.of[token])))), ".")
			taken[out[token]]++
		}
	}
	for token, name := range out {
		if taken[name] > 1 { // several shapes of one definition, or definitions of one name
			out[token] = token[strings.LastIndex(token, ":")+1:]
		}
	}
	return out
}

// within reports whether a type refers to such types alone.
func (o origins) within(token string, types map[string]bool) bool {
	is := true
	for _, p := range o.spec.Types[token].Properties {
		follow(&p.TypeSpec, func(t *schema.TypeSpec) {
			if to, ok := strings.CutPrefix(t.Ref, "#/types/"); ok {
				is = is && types[to]
			}
		})
	}
	return is
}

// eachType visits every type that a property of the package has, and writes back what becomes of it.
func eachType(spec *schema.PackageSpec, visit func(*schema.TypeSpec)) {
	properties := func(of map[string]schema.PropertySpec) {
		for name, p := range of {
			follow(&p.TypeSpec, visit)
			of[name] = p
		}
	}
	properties(spec.Config.Variables)
	properties(spec.Provider.InputProperties)
	properties(spec.Provider.Properties)
	for _, object := range spec.Types {
		properties(object.Properties)
	}
	for _, r := range spec.Resources {
		properties(r.InputProperties)
		properties(r.Properties)
		if r.StateInputs != nil {
			properties(r.StateInputs.Properties)
		}
	}
	for _, f := range spec.Functions {
		for _, object := range []*schema.ObjectTypeSpec{f.Inputs, returned(f)} {
			if object != nil {
				properties(object.Properties)
			}
		}
	}
}

// follow visits a type and those that it is made of.
func follow(t *schema.TypeSpec, visit func(*schema.TypeSpec)) {
	visit(t)
	if t.Items != nil {
		follow(t.Items, visit)
	}
	if t.AdditionalProperties != nil {
		follow(t.AdditionalProperties, visit)
	}
	for i := range t.OneOf {
		follow(&t.OneOf[i], visit)
	}
}

// item is what a collection has.
func item(elem any) any {
	if s, ok := elem.(shim.Schema); ok {
		return s.Elem()
	}
	return nil
}

// object is an object, or that which the items of a collection are.
func object(elem any) (shim.Resource, bool) {
	for item(elem) != nil {
		elem = item(elem)
	}
	in, ok := elem.(shim.Resource)
	return in, ok
}

func typeToken(module, name string) string {
	return provider.TypeName + ":" + module + "/" + name + ":" + name
}

func ref(token string) string { return "#/types/" + token }
