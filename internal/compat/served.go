package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// Served returns what the provider serves, as the schema of a version.
func Served(ctx context.Context, version string) (*Dump, error) {
	server := provider.NewServer(version)
	served, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return nil, err
	}
	for _, d := range slices.Concat(served.Diagnostics, identities.Diagnostics) {
		return nil, fmt.Errorf("the provider has no schema to give: %s: %s", d.Summary, d.Detail)
	}
	if len(served.StateStoreSchemas) > 0 || served.ProviderMeta != nil {
		return nil, errors.New("the provider serves state stores or provider_meta, which a dump does not have yet: add them to internal/compat/dump.go")
	}
	w := &writer{shapes: map[string]Shape{}, names: map[string]string{}}
	d := &Dump{Version: version, Provider: w.schema("provider", served.Provider), Resources: map[string]Resource{}, Functions: map[string]Signature{}, Shapes: w.shapes}
	for _, typeName := range slices.Sorted(maps.Keys(served.ResourceSchemas)) {
		of := served.ResourceSchemas[typeName]
		d.Resources[typeName] = Resource{Version: of.Version, Shape: w.schema(typeName, of), Identity: identity(identities.IdentitySchemas[typeName])}
	}
	for _, k := range provider.Kinds() {
		typeName := provider.TypeName + "_" + k.TypeName
		r := d.Resources[typeName]
		r.Replaces = replaces(k)
		d.Resources[typeName] = r
	}
	d.DataSources = w.schemas("data.", served.DataSourceSchemas)
	d.ListResources = w.schemas("list.", served.ListResourceSchemas)
	d.Ephemerals = w.schemas("ephemeral.", served.EphemeralResourceSchemas)
	actions := map[string]*tfprotov6.Schema{}
	for name, action := range served.ActionSchemas {
		actions[name] = action.Schema
	}
	d.Actions = w.schemas("action.", actions)
	for name, f := range served.Functions {
		d.Functions[name] = signature(f)
	}
	return d, nil
}

// writer collects shapes and finds those that are alike.
type writer struct {
	shapes map[string]Shape
	// names are those of the shapes by content.
	names map[string]string
}

// schemas writes the schemas of one sort of block and returns their shapes.
func (w *writer) schemas(prefix string, of map[string]*tfprotov6.Schema) map[string]string {
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		out[name] = w.schema(prefix+name, of[name])
	}
	return out
}

func (w *writer) schema(at string, of *tfprotov6.Schema) string {
	if len(of.Block.BlockTypes) > 0 {
		panic("compat: " + at + " has nested blocks, which a dump does not have yet")
	}
	return w.shape(at, of.Block.Attributes)
}

// shape returns the name of the shape with these attributes; at is where they stand.
func (w *writer) shape(at string, attributes []*tfprotov6.SchemaAttribute) string {
	shape := make(Shape, len(attributes))
	for _, a := range attributes {
		one := attributeOf(a)
		if a.NestedType != nil {
			one.Nesting = nestings[a.NestedType.Nesting]
			one.Type = w.shape(at+"."+a.Name, a.NestedType.Attributes)
		}
		shape[a.Name] = one
	}
	content, err := json.Marshal(shape)
	if err != nil {
		panic(fmt.Sprintf("compat: %s: %v", at, err))
	}
	if name, known := w.names[string(content)]; known {
		return name
	}
	w.names[string(content)] = at
	w.shapes[at] = shape
	return at
}

func typeText(t tftypes.Type) string {
	return strings.ReplaceAll(t.String(), "tftypes.", "")
}

func identity(of *tfprotov6.ResourceIdentitySchema) map[string]string {
	if of == nil {
		return nil
	}
	out := map[string]string{}
	for _, a := range of.IdentityAttributes {
		text := "optional "
		if a.RequiredForImport {
			text = "required "
		}
		out[a.Name] = text + typeText(a.Type)
	}
	return out
}

// replaces says when a change of each immutable field replaces the object.
func replaces(k *kinds.Kind) map[string]string {
	if len(k.Immutable) == 0 {
		return nil
	}
	out := map[string]string{}
	for _, field := range k.Immutable {
		when := map[kinds.Change]string{kinds.AnyChange: "any change", kinds.Removal: "removal", kinds.Revision: "another value"}[field.On]
		when += map[kinds.Mode]string{kinds.OperatorMode: " in operator mode", kinds.DirectMode: " in direct mode"}[field.Modes]
		if len(field.Releases) > 0 {
			when += " of " + strings.Join(field.Releases, ", ")
		}
		if before := out[field.Path]; before != "" {
			when = before + "; " + when
		}
		out[field.Path] = when
	}
	return out
}

func signature(f *tfprotov6.Function) Signature {
	parameter := func(p *tfprotov6.FunctionParameter) string {
		text := typeText(p.Type)
		if p.AllowNullValue {
			text += " or null"
		}
		return text
	}
	out := Signature{Return: typeText(f.Return.Type)}
	for _, p := range f.Parameters {
		out.Parameters = append(out.Parameters, parameter(p))
	}
	if f.VariadicParameter != nil {
		out.Variadic = parameter(f.VariadicParameter)
	}
	return out
}
