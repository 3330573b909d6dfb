package main

import (
	"maps"
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestConformance compares the table, as each release spells it, with the
// CustomResourceDefinition that upstream ships for that release. Every difference
// has a reason in differences.yaml.
func TestConformance(t *testing.T) {
	crdFolder(t)
	known, err := readDifferences()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range kinds.WithCustomResource(provider.Kinds()) {
		for _, release := range kind.Releases {
			for _, file := range shipped(t, kind, release) {
				t.Run(file, func(t *testing.T) {
					found, err := known.compare(kind, release, readCRD(t, file))
					if err != nil {
						t.Fatal(err)
					}
					for _, d := range found {
						t.Errorf("unexplained: %s", d)
					}
				})
			}
		}
	}
	for _, e := range known {
		if e.Reason == "" {
			t.Errorf("differences.yaml: %s %s has no reason", e.CRD, e.Path)
		}
		if !e.used {
			t.Errorf("differences.yaml: nothing differs at %s %s %s any more, remove the entry", e.CRD, e.Path, e.Keyword)
		}
	}
}

// shipped are the files with the CustomResourceDefinition of a release, and with those of the releases after it that do not differ,
// where the folder has them too.
func shipped(t *testing.T, kind *kinds.Kind, release object.Release) []string {
	t.Helper()
	files := crdFiles(kind, release)
	return append(files[:1], slices.DeleteFunc(files[1:], func(file string) bool {
		_, err := os.Stat(filepath.Join(crdFolder(t), filepath.FromSlash(file)))
		return err != nil
	})...)
}

// TestKnownFields shows that no release that the provider knows is taken for a newer one, and that what a release omits is there.
func TestKnownFields(t *testing.T) {
	crdFolder(t)
	for _, kind := range kinds.WithCustomResource(provider.Kinds()) {
		for _, release := range kind.Releases {
			omitted := map[string]bool{}
			for _, file := range shipped(t, kind, release) {
				openAPI, err := runtime.DefaultUnstructuredConverter.ToUnstructured(readCRD(t, file).Spec.Versions[0].Schema.OpenAPIV3Schema)
				if err != nil {
					t.Fatal(err)
				}
				if unknown, err := release.UnknownFields(kind.Definition, openAPI); err != nil || len(unknown) > 0 {
					t.Errorf("%s: %v are not known (%v)", file, unknown, err)
				}
				all := release
				all.Omits = nil
				unknown, err := all.UnknownFields(kind.Definition, openAPI)
				if err != nil {
					t.Fatal(err)
				}
				for _, path := range unknown {
					omitted[path] = true
				}
			}
			if len(omitted) != len(release.Omits) {
				t.Errorf("%s %s omits %v, want %v", kind.TypeName, release.Name, release.Omits, slices.Sorted(maps.Keys(omitted)))
			}
		}
	}
}

// TestMarkers proves that a cluster's generation can be told from its
// CustomResourceDefinition: of the generations that share a name, each and those after it have its
// marker, do not require what it relaxes and accept what it accepts, and those before it are the other way round.
func TestMarkers(t *testing.T) {
	for _, kind := range kinds.WithCustomResource(provider.Kinds()) {
		for i, marked := range kind.Releases {
			for j, served := range kind.Releases {
				if marked.GVK != served.GVK {
					continue
				}
				upstream := readCRD(t, crdFiles(kind, served)[0]).Spec.Versions[0].Schema.OpenAPIV3Schema
				if got, want := hasField(upstream, marked.Marker), j >= i || marked.Marker == ""; got != want {
					t.Errorf("%s: %s having %q, the marker of %s, is %v, want %v", kind.TypeName, served.Name, marked.Marker, marked.Name, got, want)
				}
				if got, want := requiresField(upstream, marked.Relaxes), j < i && marked.Relaxes != ""; got != want {
					t.Errorf("%s: %s requiring %q, which %s relaxes, is %v, want %v", kind.TypeName, served.Name, marked.Relaxes, marked.Name, got, want)
				}
				openAPI, err := runtime.DefaultUnstructuredConverter.ToUnstructured(upstream)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := cluster.Accepts(openAPI, marked.Accepts.Path, marked.Accepts.Text), j >= i && marked.Accepts.Path != ""; got != want {
					t.Errorf("%s: %s accepting %v, which %s does, is %v, want %v", kind.TypeName, served.Name, marked.Accepts, marked.Name, got, want)
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
	_, file, _, ok := goruntime.Caller(0)
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

// TestAdopted shows that nothing is new in the folder of a release that some kind of its system knows: a kind that was forgotten when
// the release was adopted would be refused by a pin of the release.
func TestAdopted(t *testing.T) {
	folders := map[string]bool{}
	for _, kind := range kinds.WithCustomResource(provider.Kinds()) {
		for _, release := range kind.Releases {
			for _, name := range append([]string{release.Name}, release.Also...) {
				folders[filepath.Join(kind.System, name)] = true
			}
		}
	}
	compared := 0
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		at := filepath.Join(crdFolder(t), folder)
		if _, err := os.Stat(at); err != nil {
			continue // its definitions are those of another release
		}
		var out strings.Builder
		if err := run(at, &out); err != nil {
			t.Errorf("%s: %v\n%s", folder, err, &out)
		}
		compared++
	}
	if compared < len(folders)/2 {
		t.Errorf("only %d of %d folders are there", compared, len(folders))
	}
}
