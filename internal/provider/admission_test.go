package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestAdmissionPolicy reads policies without a cluster, and refuses what cannot be written.
func TestAdmissionPolicy(t *testing.T) {
	for name, tc := range map[string]struct {
		reason           string
		config           map[string]any
		at, refused, has string
	}{
		"policy": {reason: "the rules of a pool are few", config: map[string]any{"type": "inference_pool"}, has: "kind: ValidatingAdmissionPolicyBinding"},
		"named":  {reason: "the binding names the policy", config: map[string]any{"type": "inference_pool", "name": "pools"}, has: "policyName: pools"},
		"audit":  {reason: "the user decides what is done", config: map[string]any{"type": "inference_pool", "validation_actions": []any{"Audit"}}, has: "- Audit"},
		"successor": {
			reason: "the group is that of the release", config: map[string]any{"type": "inference_objective", "api_release": "v1.5.0"},
			has: "- inference.networking.x-k8s.io",
		},
		"no type":     {reason: "the prefix is missing", config: map[string]any{"type": "pool"}, at: "type", refused: "inference_pool"},
		"generation":  {reason: "there is none of this name", config: map[string]any{"type": "inference_pool", "api_release": "v9"}, at: "api_release", refused: "v1.6.0"},
		"other names": {reason: "the oldest release of llmaz calls fields otherwise", config: map[string]any{"type": "inference_playground", "api_release": "v0.1.0"}, at: "api_release", refused: "v0.1.4"},
		"name":        {reason: "it is none of an object", config: map[string]any{"type": "inference_pool", "name": "A b"}, at: "name", refused: "lower-case letters"},
		"action":      {reason: "the API has none such", config: map[string]any{"type": "inference_pool", "validation_actions": []any{"Refuse"}}, at: "validation_actions[0]", refused: "Deny"},
	} {
		t.Run(name, func(t *testing.T) {
			emptyEnvironment(t)
			s := newServer(t)
			kind := s.schema.DataSourceSchemas["inference_admission_policy"].ValueType()
			config := s.config(t, kind, tc.config)
			validated, err := s.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: "inference_admission_policy", Config: config})
			if err != nil {
				t.Fatal(err)
			}
			if tc.refused != "" || len(validated.Diagnostics) > 0 {
				if tc.refused == "" || len(validated.Diagnostics) != 1 || pathText(validated.Diagnostics[0].Attribute) != tc.at || !strings.Contains(validated.Diagnostics[0].Detail, tc.refused) {
					t.Errorf("%s: want %q at %s, got %s", tc.reason, tc.refused, tc.at, told(validated.Diagnostics))
				}
				return
			}
			read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "inference_admission_policy", Config: config})
			if err != nil || len(read.Diagnostics) > 0 {
				t.Fatalf("%v %v", err, read)
			}
			value, err := read.State.Unmarshal(kind)
			if err != nil {
				t.Fatal(err)
			}
			fields, _ := fieldsOf(value)
			if got := textOf(t, fields["yaml"]); !strings.Contains(got, tc.has) {
				t.Errorf("%s: the policy lacks %q:\n%s", tc.reason, tc.has, got)
			}
		})
	}
}
