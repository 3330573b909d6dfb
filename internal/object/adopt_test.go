package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestAdoption shows which fields pass from the tools that an object was made with, by what is
// left of them when the next apply leaves them out.
func TestAdoption(t *testing.T) {
	const (
		made = `{metadata: {name: chat, labels: {team: ml, tier: "1"}}, spec: {replicas: 2, modelClaims: {models: [{name: qwen}]}}}`
		next = `{metadata: {name: chat, labels: {team: ml}}, spec: {modelClaims: {models: [{name: qwen}]}}}`
	)
	gone := map[string]any{"team": "ml"}
	stays := map[string]any{"team": "ml", "tier": "1"}
	cases := map[string]struct {
		reason    string
		everybody bool
		known     string
		writes    func(*apiServer)
		labels    map[string]any
		replicas  any
	}{
		"Created": {
			reason: "What kubectl created and nobody configures goes; the API's default comes back.",
			known:  made, writes: func(s *apiServer) { s.create("kubectl-create", tree(s.t, made)) }, labels: gone, replicas: int64(1),
		},
		"Manifest": {
			reason: "Fields that another provider applied go as well.",
			known:  made, writes: func(s *apiServer) { s.apply("Terraform", tree(s.t, made)) }, labels: gone, replicas: int64(1),
		},
		"Several": {
			reason: "Every one of those tools hands over.",
			known:  made, writes: func(s *apiServer) { s.create("helm", tree(s.t, made)); s.apply("kubectl", tree(s.t, made)) }, labels: gone, replicas: int64(1),
		},
		"AtWork": {
			reason: "A manager that is no such tool keeps its fields.",
			known:  made, writes: func(s *apiServer) { s.apply("flux", tree(s.t, made)) }, labels: stays, replicas: int64(2),
		},
		"Forced": {
			reason: "By force everybody's fields are taken.", everybody: true,
			known: made, writes: func(s *apiServer) { s.apply("flux", tree(s.t, made)) }, labels: gone, replicas: int64(1),
		},
		"Operator": {
			reason: "The operator's fields are its own, also by force.", everybody: true,
			known: made, writes: func(s *apiServer) { s.create("manager", tree(s.t, made)) }, labels: stays, replicas: int64(2),
		},
		"EditedSince": {
			reason: "A field that has another value than the plan knows is not taken.", known: made,
			writes: func(s *apiServer) {
				s.create("kubectl-create", tree(s.t, made))
				s.update("kubectl-edit", "", func(obj map[string]any) { labelsOf(obj)["tier"] = "2" })
			},
			labels: map[string]any{"team": "ml", "tier": "2"}, replicas: int64(1),
		},
		"NotKnown": {
			reason: "A field that no plan has shown stays.", known: next,
			writes: func(s *apiServer) { s.create("kubectl-create", tree(s.t, made)) }, labels: stays, replicas: int64(2),
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := serve(t, serviceDefinition, serviceKind)
			tc.writes(s)
			adoption := object.Adoption{
				Node: schema.Lookup(serviceDefinition), Manager: ours, Everybody: tc.everybody, Controllers: controllers,
				Known: tree(t, tc.known), Applied: tree(t, next),
			}
			live, err := adoption.Take(s.live)
			if err != nil {
				t.Fatal(err)
			}
			if live != nil {
				s.live = live
			}
			s.apply(ours, tree(t, next))
			got := s.tree()
			if diff := cmp.Diff(tc.labels, at(got, "metadata", "labels")); diff != "" {
				t.Errorf("%s\nlabels -want +got:\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(tc.replicas, at(got, "spec", "replicas")); diff != "" {
				t.Errorf("%s\nreplicas -want +got:\n%s", tc.reason, diff)
			}
		})
	}
}

// TestAdoptionForgets shows that the record of kubectl apply goes with the fields, and nothing else does.
func TestAdoptionForgets(t *testing.T) {
	s := serve(t, serviceDefinition, serviceKind)
	s.create("kubectl-client-side-apply", tree(t, `{metadata: {name: chat, finalizers: [a/b], annotations: {note: x, kubectl.kubernetes.io/last-applied-configuration: "{}"}}}`))
	known := tree(t, `{metadata: {name: chat, annotations: {note: x}}}`)
	adoption := object.Adoption{Node: schema.Lookup(serviceDefinition), Manager: ours, Known: known, Applied: known}
	live, err := adoption.Take(s.live)
	if err != nil || live == nil {
		t.Fatalf("nothing was taken: %v", err)
	}
	s.live = live
	s.apply(ours, known)
	want := tree(t, `{name: chat, finalizers: [a/b], annotations: {note: x}}`)
	got := at(s.tree(), "metadata").(map[string]any)
	delete(got, "managedFields")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	if again, err := adoption.Take(s.live); again != nil || err != nil {
		t.Errorf("there is something to take a second time: %v, %v", again, err)
	}
}
