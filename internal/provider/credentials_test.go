package provider

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// canary stands for whatever must not be told.
const canary = "hf_canary_9d41c7"

// credentialCase is a configuration of one kind with all its credentials.
type credentialCase struct {
	// patch names the Secrets in the valid configuration of testdata/invalid.
	patch       map[string]any
	credentials map[string]any
	// want are the Secrets that are planned, as <namespace>/<name>.
	want map[string]string
}

func credentialCases() map[string]credentialCase {
	token := map[string]any{"token": canary}
	keys := map[string]any{"access_key_id": canary, "secret_access_key": canary}
	login := map[string]any{"server": "registry.example.com", "username": "ci", "password": canary}
	pod := map[string]any{
		"containers": []any{map[string]any{"name": "engine", "image": "example.org/engine:v1", "env": []any{
			map[string]any{"name": "HF_TOKEN", "value_from": map[string]any{"secret_key_ref": map[string]any{"name": "hub", "key": "token"}}},
		}}},
		"image_pull_secrets": []any{map[string]any{"name": "pull"}},
	}
	roles := map[string]any{"spec": map[string]any{"template": map[string]any{"roles": []any{
		map[string]any{"name": "server", "replicas": 1.0, "worker_replicas": 0.0, "entry_template": map[string]any{"spec": pod}},
	}}}}
	stored := map[string]any{"spec": map[string]any{"storage": map[string]any{"key": "hub"}}}
	inPods := map[string]string{"hugging_face": "llm/hub", "registry": "llm/pull"}
	loader := map[string]string{"hugging_face": "llm/modelhub-secret", "s3": "llm/aws-access-secret", "oss": "llm/oss-access-secret"}
	oss := map[string]any{"access_key_id": canary, "access_key_secret": canary}
	return map[string]credentialCase{
		"playground": {credentials: map[string]any{"hugging_face": token, "s3": keys, "oss": oss}, want: loader},
		"service": {
			patch: map[string]any{"spec": map[string]any{"workload_template": map[string]any{"worker_template": map[string]any{"spec": map[string]any{
				"image_pull_secrets": []any{map[string]any{"name": "pull"}},
			}}}}},
			credentials: map[string]any{"hugging_face": token, "s3": keys, "oss": oss, "registry": login},
			want: map[string]string{
				"hugging_face": "llm/modelhub-secret", "s3": "llm/aws-access-secret", "oss": "llm/oss-access-secret", "registry": "llm/pull",
			},
		},
		"model_infer":   {patch: roles, credentials: map[string]any{"hugging_face": token, "registry": login}, want: inPods},
		"model_serving": {patch: roles, credentials: map[string]any{"hugging_face": token, "registry": login}, want: inPods},
		"ome_service": {
			patch: map[string]any{"spec": map[string]any{"engine": map[string]any{
				"image_pull_secrets": pod["image_pull_secrets"],
				"runner":             map[string]any{"name": "ome-container", "image": "lmsysorg/sglang:v1", "env": pod["containers"].([]any)[0].(map[string]any)["env"]},
			}}},
			credentials: map[string]any{"hugging_face": token, "registry": login}, want: inPods,
		},
		"base_model":         {patch: stored, credentials: map[string]any{"hugging_face": token}, want: map[string]string{"hugging_face": "llm/hub"}},
		"cluster_base_model": {patch: stored, credentials: map[string]any{"hugging_face": token}, want: map[string]string{"hugging_face": "ome/hub"}},
		"benchmark_job": {
			patch:       map[string]any{"spec": map[string]any{"hugging_face_secret_reference": map[string]any{"name": "hub"}}},
			credentials: map[string]any{"hugging_face": token}, want: map[string]string{"hugging_face": "llm/hub"},
		},
		"endpoint": {
			patch:       map[string]any{"spec": map[string]any{"image_pull_secrets": pod["image_pull_secrets"]}},
			credentials: map[string]any{"hugging_face": token, "registry": login},
			want:        map[string]string{"hugging_face": "llm/chat-token", "registry": "llm/pull"},
		},
		"llmkube_model": {
			patch: map[string]any{"spec": map[string]any{"source": "s3://models/qwen/q.gguf", "source_secret_ref": map[string]any{"name": "bucket"}}},
			credentials: map[string]any{"s3": merge(keys, map[string]any{
				"region": "eu-central-1", "endpoint_url": "https://s3.eu-central-1.amazonaws.com",
			})},
			want: map[string]string{"s3": "llm/bucket"},
		},
		"llmkube_service": {
			patch: map[string]any{"spec": map[string]any{
				"runtime": "vllm", "image": "vllm/vllm-openai:v1", "endpoint": map[string]any{"port": 8000.0}, "image_pull_secrets": pod["image_pull_secrets"],
				"vllm_config": map[string]any{"hf_token_secret_ref": map[string]any{"name": "hub", "key": "token"}},
			}},
			credentials: map[string]any{"hugging_face": token, "registry": login}, want: inPods,
		},
	}
}

// TestPlannedCredentials shows for every kind that has them which Secrets its credentials
// become, and that neither the plan nor anything that is told has their values.
func TestPlannedCredentials(t *testing.T) {
	cases := credentialCases()
	for _, k := range Kinds() {
		tc, ok := cases[k.TypeName]
		if len(k.Credentials) == 0 {
			if ok {
				t.Errorf("%s has no credentials, and a case", k.TypeName)
			}
			continue
		}
		t.Run(k.TypeName, func(t *testing.T) {
			name, mode := "inference_"+k.TypeName, "operator"
			if k.DirectOnly != "" {
				mode = "direct"
			}
			s := newServer(t)
			config := merge(merge(invalidFiles(t)[name].Valid, tc.patch), map[string]any{"mode": mode, "credentials": tc.credentials})
			if diags := s.validate(t, name, config); slices.ContainsFunc(diags, isError) {
				t.Fatalf("validation: %s", told(diags))
			}
			plan := s.plan(t, name, nil, config)
			if slices.ContainsFunc(plan.Diagnostics, isError) {
				t.Fatalf("plan: %s", told(plan.Diagnostics))
			}
			if bytes.Contains(plan.PlannedState.MsgPack, []byte(canary)) || bytes.Contains(plan.PlannedPrivate, []byte(canary)) {
				t.Error("the plan has a value of a write-only attribute")
			}
			if diff := cmp.Diff(tc.want, secretsOf(t, plan)); diff != "" {
				t.Errorf("planned Secrets (-want +got):\n%s", diff)
			}
			var configured []string
			for _, c := range k.Credentials {
				configured = append(configured, c.Name)
			}
			if k.TypeName != "base_model" && k.TypeName != "cluster_base_model" && k.TypeName != "benchmark_job" && len(tc.want) != len(configured) {
				t.Errorf("the case has %d of the credentials %v", len(tc.want), configured)
			}
		})
	}
}

// secretsOf are the planned Secrets as <namespace>/<name>, with the time behind it when that is known.
func secretsOf(t *testing.T, plan planned) map[string]string {
	t.Helper()
	value := attributesOf(t, plan.kind, plan.PlannedState)["secrets"]
	if !value.IsKnown() {
		return map[string]string{"": "(unknown)"}
	}
	out := map[string]string{}
	entries, _ := fieldsOf(value)
	for name, entry := range entries {
		fields, _ := fieldsOf(entry)
		out[name] = textOf(t, fields["namespace"]) + "/" + textOf(t, fields["name"])
		if when := fields["applied_at"]; when.IsKnown() {
			out[name] += " " + textOf(t, when)
		}
	}
	return out
}

// TestPlannedRotation shows what of a credential makes a plan send it again, while the digest of
// what was applied is at hand and while it is not.
func TestPlannedRotation(t *testing.T) {
	const sent, kept = "llm/modelhub-secret", "llm/modelhub-secret 2026-01-02T03:04:05Z"
	cases := map[string]struct {
		reason        string
		before, after map[string]any
		want          string
	}{
		"nothing known of the value": {reason: "what cannot be compared is sent", before: map[string]any{}, after: map[string]any{}, want: sent},
		"the same version":           {reason: "the version decides", before: map[string]any{"version": "1"}, after: map[string]any{"version": "1"}, want: kept},
		"another version":            {reason: "the version decides", before: map[string]any{"version": "1"}, after: map[string]any{"version": "2"}, want: sent},
		"a value that is not known yet": {
			reason: "nobody can say that it is the same", before: map[string]any{}, after: map[string]any{"hugging_face": map[string]any{"token": reference}}, want: sent,
		},
		"a value that is not known yet, with a version": {
			reason: "the version decides, not the value", before: map[string]any{"version": "1"},
			after: map[string]any{"version": "1", "hugging_face": map[string]any{"token": reference}}, want: kept,
		},
		"a credential that is not known yet": {reason: "it may be none", before: map[string]any{}, after: map[string]any{"hugging_face": reference}, want: "(unknown)"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			config := func(patch map[string]any) map[string]any {
				return merge(plannedPlayground, map[string]any{
					"mode": "operator", "credentials": merge(map[string]any{"hugging_face": map[string]any{"token": canary}}, patch),
				})
			}
			creation := s.plan(t, "inference_playground", nil, config(tc.before))
			state := attributesOf(t, creation.kind, creation.PlannedState)
			entries, _ := fieldsOf(state["secrets"])
			fields, _ := fieldsOf(entries["hugging_face"])
			fields["applied_at"] = tftypes.NewValue(tftypes.String, "2026-01-02T03:04:05Z")
			entries["hugging_face"] = tftypes.NewValue(entries["hugging_face"].Type(), fields)
			state["secrets"] = tftypes.NewValue(state["secrets"].Type(), entries)
			creation.PlannedState = dynamic(t, creation.kind, tftypes.NewValue(creation.kind, state))
			plan := s.plan(t, "inference_playground", creation.applied(t), config(tc.after))
			if got := fmt.Sprint(slices.Collect(maps.Values(secretsOf(t, plan)))); got != "["+tc.want+"]" {
				t.Errorf("%s: planned %s, want [%s]", tc.reason, got, tc.want)
			}
		})
	}
}
