package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

const (
	apisPath = "github.com/inferops/terraform-provider-inference/internal/apis/"
	// rootMarker marks the type of a whole object. It belongs to controller-gen's deep
	// copy generator, so the markers of CustomResourceDefinitions do not include it.
	rootMarker = "kubebuilder:object:root"
)

// plainPackages have types that are no kinds but are in the table all the same: the
// options of direct mode and the workloads it creates.
var plainPackages = []string{apisPath + "direct", apisPath + "workload"}

// unserved are the packages of kinds that are the provider's own, which no cluster has a definition of.
var unserved = []string{apisPath + "endpoint/v1alpha1"}

// apiTypes are the parsed API types.
type apiTypes struct {
	parser *crd.Parser
	// kinds are the types marked as root objects, in the order of their names.
	kinds []crd.TypeIdent
	// plain are the types of plainPackages.
	plain []crd.TypeIdent
}

// load parses every package below internal/apis. Packages are loaded from the
// repository's root, so that the Kubernetes types are those of the main module's
// go.mod rather than of this one's.
func load(root string) (*apiTypes, error) {
	dir, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	roots, err := loader.LoadRootsWithConfig(&packages.Config{Dir: dir}, "./internal/apis/...")
	if err != nil {
		return nil, fmt.Errorf("loading the API types: %w", err)
	}
	registry := &markers.Registry{}
	if err := crdmarkers.Register(registry); err != nil {
		return nil, err
	}
	if err := registry.Define(rootMarker, markers.DescribesType, false); err != nil {
		return nil, err
	}
	if err := defineSpans(registry); err != nil {
		return nil, err
	}
	parser := &crd.Parser{
		Collector: &markers.Collector{Registry: registry},
		Checker:   &loader.TypeChecker{NodeFilters: []loader.NodeFilter{crd.Generator{}.CheckFilter()}},
		// Upstream types have floating-point numbers, which Terraform has too.
		AllowDangerousTypes: true,
		// Embedded pod templates then type their labels and annotations, as upstream's do.
		GenerateEmbeddedObjectMeta: true,
	}
	crd.AddKnownTypes(parser)
	for _, pkg := range roots {
		parser.NeedPackage(pkg)
	}

	found := &apiTypes{parser: parser}
	for ident, info := range parser.Types {
		_, isStruct := info.RawSpec.Type.(*ast.StructType)
		switch {
		case info.Markers.Get(rootMarker) != nil && strings.HasPrefix(ident.Package.PkgPath, apisPath):
			found.kinds = append(found.kinds, ident)
		case isStruct && slices.Contains(plainPackages, ident.Package.PkgPath):
			found.plain = append(found.plain, ident)
		default:
			continue
		}
		parser.NeedSchemaFor(ident)
	}
	byName := func(a, b crd.TypeIdent) int { return cmp.Compare(definitionName(a), definitionName(b)) }
	slices.SortFunc(found.kinds, byName)
	slices.SortFunc(found.plain, byName)
	return found, errorsOf(parser)
}

// errorsOf returns what is wrong with the packages read. Type errors do not count: packages
// are checked only as far as API types refer to them.
func errorsOf(parser *crd.Parser) error {
	var all []error
	seen := map[*loader.Package]bool{}
	for ident := range parser.Types {
		if seen[ident.Package] {
			continue
		}
		seen[ident.Package] = true
		for _, err := range ident.Package.Errors {
			if err.Kind != packages.TypeError {
				all = append(all, err)
			}
		}
	}
	slices.SortFunc(all, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errors.Join(all...)
}

// definitionName is the name of a type in the table.
func definitionName(ident crd.TypeIdent) string {
	return strings.TrimPrefix(loader.NonVendorPath(ident.Package.PkgPath), apisPath) + "." + ident.Name
}

// customResourceDefinition returns the CustomResourceDefinition of a kind, with every
// reference resolved and without descriptions: with them, a kind of many pods would not
// fit into one request to the API server.
func (t *apiTypes) customResourceDefinition(kind crd.TypeIdent) (*apiextensionsv1.CustomResourceDefinition, error) {
	group := t.parser.GroupVersions[kind.Package].Group
	if group == "" {
		return nil, fmt.Errorf("%s: its package has no +groupName marker", definitionName(kind))
	}
	groupKind := schema.GroupKind{Group: group, Kind: kind.Name}
	t.parser.NeedCRDFor(groupKind, new(int))
	if err := errorsOf(t.parser); err != nil {
		return nil, err
	}
	definition, ok := t.parser.CustomResourceDefinitions[groupKind]
	if !ok {
		return nil, fmt.Errorf("%s: no CustomResourceDefinition could be made", definitionName(kind))
	}
	crd.FixTopLevelMetadata(definition)
	return &definition, nil
}
