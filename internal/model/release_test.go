package model

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// TestPinned shows which pin of the provider block holds for a kind.
func TestPinned(t *testing.T) {
	k := &kinds.Kind{TypeName: "widget", System: "acme", Releases: []object.Release{{Name: "v1"}, {Name: "v2"}}}
	tests := map[string]struct {
		reason string
		pins   map[string]string
		want   string
	}{
		"None":      {"nothing is pinned", nil, ""},
		"System":    {"a system's pin holds for its kinds", map[string]string{"acme": "v1"}, "v1"},
		"Kind":      {"a kind's own pin is the stronger one", map[string]string{"acme": "v1", "widget": "v2"}, "v2"},
		"OtherKind": {"a release that only another kind of the system has says nothing", map[string]string{"acme": "v3"}, ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			r := &Scope{Model: &ResourceModel{Kind: k}, Settings: &Settings{Releases: tc.pins}}
			if got := r.Pinned(); got != tc.want {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
		})
	}
}

// TestTells shows that a release can be told by what it requires no more, and by what a pattern of it matches.
func TestTells(t *testing.T) {
	spec := func(required ...any) map[string]any {
		return map[string]any{"properties": map[string]any{"spec": map[string]any{
			"properties": map[string]any{"picker": map[string]any{"type": "string"}}, "required": required,
		}}}
	}
	relaxed := object.Release{Relaxes: "spec.picker"}
	if Tells(spec("picker"), relaxed) || !Tells(spec(), relaxed) || Tells(map[string]any{}, relaxed) {
		t.Error("the release is that whose definition has the field and does not require it")
	}
	if Tells(spec(), object.Release{Marker: "spec.size"}) || !Tells(spec(), object.Release{Marker: "spec.picker"}) || !Tells(spec(), object.Release{}) {
		t.Error("a marker has to be there, and the oldest release needs none")
	}
	matching := func(pattern string) map[string]any {
		return map[string]any{"properties": map[string]any{"uri": map[string]any{"type": "string", "pattern": pattern}}}
	}
	accepts := object.Release{Accepts: object.Accepted{Path: "uri", Text: "obs://a"}}
	if !Tells(matching("^(s3|obs)://"), accepts) || Tells(matching("^s3://"), accepts) || Tells(matching("("), accepts) || Tells(spec(), accepts) {
		t.Error("the release is that whose definition has a pattern that matches the text")
	}
}
