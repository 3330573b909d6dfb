package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// apiServer answers the requests of plans. A fake is enough here: what API servers answer is
// put to the test in acctest, and here it is where the provider points at.
type apiServer map[string]http.HandlerFunc

func (c apiServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for request, answer := range c {
		if method, path, _ := strings.Cut(request, " "); method == r.Method && strings.HasSuffix(r.URL.Path, path) {
			answer(w, r)
			return
		}
	}
	refusal(http.StatusNotFound, "not found", "")(w, r)
}

func (c apiServer) start(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	return server.URL
}

// checksPlans is a provider that shows its plans to the API server.
func (c apiServer) checksPlans(t *testing.T) *served {
	t.Helper()
	s := newServer(t)
	block := map[string]any{"host": c.start(t), "plan_validation": "server", "api_releases": map[string]any{"llmaz": "v0.1.4"}}
	if diags := s.configure(t, block); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	return s
}

// refusal answers with a Status, whose causes are JSON.
func refusal(code int, message, causes string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, _ = fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","code":%d,"message":%q,"details":{"name":%q,"kind":"any","causes":[%s]}}`, code, message, name, causes)
	}
}

// listing answers with a list of objects, given as JSON.
func listing(kind, items string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"kind":%q,"apiVersion":"v1","metadata":{},"items":[%s]}`, kind+"List", items)
	}
}

// echo answers with what was sent, in which one text is replaced by another.
func echo(old, other string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var sent json.RawMessage
		_ = json.NewDecoder(r.Body).Decode(&sent)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(strings.Replace(string(sent), old, other, 1)))
	}
}

// TestPlanValidationServer shows at which attribute a plan points for what an API server answers to its dry run.
func TestPlanValidationServer(t *testing.T) {
	const patch = "PATCH /namespaces/llm/playgrounds/chat"
	cases := map[string]struct {
		reason string
		answer apiServer
		want   []string
	}{
		"accepted": {"nothing to say", apiServer{patch: echo("", "")}, nil},
		"cause": {
			"the field of a cause is an attribute",
			apiServer{patch: refusal(422, "invalid", `{"field":"spec.modelClaim.modelName","message":"no such model"}`)},
			[]string{"ERROR at spec.model_claim.model_name: Value rejected by the cluster", "spec.model_claim.model_name of Playground llm/chat was refused. Server: no such model."},
		},
		"words of a policy": {
			"the field that its message names",
			apiServer{patch: refusal(422, "x", `{"message":"ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed expression: object.spec.modelClaim.modelName != 'qwen'"}`)},
			[]string{"ERROR at spec.model_claim.model_name: Value rejected by the cluster"},
		},
		"words of a webhook": {
			"the same, whatever the status",
			apiServer{patch: refusal(400, `admission webhook "w.example.com" denied the request: spec.replicas: Invalid value: 2: must be odd`, "")},
			[]string{"ERROR at spec.replicas: Value rejected by the cluster", "must be odd"},
		},
		"no field": {
			"nobody knows which",
			apiServer{patch: refusal(403, `playgrounds "chat" is forbidden: not on Fridays`, "")},
			[]string{"ERROR at : Object rejected by the cluster", "Playground llm/chat was refused. Server: not on Fridays."},
		},
		"quota": {
			"the namespace has it",
			apiServer{patch: refusal(403, `playgrounds "chat" is forbidden: exceeded quota: team, requested: count/playgrounds=1, used: count/playgrounds=4, limited: count/playgrounds=4`, "")},
			[]string{"ERROR at metadata.namespace: Quota of the namespace is exceeded", "exceeded quota: team", "Raise the quota"},
		},
		"permission": {
			"a plan may be made by somebody who may not apply",
			apiServer{patch: refusal(403, `playgrounds "chat" is forbidden: User "ci" cannot patch resource "playgrounds"`, "")},
			[]string{"WARNING at : Cluster did not check the plan", `Playground llm/chat: the permissions do not allow it`, `User "ci" cannot patch`},
		},
		"overloaded": {
			"it is no answer",
			apiServer{patch: refusal(503, "the server is currently unable to handle the request", "")},
			[]string{"WARNING at : Cluster did not check the plan", "unable to handle the request"},
		},
		"changed": {
			"what is stored otherwise",
			apiServer{patch: echo(`"replicas":2`, `"replicas":3,"backendRuntimeConfig":{"version":"v9"}`)},
			[]string{"WARNING at : Admission changes the object", "\n  - spec.replicas: 2 becomes 3\n", `spec.backend_runtime_config: {"version":"v9"} is added`},
		},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := tc.answer.checksPlans(t)
			planned := s.plan(t, "inference_playground", nil, plannedPlayground)
			said := told(planned.Diagnostics)
			for _, want := range tc.want {
				if !strings.Contains(said, want) {
					t.Errorf("%s: want %q, got %s", tc.reason, want, said)
				}
			}
			if len(planned.Diagnostics) != min(len(tc.want), 1) {
				t.Errorf("%s: want one diagnostic for one mistake, got %s", tc.reason, said)
			}
			if later := s.plan(t, "inference_playground", nil, merge(plannedPlayground, map[string]any{"spec": map[string]any{"replicas": reference}})); len(later.Diagnostics) > 0 {
				t.Errorf("what is not known yet cannot be asked about, but the plan says %s", told(later.Diagnostics))
			}
		})
	}
}

// TestPlanValidationReads shows what a plan says of objects that `references` do not give, and of those that cannot be read.
func TestPlanValidationReads(t *testing.T) {
	const patch, model, runtime = "PATCH /namespaces/llm/playgrounds/chat", "GET /openmodels/qwen", "GET /backendruntimes/vllm"
	live := func(object string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(object))
		}
	}
	forbidden := refusal(403, `openmodels.llmaz.io "qwen" is forbidden: User "ci" cannot get resource "openmodels"`, "")
	cases := map[string]struct {
		reason string
		answer apiServer
		given  bool
		// want is what is said in the only diagnostic; nothing is said where it is empty.
		want []string
	}{
		"read": {
			"the flavor is not one of the model's",
			apiServer{patch: echo("", ""), model: live(qwenDefinition)},
			false,
			[]string{"ERROR at spec.model_claim.inference_flavors", "(PG-C5). Read from the cluster, and not from `references`: OpenModel qwen."},
		},
		"given":  {"it is not asked for", apiServer{patch: echo("", ""), model: forbidden}, true, []string{"ERROR at spec.model_claim.inference_flavors", "(PG-C5)"}},
		"absent": {"the same apply may make it", apiServer{patch: echo("", "")}, false, nil},
		"forbidden": {
			"the identity may not read models",
			apiServer{patch: echo("", ""), model: forbidden},
			false,
			[]string{"WARNING at : Cluster did not check the plan", "\n  - the rules about OpenModel qwen: the permissions do not allow it: ", `User "ci" cannot get`},
		},
		"no answer": {
			"the server is busy",
			apiServer{patch: echo("", ""), runtime: refusal(503, "the server is currently unable to handle the request", "")},
			false,
			[]string{"WARNING at : Cluster did not check the plan", "\n  - the rules about BackendRuntime vllm: ", "unable to handle the request"},
		},
		"another form": {
			"another release of the operator wrote it",
			apiServer{patch: echo("", ""), model: live(strings.Replace(qwenDefinition, `"familyName":"qwen"`, `"familyName":7`, 1))},
			false,
			[]string{"WARNING at : Cluster did not check the plan", "\n  - the rules about OpenModel qwen: it is not what this provider knows as OpenModel: ", "familyName"},
		},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := tc.answer.checksPlans(t)
			config := merge(plannedPlayground, map[string]any{"spec": map[string]any{"model_claim": map[string]any{"inference_flavors": []any{"b200"}}}})
			if tc.given {
				config = merge(config, map[string]any{"references": []any{qwenDefinition}})
			}
			diags := s.plan(t, "inference_playground", nil, config).Diagnostics
			said := told(diags)
			for _, want := range tc.want {
				if !strings.Contains(said, want) {
					t.Errorf("%s: want %q, got %s", tc.reason, want, said)
				}
			}
			if len(diags) != min(len(tc.want), 1) || tc.given && strings.Contains(said, "Read from the cluster") {
				t.Errorf("%s: got %s", tc.reason, said)
			}
		})
	}
}

// TestCapacityCheckPaths shows at which attribute a plan points for what the cluster lacks,
// in operator mode: the pods are those that Kthena makes.
func TestCapacityCheckPaths(t *testing.T) {
	const node = `{"metadata":{"name":"a"},"status":{"allocatable":{"cpu":"8","memory":"32Gi","pods":"10","nvidia.com/gpu":"4"}}}`
	there := apiServer{
		"GET /namespaces/llm":      listing("Namespace", ""),
		"GET /nodes":               listing("Node", node),
		"GET /api/v1/pods":         listing("Pod", ""),
		"GET /llm/limitranges":     listing("LimitRange", ""),
		"GET /llm/resourcequotas":  listing("ResourceQuota", ""),
		"GET /llm/secrets/present": listing("Secret", ""),
	}
	entry := func(pod map[string]any, limits map[string]any) map[string]any {
		container := map[string]any{"name": "engine", "image": "example.org/server:v1", "resources": map[string]any{"limits": limits}}
		return map[string]any{
			"metadata": map[string]any{"name": "chat", "namespace": "llm"},
			"spec": map[string]any{"template": map[string]any{"roles": []any{map[string]any{
				"name": "server", "worker_replicas": 0.0,
				"entry_template": map[string]any{"spec": merge(map[string]any{"containers": []any{container}}, pod)},
			}}}},
		}
	}
	const container = "spec.template.roles[0].entry_template.spec"
	cases := map[string]struct {
		reason string
		config map[string]any
		want   string
	}{
		"fits":     {"four of four", entry(nil, map[string]any{"nvidia.com/gpu": "4"}), ""},
		"too many": {"the limit is what is too large", entry(nil, map[string]any{"nvidia.com/gpu": "8"}), `ERROR at ` + container + `.containers[0].resources.limits["nvidia.com/gpu"]: Pods will not run`},
		"selector": {"the label that no node has", entry(map[string]any{"node_selector": map[string]any{"pool": "h100"}}, nil), `ERROR at ` + container + `.node_selector["pool"]: Pods will not run`},
		"secret":   {"the name of what is missing", entry(map[string]any{"image_pull_secrets": []any{map[string]any{"name": "absent"}}}, nil), `ERROR at ` + container + `.image_pull_secrets[0].name: Pods will not run`},
		"present":  {"it is there", entry(map[string]any{"image_pull_secrets": []any{map[string]any{"name": "present"}}}, nil), ""},
	}
	emptyEnvironment(t)
	url := there.start(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, map[string]any{"host": url, "capacity_check": "error"}); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			planned := s.plan(t, "inference_model_serving", nil, tc.config)
			if said := told(planned.Diagnostics); tc.want == "" && said != "" || !strings.Contains(said, tc.want) || len(planned.Diagnostics) > 1 {
				t.Errorf("%s: want %q, got %s", tc.reason, tc.want, said)
			}
		})
	}
}

// TestPlanChecksWithoutCluster shows that a plan passes where nobody can be asked, and says so.
func TestPlanChecksWithoutCluster(t *testing.T) {
	emptyEnvironment(t)
	for name, tc := range withoutCluster(t) {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			block := merge(tc.provider, map[string]any{"plan_validation": "server", "capacity_check": "error", "api_releases": map[string]any{"llmaz": "v0.1.4"}})
			if diags := s.configure(t, block); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			diags := s.plan(t, "inference_playground", nil, merge(unreachedPlayground, map[string]any{"references": []any{qwenDefinition}})).Diagnostics
			if len(diags) != 2 || isError(diags[0]) || isError(diags[1]) || diags[0].Summary != "Cluster did not check the plan" || diags[1].Summary != "Capacity is not fully checked" {
				t.Errorf("%s: want two warnings, got %s", tc.reason, told(diags))
			}
			if said := told(diags); !strings.Contains(said, tc.refreshed) {
				t.Errorf("%s: want %q, got %s", tc.reason, tc.refreshed, said)
			}
		})
	}
}

// TestPlanChecksBlock shows which values the provider block refuses.
func TestPlanChecksBlock(t *testing.T) {
	cases := map[string]struct {
		reason string
		block  map[string]any
		want   string
	}{
		"defaults":       {"nothing has to be said", map[string]any{}, ""},
		"all":            {"both can be asked for", map[string]any{"plan_validation": "server", "capacity_check": "error"}, ""},
		"none":           {"the defaults may be spelled out", map[string]any{"plan_validation": "offline", "capacity_check": "off"}, ""},
		"not known yet":  {"it asks for nothing", map[string]any{"plan_validation": reference, "capacity_check": reference}, ""},
		"validation":     {"there is no such way", map[string]any{"plan_validation": "online"}, `at plan_validation: Unsupported value` + "\n  " + `plan_validation of the provider block is "online": must be one of "offline", "server".`},
		"capacity check": {"there is no such level", map[string]any{"capacity_check": "on"}, `at capacity_check: Unsupported value` + "\n  " + `capacity_check of the provider block is "on": must be one of "off", "warn", "error".`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			said := told(newServer(t).configure(t, tc.block))
			if tc.want == "" && said != "" || !strings.Contains(said, tc.want) {
				t.Errorf("%s: want %q, got %s", tc.reason, tc.want, said)
			}
		})
	}
}
