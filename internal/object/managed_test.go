package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// llmazRelease returns a release of a kind as the provider has it.
func llmazRelease(t *testing.T, typeName, name string) object.Release {
	t.Helper()
	for _, k := range provider.Kinds() {
		if d, ok := k.Release(name); ok && k.TypeName == typeName {
			return d
		}
	}
	t.Fatalf("no release %s of %s", name, typeName)
	return object.Release{}
}

// TestReleaseInManagedFields proves that a cluster of an older release is judged at the
// paths of the definitions table, although its managed fields are at other ones.
func TestReleaseInManagedFields(t *testing.T) {
	release := llmazRelease(t, "playground", "v0.1.0")
	root := schema.Lookup(playgroundDefinition)
	applied := tree(t, `
metadata: {name: chat, labels: {team: ml}}
spec:
  modelClaim: {modelName: qwen}
  backendRuntimeConfig: {backendName: sglang, configName: default, args: [--a], envs: [{name: A}]}
`)
	const runtime = "spec.backendRuntimeConfig"
	runtimeOf := func(obj map[string]any) map[string]any {
		return at(obj, "spec", "backendRuntimeConfig").(map[string]any)
	}
	cases := map[string]struct {
		reason string
		writes func(*apiServer)
		want   []object.Drift
		// owned is what an import would take up; empty for all that was applied.
		owned string
	}{
		"Nothing": {
			reason: "What was just applied is ours, at the paths of the table.",
			writes: func(*apiServer) {},
		},
		"IntoNewObject": {
			reason: "On the wire the arguments are `args.flags`.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) { runtimeOf(obj)["args"].(map[string]any)["flags"] = []any{"--b"} })
			},
			want: []object.Drift{{
				Path: runtime + ".args", Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
				Applied: `["--a"]`, Live: `["--b"]`,
			}},
			owned: `
metadata: {labels: {team: ml}}
spec:
  modelClaim: {modelName: qwen}
  backendRuntimeConfig: {backendName: sglang, configName: default, envs: [{name: A}]}
`,
		},
		"JoinsNewObject": {
			reason: "Beside them the name of the configuration is `args.name`, and that of the runtime `name`.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					runtimeOf(obj)["args"].(map[string]any)["name"] = "other"
					runtimeOf(obj)["name"] = "vllm"
				})
			},
			want: []object.Drift{
				{
					Path: runtime + ".backendName", Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
					Applied: `"sglang"`, Live: `"vllm"`,
				},
				{
					Path: runtime + ".configName", Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
					Applied: `"default"`, Live: `"other"`,
				},
			},
			owned: `
metadata: {labels: {team: ml}}
spec:
  modelClaim: {modelName: qwen}
  backendRuntimeConfig: {args: [--a], envs: [{name: A}]}
`,
		},
		"Foreign": {
			reason: "Fields that did not move stay where they are.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					runtimeOf(obj)["version"] = "v9"
					labelsOf(obj)["args.flags"] = "x"
				})
			},
			want: foreign("kubectl-edit", minute(1), "metadata.labels[args.flags]", `"x"`, runtime+".version", `"v9"`),
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := serveUntyped(t, playgroundKind)
			s.apply(ours, release.ToWire(applied))
			tc.writes(s)
			live, claims := release.FromWire(s.tree()), s.claims(release)
			if diff := cmp.Diff(tc.want, object.Compare(root, applied, live, claims, ours, controllers)); diff != "" {
				t.Errorf("%s\nCompare -want +got:\n%s", tc.reason, diff)
			}
			want := map[string]any{"metadata": map[string]any{"labels": at(applied, "metadata", "labels")}, "spec": applied["spec"]}
			if tc.owned != "" {
				want = tree(t, tc.owned)
			}
			if diff := cmp.Diff(want, object.Owned(root, live, claims, ours, controllers)); diff != "" {
				t.Errorf("%s\nOwned -want +got:\n%s", tc.reason, diff)
			}
		})
	}
}

func TestClaims(t *testing.T) {
	const other = "kubectl-edit"
	relabel := func(obj map[string]any) { labelsOf(obj)["team"] = "web" }
	cases := map[string]struct {
		reason   string
		writes   func(*apiServer)
		applied  bool
		managers []string
	}{
		"Applied": {
			reason:  "An apply of ours makes the object ours, whoever else writes to it; each manager is named once.",
			applied: true, managers: []string{ours, other},
			writes: func(s *apiServer) {
				s.apply(ours, tree(s.t, `{metadata: {name: chat, labels: {team: ml, tier: gold}}, spec: {replicas: 2}}`))
				s.update(other, "", relabel)
				s.update(other, "scale", scaleTo(3))
			},
		},
		"UpdatedByUs": {
			reason:   "An update of ours does not.",
			managers: []string{ours},
			writes: func(s *apiServer) {
				s.create(ours, tree(s.t, `{metadata: {name: chat, labels: {team: ml}}}`))
			},
		},
		"AppliedByOther": {
			reason:   "Nor does an apply of another manager.",
			managers: []string{other},
			writes: func(s *apiServer) {
				s.apply(other, tree(s.t, `{metadata: {name: chat, labels: {team: ml}}}`))
			},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := serve(t, serviceDefinition, serviceKind)
			tc.writes(s)
			claims := s.claims(object.Release{})
			if got := claims.Applied(ours); got != tc.applied {
				t.Errorf("%s\nApplied = %t, want %t", tc.reason, got, tc.applied)
			}
			if diff := cmp.Diff(tc.managers, claims.Managers()); diff != "" {
				t.Errorf("%s\nManagers -want +got:\n%s", tc.reason, diff)
			}
		})
	}
}

func TestManagedFieldsUnreadable(t *testing.T) {
	live := &unstructured.Unstructured{Object: tree(t, `
kind: Playground
metadata:
  name: chat
  managedFields: [{manager: m, operation: Apply, fieldsType: FieldsV1, fieldsV1: {"k:name": {}}}]
`)}
	_, err := object.ManagedFields(live, object.Release{})
	const want = `managed fields of Playground chat: `
	if err == nil || len(err.Error()) <= len(want) || err.Error()[:len(want)] != want {
		t.Errorf("ManagedFields = %v, want an error that begins with %q and goes on with its cause", err, want)
	}
}
