package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"
)

const (
	repository = "../../.."
	committed  = repository + "/internal/schema/"
)

// TestTableIsCurrent fails when a type changed and go generate ./internal/schema was not run.
func TestTableIsCurrent(t *testing.T) {
	types, err := load(repository)
	if err != nil {
		t.Fatal(err)
	}
	for file, encode := range generated {
		want, err := os.ReadFile(committed + file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := encode(types)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want, got) {
			t.Errorf("internal/schema/%s is not what the API types say: run go generate ./internal/schema", file)
		}
	}
}

func TestTable(t *testing.T) {
	types, err := load(repository)
	if err != nil {
		t.Fatal(err)
	}
	table, err := newTable(types)
	if err != nil {
		t.Fatal(err)
	}
	const probe = "k8s.io/api/core/v1.Probe"
	if props := table.Definitions[probe]; props == nil || props.Properties["exec"].Ref == nil || *props.Properties["exec"].Ref != "k8s.io/api/core/v1.ExecAction" {
		t.Errorf("%s does not have the field exec of the struct it embeds: %v", probe, props)
	}
	for name, props := range table.Definitions {
		if strings.HasPrefix(name, "k8s.io/") && props.Description != "" {
			t.Errorf("%s has the description of its Go type, which is not ours to copy", name)
		}
	}
	if got := table.Definitions["llmaz/inference/v1alpha1.Playground"].Properties["metadata"]; got.Ref != nil || got.Type != "object" {
		t.Errorf("metadata of a kind must be a plain object, got %v", got)
	}
}

func TestWriteCRDs(t *testing.T) {
	folder := t.TempDir()
	if err := run(repository, "", folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "inference.inferops.dev_endpoints.yaml")); err == nil {
		t.Error("there is a definition of what no cluster serves")
	}
	data, err := os.ReadFile(filepath.Join(folder, "inference.llmaz.io_playgrounds.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(data, []byte("$ref")) || bytes.Contains(data, []byte("description:")) {
		t.Error("the file has references or descriptions")
	}
	var crd apiextensionsv1.CustomResourceDefinition
	if err := yaml.UnmarshalStrict(data, &crd); err != nil {
		t.Fatal(err)
	}
	version := crd.Spec.Versions[0]
	if version.Name != "v1alpha1" || !version.Served || !version.Storage {
		t.Errorf("version %s served %v storage %v, want v1alpha1 served and stored", version.Name, version.Served, version.Storage)
	}
	if s := version.Subresources; s == nil || s.Status == nil || s.Scale == nil || s.Scale.SpecReplicasPath != ".spec.replicas" {
		t.Errorf("subresources %v, want status, and scale of .spec.replicas", s)
	}
	spec := version.Schema.OpenAPIV3Schema.Properties["spec"]
	if replicas := spec.Properties["replicas"]; replicas.Type != "integer" || replicas.Default == nil || string(replicas.Default.Raw) != "1" {
		t.Errorf("spec.replicas is %v, want an integer that defaults to 1", replicas)
	}
}

func TestLoadFailure(t *testing.T) {
	table := filepath.Join(t.TempDir(), "table.json")
	err := run(t.TempDir(), table, "")
	if err == nil || !strings.Contains(err.Error(), "loading the API types: ") {
		t.Errorf("a folder without API types gave the error %v", err)
	}
	if _, err := os.Stat(table); err == nil {
		t.Error("a table was written all the same")
	}
}
