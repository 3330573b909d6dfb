package provider

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestUnserved shows what data sources and imports say of a cluster without the API, and of one that does not answer: to
// pin a release would help with neither.
func TestUnserved(t *testing.T) {
	emptyEnvironment(t)
	empty := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(empty.Close)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ host, summary, detail string }{
		"not installed": {empty.URL, "API not served by the cluster", "is not installed"},
		"no answer":     {"http://" + closed.Addr().String(), "Cluster cannot be reached", "the API server gave no answer"},
	} {
		for _, pinned := range []map[string]any{{}, pins} {
			t.Run(name, func(t *testing.T) {
				s := newServer(t)
				if diags := s.configure(t, merge(pinned, map[string]any{"host": tc.host})); len(diags) > 0 {
					t.Fatal(told(diags))
				}
				const typeName = "inference_playground"
				check := func(what string, diags []*tfprotov6.Diagnostic) {
					t.Helper()
					if len(diags) != 1 || diags[0].Summary != tc.summary || !strings.HasPrefix(diags[0].Detail, "Playground llm/chat was not read: ") || !strings.Contains(diags[0].Detail, tc.detail) {
						t.Errorf("the %s says %s", what, told(diags))
					}
				}
				read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
					TypeName: typeName, Config: s.config(t, s.dataSourceType(t, typeName), map[string]any{"metadata": map[string]any{"name": "chat", "namespace": "llm"}}),
				})
				if err != nil {
					t.Fatal(err)
				}
				check("data source", read.Diagnostics)
				imported, err := s.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: "llm/chat"})
				if err != nil {
					t.Fatal(err)
				}
				completed, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: typeName, CurrentState: imported.ImportedResources[0].State})
				if err != nil {
					t.Fatal(err)
				}
				check("import", completed.Diagnostics)
			})
		}
	}
}
