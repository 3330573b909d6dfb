package kthena

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

func BenchmarkRules(b *testing.B) {
	data, err := yaml.YAMLToJSON([]byte(validServing))
	u := &unstructured.Unstructured{}
	if err == nil {
		err = u.UnmarshalJSON(data)
	}
	if err != nil {
		b.Fatal(err)
	}
	check := func(rules func() []kinds.Rule) {
		kinds.Check(rules(), kinds.Candidate{Object: u}, nil)
	}
	check(servingRules)
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			check(loadServingRules)
		}
	})
	b.Run("next", func(b *testing.B) {
		for b.Loop() {
			check(servingRules)
		}
	})
}
