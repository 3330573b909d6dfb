package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestUnknownProviderBlock has data sources and imports wait for a provider block that is not known yet where the client
// can come back to them, and say what is wrong where it cannot.
func TestUnknownProviderBlock(t *testing.T) {
	emptyEnvironment(t)
	const name = "inference_playground"
	const why = "the provider block depends on values that are not known before the apply"
	s := newServer(t)
	if diags := s.configure(t, map[string]any{"host": reference}); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	for title, allowed := range map[string]bool{"deferral allowed": true, "deferral not allowed": false} {
		t.Run(title, func(t *testing.T) {
			check := func(what string, deferred *tfprotov6.Deferred, diags []*tfprotov6.Diagnostic) {
				t.Helper()
				switch {
				case allowed && (deferred == nil || deferred.Reason != tfprotov6.DeferredReasonProviderConfigUnknown || len(diags) > 0):
					t.Errorf("the %s is not deferred: %v, %s", what, deferred, told(diags))
				case !allowed && (deferred != nil || len(diags) != 1 || diags[0].Summary != "Cluster is not known yet" || !strings.Contains(diags[0].Detail, why)):
					t.Errorf("the %s says %s", what, told(diags))
				}
			}
			source := s.dataSourceType(t, name)
			read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
				TypeName: name, Config: s.config(t, source, map[string]any{"metadata": map[string]any{"name": "chat", "namespace": "llm"}}),
				ClientCapabilities: &tfprotov6.ReadDataSourceClientCapabilities{DeferralAllowed: allowed},
			})
			if err != nil {
				t.Fatal(err)
			}
			check("data source", read.Deferred, read.Diagnostics)

			imported, err := s.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{
				TypeName: name, ID: "llm/chat", ClientCapabilities: &tfprotov6.ImportResourceStateClientCapabilities{DeferralAllowed: allowed},
			})
			if err != nil {
				t.Fatal(err)
			}
			if allowed {
				check("import", imported.Deferred, imported.Diagnostics)
				if state, err := imported.ImportedResources[0].State.Unmarshal(s.resourceType(t, name)); err != nil || state.IsKnown() {
					t.Errorf("the state of the deferred import is %v, %v; want it unknown", state, err)
				}
				completed, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
					TypeName: name, CurrentState: imported.ImportedResources[0].State, CurrentIdentity: imported.ImportedResources[0].Identity,
					ClientCapabilities: &tfprotov6.ReadResourceClientCapabilities{DeferralAllowed: allowed},
				})
				if err != nil {
					t.Fatal(err)
				}
				check("import that Terraform reads all the same", completed.Deferred, completed.Diagnostics)
				return
			}
			completed, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: name, CurrentState: imported.ImportedResources[0].State})
			if err != nil {
				t.Fatal(err)
			}
			check("import", completed.Deferred, completed.Diagnostics)
		})
	}
}

// dataSourceType is the type of a data source's configuration.
func (s *served) dataSourceType(t testing.TB, name string) tftypes.Type {
	t.Helper()
	resp, err := s.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return resp.DataSourceSchemas[name].ValueType()
}
