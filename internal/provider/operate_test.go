package provider

import (
	"strings"
	"testing"
)

// TestOperationsInOperatorMode shows that what runs in the hands of an operator is operated
// there, and what to do instead.
func TestOperationsInOperatorMode(t *testing.T) {
	emptyEnvironment(t)
	cases := map[string]struct {
		reason string
		patch  map[string]any
		// early says that the validation knows it already.
		early bool
		want  string
	}{
		"restart":          {"llmaz has no way to restart", map[string]any{"restart_trigger": "1"}, false, "ERROR at restart_trigger: Value not allowed here\n  " + `restart_trigger of Playground llm/chat: the operator runs the pods in operator mode, and has no such operation; remove it, or set mode = "direct".`},
		"restart, by name": {"the mode is in the configuration", map[string]any{"restart_trigger": "1", "mode": "operator"}, true, "ERROR at restart_trigger: Value not allowed here"},
		"pause":            {"llmaz is paused by its own means", map[string]any{"paused": true}, false, "ERROR at paused: Value not allowed here\n  paused of Playground llm/chat: the operator runs the pods in operator mode: remove it, and set spec.replicas = 0."},
		"no pause":         {"what is not paused needs no operation", map[string]any{"paused": false}, false, ""},
		"not known yet":    {"it may come to be false", map[string]any{"paused": unknown{}}, false, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, nil); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			config := merge(plannedPlayground, tc.patch)
			if early := strings.Contains(told(s.validate(t, "inference_playground", config)), "Value not allowed here"); early != tc.early {
				t.Errorf("%s: the validation refuses it: %t, want %t", tc.reason, early, tc.early)
			}
			said := told(s.plan(t, "inference_playground", nil, config).Diagnostics)
			if tc.want == "" && said != "" || !strings.Contains(said, tc.want) {
				t.Errorf("%s: want %q, got %q", tc.reason, tc.want, said)
			}
		})
	}
}
