package provider

import (
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestProbeTrusts shows that a server outside of the cluster is trusted by the certificates of the configuration, and
// by no others.
func TestProbeTrusts(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/models" {
			_, _ = w.Write([]byte(`{"data":[{"id":"qwen"}]}`))
		}
	}))
	defer server.Close()
	signed := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	for name, tc := range map[string]struct{ reason, url, ca, refused, told string }{
		"trusted":   {reason: "the server shows a certificate that is signed by the one given", url: server.URL, ca: signed},
		"untrusted": {reason: "the system does not know who signed it", url: server.URL, told: "certificate"},
		"no PEM":    {reason: "a path is no certificate", url: server.URL, ca: "/etc/ca.pem", refused: "ca_certificate of the probe: must have at least one certificate in PEM: give the text of the file, not its path."},
		"inside":    {reason: "the API server verifies nothing of a Service", url: "https://chat.llm.svc:8443", ca: signed, refused: "ca_certificate of the probe: only the certificate of an https URL outside of the cluster is verified; remove it."},
		"plain":     {reason: "there is no certificate", url: "http://gateway.example.com", ca: signed, refused: "only the certificate of an https URL outside"},
	} {
		t.Run(name, func(t *testing.T) {
			emptyEnvironment(t)
			s := newServer(t)
			if diags := s.configure(t, nil); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			kind := s.schema.DataSourceSchemas["inference_probe"].ValueType()
			plain := map[string]any{"url": tc.url, "prompt": ""}
			if tc.ca != "" {
				plain["ca_certificate"] = tc.ca
			}
			config := s.config(t, kind, plain)
			validated, err := s.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: "inference_probe", Config: config})
			if err != nil {
				t.Fatal(err)
			}
			if tc.refused != "" || len(validated.Diagnostics) > 0 {
				if tc.refused == "" || len(validated.Diagnostics) != 1 || pathText(validated.Diagnostics[0].Attribute) != "ca_certificate" || !strings.Contains(validated.Diagnostics[0].Detail, tc.refused) {
					t.Errorf("%s: want %q, got %s", tc.reason, tc.refused, told(validated.Diagnostics))
				}
				return
			}
			read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "inference_probe", Config: config})
			if err != nil || len(read.Diagnostics) > 0 {
				t.Fatalf("%v", err)
			}
			value, err := read.State.Unmarshal(kind)
			if err != nil {
				t.Fatal(err)
			}
			fields, _ := fieldsOf(value)
			got := textOf(t, fields["error"])
			if tc.told == "" && got != "(null)" || !strings.Contains(got, tc.told) {
				t.Errorf("%s: the error is %s", tc.reason, got)
			}
		})
	}
}
