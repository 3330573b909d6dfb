package enginelint_test

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// TestRendered has what runtime and service have put together: each alone is right.
func TestRendered(t *testing.T) {
	const object = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: chat}, spec: {template: {spec: {containers: [
		{name: engine, image: "vllm/vllm-openai:v0.10.0", command: [vllm, serve, m], args: [--seed, one, --enable-reasoning]},
		{name: script, image: "vllm/vllm-openai:v0.10.0", command: [sh, -c], args: [vllm serve m --seed one]},
		{name: other, image: "a:1", args: [--enable-reasoning]}]}}}}`
	var deployment unstructured.Unstructured
	if err := yaml.Unmarshal([]byte(object), &deployment.Object); err != nil {
		t.Fatal(err)
	}
	service := unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": "chat"}}}
	var got []string
	for _, err := range enginelint.Rendered(field.NewPath("rendered"), []*unstructured.Unstructured{&service, &deployment}) {
		got = append(got, err.Error())
	}
	want := []string{
		`rendered[Deployment/chat].containers[engine].args[2]: Invalid value: "--enable-reasoning": vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place (EL-6)`,
		`rendered[Deployment/chat].containers[engine].args[1]: Invalid value: "one": --seed of vLLM 0.10.0 is a whole number (EL-8)`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
