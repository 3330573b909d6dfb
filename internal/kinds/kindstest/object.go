// Package kindstest tests kinds that are described as data: that every rule says what its
// cases want and reads what it lists, that every constraint of the upstream system has a
// rule or a reason for none, that live objects are judged as their fixtures want, and that
// releases are spelt as theirs.
package kindstest

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Parse reads one object, which has an apiVersion and a kind, from YAML.
func Parse(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	data, err := yaml.YAMLToJSONStrict([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(data); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return object
}

// part reads a part of an object from YAML; nil when there is none.
func part(t *testing.T, text string) map[string]any {
	t.Helper()
	data, err := yaml.YAMLToJSONStrict([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	fields, _ := Parse(t, `{"apiVersion": "v1", "kind": "Part", "part": `+string(data)+`}`).Object["part"].(map[string]any)
	return fields
}

// Fits returns an error when an object does not fit the API type T, as rules and as the
// API server read it.
func Fits[T any](object map[string]any) error {
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object, new(T)); err != nil {
		return err
	}
	text, err := yaml.Marshal(object)
	if err != nil {
		return err
	}
	return yaml.UnmarshalStrict(text, new(T))
}

// Named returns the kind of a Terraform type name.
func Named(t *testing.T, all []*kinds.Kind, name string) *kinds.Kind {
	t.Helper()
	i := slices.IndexFunc(all, func(k *kinds.Kind) bool { return k.TypeName == name })
	if i < 0 {
		t.Fatalf("there is no kind %s", name)
	}
	return all[i]
}
