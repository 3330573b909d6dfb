package model

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TestAsConfigured shows where a finding about a rendered word is told.
func TestAsConfigured(t *testing.T) {
	const rendered = "rendered[Deployment/chat].containers[vllm].args[5]"
	for name, tc := range map[string]struct {
		reason string
		spec   any
		value  any
		want   string
	}{
		"one item":     {"it is the one", map[string]any{"engine": map[string]any{"args": []any{"--a", "--b"}}}, "--b", "spec.engine.args[1]"},
		"nested":       {"lists are in lists", map[string]any{"roles": []any{map[string]any{"args": []any{"--b"}}}}, "--b", "spec.roles[0].args[0]"},
		"two items":    {"either may be meant", map[string]any{"leader": []any{"--b"}, "worker": []any{"--b"}}, "--b", rendered},
		"no item":      {"a runtime has it", map[string]any{"args": []any{"--a"}}, "--b", rendered},
		"value":        {"it is no item of a list", map[string]any{"name": "--b"}, "--b", rendered},
		"other type":   {"no word is a number", map[string]any{"ports": []any{int64(1)}}, int64(1), rendered},
		"without spec": {"nothing is configured", nil, "--b", rendered},
	} {
		errs := asConfigured(tc.spec, field.ErrorList{{Type: field.ErrorTypeInvalid, Field: rendered, BadValue: tc.value}})
		if errs[0].Field != tc.want {
			t.Errorf("%s: it is told at %s, want %s: %s", name, errs[0].Field, tc.want, tc.reason)
		}
	}
}
