package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

const qwenDefinition = `{"apiVersion":"llmaz.io/v1alpha1","kind":"OpenModel","metadata":{"name":"qwen"},"spec":{"familyName":"qwen","source":{"modelHub":{"modelID":"Qwen/Qwen3-8B"}},"inferenceConfig":{"flavors":[{"name":"gpu","limits":{"nvidia.com/gpu":"1"}}]}}}`

// plannedPlayground is what plans of a playground start from.
var plannedPlayground = map[string]any{
	"metadata": map[string]any{"name": "chat", "namespace": "llm"},
	"spec":     map[string]any{"replicas": 2.0, "model_claim": map[string]any{"model_name": "qwen"}},
}

// TestPlannedCreation shows what a reviewer of a plan gets to see before anything exists.
func TestPlannedCreation(t *testing.T) {
	const known = `{apiVersion: inference.llmaz.io/v1alpha1, kind: Playground, metadata: {name: chat, namespace: llm}, spec: {modelClaim: {modelName: qwen}, replicas: 2}}`
	cases := map[string]struct {
		reason   string
		provider map[string]any
		patch    map[string]any
		want     map[string]string
	}{
		"operator mode": {
			reason: "the release is that of a cluster that is not asked",
			want: map[string]string{
				"id": "llm/chat", "mode": "operator", "namespace": "llm", "manifest": known,
				"api_release": "(unknown)", "endpoint": "(unknown)", "rendered": "0", "uid": "(unknown)",
				"openai_base_url": "(null)", "served_model_name": "(null)",
			},
		},
		"pinned release": {
			reason:   "with the release the endpoint is known",
			provider: map[string]any{"api_releases": map[string]any{"llmaz": "v0.1.4"}},
			want: map[string]string{
				"id": "llm/chat", "mode": "operator", "namespace": "llm", "manifest": known,
				"api_release": "v0.1.4", "endpoint": "http://chat-lb.llm.svc:8080", "rendered": "0", "uid": "(unknown)",
				"openai_base_url": "(null)", "served_model_name": "(null)",
			},
		},
		"direct mode": {
			reason:   "the workload is rendered at plan: a Deployment and a Service",
			provider: map[string]any{"mode": "direct"},
			patch:    map[string]any{"references": []any{qwenDefinition}},
			want: map[string]string{
				"id": "llm/chat", "mode": "direct", "namespace": "llm", "manifest": known,
				"api_release": "(null)", "endpoint": "http://chat-lb.llm.svc:8080", "rendered": "2", "uid": "(null)",
				"openai_base_url": "http://chat-lb.llm.svc:8080/v1", "served_model_name": "qwen",
			},
		},
		"direct mode with a definition that is not known yet": {
			reason:   "nothing can be rendered, and nothing is refused",
			provider: map[string]any{"mode": "direct"},
			patch:    map[string]any{"references": []any{reference}},
			want: map[string]string{
				"id": "llm/chat", "mode": "direct", "namespace": "llm", "manifest": known,
				"api_release": "(null)", "endpoint": "(unknown)", "rendered": "(unknown)", "uid": "(null)",
				"openai_base_url": "(unknown)", "served_model_name": "(unknown)",
			},
		},
		"defaults of the provider block": {
			reason:   "what a resource leaves out comes from there",
			provider: map[string]any{"namespace": "serving"},
			patch:    map[string]any{"metadata": map[string]any{"namespace": nil}},
			want: map[string]string{
				"id": "serving/chat", "mode": "operator", "namespace": "serving", "manifest": strings.Replace(known, "namespace: llm", "namespace: serving", 1),
				"api_release": "(unknown)", "endpoint": "(unknown)", "rendered": "0", "uid": "(unknown)",
				"openai_base_url": "(null)", "served_model_name": "(null)",
			},
		},
		"defaults that are not known yet": {
			reason:   "neither mode nor namespace can be told",
			provider: map[string]any{"namespace": reference, "mode": reference},
			patch:    map[string]any{"metadata": map[string]any{"namespace": nil}},
			want: map[string]string{
				"id": "(unknown)", "mode": "(unknown)", "namespace": "(unknown)", "manifest": "(unknown)",
				"api_release": "(unknown)", "endpoint": "(unknown)", "rendered": "(unknown)", "uid": "(unknown)",
				"openai_base_url": "(unknown)", "served_model_name": "(unknown)",
			},
		},
		"name that is not known yet": {
			reason:   "whatever carries the name is not known",
			provider: map[string]any{"api_releases": map[string]any{"llmaz": "v0.1.4"}},
			patch:    map[string]any{"metadata": map[string]any{"name": reference}},
			want: map[string]string{
				"id": "(unknown)", "mode": "operator", "namespace": "llm", "manifest": "(unknown)",
				"api_release": "v0.1.4", "endpoint": "(unknown)", "rendered": "0", "uid": "(unknown)",
				"openai_base_url": "(null)", "served_model_name": "(null)",
			},
		},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, tc.provider); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			plan := s.plan(t, "inference_playground", nil, merge(plannedPlayground, tc.patch))
			if len(plan.Diagnostics) > 0 {
				t.Fatalf("%s: %s", tc.reason, told(plan.Diagnostics))
			}
			if diff := cmp.Diff(tc.want, plan.shown(t)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// shown is what a plan says of the computed attributes; rendered objects are counted.
func (p planned) shown(t *testing.T) map[string]string {
	t.Helper()
	fields := attributesOf(t, p.kind, p.PlannedState)
	out := map[string]string{}
	for _, name := range []string{"id", "mode", "manifest", "api_release", "endpoint", "openai_base_url", "served_model_name", "uid"} {
		out[name] = textOf(t, fields[name])
	}
	metadata, _ := fieldsOf(fields["metadata"])
	out["namespace"] = textOf(t, metadata["namespace"])
	out["rendered"] = "(unknown)"
	if fields["rendered"].IsKnown() {
		items := map[string]tftypes.Value{}
		if err := fields["rendered"].As(&items); err != nil {
			t.Fatal(err)
		}
		out["rendered"] = string(rune('0' + len(items)))
	}
	return out
}

// TestPlannedChange shows which changes replace an object, and what becomes unknown.
func TestPlannedChange(t *testing.T) {
	cases := map[string]struct {
		reason string
		// state changes the state before the plan, patch the configuration, and provider the provider block.
		state, patch, provider map[string]any
		// private is what an earlier apply keeps beside the state, by key.
		private           map[string][]byte
		replaces, unknown []string
		// warning is what the plan says.
		warning string
	}{
		"nothing": {reason: "the same configuration changes nothing"},
		"replicas": {
			reason:  "a change in place, after which the cluster is looked at again",
			patch:   map[string]any{"spec": map[string]any{"replicas": 3.0}},
			unknown: []string{"api_release", "diagnosis", "drift", "ready"},
		},
		"name": {
			reason:   "an object cannot be renamed",
			patch:    map[string]any{"metadata": map[string]any{"name": "talk"}},
			replaces: []string{"metadata.name"}, unknown: []string{"api_release", "diagnosis", "drift", "ready"},
			warning: "Change replaces an object that is ready",
		},
		"namespace": {
			reason:   "an object cannot be moved",
			patch:    map[string]any{"metadata": map[string]any{"namespace": "other"}},
			replaces: []string{"metadata.namespace"}, unknown: []string{"api_release", "diagnosis", "drift", "ready"},
			warning: "Change replaces an object that is ready",
		},
		"name that is not known yet": {
			reason:   "it may come to be another",
			patch:    map[string]any{"metadata": map[string]any{"name": reference}},
			replaces: []string{"metadata.name"}, unknown: []string{"accelerators", "api_release", "diagnosis", "drift", "endpoint", "id", "manifest", "ready", "warnings"},
			warning: "Change replaces an object that is ready",
		},
		"mode": {
			reason:  "what can go on running does",
			patch:   map[string]any{"mode": "direct", "references": []any{qwenDefinition}},
			warning: "Change of mode hands over the workloads", unknown: []string{"diagnosis", "drift", "ready"},
		},
		"labels": {
			reason:  "labels change in place",
			patch:   map[string]any{"metadata": map[string]any{"labels": map[string]any{"team": "search"}}},
			unknown: []string{"api_release", "diagnosis", "drift", "ready"},
		},
		"timeouts": {
			reason: "nothing changes in the cluster",
			patch:  map[string]any{"timeouts": map[string]any{"update": "5m"}},
		},
		"live value that the configuration has too": {
			reason: "what was applied last is no reason to apply", state: map[string]any{"manifest": "{}"},
		},
		"live value that another change comes with": {
			reason: "an update applies the definition anew", state: map[string]any{"manifest": "{}"},
			patch:   map[string]any{"timeouts": map[string]any{"update": "5m"}},
			unknown: []string{"api_release", "diagnosis", "drift", "ready"},
		},
		"object that is gone but for a Secret": {
			reason: "it is made anew", state: map[string]any{"manifest": nil},
			unknown: []string{"api_release", "diagnosis", "drift", "ready"},
		},
		"readiness that was given up": {
			reason: "the next apply goes on waiting", state: map[string]any{"ready": false},
			private: map[string][]byte{"waiting": []byte("true")},
			unknown: []string{"diagnosis", "ready"},
		},
		"readiness that was lost later": {
			reason: "a pod that restarts is no reason to plan an update", state: map[string]any{"ready": false},
			private: map[string][]byte{"waiting": []byte("false")},
		},
		"readiness that is not waited for": {
			reason: "an object that was only to be accepted is as it should be", state: map[string]any{"ready": false},
			private: map[string][]byte{"waiting": []byte("true")},
			patch:   map[string]any{"wait": map[string]any{"until": "accepted"}},
		},
		"pinned release": {
			reason:   "the object is written anew for another release",
			provider: map[string]any{"api_releases": map[string]any{"llmaz": "v0.1.0"}},
			unknown:  []string{"diagnosis", "drift", "ready"},
		},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, tc.provider); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			before := newServer(t)
			if diags := before.configure(t, nil); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			creation := before.plan(t, "inference_playground", nil, plannedPlayground)
			state := attributesOf(t, creation.kind, creation.applied(t))
			for attribute, v := range tc.state {
				state[attribute] = value(t, creation.kind.AttributeTypes[attribute], v)
			}
			plan := s.planWith(t, "inference_playground", dynamic(t, creation.kind, tftypes.NewValue(creation.kind, state)), tc.private, merge(plannedPlayground, tc.patch))
			if said := told(plan.Diagnostics); tc.warning == "" && said != "" || !strings.Contains(said, tc.warning) {
				t.Fatalf("%s: want the warning %q, got %s", tc.reason, tc.warning, said)
			}
			var replaces, unknown []string
			for _, at := range plan.RequiresReplace {
				replaces = append(replaces, pathText(at))
			}
			for attribute, v := range attributesOf(t, plan.kind, plan.PlannedState) {
				if !v.IsKnown() {
					unknown = append(unknown, attribute)
				}
			}
			slices.Sort(unknown)
			if diff := cmp.Diff(tc.replaces, replaces); diff != "" {
				t.Errorf("%s: replaced because of (-want +got):\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(tc.unknown, unknown); diff != "" {
				t.Errorf("%s: unknown (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
