package provider

import (
	"strings"
	"testing"
)

// TestPlannedClaims plans objects that take the same for themselves within one run of the provider. Whoever is planned last says so.
func TestPlannedClaims(t *testing.T) {
	type planned struct {
		resource string
		config   map[string]any
	}
	of := func(resource, name string, spec map[string]any) planned {
		return planned{"inference_" + resource, map[string]any{
			"mode": "operator", "metadata": map[string]any{"name": name, "namespace": "llm"}, "spec": spec,
		}}
	}
	named := func(name string) map[string]any { return map[string]any{"name": name} }
	adapter := func(name, adapter, service string) planned {
		return of("llmkube_lora_adapter", name, map[string]any{"name": adapter, "path": "/a", "inference_service_ref": named(service)})
	}
	pool := func(name string, members ...string) planned {
		var all []any
		for _, member := range members {
			all = append(all, map[string]any{"inference_service_ref": named(member)})
		}
		return of("llmkube_model_pool", name, map[string]any{"members": all})
	}
	router := func(replicas any) planned {
		return of("llmkube_model_router", "front", map[string]any{
			"backends": []any{map[string]any{"name": "chat", "tier": "local", "inference_service_ref": named("chat")}}, "default_route": "chat",
			"proxy": map[string]any{"replicas": replicas},
		})
	}
	server := func(name, engine string) planned {
		return of("kthena_model_server", name, map[string]any{
			"inference_engine": engine, "workload_selector": map[string]any{"match_labels": map[string]any{"app": "chat", "tier": "a"}}, "workload_port": map[string]any{"port": 8000.0},
		})
	}
	route := func(name, model string, more map[string]any) planned {
		return of("kthena_model_route", name, merge(map[string]any{
			"model_name": model, "rules": []any{map[string]any{"target_models": []any{map[string]any{"model_server_name": "chat"}}}},
		}, more))
	}
	redis := func(address string) map[string]any {
		return map[string]any{"rate_limit": map[string]any{"unit": "minute", "input_tokens_per_unit": 1000.0, "global": map[string]any{"redis": map[string]any{"address": address}}}}
	}
	policy := func(name, serving string) planned {
		return of("kthena_autoscaling_policy", name, map[string]any{
			"metrics":            []any{map[string]any{"name": "load", "target_value": "1"}},
			"homogeneous_target": map[string]any{"min_replicas": 1.0, "max_replicas": 2.0, "target": map[string]any{"target_ref": map[string]any{"kind": "ModelServing", "name": serving}}},
		})
	}
	rewrite := func(name, pool string, matches ...any) planned {
		rule := map[string]any{"targets": []any{map[string]any{"model_rewrite": "b"}}}
		if len(matches) > 0 {
			rule["matches"] = matches
		}
		return of("model_rewrite", name, map[string]any{"pool_ref": named(pool), "rules": []any{rule}})
	}
	match := func(model string) any { return map[string]any{"model": map[string]any{"value": model}} }
	cases := map[string]struct {
		reason string
		plans  []planned
		// rule and want are of the last plan, want "" for nothing; the plans before it say nothing of others.
		rule, path, want string
	}{
		"adapters":              {"the engine keeps one", []planned{adapter("a", "law", "chat"), adapter("b", "law", "chat")}, "LOR-04", "spec.name", "LoRAAdapter llm/a gives InferenceService llm/chat an adapter of the name `law` too"},
		"adapters of others":    {"each engine has its own", []planned{adapter("a", "law", "chat"), adapter("b", "law", "code"), adapter("c", "tax", "chat")}, "LOR-04", "", ""},
		"planned again":         {"what it took before does not count", []planned{adapter("a", "law", "chat"), adapter("a", "tax", "chat"), adapter("b", "law", "chat")}, "LOR-04", "", ""},
		"planned twice":         {"an object is not in its own way", []planned{adapter("a", "law", "chat"), adapter("a", "law", "chat")}, "LOR-04", "", ""},
		"unknown":               {"nobody knows what it takes", []planned{adapter("a", "law", "chat"), of("llmkube_lora_adapter", "b", map[string]any{"name": reference, "path": "/a", "inference_service_ref": named("chat")})}, "LOR-04", "", ""},
		"pools":                 {"both set the replicas", []planned{pool("a", "chat", "code"), pool("b", "vision", "chat")}, "MP-06", "spec.members[1].inference_service_ref.name", "InferenceService llm/chat is a member of ModelPool llm/a too"},
		"router after its pool": {"one proxy can ask", []planned{pool("a", "chat", "code"), router(2.0)}, "MRO-39", "spec.proxy.replicas", "InferenceService llm/chat is a member of ModelPool llm/a, and only one proxy"},
		"pool after its router": {"one proxy can ask", []planned{router(2.0), pool("a", "chat", "code")}, "MRO-39", "spec.members[0].inference_service_ref.name", "is a backend of ModelRouter llm/front, which has several proxies"},
		"router of one proxy":   {"it can ask", []planned{pool("a", "chat", "code"), router(1.0)}, "MRO-39", "", ""},
		"engines":               {"a pod runs one", []planned{server("a", "vLLM"), server("b", "SGLang")}, "MSV-24", "spec.inference_engine", "ModelServer llm/a selects the same pods for another engine"},
		"engine":                {"it is the same", []planned{server("a", "vLLM"), server("b", "vLLM")}, "MSV-24", "", ""},
		"routes of a model":     {"the older comes first", []planned{route("a", "chat", nil), route("b", "chat", nil)}, "MRT-31", "spec.model_name", "ModelRoute llm/a is for the model `chat` too"},
		"routes at gateways": {"each has its own", []planned{
			route("a", "chat", map[string]any{"parent_refs": []any{named("internal")}}), route("b", "chat", map[string]any{"parent_refs": []any{named("public")}}),
		}, "MRT-31", "", ""},
		"adapter after its model":   {"the model is found first", []planned{route("a", "law", nil), route("b", "chat", map[string]any{"lora_adapters": []any{"tax", "law"}})}, "MRT-30", "spec.lora_adapters[1]", "`law` is the `model_name` of ModelRoute llm/a"},
		"model after its adapter":   {"the model is found first", []planned{route("b", "chat", map[string]any{"lora_adapters": []any{"law"}}), route("a", "law", nil)}, "MRT-30", "spec.model_name", "`law` is an adapter of ModelRoute llm/b, which is never reached"},
		"addresses of Redis":        {"there is one client", []planned{route("a", "chat", redis("one:6379")), route("b", "code", redis("two:6379"))}, "MRT-25", "spec.rate_limit.global.redis.address", "ModelRoute llm/a has another address"},
		"address of Redis":          {"it is the same", []planned{route("a", "chat", redis("one:6379")), route("b", "code", redis("one:6379"))}, "MRT-25", "", ""},
		"policies":                  {"both set the replicas", []planned{policy("a", "chat"), policy("b", "chat")}, "AP-33", "spec.homogeneous_target.target.target_ref.name", "AutoscalingPolicy llm/a scales ModelServing llm/chat too"},
		"rewrites of a model":       {"the older counts", []planned{rewrite("a", "pool", match("x")), rewrite("b", "pool", match("y"), match("x"))}, "IMR-14", "spec.rules[0].matches[1].model.value", "InferenceModelRewrite llm/a matches the model `x` for the InferencePool llm/pool too"},
		"model with a percent sign": {"a name is no format", []planned{rewrite("a", "pool", match("100%s")), rewrite("b", "pool", match("100%s"))}, "IMR-14", "spec.rules[0].matches[0].model.value", "InferenceModelRewrite llm/a matches the model `100%s` for the InferencePool llm/pool too"},
		"rewrites of the rest":      {"the older counts", []planned{rewrite("a", "pool"), rewrite("b", "pool")}, "IMR-15", "spec.rules[0]", "InferenceModelRewrite llm/a has a rule without `matches` for the InferencePool llm/pool too"},
		"rewrites of other pools":   {"each has its own", []planned{rewrite("a", "pool", match("x")), rewrite("b", "other", match("x"))}, "IMR-14", "", ""},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.configure(t, pins)
			for i, p := range tc.plans {
				said, last := 0, i == len(tc.plans)-1
				for _, d := range s.plan(t, p.resource, nil, p.config).Diagnostics {
					if isError(d) {
						t.Fatalf("plan %d: %s", i+1, d.Detail)
					}
					if !strings.HasSuffix(d.Summary, "("+tc.rule+")") {
						continue
					}
					said++
					if !last || tc.want == "" || pathText(d.Attribute) != tc.path || !strings.Contains(d.Detail, tc.want) {
						t.Errorf("%s: plan %d says at %s: %s", tc.reason, i+1, pathText(d.Attribute), d.Detail)
					}
				}
				if last && tc.want != "" && said != 1 {
					t.Errorf("%s: it is said %d times", tc.reason, said)
				}
			}
		})
	}
}
