package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// readFolder returns the CustomResourceDefinitions in the YAML and JSON files of a folder and below it, in the order of the files.
// Other objects beside them are passed over.
func readFolder(folder string) ([]*apiextensionsv1.CustomResourceDefinition, error) {
	if folder == "" {
		return nil, errors.New("no folder is given; say which with CRDS=<folder>")
	}
	var found []*apiextensionsv1.CustomResourceDefinition
	err := filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch filepath.Ext(file) {
		case ".yaml", ".yml", ".json":
		default:
			return nil
		}
		crds, err := readFile(file)
		found = append(found, crds...)
		return err
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s has no CustomResourceDefinition", folder)
	}
	return found, err
}

// readFile reads the documents of a file.
func readFile(file string) ([]*apiextensionsv1.CustomResourceDefinition, error) {
	content, err := os.ReadFile(file) //nolint:gosec // the folder that was asked for
	if err != nil {
		return nil, err
	}
	var found []*apiextensionsv1.CustomResourceDefinition
	for documents := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096); ; {
		var crd apiextensionsv1.CustomResourceDefinition
		err := documents.Decode(&crd)
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s, which has to be plain YAML: %w", file, err)
		}
		if crd.Kind == "CustomResourceDefinition" {
			found = append(found, &crd)
		}
	}
}
