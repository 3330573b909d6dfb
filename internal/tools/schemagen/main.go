// Command schemagen turns the API types in internal/apis into the definitions table of
// internal/schema, and into CustomResourceDefinitions for a local control plane.
//
//	schemagen -root <repository> [-out <folder>] [-crds <folder>]
//
// It prints nothing unless it fails, and its output depends on the types alone.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	out := flag.String("out", "", "the folder to write the definitions table and the spans of fields to")
	crds := flag.String("crds", "", "the folder to write CustomResourceDefinitions to")
	flag.Parse()

	if err := run(*root, *out, *crds); err != nil {
		fmt.Fprintln(os.Stderr, "schemagen:", err)
		os.Exit(1)
	}
}

func run(root, out, crds string) error {
	types, err := load(root)
	if err != nil {
		return err
	}
	if out != "" {
		for name, encode := range generated {
			data, err := encode(types)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(out, name), data, 0o644); err != nil {
				return err
			}
		}
	}
	if crds != "" {
		return writeCRDs(types, crds)
	}
	return nil
}

// generated are the files that internal/schema embeds.
var generated = map[string]func(*apiTypes) ([]byte, error){"definitions.json": encodeTable, "spans.json": encodeSpans}

// encodeTable returns the table as it is committed: sorted, and indented by as little
// as keeps one fact on a line.
func encodeTable(types *apiTypes) ([]byte, error) {
	table, err := newTable(types)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(table); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// writeCRDs writes one file for each kind, named as controller-gen names it.
func writeCRDs(types *apiTypes, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, kind := range types.kinds {
		if slices.Contains(unserved, kind.Package.PkgPath) {
			continue
		}
		crd, err := types.customResourceDefinition(kind)
		if err != nil {
			return err
		}
		// The API server refuses groups of the Kubernetes project without a word on their review.
		if strings.HasSuffix(crd.Spec.Group, ".k8s.io") {
			metav1.SetMetaDataAnnotation(&crd.ObjectMeta, apiextensionsv1.KubeAPIApprovedAnnotation, "unapproved, made from the provider's API types")
		}
		data, err := yaml.Marshal(crd)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s_%s.yaml", crd.Spec.Group, crd.Spec.Names.Plural)
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
