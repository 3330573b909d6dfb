package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// braced has an argument that the engine will get as it stands.
var braced = args("--tokenizer={{ .ModelName }}")

// TestPlannedWarnings shows which warnings a plan knows, and when it has to leave them open.
func TestPlannedWarnings(t *testing.T) {
	const rule = "Value without its expected effect (PG-C8): spec.backend_runtime_config.args[0] of Playground llm/chat is"
	pinned := map[string]any{"api_releases": map[string]any{"llmaz": "v0.1.4"}}
	elastic := map[string]any{
		"spec":       map[string]any{"elastic_config": map[string]any{"min_replicas": 1.0, "max_replicas": 3.0}, "backend_runtime_config": map[string]any{"backend_name": "serve"}},
		"references": []any{qwenDefinition, `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"BackendRuntime","metadata":{"name":"serve"},"spec":{"image":"example.org/serve","version":"v1","command":["serve"],"recommendedConfigs":[{"name":"default","args":["--model"]}]}}`},
	}
	cases := map[string]struct {
		reason   string
		provider map[string]any
		patch    map[string]any
		// want are the beginnings of the warnings, nil where they are not known yet.
		want []string
	}{
		"none":          {"nothing to warn of is known as well", nil, nil, []string{}},
		"rule":          {"a rule of the configuration alone", nil, braced, []string{rule}},
		"direct mode":   {"the rule holds there too", nil, merge(braced, map[string]any{"mode": "direct", "references": []any{qwenDefinition}}), []string{rule}},
		"unknown value": {"it may come to break a rule", nil, merge(braced, map[string]any{"spec": map[string]any{"replicas": reference}}), nil},
		"any release":   {"one of the releases warns and none is known", nil, elastic, nil},
		"generation":    {"the rule of the pinned one", pinned, elastic, []string{"Value without its expected effect (PG-C9): spec.elastic_config.scale_trigger of Playground llm/chat"}},
		"asked":         {"what the cluster says may change until the apply", map[string]any{"plan_validation": "server"}, braced, nil},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, tc.provider); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			plan := s.plan(t, "inference_playground", nil, merge(plannedPlayground, tc.patch))
			refuseErrors(t, plan.Diagnostics)
			warnings := attributesOf(t, plan.kind, plan.PlannedState)["warnings"]
			if warnings.IsKnown() != (tc.want != nil) {
				t.Fatalf("%s: the warnings are %s", tc.reason, warnings)
			}
			var got []tftypes.Value
			if tc.want != nil && warnings.As(&got) != nil || len(got) != len(tc.want) {
				t.Fatalf("%s: want %q, got %s", tc.reason, tc.want, warnings)
			}
			for i, want := range tc.want {
				if text := textOf(t, got[i]); !strings.HasPrefix(text, want) {
					t.Errorf("%s: want %q, got %q", tc.reason, want, text)
				}
			}
		})
	}
}

// TestPlannedWarningsStay shows that warnings alone are no change: those of an older release, and
// those of a state that has none, stay until something else changes.
func TestPlannedWarningsStay(t *testing.T) {
	emptyEnvironment(t)
	s := newServer(t)
	if diags := s.configure(t, pins); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	config := merge(plannedPlayground, braced)
	creation := s.plan(t, "inference_playground", nil, config)
	for reason, older := range map[string]any{"another release warned of something else": []any{"Other: words."}, "an older release had no such attribute": nil} {
		fields := attributesOf(t, creation.kind, creation.ready(t))
		stored := value(t, creation.kind.AttributeTypes["warnings"], older)
		fields["warnings"] = stored
		state := dynamic(t, creation.kind, tftypes.NewValue(creation.kind, fields))
		same := s.plan(t, "inference_playground", state, config)
		if planned := attributesOf(t, same.kind, same.PlannedState)["warnings"]; !planned.Equal(stored) {
			t.Errorf("%s: a plan without changes has %s", reason, planned)
		}
		changed := s.plan(t, "inference_playground", state, merge(config, replicas(5)))
		if planned := attributesOf(t, changed.kind, changed.PlannedState)["warnings"]; !strings.Contains(planned.String(), "will get the braces as they stand") {
			t.Errorf("%s: a change has the warnings %s", reason, planned)
		}
	}
}
