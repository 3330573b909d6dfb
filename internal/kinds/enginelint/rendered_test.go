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
		{name: other, image: "a:1", args: [--enable-reasoning]},
		{name: variables, image: "ollama/ollama:0.24.0", env: [{name: OLLAMA_NUM_PARALLELS, value: "4"}, {name: OLLAMA_ORIGINS, value: chat.example.com}]}]}}}}`
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
		`rendered[Deployment/chat].containers[variables].env[1].value: Invalid value: "chat.example.com": OLLAMA_ORIGINS of Ollama 0.24.0 is a list, with commas and no spaces, of texts that begin with a scheme such as https:// or have one asterisk; it does not start with another (EL-13)`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
