package schema_test

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

func TestFieldPathOfConflict(t *testing.T) {
	cases := map[string]struct {
		reason     string
		definition string
		conflict   string
		want       string
	}{
		"field": {
			"names stay", "llmaz/inference/v1alpha1.Playground", ".spec.replicas", "spec.replicas",
		},
		"key of a map": {
			"a key is no field", "llmaz/inference/v1alpha1.Playground",
			".spec.backendRuntimeConfig.resources.limits.cpu", "spec.backendRuntimeConfig.resources.limits[cpu]",
		},
		"key with dots": {
			"all that is left is the key", "llmaz/inference/v1alpha1.Playground",
			".metadata.labels.example.com/team", "metadata.labels[example.com/team]",
		},
		"key below an item": {
			"items are named by their keys in both", "llmaz/inference/v1alpha1.Service",
			`.spec.workloadTemplate.workerTemplate.spec.containers[name="a.b"].resources.limits.nvidia.com/gpu`,
			`spec.workloadTemplate.workerTemplate.spec.containers[name="a.b"].resources.limits[nvidia.com/gpu]`,
		},
		"field below an item": {
			"the walk goes on behind an item", "llmaz/inference/v1alpha1.Service",
			`.spec.workloadTemplate.workerTemplate.spec.containers[name="a"].env[name="B"].value`,
			`spec.workloadTemplate.workerTemplate.spec.containers[name="a"].env[name="B"].value`,
		},
		"in brackets": {
			"validation writes keys so already", "llmaz/inference/v1alpha1.Playground",
			"spec.backendRuntimeConfig.resources.limits[nvidia.com/gpu]", "spec.backendRuntimeConfig.resources.limits[nvidia.com/gpu]",
		},
		"unknown field": {
			"what has no shape stays as it is", "llmaz/inference/v1alpha1.Playground", ".spec.no.such[0].thing", "spec.no.such[0].thing",
		},
		"unclosed": {
			"a broken path stays as it is", "llmaz/inference/v1alpha1.Service", `.spec.modelClaims.models[name="x`, `spec.modelClaims.models[name="x`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if got := schema.Lookup(tc.definition).FieldPath(tc.conflict); got != tc.want {
				t.Errorf("%s\nFieldPath(%s) = %s, want %s", tc.reason, tc.conflict, got, tc.want)
			}
		})
	}
}
