package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestCompareNotApplied covers objects that we have not applied: right after an import, and
// when the managed fields are lost.
func TestCompareNotApplied(t *testing.T) {
	created := tree(t, `{metadata: {name: chat, labels: {team: ml}}, spec: {modelClaims: {models: [{name: qwen}]}}}`)
	cases := map[string]struct {
		reason  string
		applied string
		writes  func(*apiServer)
		want    []object.Drift
	}{
		"Imported": {
			reason:  "What another manager created is not foreign where the configuration has it; nor are the defaults it claims.",
			applied: `{metadata: {name: chat, labels: {team: ml}}, spec: {modelClaims: {models: [{name: qwen}]}}}`,
			writes:  func(*apiServer) {},
		},
		"ImportedInPart": {
			reason:  "What the configuration leaves out is.",
			applied: `{metadata: {name: chat}, spec: {modelClaims: {models: [{name: qwen}]}}}`,
			writes:  func(*apiServer) {},
			want: []object.Drift{{
				Path: "metadata.labels[team]", Class: object.Foreign, Manager: "kubectl-create", Operation: "Update", Time: minute(0), Live: `"ml"`,
			}},
		},
		"ImportedThenChanged": {
			reason:  "A change is told without a claim of ours.",
			applied: `{metadata: {name: chat, labels: {team: ml}}, spec: {modelClaims: {models: [{name: qwen}]}}}`,
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) { labelsOf(obj)["team"] = "web" })
			},
			want: []object.Drift{{
				Path: "metadata.labels[team]", Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
				Applied: `"ml"`, Live: `"web"`,
			}},
		},
		"NoManagedFields": {
			reason:  "Without managed fields values are compared; who did it is not known.",
			applied: `{metadata: {name: chat, labels: {team: ml}}, spec: {replicas: 3, modelClaims: {models: [{name: qwen}]}}}`,
			writes:  func(s *apiServer) { s.live.SetManagedFields(nil) },
			want:    []object.Drift{{Path: "spec.replicas", Class: object.Changed, Applied: "3", Live: "1"}},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := serve(t, serviceDefinition, serviceKind)
			s.create("kubectl-create", created)
			tc.writes(s)
			got := object.Compare(schema.Lookup(serviceDefinition), tree(t, tc.applied), s.tree(), s.claims(object.Release{}), ours, controllers)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tc.reason, diff)
			}
		})
	}
}
