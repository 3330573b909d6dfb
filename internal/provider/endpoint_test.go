package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// fiveLines serve a model.
var fiveLines = map[string]any{
	"metadata": map[string]any{"name": "chat", "namespace": "llm"},
	"spec":     map[string]any{"model": map[string]any{"repository": "Qwen/Qwen2.5-7B-Instruct"}, "accelerators": map[string]any{"count": 1.0}},
}

// TestEndpointIsDirect shows that an endpoint is rendered whatever the provider block says, and that the plan shows what follows
// from it.
func TestEndpointIsDirect(t *testing.T) {
	emptyEnvironment(t)
	for _, mode := range []string{"operator", "direct"} {
		s := newServer(t)
		s.configure(t, map[string]any{"mode": mode})
		plan := s.plan(t, "inference_endpoint", nil, fiveLines)
		if slices.ContainsFunc(plan.Diagnostics, isError) {
			t.Fatal(told(plan.Diagnostics))
		}
		attributes := attributesOf(t, plan.kind, plan.PlannedState)
		for name, want := range map[string]string{
			"mode": "direct", "endpoint": "http://chat.llm.svc:8000",
			"openai_base_url": "http://chat.llm.svc:8000/v1", "served_model_name": "Qwen/Qwen2.5-7B-Instruct",
		} {
			var got string
			if err := attributes[name].As(&got); err != nil || got != want {
				t.Errorf("with the mode %s, %s is %q, want %q (%v)", mode, name, got, want, err)
			}
		}
		if release := attributes["api_release"]; !release.IsNull() {
			t.Errorf("there is a release: %s", release)
		}
		rendered := map[string]tftypes.Value{}
		if err := attributes["rendered"].As(&rendered); err != nil || len(rendered) != 2 {
			t.Fatalf("rendered is %v (%v)", attributes["rendered"], err)
		}
		for _, object := range []string{"Deployment/chat", "Service/chat"} {
			if _, ok := rendered[object]; !ok {
				t.Errorf("%s is not rendered", object)
			}
		}
	}
}

// TestEndpointHasNoObject shows that nothing is offered which needs a custom resource, or pins its release.
func TestEndpointHasNoObject(t *testing.T) {
	emptyEnvironment(t)
	s := newServer(t)
	schemas, err := s.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, attribute := range schemas.DataSourceSchemas["inference_endpoint"].Block.Attributes {
		has[attribute.Name] = true
	}
	if has["uid"] || has["api_release"] || !has["openai_base_url"] || !has["spec_json"] || !has["status"] {
		t.Errorf("the data source has %v", has)
	}
	if diags := s.configure(t, map[string]any{"api_releases": map[string]any{"endpoint": "v1alpha1"}}); len(diags) != 1 || !strings.Contains(told(diags), "endpoint") {
		t.Errorf("a release can be pinned: %s", told(diags))
	}
}
