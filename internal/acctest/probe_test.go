//go:build unix

package acctest_test

import (
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// playModelServer runs an HTTP server on this machine, which answers by method and path until it is to forget one, behind
// a Service of the cluster: a real one, for the API server's proxy to reach. The proxy leads only
// to the addresses of pods, so a pod that nobody schedules has that of this machine.
func playModelServer(t *testing.T, c *acctest.Cluster, namespace, name string, answers map[string]string) (forget func(request string)) {
	t.Helper()
	address := hostAddress(t)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { //nolint:gosec // it lives as long as a test
		mu.Lock()
		answer, ok := answers[r.Method+" "+r.URL.Path]
		mu.Unlock()
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(answer))
	})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	service := acctest.Object{Resource: serviceType, Namespace: namespace, Name: name}
	ports := func(number int) []any {
		return []any{map[string]any{"name": "http", "port": int64(number), "protocol": "TCP"}}
	}
	c.Create(t, service, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": name, "namespace": namespace}, "spec": map[string]any{"ports": ports(8080)},
	})
	pod := acctest.Object{Resource: podType, Namespace: namespace, Name: name}
	c.Create(t, pod, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name, "namespace": namespace},
		"spec": map[string]any{"schedulerName": "nobody", "containers": []any{map[string]any{"name": "server", "image": "example.org/server"}}},
	})
	status := fmt.Sprintf(`{"status":{"phase":"Running","podIP":%[1]q,"podIPs":[{"ip":%[1]q}]}}`, address)
	if _, err := c.Objects.Resource(podType).Namespace(namespace).Patch(t.Context(), name, types.MergePatchType, []byte(status), metav1.PatchOptions{}, "status"); err != nil {
		t.Fatal(err)
	}
	endpoints := acctest.Object{Resource: schema.GroupVersionResource{Version: "v1", Resource: "endpoints"}, Namespace: namespace, Name: name}
	c.Create(t, endpoints, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "Endpoints", "metadata": map[string]any{"name": name, "namespace": namespace},
		"subsets": []any{map[string]any{
			"addresses": []any{map[string]any{"ip": address, "targetRef": map[string]any{"kind": "Pod", "namespace": namespace, "name": name}}}, "ports": ports(listener.Addr().(*net.TCPAddr).Port),
		}},
	})
	t.Cleanup(func() {
		c.Delete(t, endpoints)
		c.Delete(t, service)
		c.Delete(t, pod)
	})
	return func(request string) {
		mu.Lock()
		delete(answers, request)
		mu.Unlock()
	}
}

// hostAddress is an address of this machine that endpoints may have: not one of the loopback.
func hostAddress(t *testing.T) string {
	t.Helper()
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		if at, ok := a.(*net.IPNet); ok && at.IP.To4() != nil && at.IP.IsGlobalUnicast() {
			return at.IP.String()
		}
	}
	t.Fatal("this machine has no IPv4 address beside that of the loopback, which no Service may lead to")
	return ""
}

// TestAccProbe asks servers of every interface through the proxy of the API server.
func TestAccProbe(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	cases := map[string]struct {
		reason  string
		answers map[string]string
		// lines are further lines of the data source.
		lines  string
		want   map[string]knownvalue.Check
		refuse []string
	}{
		"openai": {
			reason: "an OpenAI-compatible server answers",
			answers: map[string]string{
				"GET /health": "", "GET /v1/models": `{"data":[{"id":"qwen"}]}`, "POST /v1/completions": `{"choices":[{"text":" there"}]}`,
			},
			want: map[string]knownvalue.Check{
				"healthy": knownvalue.Bool(true), "models": knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("qwen")}),
				"answer": knownvalue.StringExact(" there"), "status_code": knownvalue.Int64Exact(200), "error": knownvalue.Null(), "latency_ms": knownvalue.NotNull(),
			},
		},
		"tgi": {
			reason:  "so does Text Generation Inference",
			answers: map[string]string{"GET /health": "", "GET /info": `{"model_id":"qwen"}`, "POST /generate": `{"generated_text":"Hi"}`},
			lines:   `protocol = "tgi"`,
			want:    map[string]knownvalue.Check{"healthy": knownvalue.Bool(true), "answer": knownvalue.StringExact("Hi"), "error": knownvalue.Null()},
		},
		"triton": {
			reason: "and Triton",
			answers: map[string]string{
				"GET /v2/health/ready": "", "POST /v2/repository/index": `[{"name":"llama"}]`, "POST /v2/models/llama/generate": `{"text_output":"Hi"}`,
			},
			lines: "protocol = \"triton\"\n  model = \"llama\"",
			want:  map[string]knownvalue.Check{"healthy": knownvalue.Bool(true), "answer": knownvalue.StringExact("Hi"), "error": knownvalue.Null()},
		},
		"unhealthy": {
			reason: "a server that is none is told, and fails nothing",
			lines:  `protocol = "kserve_v2"`,
			want: map[string]knownvalue.Check{
				"healthy": knownvalue.Bool(false), "answer": knownvalue.Null(), "status_code": knownvalue.Int64Exact(404),
				"error": knownvalue.StringExact("GET /v2/health/ready: HTTP 404: 404 page not found"),
			},
		},
		"fails": {
			reason: "unless that is asked for", lines: "protocol = \"tgi\"\n  fail = true",
			refuse: []string{"Error: Model server does not serve", "GET /health: HTTP 404: 404 page not found", "remove fail to have it"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			service := "probe-" + name
			playModelServer(t, c, "default", service, tc.answers)
			step := resource.TestStep{Config: probeOf(c, "", "http://"+service+".default.svc:8080", tc.lines)}
			if tc.refuse != nil {
				step.ExpectError = says(tc.refuse...)
			}
			for attribute, want := range tc.want {
				step.ConfigStateChecks = append(step.ConfigStateChecks, attributeIs("data.inference_probe.it", attribute, want))
			}
			acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{step}})
		})
	}
}

func probeOf(c *acctest.Cluster, block, url, lines string) string {
	return c.Provider(block) + fmt.Sprintf("data \"inference_probe\" \"it\" {\n  url = %q\n  %s\n}\n", url, lines)
}

// TestAccProbeUnreachable shows what is told of a Service that is not there, of one that leads
// nowhere, and of a URL at which nobody listens.
func TestAccProbeUnreachable(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	c.Create(t, acctest.Object{Resource: serviceType, Namespace: "default", Name: "probe-nowhere"}, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": "probe-nowhere", "namespace": "default"},
		"spec": map[string]any{"ports": []any{map[string]any{"port": int64(80)}}, "selector": map[string]any{"app": "nobody"}},
	})
	defer c.Delete(t, acctest.Object{Resource: serviceType, Namespace: "default", Name: "probe-nowhere"})
	cases := map[string]struct{ block, url, says string }{
		"missing": {"", "http://probe-missing.default.svc:80", `the API server cannot pass it on: services "probe-missing" not found`},
		"nowhere": {"", "http://probe-nowhere.default.svc", `the API server cannot pass it on: no endpoints available for service "probe-nowhere`},
		"outside": {"", "http://127.0.0.1:1", "connection refused"},
		"forbidden": {
			`impersonate = { user = "nobody" }`, "http://probe-nowhere.default.svc",
			`GET /health: the API server does not allow it: services "probe-nowhere:80" is forbidden: User "nobody" cannot get resource "services/proxy" in API group "" in the namespace "default". Grant get and create of services/proxy`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{{
				Config: probeOf(c, tc.block, tc.url, "timeout = \"5s\""),
				ConfigStateChecks: []statecheck.StateCheck{
					attributeIs("data.inference_probe.it", "healthy", knownvalue.Bool(false)),
					attributeIs("data.inference_probe.it", "error", knownvalue.StringRegexp(says(tc.says))),
				},
			}}})
		})
	}
}

// TestAccProbeExample applies the example, whose check passes while the server answers.
func TestAccProbeExample(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	c.EnsureNamespace(t, "llm")
	forget := playModelServer(t, c, "llm", "chat-lb", map[string]string{
		"GET /v1/models": `{"data":[{"id":"qwen"}]}`, "POST /v1/completions": `{"choices":[{"text":" Paris"}]}`,
	})
	tf := acctest.NewTerraform(t)
	tf.Configure(t, readExample(t, c, filepath.Join("data-sources", "inference_probe", "data-source.tf")))
	if out := tf.MustApply(t); len(out.Diagnostics) > 0 {
		t.Errorf("the check does not pass: %s", out.Log)
	}
	forget("POST /v1/completions")
	warning := tf.MustApply(t).Find(t, "warning", "Check block assertion failed")
	if want := "The chat model does not answer: POST /v1/completions: HTTP 404: 404 page not found"; !strings.Contains(warning.Detail, want) {
		t.Errorf("the check does not say %q but %q", want, warning.Detail)
	}
}
