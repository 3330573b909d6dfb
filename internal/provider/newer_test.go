package provider

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestNewerDefinitionOfOneRelease reads an object twice, of a kind whose release is known without its definition. Of the only release the
// definition is read for the comparison alone, once; of a pinned one it is not read.
func TestNewerDefinitionOfOneRelease(t *testing.T) {
	const quotas, services = "inference_llmkube_gpu_quota", "inference_llmkube_service"
	live := func(kind string) string {
		return `{"apiVersion":"inference.llmkube.dev/v1alpha1","kind":"` + kind + `","metadata":{"name":"a","namespace":"llm","uid":"u"},"spec":{}}`
	}
	crd := func(fields string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"x"},"spec":{"versions":[{"name":"v1alpha1","served":true,"schema":{"openAPIV3Schema":` +
				`{"type":"object","properties":{"spec":{"type":"object","properties":{` + fields + `}}}}}}]}}`))
		}
	}
	for name, tc := range map[string]struct {
		reason, source, path, live string
		pins                       map[string]any
		definition                 http.HandlerFunc
		want                       string
	}{
		"one release":              {"it is compared all the same", quotas, "gpuquotas", live("GPUQuota"), nil, crd(`"gpuCount":{},"burst":{}`), "gpuquotas.inference.llmkube.dev in the cluster has fields that this version of the provider does not know: spec.burst."},
		"one that is known":        {"it has no other fields", quotas, "gpuquotas", live("GPUQuota"), nil, crd(`"gpuCount":{}`), ""},
		"a pinned one":             {"the pin says which is meant", services, "inferenceservices", live("InferenceService"), map[string]any{"llmkube": "v0.8.7"}, crd(`"modelRef":{},"burst":{}`), ""},
		"one that may not be read": {"it is not needed", quotas, "gpuquotas", live("GPUQuota"), nil, refusal(403, "forbidden", ""), ""},
	} {
		t.Run(name, func(t *testing.T) {
			emptyEnvironment(t)
			asked := 0
			s := newServer(t)
			block := map[string]any{"host": apiServer{
				"GET /customresourcedefinitions/" + tc.path + ".inference.llmkube.dev": func(w http.ResponseWriter, r *http.Request) { asked++; tc.definition(w, r) },
				"GET /namespaces/llm/" + tc.path + "/a": func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", "application/json")
					_, _ = w.Write([]byte(tc.live))
				},
			}.start(t), "api_releases": tc.pins}
			if diags := s.configure(t, block); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			said := ""
			for range 2 {
				read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
					TypeName: tc.source, Config: s.config(t, s.dataSourceType(t, tc.source), map[string]any{"metadata": map[string]any{"name": "a", "namespace": "llm"}}),
				})
				if err != nil {
					t.Fatal(err)
				}
				said += told(read.Diagnostics)
			}
			looks := 1
			if tc.pins != nil {
				looks = 0
			}
			if n := strings.Count(said, "Definition newer than the provider"); asked != looks || !strings.Contains(said, tc.want) || tc.want == "" && said != "" || tc.want != "" && n != 1 {
				t.Errorf("%s: %d requests for the definition and %d warnings, want one warning at most: %s", tc.reason, asked, n, said)
			}
		})
	}
}
