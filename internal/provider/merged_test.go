package provider

import (
	"strings"
	"testing"
)

// TestMergedArguments shows what an engine of an operator does not start with, although service and runtime are right alone: the one has
// the argument, and the other the version.
func TestMergedArguments(t *testing.T) {
	runtime := func(version, args string) string {
		return `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"BackendRuntime","metadata":{"name":"serve"},"spec":{"image":"vllm/vllm-openai","version":"` + version + `","command":["vllm","serve"],"recommendedConfigs":[{"name":"default","args":[` + args + `]}]}}`
	}
	serve := func(settings map[string]any) map[string]any {
		settings["backend_name"] = "serve"
		return map[string]any{"backend_runtime_config": settings}
	}
	reasoning := serve(map[string]any{"args": []any{"--enable-reasoning"}})
	emptyEnvironment(t)
	for name, tc := range map[string]struct {
		reason string
		patch  map[string]any
		at     string
		want   string
	}{
		"argument of the service": {
			"the version is the runtime's",
			map[string]any{"references": []any{qwenDefinition, runtime("v0.10.0", "")}, "spec": reasoning},
			"spec.backend_runtime_config.args[0]", `is "--enable-reasoning": vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place (EL-6)`,
		},
		"argument of the runtime": {
			"the version is the service's",
			map[string]any{"references": []any{qwenDefinition, runtime("v0.9.2", `"--seed","one"`)}, "spec": serve(map[string]any{"version": "v0.10.0"})},
			"references[1]", `is "one": --seed of vLLM 0.10.0 is a whole number (EL-8)`,
		},
		"version that has it": {"it starts", map[string]any{"references": []any{qwenDefinition, runtime("v0.9.2", "")}, "spec": reasoning}, "", ""},
		"runtime not known":   {"the operator has one of its own", map[string]any{"references": []any{qwenDefinition}, "spec": reasoning}, "", ""},
		"built-in runtime": {
			"its image is the operator's to choose",
			map[string]any{"references": []any{qwenDefinition}, "spec": map[string]any{"backend_runtime_config": map[string]any{"args": []any{"--enable-reasoning"}}}},
			"", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, map[string]any{"mode": "operator", "api_releases": map[string]any{"llmaz": "v0.1.4"}}); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			var at, details []string
			for _, d := range s.plan(t, "inference_playground", nil, merge(plannedPlayground, tc.patch)).Diagnostics {
				if strings.Contains(d.Detail, "(EL-") {
					at, details = append(at, pathText(d.Attribute)), append(details, d.Detail)
				}
			}
			if tc.want == "" && len(at) > 0 || tc.want != "" && (len(at) != 1 || at[0] != tc.at || !strings.Contains(details[0], tc.want)) {
				t.Errorf("want one finding at %q with %q: at %q, %q: %s", tc.at, tc.want, at, details, tc.reason)
			}
		})
	}
}
