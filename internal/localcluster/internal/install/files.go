// Package install puts custom resource definitions and other objects from files into the cluster.
package install

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// documents calls visit with every YAML document of the files, and of the .yaml and .yml files in the folders, each
// as JSON. Empty documents are left out.
func documents(paths []string, visit func(file string, doc []byte) error) error {
	for _, path := range paths {
		files, err := expand(path)
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := decode(file, visit); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return nil
}

func expand(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var files []string
	for _, pattern := range []string{"*.yaml", "*.yml"} {
		matches, err := filepath.Glob(filepath.Join(path, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, matches...)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: the folder has no .yaml file", path)
	}
	slices.Sort(files)
	return files, nil
}

func decode(file string, visit func(file string, doc []byte) error) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	for {
		doc, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		doc, err = utilyaml.ToJSON(doc)
		if err != nil {
			return err
		}
		if doc = bytes.TrimSpace(doc); bytes.Equal(doc, []byte("null")) {
			continue
		}
		if err := visit(file, doc); err != nil {
			return err
		}
	}
}
