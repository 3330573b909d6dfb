package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// gpuModel is the definition of a model that needs two GPUs.
const gpuModel = `{"apiVersion":"llmaz.io/v1alpha1","kind":"OpenModel","metadata":{"name":"qwen"},"spec":{"familyName":"qwen","inferenceConfig":{"flavors":[{"name":"a100","limits":{"nvidia.com/gpu":"2"}}]},"source":{"modelHub":{"modelID":"Qwen/Qwen3-8B"}}}}`

// kubeModel is the definition of a model of LLMKube that needs four GPUs.
const kubeModel = `{"apiVersion":"inference.llmkube.dev/v1alpha1","kind":"Model","metadata":{"name":"qwen","namespace":"llm"},"spec":{"source":"https://example.org/qwen.gguf","hardware":{"gpu":{"enabled":true,"count":4}}}}`

// pod is a template of pods with so many GPUs.
func pod(image string, gpus int) map[string]any {
	return map[string]any{"spec": map[string]any{"containers": []any{map[string]any{
		"name": "server", "image": image, "resources": map[string]any{"limits": map[string]any{"nvidia.com/gpu": fmt.Sprint(gpus)}},
	}}}}
}

// role is a role of a ModelServing of two instances, each an entry pod with one GPU and three workers with eight.
func role(name, image string) map[string]any {
	return map[string]any{
		"name": name, "replicas": 2.0, "worker_replicas": 3.0, "entry_template": pod(image, 1), "worker_template": pod(image, 8),
	}
}

var meta = map[string]any{"name": "chat", "namespace": "llm"}

// serving is what plans start from, by resource.
var serving = map[string]map[string]any{
	"inference_playground": {
		"metadata": meta, "spec": map[string]any{"replicas": 2.0, "model_claim": map[string]any{"model_name": "qwen"}}, "references": []any{gpuModel},
	},
	"inference_service": {
		"metadata": meta, "references": []any{gpuModel},
		"spec": map[string]any{
			"replicas": 2.0, "model_claims": map[string]any{"models": []any{map[string]any{"name": "qwen"}}},
			"workload_template": map[string]any{"size": 2.0, "worker_template": map[string]any{"spec": map[string]any{"containers": []any{map[string]any{"name": "model-runner", "image": "a"}}}}},
		},
	},
	"inference_llmkube_service": {
		"metadata": meta, "spec": map[string]any{"model_ref": "qwen", "replicas": 2.0}, "references": []any{kubeModel},
	},
	"inference_model_serving": {
		"metadata": meta, "spec": map[string]any{"replicas": 3.0, "template": map[string]any{"roles": []any{role("prefill", "a"), role("decode", "a")}}},
	},
	"inference_ome_service": {
		"metadata": meta, "spec": map[string]any{
			"model": map[string]any{"name": "qwen"},
			"engine": map[string]any{
				"min_replicas": 2.0, "max_replicas": 4.0,
				"runner": map[string]any{"name": "ome-container", "image": "a", "resources": map[string]any{"limits": map[string]any{"nvidia.com/gpu": "8"}}},
			},
			"router": map[string]any{"min_replicas": 1.0, "max_replicas": 1.0, "runner": map[string]any{"name": "router", "image": "r"}},
		},
	},
	"inference_llmkube_model_router": {
		"metadata": meta, "spec": map[string]any{
			"backends": []any{map[string]any{"name": "chat", "inference_service_ref": map[string]any{"name": "chat"}}}, "default_route": "chat",
			"proxy": map[string]any{"replicas": 2.0, "quarantine_duration": "15s"},
		},
	},
	"inference_llmkube_model": {"metadata": meta, "spec": map[string]any{"source": "https://example.org/qwen.gguf"}},
	"inference_open_model":    {"metadata": map[string]any{"name": "qwen"}, "spec": map[string]any{"family_name": "qwen", "source": map[string]any{"model_hub": map[string]any{"model_id": "Qwen/Qwen3-8B"}}}},
}

// TestPlannedAccelerators shows what creations are planned to hold.
func TestPlannedAccelerators(t *testing.T) {
	cases := map[string]struct {
		reason, resource string
		patch            map[string]any
		want             string
	}{
		"playground, operator":              {"the flavor of the model", "inference_playground", nil, "nvidia.com/gpu 4 4"},
		"playground, direct":                {"the rendered workload", "inference_playground", map[string]any{"mode": "direct"}, "nvidia.com/gpu 4 4"},
		"playground without its model":      {"the model says what a pod holds", "inference_playground", map[string]any{"references": nil}, "(null)"},
		"playground, model not known":       {"the model is made by the same apply", "inference_playground", map[string]any{"references": []any{reference}}, "(unknown)"},
		"playground, scaled":                {"an autoscaler works between its bounds", "inference_playground", map[string]any{"spec": map[string]any{"elastic_config": elastic(1, 5)}}, "nvidia.com/gpu 2 10"},
		"playground, scaled, direct":        {"an autoscaler works between its bounds", "inference_playground", map[string]any{"mode": "direct", "spec": map[string]any{"elastic_config": elastic(1, 5)}}, "nvidia.com/gpu 2 10"},
		"service":                           {"the flavor is for every host of a group", "inference_service", nil, "nvidia.com/gpu 8 8"},
		"LLMKube":                           {"the GPUs of the model", "inference_llmkube_service", nil, "nvidia.com/gpu 8 8"},
		"LLMKube, direct":                   {"the GPUs of the model", "inference_llmkube_service", map[string]any{"mode": "direct", "metadata": map[string]any{"name": "llama"}}, "nvidia.com/gpu 8 8"},
		"LLMKube without its model":         {"the model may say more", "inference_llmkube_service", map[string]any{"references": nil}, "(null)"},
		"LLMKube, suspended":                {"no pod runs", "inference_llmkube_service", map[string]any{"spec": map[string]any{"suspend": true}}, "nvidia.com/gpu 0 0"},
		"LLMKube, suspended, not known":     {"no pod runs, whatever the model says", "inference_llmkube_service", map[string]any{"spec": map[string]any{"suspend": true}, "references": nil}, ""},
		"LLMKube, scaled":                   {"an autoscaler works between its bounds", "inference_llmkube_service", map[string]any{"spec": map[string]any{"autoscaling": map[string]any{"min_replicas": 1.0, "max_replicas": 6.0}}}, "nvidia.com/gpu 4 24"},
		"Kthena":                            {"three groups of two roles with two instances of an entry and three workers", "inference_model_serving", nil, "nvidia.com/gpu 300 300"},
		"Kthena, direct":                    {"the same in LeaderWorkerSets", "inference_model_serving", map[string]any{"mode": "direct", "spec": map[string]any{"scheduler_name": "default-scheduler"}}, "nvidia.com/gpu 300 300"},
		"OME":                               {"the runner of the engine between its bounds; the router holds none", "inference_ome_service", nil, "nvidia.com/gpu 16 32"},
		"OME, what the runtime says":        {"nothing else says it", "inference_ome_service", map[string]any{"spec": map[string]any{"engine": map[string]any{"runner": map[string]any{"resources": nil}}}}, "(null)"},
		"OME, groups":                       {"a leader and its workers", "inference_ome_service", map[string]any{"spec": map[string]any{"engine": omeGroup("a")}}, "nvidia.com/gpu 34 34"},
		"a model":                           {"nothing runs", "inference_open_model", nil, ""},
		"a model of LLMKube in direct mode": {"nothing runs", "inference_llmkube_model", map[string]any{"mode": "direct"}, ""},
	}
	emptyEnvironment(t)
	s := newServer(t)
	if diags := s.configure(t, nil); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			plan := s.plan(t, tc.resource, nil, merge(serving[tc.resource], tc.patch))
			refuseErrors(t, plan.Diagnostics)
			fields := attributesOf(t, plan.kind, plan.PlannedState)
			if diff := cmp.Diff(tc.want, boundsText(t, fields["accelerators"])); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
			want := disruptionText{Effect: "none"}
			if tc.want == "(unknown)" {
				want = disruptionText{Effect: "(unknown)"}
			}
			if diff := cmp.Diff(want, disruptionOf(t, fields)); diff != "" {
				t.Errorf("a creation stops pods (-want +got):\n%s", diff)
			}
		})
	}
}

func elastic(least, most float64) map[string]any {
	return map[string]any{
		"min_replicas": least, "max_replicas": most,
		"scale_trigger": map[string]any{"hpa": map[string]any{"metrics": []any{map[string]any{
			"type": "Resource", "resource": map[string]any{"name": "cpu", "target": map[string]any{"type": "Utilization", "average_utilization": 50.0}},
		}}}},
	}
}

// omeGroup is an engine in groups of a leader with one GPU and two workers with eight.
func omeGroup(image string) map[string]any {
	runner := func(gpus string) map[string]any {
		return map[string]any{"name": "ome-container", "image": image, "resources": map[string]any{"limits": map[string]any{"nvidia.com/gpu": gpus}}}
	}
	return map[string]any{
		"runner": nil, "max_replicas": nil, "leader": map[string]any{"runner": runner("1")}, "worker": map[string]any{"size": 2.0, "runner": runner("8")},
	}
}

// boundsText writes `accelerators` as name, min and max.
func boundsText(t *testing.T, v tftypes.Value) string {
	t.Helper()
	switch {
	case !v.IsKnown():
		return "(unknown)"
	case v.IsNull():
		return "(null)"
	}
	entries, _ := fieldsOf(v)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		bounds, _ := fieldsOf(entries[name])
		parts = append(parts, fmt.Sprintf("%s %s %s", name, plain(t, bounds["min"]), plain(t, bounds["max"])))
	}
	return strings.Join(parts, ", ")
}

// disruptionText is `planned_disruption` as a test reads it.
type disruptionText struct {
	Effect       string
	Pods         string
	Accelerators string
	Attributes   string
	Reason       string
}

func disruptionOf(t *testing.T, fields map[string]tftypes.Value) disruptionText {
	t.Helper()
	v := fields["planned_disruption"]
	if !v.IsKnown() || v.IsNull() {
		return disruptionText{Effect: map[bool]string{true: "(null)", false: "(unknown)"}[v.IsKnown()]}
	}
	d, _ := fieldsOf(v)
	out := disruptionText{Effect: textOf(t, d["effect"]), Pods: plain(t, d["pods"]), Accelerators: plain(t, d["accelerators"]), Attributes: plain(t, d["attributes"]), Reason: textOf(t, d["reason"])}
	if out.Effect == "none" && out.Pods == "0" && out.Accelerators == "{}" && out.Attributes == "[]" && out.Reason == "(null)" {
		return disruptionText{Effect: "none"}
	}
	return out
}

// plain writes a value as JSON without quotes.
func plain(t *testing.T, v tftypes.Value) string {
	t.Helper()
	if v.IsNull() {
		return "(null)"
	}
	raw, err := json.Marshal(native(t, v))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(raw), `"`, ""), ",spec", " spec")
}

func refuseErrors(t *testing.T, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			t.Fatal(told(diags))
		}
	}
}
