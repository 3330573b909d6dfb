package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccWarnings keeps in the state what a plan warned of: by itself, and of what the cluster was
// asked about. What the cluster says later is no change.
func TestAccWarnings(t *testing.T) {
	c := acctest.Start(t, withoutOperator)
	model := `{"apiVersion":"llmaz.io/v1alpha1","kind":"OpenModel","metadata":{"name":"wide"},"spec":{"familyName":"qwen2","source":{"modelHub":{"modelID":"Qwen/Qwen2.5-0.5B-Instruct"}},` +
		`"inferenceConfig":{"flavors":[{"name":"gpu","limits":{"nvidia.com/gpu":"64"}}]}}}`
	config := map[string]any{
		"mode": "direct", "metadata": map[string]any{"name": "warned", "namespace": "default"}, "references": []any{model}, "wait": map[string]any{"until": "accepted"},
		"spec": map[string]any{"replicas": 1.0, "model_claim": map[string]any{"model_name": "wide"}, "backend_runtime_config": map[string]any{"args": []any{"--tokenizer={{ .ModelName }}"}}},
	}
	warned := acctest.Core(t, map[string]any{"config_path": c.Kubeconfig, "capacity_check": "warn"}).Resource("inference_playground")
	if err := warned.Apply(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	kept := warningsOf(t, warned.State)
	for _, want := range []string{"args[0] of Playground default/warned", "Pods will not run in the cluster as it is: Playground default/warned: no node is large enough"} {
		if !strings.Contains(kept, want) {
			t.Errorf("the state has no warning %q: %s", want, kept)
		}
	}
	c.ProvideNode(t, "gpu-of-warned")
	if settled, err := warned.Settled(t.Context(), config); err != nil || !settled {
		t.Errorf("a plan after the creation has something to do: %v", err)
	}
	if later := warningsOf(t, warned.State); later != kept {
		t.Errorf("a refresh turns %s into %s", kept, later)
	}
	if err := warned.Apply(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// warningsOf is the attribute `warnings` of a state.
func warningsOf(t *testing.T, state tftypes.Value) string {
	t.Helper()
	var fields map[string]tftypes.Value
	if err := state.As(&fields); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(fields["warnings"])
}
