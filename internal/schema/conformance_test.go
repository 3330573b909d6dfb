package schema_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestConformance compares the table, as each generation spells it, with the
// CustomResourceDefinition that upstream ships for that generation. Every difference
// has a reason in testdata/differences.yaml.
func TestConformance(t *testing.T) {
	crdFolder(t)
	known := readDifferences(t)
	for _, kind := range kinds.WithCustomResource(provider.Kinds()) {
		for _, release := range kind.Releases {
			file := crdFile(kind, release)
			t.Run(file, func(t *testing.T) {
				upstream := readCRD(t, file)
				compareResources(t, kind, release, upstream)
				ours, err := schema.ExpandWithout(kind.Definition, release.Lacks)
				if err != nil {
					t.Fatal(err)
				}
				if err := toWire(ours, release); err != nil {
					t.Fatal(err)
				}
				for _, d := range compareSchemas(ours, upstream.Spec.Versions[0].Schema.OpenAPIV3Schema) {
					if !known.explain(file, d) {
						t.Errorf("unexplained: %s", d)
					}
				}
			})
		}
	}
	known.reportUnused(t)
}

// TestMarkers proves that a cluster's generation can be told from its
// CustomResourceDefinition: of the generations that share a name, each and those after it have its
// marker and do not require what it relaxes, and those before it are the other way round.
func TestMarkers(t *testing.T) {
	for _, kind := range kinds.WithCustomResource(provider.Kinds()) {
		for i, marked := range kind.Releases {
			for j, served := range kind.Releases {
				if marked.GVK != served.GVK {
					continue
				}
				upstream := readCRD(t, crdFile(kind, served)).Spec.Versions[0].Schema.OpenAPIV3Schema
				if got, want := hasField(upstream, marked.Marker), j >= i || marked.Marker == ""; got != want {
					t.Errorf("%s: %s having %q, the marker of %s, is %v, want %v", kind.TypeName, served.Name, marked.Marker, marked.Name, got, want)
				}
				if got, want := requiresField(upstream, marked.Relaxes), j < i && marked.Relaxes != ""; got != want {
					t.Errorf("%s: %s requiring %q, which %s relaxes, is %v, want %v", kind.TypeName, served.Name, marked.Relaxes, marked.Name, got, want)
				}
			}
		}
	}
}

// requiresField looks up a path to a field that is in no list.
func requiresField(props *apiextensionsv1.JSONSchemaProps, path string) bool {
	holder, name, _ := strings.Cut(path, ".")
	if name == "" {
		return slices.Contains(props.Required, holder)
	}
	next, ok := props.Properties[holder]
	return ok && requiresField(&next, name)
}

// hasField looks up a path without list brackets.
func hasField(props *apiextensionsv1.JSONSchemaProps, path string) bool {
	for name := range strings.SplitSeq(path, ".") {
		if props.Items != nil {
			props = props.Items.Schema
		}
		next, ok := props.Properties[name]
		if !ok {
			return path == ""
		}
		props = &next
	}
	return true
}

// TestLeaderWorkerSetConformance compares the workload of direct mode, and with it the
// Kubernetes types as the table has them, with its CustomResourceDefinition.
func TestLeaderWorkerSetConformance(t *testing.T) {
	upstream := readCRD(t, "lws/v0.9.0/leaderworkerset.x-k8s.io_leaderworkersets.yaml")
	ours := schema.Expand("workload.LeaderWorkerSet").Properties["spec"]
	theirs := upstream.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"]
	for _, d := range compareSchemas(&ours, &theirs) {
		t.Errorf("unexplained: %s", d)
	}
}

// crdFile is where the CustomResourceDefinition of a generation is, below the folder of them all.
func crdFile(kind *kinds.Kind, release object.Release) string {
	r := resourceOf(kind, release)
	return fmt.Sprintf("%s/%s/%s_%s.yaml", kind.System, release.Name, r.Group, r.Names.Plural)
}

// resourceOf is what the table says of a kind, with what a generation calls it.
func resourceOf(kind *kinds.Kind, release object.Release) schema.Resource {
	r := schema.Resources()[kind.Definition]
	if !release.GVK.Empty() {
		r.Group, r.Version, r.Names.Kind, r.Names.Plural = release.GVK.Group, release.GVK.Version, release.GVK.Kind, release.Plural
	}
	return r
}

// crdFolder is the folder of upstream CustomResourceDefinitions in the reference
// material beside the repository. The test is skipped where it is absent.
func crdFolder(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(repositoryRoot(t), "..", "shared", "crds")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the upstream CustomResourceDefinitions are not at %s", folder)
	}
	return folder
}

func readCRD(t *testing.T, file string) *apiextensionsv1.CustomResourceDefinition {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(crdFolder(t), file))
	if err != nil {
		t.Fatal(err)
	}
	var crd apiextensionsv1.CustomResourceDefinition
	if err := yaml.UnmarshalStrict(data, &crd); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return &crd
}

// repositoryRoot is the folder above this file that has the main module's go.mod.
func repositoryRoot(t *testing.T) string {
	t.Helper()
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		t.Fatal("no source location")
	}
	for dir := filepath.Dir(file); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("no go.mod above " + file)
	return ""
}

// compareResources compares what the API server knows of a kind beside its schema. Of a
// generation with a name of its own the table knows no more than that and the scope.
func compareResources(t *testing.T, kind *kinds.Kind, release object.Release, upstream *apiextensionsv1.CustomResourceDefinition) {
	t.Helper()
	version := upstream.Spec.Versions[0]
	ours := resourceOf(kind, release)
	if s := version.Subresources; s != nil && s.Status == nil && s.Scale == nil {
		version.Subresources = nil // An empty list of them serves none.
	}
	theirs := schema.Resource{
		Group: upstream.Spec.Group, Version: version.Name, Names: upstream.Spec.Names,
		Scope: upstream.Spec.Scope, Subresources: version.Subresources,
	}
	if !release.GVK.Empty() {
		ours.Names.ListKind, ours.Names.Singular, ours.Subresources = theirs.Names.ListKind, theirs.Names.Singular, theirs.Subresources
	}
	if a, b := encode(ours), encode(theirs); a != b {
		t.Errorf("names, scope and subresources\nours   %s\ntheirs %s", a, b)
	}
}
