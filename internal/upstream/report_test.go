package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// definitionOf is the CustomResourceDefinition of a kind's newest release, as the table has it.
func definitionOf(t *testing.T, typeName string) *apiextensionsv1.CustomResourceDefinition {
	t.Helper()
	var kind *kinds.Kind
	for _, k := range provider.Kinds() {
		if k.TypeName == typeName {
			kind = k
		}
	}
	ours, err := schema.ExpandWithout(kind.Definition, kind.Newest().Lacks)
	if err != nil {
		t.Fatal(err)
	}
	r := resourceOf(kind, kind.Newest())
	return &apiextensionsv1.CustomResourceDefinition{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apiextensions.k8s.io/v1", Kind: "CustomResourceDefinition"},
		ObjectMeta: metav1.ObjectMeta{Name: r.Names.Plural + "." + r.Group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: r.Group, Names: r.Names, Scope: r.Scope,
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: r.Version, Served: true, Storage: true, Subresources: r.Subresources,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: ours},
			}},
		},
	}
}

// write puts a definition into a folder of its own.
func write(t *testing.T, crd *apiextensionsv1.CustomResourceDefinition) string {
	t.Helper()
	content, err := yaml.Marshal(crd)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	below := filepath.Join(folder, "charts", "crds")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(below, "all.yaml"), append([]byte("kind: Namespace\napiVersion: v1\n---\n"), content...), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestNothingNew compares what the provider knows with itself.
func TestNothingNew(t *testing.T) {
	for _, typeName := range []string{"open_model", "llmkube_gpu_quota", "kthena_model_route"} {
		var out bytes.Buffer
		if err := run(write(t, definitionOf(t, typeName)), &out); err != nil || !strings.HasSuffix(out.String(), "\nnothing new\n") {
			t.Errorf("%s: %v: %s", typeName, err, out.String())
		}
	}
}

// TestKnownFolders compares what upstream ships in one folder: of an older release, and of kinds beside some that the provider lacks.
func TestKnownFolders(t *testing.T) {
	root := crdFolder(t)
	for _, folder := range []string{"llmaz/v0.1.0", "gie/v1.5.0"} {
		var out bytes.Buffer
		if err := run(filepath.Join(root, filepath.FromSlash(folder)), &out); err != nil || !strings.HasSuffix(out.String(), "\nnothing new\n") {
			t.Errorf("%s: %v: %s", folder, err, out.String())
		}
	}
}

// TestReport says what is new of a definition.
func TestReport(t *testing.T) {
	crd := definitionOf(t, "open_model")
	root := crd.Spec.Versions[0].Schema.OpenAPIV3Schema
	spec := root.Properties["spec"]
	spec.Properties["licence"] = apiextensionsv1.JSONSchemaProps{Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{
		"name": {Type: "string", Default: &apiextensionsv1.JSON{Raw: []byte(`"MIT"`)}, Enum: []apiextensionsv1.JSON{{Raw: []byte(`"MIT"`)}}},
	}}
	delete(spec.Properties, "inferenceConfig")
	spec.XValidations = apiextensionsv1.ValidationRules{{Rule: "has(self.source) && true"}}
	source := spec.Properties["source"]
	hub := source.Properties["modelHub"]
	name, revision := hub.Properties["name"], hub.Properties["revision"]
	name.Enum, revision.Default = name.Enum[:1], nil
	hub.Properties["name"], hub.Properties["revision"] = name, revision
	root.Properties["spec"] = spec
	crd.Spec.Versions = append(crd.Spec.Versions, apiextensionsv1.CustomResourceDefinitionVersion{Name: "v1", Served: true})

	var out bytes.Buffer
	if err := run(write(t, crd), &out); !errors.Is(err, errNew) {
		t.Errorf("want that something is new, got %v", err)
	}
	for _, want := range []string{
		"openmodels.llmaz.io, inference_open_model, taken for ",
		`  changed versions: ["v1alpha1"] -> ["v1alpha1","v1"]`,
		`  changed CEL rules of spec: none -> [{"rule":"has(self.source) && true"}]`,
		"  removed field spec.inferenceConfig\n",
		"  new field spec.licence: object\n",
		`  new field spec.licence.name: default "MIT", enum ["MIT"], string`,
		`  changed allowed values of spec.source.modelHub.name: ["Huggingface","ModelScope"] -> ["Huggingface"]`,
		`  changed default of spec.source.modelHub.revision: "main" -> none`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, out.String())
		}
	}
}

// TestOtherKind names a definition that no kind is for, which needs no release.
func TestOtherKind(t *testing.T) {
	crd := definitionOf(t, "open_model")
	crd.Name, crd.Spec.Names.Plural = "widgets.llmaz.io", "widgets"
	var out bytes.Buffer
	if err := run(write(t, crd), &out); err != nil || !strings.Contains(out.String(), "widgets.llmaz.io: no kind of the provider\n") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// TestNoDefinitions shows that an empty folder is not taken for one without news.
func TestNoDefinitions(t *testing.T) {
	for folder, want := range map[string]string{"": "no folder is given", t.TempDir(): "has no CustomResourceDefinition"} {
		if err := run(folder, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want %q, got %v", folder, want, err)
		}
	}
}
