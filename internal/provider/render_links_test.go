package provider

import (
	"strings"
	"testing"
)

// TestRenderFindingsLink shows that what direct mode finds while it renders leads to its rule, as the rules' own findings do: on the
// page of the resource, or of one that it refers to.
func TestRenderFindingsLink(t *testing.T) {
	const page = "\n\nhttps://registry.terraform.io/providers/inferops/inference/latest/docs/resources/"
	runtime := func(args string) string {
		return `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"BackendRuntime","metadata":{"name":"serve"},"spec":{"image":"vllm/vllm-openai","version":"v0.10.0","command":["vllm","serve"],"recommendedConfigs":[{"name":"default","args":[` + args + `]}]}}`
	}
	serve := map[string]any{"backend_runtime_config": map[string]any{"backend_name": "serve"}}
	const elsewhere = `{"apiVersion":"llmaz.io/v1alpha1","kind":"OpenModel","metadata":{"name":"qwen"},"spec":{"familyName":"qwen2","source":{"uri":"ftp://models"}}}`
	emptyEnvironment(t)
	for name, tc := range map[string]struct {
		patch map[string]any
		at    string
		want  string
	}{
		"reference":          {map[string]any{}, "spec.model_claim.model_name", "(PG-C1)" + page + "playground#rule-PG-C1"},
		"runtime":            {map[string]any{"references": []any{qwenDefinition}, "spec": serve}, "spec.backend_runtime_config.backend_name", "(PG-C6)" + page + "playground#rule-PG-C6"},
		"rule of a model":    {map[string]any{"references": []any{elsewhere}}, "references[0]", "(OM-W3)" + page + "open_model#rule-OM-W3"},
		"option":             {map[string]any{"references": []any{qwenDefinition}, "direct": map[string]any{"startup_policy": "LeaderReady"}}, "direct.startup_policy", "(DR-18)" + page + "playground#rule-DR-18"},
		"argument, rendered": {map[string]any{"references": []any{qwenDefinition, runtime(`"--enable-reasoning"`)}, "spec": serve}, "", "(EL-6)" + page + "playground#rule-EL-6"},
		"value, rendered":    {map[string]any{"references": []any{qwenDefinition, runtime(`"--seed","one"`)}, "spec": serve}, "", "(EL-8)" + page + "playground#rule-EL-8"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, map[string]any{"mode": "direct"}); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			plan := s.plan(t, "inference_playground", nil, merge(plannedPlayground, tc.patch))
			if len(plan.Diagnostics) != 1 || pathText(plan.Diagnostics[0].Attribute) != tc.at || !strings.HasSuffix(plan.Diagnostics[0].Detail, tc.want) {
				t.Errorf("want one finding at %q that ends with %q: %s", tc.at, tc.want, told(plan.Diagnostics))
			}
		})
	}
}
