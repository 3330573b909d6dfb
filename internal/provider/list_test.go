package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestListConfig shows which selections a list block may have.
func TestListConfig(t *testing.T) {
	s, ok := NewServer("test").(tfprotov6.ProviderServerWithListResource) //nolint:staticcheck // the one interface that lists
	if !ok {
		t.Fatal("the provider lists nothing")
	}
	for name, tc := range map[string]struct{ reason, typeName, config, attribute, want string }{
		"everything": {reason: "a list without a selection has all objects", typeName: "inference_playground", config: `{}`},
		"selectors":  {reason: "selectors are those of kubectl", typeName: "inference_playground", config: `{"namespace":"llm","label_selector":"team=search,tier in (a,b),!old","field_selector":"metadata.name!=chat"}`},
		"labels":     {reason: "a mistake is found before a request is made", typeName: "inference_playground", config: `{"label_selector":"team=(search"}`, attribute: "label_selector", want: "must be a selector such as `team=search`: fix it"},
		"fields":     {reason: "a mistake is found before a request is made", typeName: "inference_open_model", config: `{"field_selector":"metadata.name"}`, attribute: "field_selector", want: "must be a selector such as `metadata.name!=chat`: fix it"},
	} {
		t.Run(name, func(t *testing.T) {
			resp, err := s.ValidateListResourceConfig(t.Context(), &tfprotov6.ValidateListResourceConfigRequest{
				TypeName: tc.typeName, Config: &tfprotov6.DynamicValue{JSON: []byte(tc.config)},
			})
			if err != nil {
				t.Fatal(err)
			}
			if tc.want == "" {
				if len(resp.Diagnostics) > 0 {
					t.Errorf("%s: %v", tc.reason, told(resp.Diagnostics))
				}
				return
			}
			if len(resp.Diagnostics) != 1 || !strings.Contains(resp.Diagnostics[0].Detail, tc.want) || !strings.Contains(resp.Diagnostics[0].Attribute.String(), tc.attribute) {
				t.Errorf("%s: want %q at %s, got %v", tc.reason, tc.want, tc.attribute, told(resp.Diagnostics))
			}
		})
	}
}

// TestListWithoutCluster shows that a list says what it lacks.
func TestListWithoutCluster(t *testing.T) {
	s := NewServer("test").(tfprotov6.ProviderServerWithListResource) //nolint:staticcheck // the one interface that lists
	stream, err := s.ListResource(t.Context(), &tfprotov6.ListResourceRequest{TypeName: "inference_playground", Config: &tfprotov6.DynamicValue{JSON: []byte(`{}`)}})
	if err != nil {
		t.Fatal(err)
	}
	for result := range stream.Results {
		if len(result.Diagnostics) != 1 || result.Diagnostics[0].Summary != "No cluster to talk to" {
			t.Errorf("want one word about the cluster, got %v", told(result.Diagnostics))
		}
		return
	}
	t.Error("the list is silent")
}
