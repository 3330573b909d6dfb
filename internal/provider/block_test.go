package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestInvalidProviderBlock shows that mistakes in the provider block are found by
// `terraform validate`, before anything is planned, and again when the block is used.
func TestInvalidProviderBlock(t *testing.T) {
	cases := map[string]struct {
		reason string
		block  map[string]any
		want   []verdict
	}{
		"unknown mode": {
			reason: "there are two modes",
			block:  map[string]any{"mode": "manual"},
			want:   []verdict{{Path: "mode", Summary: "Unsupported value", Detail: `mode of the provider block is "manual": must be one of "operator", "direct".`}},
		},
		"namespace that is no label": {
			reason: "namespaces are DNS labels",
			block:  map[string]any{"namespace": "LLM"},
			want:   []verdict{{Path: "namespace", Summary: "Invalid value", Detail: `namespace of the provider block is "LLM": a lowercase RFC 1123 label`}},
		},
		"system that does not exist": {
			reason: "releases are those of systems",
			block:  map[string]any{"api_releases": map[string]any{"kserve": "v1"}},
			want:   []verdict{{Path: `api_releases["kserve"]`, Summary: "Value not allowed here", Detail: `api_releases[kserve] of the provider block: is neither a system of this provider nor a resource without its prefix. Systems: llmaz, `}},
		},
		"release that does not exist": {
			reason: "a release is not a release",
			block:  map[string]any{"api_releases": map[string]any{"llmaz": "v0.1.3"}},
			want:   []verdict{{Path: `api_releases["llmaz"]`, Summary: "Unsupported value", Detail: `api_releases[llmaz] of the provider block is "v0.1.3": must be one of "v0.1.0", "v0.1.4", "3c13ff34".`}},
		},
		"two tokens": {
			reason: "one of them would not be used",
			block:  map[string]any{"token": "secret", "token_path": "/run/token"},
			want:   []verdict{{Path: "token_path", Summary: "Value not allowed here", Detail: "token_path of the provider block: cannot be set together with token, for both are the bearer token."}},
		},
		"no requests": {
			reason: "the provider could do nothing",
			block:  map[string]any{"qps": 0.0},
			want:   []verdict{{Path: "qps", Summary: "Invalid value", Detail: "qps of the provider block is 0: must be above 0"}},
		},
		"values that are not known yet": {
			reason: "they may come to be right",
			block:  map[string]any{"mode": reference, "namespace": reference, "api_releases": map[string]any{"llmaz": reference}, "qps": reference},
		},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			resp, err := s.ValidateProviderConfig(t.Context(), &tfprotov6.ValidateProviderConfigRequest{
				Config: s.config(t, s.schema.Provider.ValueType(), tc.block),
			})
			if err != nil {
				t.Fatal(err)
			}
			if problem := compare(resp.Diagnostics, tc.want); problem != "" {
				t.Errorf("%s: %s\ntold:%s", tc.reason, problem, told(resp.Diagnostics))
			}
			if problem := compare(s.configure(t, tc.block), tc.want); problem != "" {
				t.Errorf("%s: when the block is used: %s", tc.reason, problem)
			}
		})
	}
}
