package provider

import (
	"net/http"
	"strings"
	"testing"
)

// Definitions that the cross-checks give in `references`.
const (
	crossServing = `{"apiVersion":"workload.serving.volcano.sh/v1alpha1","kind":"ModelServing","metadata":{"name":"pd","namespace":"llm"},"spec":{"template":{"roles":[` +
		`{"name":"prefill","workerReplicas":0,"entryTemplate":{"spec":{"containers":[{"name":"e","image":"vllm/vllm-openai:v0.11.0","args":["--enable-lora","--lora-modules","legal=/a"]}]}}},` +
		`{"name":"decode","workerReplicas":0,"entryTemplate":{"spec":{"containers":[{"name":"e","image":"vllm/vllm-openai:v0.11.0"}]}}}]}}}`
	crossBooster = `{"apiVersion":"workload.serving.volcano.sh/v1alpha1","kind":"ModelBooster","metadata":{"name":"tiny","namespace":"llm"},"spec":{"backend":{"name":"b","type":"vLLM",` +
		`"modelURI":"hf://a/b","replicas":1,"workers":[{"type":"server","image":"vllm/vllm-openai:v0.11.0","replicas":1,"pods":1}]}}}`
	crossServer  = `{"apiVersion":"networking.serving.volcano.sh/v1alpha1","kind":"ModelServer","metadata":{"name":"pd","namespace":"llm"},"spec":{"inferenceEngine":"vLLM","workloadPort":{"port":8000},"workloadSelector":{"matchLabels":{"modelserving.volcano.sh/name":"pd"}}}}`
	crossOME     = `{"apiVersion":"ome.io/v1beta1","kind":"InferenceService","metadata":{"name":"chat","namespace":"llm"},"spec":{"model":{"name":"m"},"engine":{},"decoder":{},"router":{}}}`
	crossLLMKube = `{"apiVersion":"inference.llmkube.dev/v1alpha1","kind":"InferenceService","metadata":{"name":"chat","namespace":"llm"},"spec":{"modelRef":"m"}}`
	crossLlmaz   = `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"Playground","metadata":{"name":"chat","namespace":"llm"},"spec":{"modelClaim":{"modelName":"qwen"}}}`
	crossBare    = `{"apiVersion":"inference.inferops.dev/v1alpha1","kind":"Endpoint","metadata":{"name":"chat","namespace":"llm","labels":{"team":"a"}},"spec":{"model":{"repository":"Qwen/Qwen3-8B"}}}`
)

// TestCrossChecks plans what is right by itself and wrong together with what it leads to. TestPlannedQuota does so for quotas.
func TestCrossChecks(t *testing.T) {
	pool := func(selector map[string]any, references ...any) (string, map[string]any) {
		return "inference_pool", map[string]any{"mode": "operator", "metadata": map[string]any{"name": "p", "namespace": "llm"}, "references": references, "spec": map[string]any{
			"selector": map[string]any{"match_labels": selector}, "target_ports": []any{map[string]any{"number": 8000.0}},
			"endpoint_picker_ref": map[string]any{"name": "epp", "port": map[string]any{"number": 9002.0}},
		}}
	}
	route := func(adapters []any, servers []any, references ...any) (string, map[string]any) {
		return "inference_kthena_model_route", map[string]any{"mode": "operator", "metadata": map[string]any{"name": "r", "namespace": "llm"}, "references": references, "spec": map[string]any{
			"model_name": "m", "lora_adapters": adapters, "rules": []any{map[string]any{"target_models": servers}},
		}}
	}
	server := func(selector map[string]any, references ...any) (string, map[string]any) {
		return "inference_kthena_model_server", map[string]any{"mode": "operator", "metadata": map[string]any{"name": "s", "namespace": "llm"}, "references": references, "spec": map[string]any{
			"inference_engine": "vLLM", "workload_port": map[string]any{"port": 8000.0}, "workload_selector": map[string]any{"match_labels": selector},
		}}
	}
	to := func(name string, more ...any) map[string]any {
		target := map[string]any{"model_server_name": name}
		if len(more) > 0 {
			target["weight"] = more[0]
		}
		return target
	}
	type labels = map[string]any
	type planned func() (string, map[string]any)
	of := func(resource string, config map[string]any) planned {
		return func() (string, map[string]any) { return resource, config }
	}
	const at, rules = "spec.selector.match_labels", "spec.rules[0].target_models"
	// pods are those of the cluster, by their labels as a selector; nil is for no cluster.
	for name, tc := range map[string]struct {
		reason     string
		plan       planned
		pods       map[string]bool
		path, want string
	}{
		"pool of an endpoint":                 {"its pods have them", of(pool(labels{"app.kubernetes.io/name": "chat", "team": "a"}, crossBare)), nil, "", ""},
		"pool beside an endpoint":             {"no pod has them", of(pool(labels{"app.kubernetes.io/name": "chatt"}, crossBare)), nil, at, "selects no pod of Endpoint `chat` (its pods have app.kubernetes.io/managed-by=terraform-provider-inference, app.kubernetes.io/name=chat, team=a)"},
		"pool of a playground":                {"llmaz labels them", of(pool(labels{"llmaz.io/model-name": "qwen", "llmaz.io/model-family-name": "qwen3"}, crossLlmaz)), nil, "", ""},
		"pool beside a playground":            {"it serves another", of(pool(labels{"llmaz.io/model-name": "qwen3"}, crossLlmaz)), nil, at, "selects no pod of Playground `chat`"},
		"pool of a service of LLMKube":        {"LLMKube labels them", of(pool(labels{"app": "chat", "inference.llmkube.dev/runtime": "llamacpp"}, crossLLMKube)), nil, "", ""},
		"pool beside a service of LLMKube":    {"it runs another engine", of(pool(labels{"app": "chat", "inference.llmkube.dev/runtime": "vllm"}, crossLLMKube)), nil, at, "selects no pod of InferenceService `chat`"},
		"pool of a router of OME":             {"it answers", of(pool(labels{"ome.io/inferenceservice": "chat", "component": "router"}, crossOME)), nil, "", ""},
		"pool of labels of a runtime of OME":  {"it may have them", of(pool(labels{"component": "router", "of-the-runtime": "a"}, crossOME)), nil, "", ""},
		"pool beside a service of OME":        {"it has another name", of(pool(labels{"ome.io/inferenceservice": "chatt"}, crossOME)), nil, at, "selects no pod of InferenceService `chat`"},
		"pool of all of a service of OME":     {"its engine prefills", of(pool(labels{"ome.io/inferenceservice": "chat"}, crossOME)), nil, at, "selects prefill pods of InferenceService `chat`, which refuse plain requests or answer with one token; select the pods with component=router"},
		"pool of a ModelServing":              {"decode pods answer", of(pool(labels{"modelserving.volcano.sh/name": "pd", "modelserving.volcano.sh/role": "decode"}, crossServing)), nil, "", ""},
		"pool of prefill pods":                {"they do not", of(pool(labels{"modelserving.volcano.sh/name": "pd"}, crossServing)), nil, at, "selects prefill pods of ModelServing `pd`, which refuse plain requests or answer with one token; select the pods with modelserving.volcano.sh/role=decode"},
		"pool of prefill pods that are known": {"llm-d's picker knows them", of(pool(labels{"modelserving.volcano.sh/name": "pd"}, strings.ReplaceAll(crossServing, `"entryTemplate":{`, `"entryTemplate":{"metadata":{"labels":{"llm-d.ai/role":"x"}},`))), nil, "", ""},
		"pool of a booster":                   {"it makes the ModelServing", of(pool(labels{"modelserving.volcano.sh/name": "tiny-b"}, crossBooster)), nil, "", ""},
		"pool beside a booster":               {"it makes another", of(pool(labels{"modelserving.volcano.sh/name": "tiny"}, crossBooster)), nil, at, "selects no pod of ModelBooster `tiny`"},

		"pool of pods of the cluster": {"they are there", of(pool(labels{"app": "a"})), map[string]bool{"app=a": true, "": true}, "", ""},
		"pool of no pods":             {"only others are there", of(pool(labels{"app": "a"})), map[string]bool{"": true}, at, "InferencePool llm/p selects app=a, and no pod of the namespace llm has these labels now."},
		"pool of an empty namespace":  {"it is only being filled", of(pool(labels{"app": "a"})), map[string]bool{}, "", ""},
		"pool of pods to come":        {"the references have them", of(pool(labels{"app": "chat"}, crossLLMKube)), map[string]bool{"": true}, "", ""},
		"pool of unknown labels":      {"nobody knows them", of(pool(labels{"app": reference})), map[string]bool{"": true}, "", ""},

		"route to a server":                {"it is given", of(route(nil, []any{to("pd")}, crossServer)), nil, "", ""},
		"route to no server":               {"it is misspelt", of(route(nil, []any{to("pd"), to("dp")}, crossServer)), nil, rules + "[1].model_server_name", "`references` has no such ModelServer"},
		"route to the server of a booster": {"Kthena makes it", of(route(nil, []any{to("pd"), to("tiny-b")}, crossServer, crossBooster)), nil, "", ""},
		"route to a booster":               {"its server has another name", of(route(nil, []any{to("tiny")}, crossBooster)), nil, rules + "[0].model_server_name", "but `tiny-b`; name one of them"},
		"route to an adapter":              {"the engine has it", of(route([]any{"legal"}, []any{to("pd")}, crossServer, strings.ReplaceAll(crossServing, `openai:v0.11.0"}`, `openai:v0.11.0","args":["--enable-lora","--lora-modules","legal=/a"]}`))), nil, "", ""},
		"route to no adapter":              {"it does not", of(route([]any{"legl"}, []any{to("pd")}, crossServer, strings.ReplaceAll(crossServing, `openai:v0.11.0"}`, `openai:v0.11.0","args":["--enable-lora","--lora-modules","legal=/a"]}`))), nil, "spec.lora_adapters[0]", "no engine of `pd` is started with this adapter"},
		"route of a booster's adapters":    {"its engine has none", of(route([]any{"legal"}, []any{to("tiny-b")}, crossBooster)), nil, "spec.lora_adapters", "no engine of `tiny-b` is started with adapters"},
		"weights of 0":                     {"no request goes anywhere", of(route(nil, []any{to("pd", 0.0)}, crossServer)), nil, rules, "with weights of 0 alone no request is routed"},

		"server of a booster":           {"Kthena makes the ModelServing", of(server(labels{"modelserving.volcano.sh/name": "tiny-b"}, crossBooster)), nil, "", ""},
		"server of a role of a booster": {"it has no such role", of(server(labels{"modelserving.volcano.sh/name": "tiny-b", "modelserving.volcano.sh/role": "prefill"}, crossBooster)), nil, `spec.workload_selector.match_labels["modelserving.volcano.sh/role"]`, "no such role, so that this selects no pod; its roles are leader"},
		"server of prefill pods":        {"plain requests would go to them", of(server(labels{"modelserving.volcano.sh/name": "pd"}, crossServing)), nil, "spec.workload_selector.pd_group", "whole requests to prefill pods of `pd`"},
	} {
		t.Run(name, func(t *testing.T) {
			emptyEnvironment(t)
			s := newServer(t)
			block := map[string]any{"api_releases": map[string]any{"gie": "v1.5.0", "kthena": "v1.0.0"}}
			if tc.pods != nil {
				block["plan_validation"] = "server"
				block["host"] = apiServer{"PATCH /namespaces/llm/inferencepools/p": echo("", ""), "GET /pods": func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path != "/api/v1/namespaces/llm/pods" || r.URL.Query().Get("limit") != "1" {
						t.Errorf("the plan asks for %s", r.URL)
					}
					items := ""
					if tc.pods[r.URL.Query().Get("labelSelector")] {
						items = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"llm"}}`
					}
					listing("Pod", items)(w, r)
				}}.start(t)
			}
			if diags := s.configure(t, block); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			resource, config := tc.plan()
			var found []string
			for _, d := range append(s.validate(t, resource, config), s.plan(t, resource, nil, config).Diagnostics...) {
				found = append(found, pathText(d.Attribute)+": "+d.Detail)
				if tc.want != "" && pathText(d.Attribute) == tc.path && strings.Contains(d.Detail, tc.want) {
					return
				}
			}
			if tc.want != "" || len(found) > 0 {
				t.Errorf("%s: want %q at %s, got %q", tc.reason, tc.want, tc.path, found)
			}
		})
	}
}
