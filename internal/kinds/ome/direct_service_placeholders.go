package ome

import (
	"fmt"
	"regexp"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// placeholder matches what stands for the name or the namespace of the service.
var placeholder = regexp.MustCompile(`\{\{\s*\.(Name|Namespace)\s*\}\}`)

// expandPlaceholders replaces {{.Name}} and {{.Namespace}} everywhere in the main container.
func (s directService) expandPlaceholders(container *corev1.Container) error {
	values := map[string]string{"Name": s.owner.Name, "Namespace": s.owner.Namespace}
	return mapStrings(container, func(text string) (string, error) {
		text = placeholder.ReplaceAllStringFunc(text, func(match string) string {
			return values[placeholder.FindStringSubmatch(match)[1]]
		})
		if strings.Contains(text, "{{") {
			return text, fmt.Errorf("%q has a placeholder that direct mode does not know: write {{.Name}} or {{.Namespace}}, or do without `{{` (IS-30)", text)
		}
		return text, nil
	})
}

// replaceServiceLabel replaces the label by which OME's pods tell their service.
func (s directService) replaceServiceLabel(container *corev1.Container) {
	// Replacing text in a container cannot fail.
	_ = mapStrings(container, func(text string) (string, error) {
		return strings.ReplaceAll(text, labelService, s.options.ServiceLabel), nil
	})
}

// mapStrings changes every text in a container.
func mapStrings(container *corev1.Container, change func(string) (string, error)) error {
	tree, err := runtime.DefaultUnstructuredConverter.ToUnstructured(container)
	if err != nil {
		return err
	}
	changed, err := mapTree(tree, change)
	if err != nil {
		return err
	}
	decoded, err := render.Decode[corev1.Container](changed.(map[string]any))
	if err != nil {
		return err
	}
	*container = decoded
	return nil
}

func mapTree(tree any, change func(string) (string, error)) (any, error) {
	var err error
	switch tree := tree.(type) {
	case string:
		return change(tree)
	case map[string]any:
		for key, child := range tree {
			if tree[key], err = mapTree(child, change); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, child := range tree {
			if tree[i], err = mapTree(child, change); err != nil {
				return nil, err
			}
		}
	}
	return tree, nil
}
