package provider

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestForcedReplacement warns of a replacement that Terraform forces (-replace), of which the provider sees an update
// that it plans for nothing and then a creation with the private state of that plan.
func TestForcedReplacement(t *testing.T) {
	emptyEnvironment(t)
	const resource = "inference_playground"
	s := newServer(t)
	s.configure(t, pins)
	config := merge(plannedPlayground, map[string]any{"mode": "direct", "references": []any{gpuModel}})
	creation := s.plan(t, resource, nil, config)
	update := s.plan(t, resource, creation.applied(t), config)
	var kept map[string][]byte
	if err := json.Unmarshal(update.PlannedPrivate, &kept); err != nil {
		t.Fatal(err)
	}
	again := s.planWith(t, resource, nil, kept, config)
	i := slices.IndexFunc(again.Diagnostics, func(d *tfprotov6.Diagnostic) bool {
		return d.Summary == "Change replaces an object that is ready"
	})
	if i < 0 || isError(again.Diagnostics[i]) || !strings.Contains(again.Diagnostics[i].Detail, "Pods that stop: up to 2. They hold 4 nvidia.com/gpu.") {
		t.Errorf("the creation of a forced replacement says %q", told(again.Diagnostics))
	}
	if planned := attributesOf(t, again.kind, again.PlannedState)["planned_disruption"]; planned.IsKnown() {
		t.Errorf("planned_disruption is %v, want it unknown: the plan during the apply does not know of the replacement", planned)
	}
	if first := s.plan(t, resource, nil, config); len(first.Diagnostics) != len(creation.Diagnostics) {
		t.Errorf("a creation that replaces nothing says %s", told(first.Diagnostics))
	}
}

// TestLeftBehind tells what the removal of a field leaves in the cluster.
func TestLeftBehind(t *testing.T) {
	emptyEnvironment(t)
	const said = "Removed field leaves something behind"
	scaled := merge(plannedPlayground, map[string]any{"mode": "operator", "spec": map[string]any{"elastic_config": map[string]any{"min_replicas": 1.0, "max_replicas": 3.0}}})
	removed := map[string]any{"spec": map[string]any{"elastic_config": nil}}
	route := map[string]any{
		"mode": "operator", "metadata": map[string]any{"name": "chat", "namespace": "llm"},
		"spec": map[string]any{
			"model_name": "chat", "lora_adapters": []any{"legal"}, "rate_limit": map[string]any{"unit": "hour", "input_tokens_per_unit": 1.0},
			"rules": []any{map[string]any{"target_models": []any{map[string]any{"model_server_name": "qwen"}}}},
		},
	}
	for name, tc := range map[string]struct {
		reason, resource string
		config, patch    map[string]any
		path, what       string
	}{
		"removed":     {"llmaz never deletes the HorizontalPodAutoscaler", "inference_playground", scaled, removed, "spec.elastic_config", "HorizontalPodAutoscaler"},
		"changed":     {"a change reaches it", "inference_playground", scaled, map[string]any{"spec": map[string]any{"elastic_config": map[string]any{"max_replicas": 4.0}}}, "", ""},
		"handed over": {"direct mode takes its own away", "inference_playground", scaled, merge(removed, map[string]any{"mode": "direct"}), "", ""},
		"limit":       {"Kthena's router keeps it", "inference_kthena_model_route", route, map[string]any{"spec": map[string]any{"rate_limit": nil}}, "spec.rate_limit", "which the router applies until it starts anew"},
		"adapters":    {"Kthena's router keeps them", "inference_kthena_model_route", route, map[string]any{"spec": map[string]any{"lora_adapters": nil}}, "spec.lora_adapters", "keeps the route as it was"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.configure(t, pins)
			change := s.plan(t, tc.resource, s.plan(t, tc.resource, nil, tc.config).applied(t), merge(tc.config, tc.patch))
			i := slices.IndexFunc(change.Diagnostics, func(d *tfprotov6.Diagnostic) bool { return d.Summary == said })
			if (i >= 0) != (tc.path != "") || tc.path != "" && (pathText(change.Diagnostics[i].Attribute) != tc.path || !strings.Contains(change.Diagnostics[i].Detail, tc.what)) {
				t.Errorf("%s: %s", tc.reason, told(change.Diagnostics))
			}
		})
	}
}
