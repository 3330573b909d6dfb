package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/loader"
)

// table is the file that internal/schema embeds.
type table struct {
	// Kinds tells, by the name of its definition, what the API server must know of a
	// kind beside its schema.
	Kinds map[string]kind `json:"kinds"`
	// Definitions are the schemas of all types that a kind or a type of plainPackages
	// reaches. A reference is the plain name of a definition; the keywords beside it
	// override those of the definition.
	Definitions map[string]*apiextensionsv1.JSONSchemaProps `json:"definitions"`
}

type kind struct {
	Group        string                                        `json:"group"`
	Version      string                                        `json:"version"`
	Names        apiextensionsv1.CustomResourceDefinitionNames `json:"names"`
	Scope        apiextensionsv1.ResourceScope                 `json:"scope"`
	Subresources *apiextensionsv1.CustomResourceSubresources   `json:"subresources,omitempty"`
}

// newTable names the parsed schemas, resolves embedded structs and keeps what the
// kinds and plain types reach.
func newTable(types *apiTypes) (*table, error) {
	named, err := definitionsOf(types.parser)
	if err != nil {
		return nil, err
	}
	result := &table{
		Kinds:       make(map[string]kind, len(types.kinds)),
		Definitions: map[string]*apiextensionsv1.JSONSchemaProps{},
	}
	var roots []string
	for _, ident := range types.kinds {
		name := definitionName(ident)
		definition, err := types.customResourceDefinition(ident)
		if err != nil {
			return nil, err
		}
		version := definition.Spec.Versions[0]
		result.Kinds[name] = kind{
			Group:        definition.Spec.Group,
			Version:      version.Name,
			Names:        definition.Spec.Names,
			Scope:        definition.Spec.Scope,
			Subresources: version.Subresources,
		}
		// The API server types the metadata of an object itself and refuses a schema for it.
		named[name].Properties["metadata"] = apiextensionsv1.JSONSchemaProps{Type: "object"}
		roots = append(roots, name)
	}
	for _, ident := range types.plain {
		roots = append(roots, definitionName(ident))
	}
	for _, root := range roots {
		if err := keep(result.Definitions, named, root); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// definitionsOf returns the schema of every parsed type under its name in the table,
// with references by name, without embedded structs and without the words of others.
func definitionsOf(parser *crd.Parser) (map[string]*apiextensionsv1.JSONSchemaProps, error) {
	named := make(map[string]*apiextensionsv1.JSONSchemaProps, len(parser.Schemata))
	var all []error
	for ident, parsed := range parser.Schemata {
		schema := parsed.DeepCopy()
		naming := &referenceNaming{pkg: ident.Package, ours: strings.HasPrefix(ident.Package.PkgPath, apisPath)}
		crd.EditSchema(schema, naming)
		all = append(all, naming.errs...)
		named[definitionName(ident)] = schema
	}
	for name := range named {
		if err := embed(named, name); err != nil {
			all = append(all, err)
		}
	}
	for _, schema := range named {
		crd.EditSchema(schema, dropRepeated{named})
	}
	slices.SortFunc(all, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return named, errors.Join(all...)
}

// referenceNaming replaces the parser's references by the names of definitions. It also
// drops the descriptions of Kubernetes' own types, which come from their SwaggerDoc methods at run time.
type referenceNaming struct {
	pkg  *loader.Package
	ours bool
	errs []error
}

// Visit implements [crd.SchemaVisitor].
func (v *referenceNaming) Visit(schema *apiextensionsv1.JSONSchemaProps) crd.SchemaVisitor {
	if schema == nil {
		return v
	}
	schema.Description = unwrap(schema.Description)
	if !v.ours {
		schema.Description = ""
	}
	if schema.Ref != nil {
		typ, path, err := crd.RefParts(*schema.Ref)
		if err != nil {
			v.errs = append(v.errs, err)
			return nil
		}
		target := crd.TypeIdent{Package: v.pkg, Name: typ}
		if path != "" {
			target.Package = v.pkg.Imports()[path]
		}
		name := definitionName(target)
		schema.Ref = &name
		// Nothing lies below a reference, and EditSchema would follow the new name.
		return nil
	}
	return v
}

// unwrap joins the lines of each paragraph of a comment: where the source wraps says nothing.
func unwrap(comment string) string {
	paragraphs := strings.Split(comment, "\n\n")
	for i, paragraph := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(paragraph), " ")
	}
	return strings.Join(paragraphs, "\n\n")
}

// dropRepeated removes the type and format that the parser puts beside a reference to a
// scalar type: the definition says them.
type dropRepeated struct {
	named map[string]*apiextensionsv1.JSONSchemaProps
}

// Visit implements [crd.SchemaVisitor].
func (v dropRepeated) Visit(schema *apiextensionsv1.JSONSchemaProps) crd.SchemaVisitor {
	if schema == nil || schema.Ref == nil {
		return v
	}
	target := v.named[*schema.Ref]
	if target != nil && schema.Type == target.Type && schema.Format == target.Format {
		schema.Type, schema.Format = "", ""
	}
	return v
}

// embed gives a definition the properties of the structs that its Go type embeds.
func embed(named map[string]*apiextensionsv1.JSONSchemaProps, name string) error {
	schema := named[name]
	embedded := schema.AllOf
	schema.AllOf = nil
	for _, part := range embedded {
		if part.Ref == nil {
			return fmt.Errorf("%s: allOf without a reference is not supported", name)
		}
		if err := embed(named, *part.Ref); err != nil {
			return err
		}
		target := named[*part.Ref]
		if len(target.Properties) == 0 {
			return fmt.Errorf("%s: embeds %s, which has no fields", name, *part.Ref)
		}
		for field, property := range target.Properties {
			if _, own := schema.Properties[field]; !own {
				schema.Properties[field] = property
			}
		}
		schema.Required = append(schema.Required, target.Required...)
		schema.XValidations = append(schema.XValidations, target.XValidations...)
		if schema.XMapType == nil {
			schema.XMapType = target.XMapType
		}
	}
	slices.Sort(schema.Required)
	schema.Required = slices.Compact(schema.Required)
	return nil
}

// keep copies a definition and everything it reaches.
func keep(kept, named map[string]*apiextensionsv1.JSONSchemaProps, name string) error {
	if kept[name] != nil {
		return nil
	}
	schema := named[name]
	if schema == nil {
		return fmt.Errorf("%s: no such definition", name)
	}
	kept[name] = schema
	var references references
	crd.EditSchema(schema, &references)
	for _, target := range references {
		if err := keep(kept, named, target); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// references collects the names a schema refers to.
type references []string

// Visit implements [crd.SchemaVisitor].
func (r *references) Visit(schema *apiextensionsv1.JSONSchemaProps) crd.SchemaVisitor {
	if schema != nil && schema.Ref != nil {
		*r = append(*r, *schema.Ref)
	}
	return r
}
