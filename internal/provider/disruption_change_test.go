package provider

import (
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// pins are releases, so that plans are the same whatever cluster there is.
var pins = map[string]any{"api_releases": map[string]any{"llmaz": "v0.1.4", "llmkube": "v0.9.19", "kthena": "v1.0.0"}}

// TestPlannedDisruption shows what changes do to the pods of a ready resource, which
// attributes are to blame and what is warned of.
func TestPlannedDisruption(t *testing.T) {
	direct := map[string]any{"mode": "direct"}
	groups := map[string]any{"mode": "direct", "direct": map[string]any{"workload": "LeaderWorkerSet"}}
	cases := map[string]struct {
		reason, resource string
		// base patches what the plan starts from, and patch then changes it.
		base, patch map[string]any
		want        disruptionText
		warning     string
	}{
		"nothing": {reason: "what an earlier apply did stays", resource: "inference_playground", want: disruptionText{Effect: "none"}},
		"arguments, direct": {
			reason: "one pod at a time is replaced", resource: "inference_playground", base: direct, patch: args("--seed=2"),
			want: disruptionText{"rolling", "2", "{nvidia.com/gpu:4}", "[spec.backend_runtime_config]", "Deployment/chat replaces 2 replicas, at most 1 at a time"},
		},
		"arguments, LeaderWorkerSet": {
			reason: "the groups of the set are replaced one by one", resource: "inference_playground", base: groups, patch: args("--seed=2"),
			want: disruptionText{"rolling", "2", "{nvidia.com/gpu:4}", "[spec.backend_runtime_config]", "LeaderWorkerSet/chat replaces 2 replicas, at most 1 at a time"},
		},
		"arguments, one replica": {
			reason: "the only one stops first", resource: "inference_playground", base: merge(direct, replicas(1)), patch: args("--seed=2"),
			want: disruptionText{"recreate", "1", "{nvidia.com/gpu:2}", "[spec.backend_runtime_config]", "Deployment/chat stops its only replica before a new one serves"},
		},
		"more replicas and a label": {
			reason: "neither stops a pod", resource: "inference_playground", base: direct,
			patch: merge(replicas(3), map[string]any{"metadata": map[string]any{"annotations": map[string]any{"team": "search"}}}), want: disruptionText{Effect: "none"},
		},
		"arguments, beside more replicas": {
			reason: "the replicas are not to blame", resource: "inference_playground", base: direct, patch: merge(replicas(3), args("--seed=2")),
			want: disruptionText{"rolling", "2", "{nvidia.com/gpu:4}", "[spec.backend_runtime_config]", "Deployment/chat replaces 2 replicas, at most 1 at a time"},
		},
		"one argument of two": {
			reason: "the deepest attribute is named", resource: "inference_playground", base: merge(direct, args("--seed=1", "--enforce-eager")), patch: args("--seed=2", "--enforce-eager"),
			want: disruptionText{"rolling", "2", "{nvidia.com/gpu:4}", "[spec.backend_runtime_config.args[0]]", "Deployment/chat replaces 2 replicas, at most 1 at a time"},
		},
		"fewer replicas, direct": {
			reason: "the others go on", resource: "inference_playground", base: direct, patch: replicas(1),
			want: disruptionText{"scale_down", "1", "{nvidia.com/gpu:2}", "[spec.replicas]", "Deployment/chat loses 1 of 2 replicas"},
		},
		"no replicas, direct": {
			reason: "nobody serves", resource: "inference_playground", base: direct, patch: replicas(0), warning: "Change makes the service unavailable",
			want: disruptionText{"unavailable", "2", "{nvidia.com/gpu:4}", "[spec.replicas]", "Deployment/chat is scaled to none"},
		},
		"another workload": {
			reason: "the old one goes before the new one serves", resource: "inference_playground", base: direct, patch: groups,
			want: disruptionText{"recreate", "2", "{nvidia.com/gpu:4}", "[direct.workload]", "Deployment/chat makes way for another"},
		},
		"another definition, direct": {
			reason: "the workload is rendered from it", resource: "inference_playground", base: direct,
			patch: map[string]any{"references": []any{strings.Replace(gpuModel, `:"2"`, `:"4"`, 1)}},
			want:  disruptionText{"rolling", "2", "{nvidia.com/gpu:4}", "[references[0]]", "Deployment/chat replaces 2 replicas, at most 1 at a time"},
		},
		"another definition, operator": {
			reason: "llmaz does not look at the model until the playground changes", resource: "inference_playground",
			patch: map[string]any{"references": []any{strings.Replace(gpuModel, `:"2"`, `:"4"`, 1)}}, want: disruptionText{Effect: "none"},
		},
		"arguments, operator": {
			reason: "llmaz renders its set anew", resource: "inference_playground", patch: args("--seed=2"),
			want: disruptionText{"rolling", "2", "{nvidia.com/gpu:4}", "[spec.backend_runtime_config]", "LeaderWorkerSet replaces 2 replicas, at most 1 at a time"},
		},
		"arguments, operator, no definitions": {
			reason: "what the pods hold is not known, that they stop is", resource: "inference_playground", base: map[string]any{"references": nil}, patch: args("--seed=2"),
			want: disruptionText{"rolling", "2", "(null)", "[spec.backend_runtime_config]", "LeaderWorkerSet replaces 2 replicas, at most 1 at a time"},
		},
		"name": {
			reason: "an object cannot be renamed", resource: "inference_playground", base: direct, patch: map[string]any{"metadata": map[string]any{"name": "talk"}},
			want:    disruptionText{"replace", "2", "{nvidia.com/gpu:4}", "[metadata.name]", "the object is deleted and made anew"},
			warning: "Change replaces an object that is ready",
		},
		"mode": {
			reason: "the workloads change hands", resource: "inference_playground", patch: direct, warning: "Change of mode hands over the workloads",
			want: disruptionText{"recreate", "2", "{nvidia.com/gpu:4}", "[mode]", "a change of mode hands over the workloads; a warning says which of their pods restart"},
		},
		"LLMKube, arguments": {
			reason: "pods with a GPU stop before others start", resource: "inference_llmkube_service", patch: map[string]any{"spec": map[string]any{"extra_args": []any{"--verbose"}}},
			want: disruptionText{"recreate", "2", "{nvidia.com/gpu:8}", "[spec.extra_args]", "Deployment stops all its replicas before a new one serves"},
		},
		"LLMKube, without a GPU": {
			reason: "Kubernetes replaces them as it does by default", resource: "inference_llmkube_service",
			base:  map[string]any{"references": []any{strings.Replace(kubeModel, `,"hardware":{"gpu":{"enabled":true,"count":4}}`, "", 1)}},
			patch: map[string]any{"spec": map[string]any{"extra_args": []any{"--verbose"}}},
			want:  disruptionText{"rolling", "2", "{}", "[spec.extra_args]", "Deployment replaces 2 replicas, at most 1 at a time, with 1 more meanwhile"},
		},
		"LLMKube, suspended": {
			reason: "nobody serves", resource: "inference_llmkube_service", patch: map[string]any{"spec": map[string]any{"suspend": true}}, warning: "Change makes the service unavailable",
			want: disruptionText{"unavailable", "2", "{nvidia.com/gpu:8}", "[spec.suspend]", "Deployment is scaled to none"},
		},
		"LLMKube, Service alone": {
			reason: "the type of the Service is not about pods", resource: "inference_llmkube_service",
			base: map[string]any{"spec": map[string]any{"endpoint": map[string]any{"port": 8080.0}}}, patch: map[string]any{"spec": map[string]any{"endpoint": map[string]any{"type": "NodePort"}}},
			want: disruptionText{Effect: "none"},
		},
		"LLMKube, configuration of a proxy": {
			reason: "the proxy reads it when it starts", resource: "inference_llmkube_model_router", patch: map[string]any{"spec": map[string]any{"proxy": map[string]any{"quarantine_duration": "20s"}}},
			want: disruptionText{"rolling", "2", "{}", "[spec.proxy.quarantine_duration]", "Deployment replaces 2 replicas, at most 1 at a time, with 1 more meanwhile"},
		},
		"LLMKube, Service of a proxy": {
			reason: "the type of the Service is not about pods", resource: "inference_llmkube_model_router", patch: map[string]any{"spec": map[string]any{"endpoint": map[string]any{"type": "NodePort"}}},
			want: disruptionText{Effect: "none"},
		},
		"LLMKube, a gateway": {
			reason: "there is no proxy", resource: "inference_llmkube_model_router",
			base:  map[string]any{"spec": map[string]any{"data_plane": "Gateway", "gateway_ref": map[string]any{"name": "edge"}, "proxy": nil}},
			patch: map[string]any{"spec": map[string]any{"gateway_ref": map[string]any{"name": "public"}}},
			want:  disruptionText{Effect: "none"},
		},
		"LLMKube, source of a model": {
			reason: "a model that is Ready keeps its weights", resource: "inference_llmkube_model", patch: map[string]any{"spec": map[string]any{"source": "https://example.org/other.gguf"}},
			want: disruptionText{"replace", "0", "{}", "[spec.source]", "the object is deleted and made anew"}, warning: "Change replaces the object",
		},
		"Kthena, one role": {
			reason: "a group is replaced as a whole", resource: "inference_model_serving",
			patch: map[string]any{"spec": map[string]any{"template": map[string]any{"roles": []any{role("prefill", "a"), role("decode", "b")}}}},
			want: disruptionText{
				"rolling", "48", "{nvidia.com/gpu:300}",
				"[spec.template.roles[1].entry_template.spec.containers[0].image spec.template.roles[1].worker_template.spec.containers[0].image]",
				"role prefill replaces 6 replicas, at most 2 at a time; role decode replaces 6 replicas, at most 2 at a time",
			},
		},
		"Kthena, one role by roles": {
			reason: "without a bound of the role all of its instances go at once", resource: "inference_model_serving",
			base:  map[string]any{"spec": map[string]any{"rollout_strategy": map[string]any{"type": "RoleRollingUpdate"}}},
			patch: map[string]any{"spec": map[string]any{"template": map[string]any{"roles": []any{role("prefill", "a"), merge(role("decode", "a"), map[string]any{"entry_template": pod("b", 1)})}}}},
			want: disruptionText{
				"recreate", "24", "{nvidia.com/gpu:150}", "[spec.template.roles[1].entry_template.spec.containers[0].image]", "role decode stops all its replicas before a new one serves",
			},
		},
		"Kthena, fewer groups": {
			reason: "the others go on", resource: "inference_model_serving", patch: replicas(2),
			want: disruptionText{"scale_down", "16", "{nvidia.com/gpu:100}", "[spec.replicas]", "role prefill loses 2 of 6 replicas; role decode loses 2 of 6 replicas"},
		},
		"OME, engine": {
			reason: "its successor comes first, and the router goes on", resource: "inference_ome_service",
			patch: map[string]any{"spec": map[string]any{"engine": map[string]any{"runner": map[string]any{"image": "b"}}}},
			want:  disruptionText{"rolling", "4", "{nvidia.com/gpu:32}", "[spec.engine.runner.image]", "engine replaces 4 replicas, at most 1 at a time, with 1 more meanwhile"},
		},
		"OME, strategy": {
			reason: "all at once if that is asked for", resource: "inference_ome_service",
			base:  map[string]any{"spec": map[string]any{"engine": map[string]any{"deployment_strategy": map[string]any{"type": "Recreate"}}}},
			patch: map[string]any{"spec": map[string]any{"engine": map[string]any{"runner": map[string]any{"image": "b"}}}},
			want:  disruptionText{"recreate", "4", "{nvidia.com/gpu:32}", "[spec.engine.runner.image]", "engine stops all its replicas before a new one serves"},
		},
		"OME, bounds": {
			reason: "replicas above the bound stop", resource: "inference_ome_service", patch: map[string]any{"spec": map[string]any{"engine": map[string]any{"max_replicas": 3.0}}},
			want: disruptionText{"scale_down", "1", "{nvidia.com/gpu:8}", "[spec.engine.max_replicas]", "engine loses 1 of 4 replicas"},
		},
		"OME, no router": {
			reason: "the engine goes on", resource: "inference_ome_service", patch: map[string]any{"spec": map[string]any{"router": nil}},
			want: disruptionText{"scale_down", "1", "{}", "[spec.router]", "router is removed"},
		},
	}
	emptyEnvironment(t)
	s := newServer(t)
	if diags := s.configure(t, pins); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			base := merge(serving[tc.resource], tc.base)
			creation := s.plan(t, tc.resource, nil, base)
			refuseErrors(t, creation.Diagnostics)
			plan := s.plan(t, tc.resource, creation.ready(t), merge(base, tc.patch))
			refuseErrors(t, plan.Diagnostics)
			fields := attributesOf(t, plan.kind, plan.PlannedState)
			if diff := cmp.Diff(tc.want, disruptionOf(t, fields)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
			said := told(plan.Diagnostics)
			warns := strings.Contains(said, "Change makes the service unavailable") || strings.Contains(said, "Change replaces an object that is ready")
			if !strings.Contains(said, tc.warning) || warns && !strings.Contains(tc.warning, "unavailable") && !strings.Contains(tc.warning, "that is ready") {
				t.Errorf("%s: want the warning %q, got %s", tc.reason, tc.warning, said)
			}
		})
	}
}

func args(texts ...any) map[string]any {
	return map[string]any{"spec": map[string]any{"backend_runtime_config": map[string]any{"args": texts}}}
}

func replicas(n float64) map[string]any {
	return map[string]any{"spec": map[string]any{"replicas": n}}
}

// ready is the state of a creation once it is applied and ready.
func (p planned) ready(t *testing.T) *tfprotov6.DynamicValue {
	t.Helper()
	fields := attributesOf(t, p.kind, p.PlannedState)
	for name, known := range map[string]any{"uid": "7d1c", "api_release": "v0.1.4", "ready": true, "diagnosis": nil, "drift": []any{}, "warnings": []any{}, "endpoint": "http://chat.llm.svc"} {
		if !fields[name].IsKnown() {
			fields[name] = value(t, p.kind.AttributeTypes[name], known)
		}
	}
	state := tftypes.NewValue(p.kind, fields)
	if !state.IsFullyKnown() {
		t.Fatal("the state has unknown values")
	}
	return dynamic(t, p.kind, state)
}

// TestPlannedDisruptionStays shows that a plan that changes nothing leaves what an earlier apply did.
func TestPlannedDisruptionStays(t *testing.T) {
	emptyEnvironment(t)
	s := newServer(t)
	if diags := s.configure(t, pins); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	base := merge(serving["inference_playground"], map[string]any{"mode": "direct"})
	changed := merge(base, args("--seed=2"))
	update := s.plan(t, "inference_playground", s.plan(t, "inference_playground", nil, base).ready(t), changed)
	before := disruptionOf(t, attributesOf(t, update.kind, update.PlannedState))
	again := s.plan(t, "inference_playground", update.ready(t), changed)
	if after := disruptionOf(t, attributesOf(t, again.kind, again.PlannedState)); before.Effect != "rolling" || after != before {
		t.Errorf("a plan without changes turns %+v into %+v", before, after)
	}
	waiting := s.plan(t, "inference_playground", update.ready(t), merge(changed, map[string]any{"timeouts": map[string]any{"update": "5m"}}))
	if after := disruptionOf(t, attributesOf(t, waiting.kind, waiting.PlannedState)); after.Effect != "none" {
		t.Errorf("a change of timeouts is planned as %+v", after)
	}
	fields := attributesOf(t, update.kind, update.ready(t))
	for _, name := range []string{"accelerators", "planned_disruption"} {
		fields[name] = tftypes.NewValue(update.kind.AttributeTypes[name], nil)
	}
	older := s.plan(t, "inference_playground", dynamic(t, update.kind, tftypes.NewValue(update.kind, fields)), changed)
	planned := attributesOf(t, older.kind, older.PlannedState)
	if !planned["accelerators"].IsNull() || !planned["planned_disruption"].IsNull() {
		t.Error("a state of an older release is not left as it is by a plan without changes")
	}
}

// TestPlannedRepair plans after somebody has given the pods another image: no attribute
// has changed, and taking the edit back replaces the pods.
func TestPlannedRepair(t *testing.T) {
	emptyEnvironment(t)
	s := newServer(t)
	if diags := s.configure(t, pins); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	base := merge(serving["inference_playground"], map[string]any{"mode": "direct"})
	creation := s.plan(t, "inference_playground", nil, base)
	fields := attributesOf(t, creation.kind, creation.ready(t))
	manifests := map[string]tftypes.Value{}
	if err := fields["rendered"].As(&manifests); err != nil {
		t.Fatal(err)
	}
	for id, manifest := range manifests {
		manifests[id] = tftypes.NewValue(tftypes.String, strings.Replace(textOf(t, manifest), "image: vllm/", "image: example.org/", 1))
	}
	fields["rendered"] = tftypes.NewValue(creation.kind.AttributeTypes["rendered"], manifests)
	plan := s.plan(t, "inference_playground", dynamic(t, creation.kind, tftypes.NewValue(creation.kind, fields)), base)
	want := disruptionText{"rolling", "2", "{nvidia.com/gpu:4}", "[rendered]", "Deployment/chat replaces 2 replicas, at most 1 at a time"}
	if diff := cmp.Diff(want, disruptionOf(t, attributesOf(t, plan.kind, plan.PlannedState))); diff != "" {
		t.Errorf("a repair (-want +got):\n%s", diff)
	}
}

// TestPlannedKindOfWorkload plans for a state whose one host is in a LeaderWorkerSet, as releases before made it by default: the
// configuration is the same, and the Deployment takes the place of the set.
func TestPlannedKindOfWorkload(t *testing.T) {
	emptyEnvironment(t)
	s := newServer(t)
	if diags := s.configure(t, pins); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	base := merge(serving["inference_playground"], map[string]any{"mode": "direct"})
	creation := s.plan(t, "inference_playground", nil, merge(base, map[string]any{"direct": map[string]any{"workload": "LeaderWorkerSet"}}))
	fields := attributesOf(t, creation.kind, creation.ready(t))
	fields["direct"] = tftypes.NewValue(creation.kind.AttributeTypes["direct"], nil)
	plan := s.plan(t, "inference_playground", dynamic(t, creation.kind, tftypes.NewValue(creation.kind, fields)), base)
	want := disruptionText{"recreate", "2", "{nvidia.com/gpu:4}", "[rendered]", "LeaderWorkerSet/chat makes way for another"}
	if diff := cmp.Diff(want, disruptionOf(t, attributesOf(t, plan.kind, plan.PlannedState))); diff != "" {
		t.Errorf("another kind of workload (-want +got):\n%s", diff)
	}
	if len(plan.RequiresReplace) > 0 {
		t.Errorf("the plan replaces the resource because of %v", plan.RequiresReplace)
	}
}

// TestPlannedReplacement plans a replacement as Terraform does, in two halves and, during the
// apply, once more: the creation must not promise what the apply cannot keep.
func TestPlannedReplacement(t *testing.T) {
	emptyEnvironment(t)
	s := newServer(t)
	if diags := s.configure(t, pins); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	const resource = "inference_playground"
	base := merge(serving[resource], map[string]any{"mode": "direct"})
	renamed := merge(base, map[string]any{"metadata": map[string]any{"name": "talk"}})
	first := s.plan(t, resource, s.plan(t, resource, nil, base).ready(t), renamed)
	if got := disruptionOf(t, attributesOf(t, first.kind, first.PlannedState)); got.Effect != "replace" {
		t.Errorf("the first half says %+v", got)
	}
	none := dynamic(t, first.kind, tftypes.NewValue(first.kind, nil))
	encoded := s.config(t, first.kind, renamed)
	second, err := s.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: resource, PriorState: none, PriorPrivate: first.PlannedPrivate, Config: encoded, ProposedNewState: s.proposed(t, resource, none, encoded),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := disruptionOf(t, attributesOf(t, first.kind, second.PlannedState)); got.Effect != "(unknown)" {
		t.Errorf("the second half says %+v", got)
	}
	during := s.plan(t, resource, nil, renamed)
	if got := disruptionOf(t, attributesOf(t, during.kind, during.PlannedState)); got.Effect != "none" {
		t.Errorf("the apply says %+v", got)
	}
}

// native turns a known value into what JSON has for it.
func native(t *testing.T, v tftypes.Value) any {
	t.Helper()
	if fields, ok := fieldsOf(v); ok && v.Type().Is(tftypes.Map{}) {
		out := map[string]any{}
		for name, field := range fields {
			out[name] = native(t, field)
		}
		return out
	}
	var number big.Float
	var items []tftypes.Value
	switch {
	case v.Type().Is(tftypes.Number):
		if err := v.As(&number); err != nil {
			t.Fatal(err)
		}
		n, _ := number.Int64()
		return n
	case v.As(&items) == nil:
		out := []string{}
		for _, item := range items {
			out = append(out, textOf(t, item))
		}
		return out
	}
	return textOf(t, v)
}
