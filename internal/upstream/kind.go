package main

import (
	"fmt"
	"slices"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// crdFiles is how the CustomResourceDefinitions of a kind are called in differences.yaml: that of a release first, and those of the
// releases after it that do not differ.
func crdFiles(kind *kinds.Kind, release object.Release) []string {
	r := resourceOf(kind, release)
	var files []string
	for _, name := range append([]string{release.Name}, release.Also...) {
		files = append(files, fmt.Sprintf("%s/%s/%s_%s.yaml", kind.System, name, r.Group, r.Names.Plural))
	}
	return files
}

// resourceOf is what the table says of a kind, with what a release calls it.
func resourceOf(kind *kinds.Kind, release object.Release) schema.Resource {
	r := schema.Resources()[kind.Definition]
	if !release.GVK.Empty() {
		r.Group, r.Version, r.Names.Kind, r.Names.Plural = release.GVK.Group, release.GVK.Version, release.GVK.Kind, release.Plural
	}
	return r
}

// compare returns how a CustomResourceDefinition differs from the table as a release spells it, without what there is a reason for
// and what the release omits.
func (all differences) compare(kind *kinds.Kind, release object.Release, crd *apiextensionsv1.CustomResourceDefinition) ([]difference, error) {
	found := compareResources(kind, release, crd)
	ours, err := schema.ExpandWithout(kind.Definition, release.Lacks)
	if err != nil {
		return nil, err
	}
	if ours, err = release.WireSchema(ours); err != nil {
		return nil, err
	}
	version := slices.IndexFunc(crd.Spec.Versions, func(v apiextensionsv1.CustomResourceDefinitionVersion) bool {
		return v.Name == resourceOf(kind, release).Version && v.Schema != nil && v.Schema.OpenAPIV3Schema != nil
	})
	if version < 0 {
		return found, nil
	}
	found = append(found, compareSchemas(ours, crd.Spec.Versions[version].Schema.OpenAPIV3Schema)...)
	return slices.DeleteFunc(found, func(d difference) bool {
		omitted := d.keyword == keywordField && d.ours == presence(false) && slices.Contains(release.Omits, d.path)
		return omitted || slices.ContainsFunc(crdFiles(kind, release), func(file string) bool { return all.explain(file, d) })
	}), nil
}

// compareResources compares what the API server knows of a kind beside its schema. Of a
// release with a name of its own the table knows no more than that and the scope.
func compareResources(kind *kinds.Kind, release object.Release, crd *apiextensionsv1.CustomResourceDefinition) []difference {
	ours := resourceOf(kind, release)
	theirs := ours
	theirs.Group, theirs.Names, theirs.Scope = crd.Spec.Group, crd.Spec.Names, crd.Spec.Scope
	var versions []string
	for _, version := range crd.Spec.Versions {
		if version.Served {
			versions = append(versions, version.Name)
		}
		if version.Name == ours.Version {
			theirs.Subresources = version.Subresources
			if s := version.Subresources; s != nil && s.Status == nil && s.Scale == nil {
				theirs.Subresources = nil // An empty list of them serves none.
			}
		}
	}
	if !release.GVK.Empty() {
		ours.Names.ListKind, ours.Names.Singular, ours.Subresources = theirs.Names.ListKind, theirs.Names.Singular, theirs.Subresources
	}
	var found []difference
	add := func(what string, a, b any) {
		if a, b := encode(a), encode(b); a != b {
			found = append(found, difference{keyword: what, ours: a, theirs: b})
		}
	}
	add("versions", []string{ours.Version}, versions)
	add("names", ours.Names, theirs.Names)
	add("scope", ours.Scope, theirs.Scope)
	add("subresources", ours.Subresources, theirs.Subresources)
	return found
}
