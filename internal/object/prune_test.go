package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestPrune shows what goes with the fields that others added, and what stays.
func TestPrune(t *testing.T) {
	const (
		runner  = pod + `.containers[name="x"]`
		applied = `{metadata: {name: chat, labels: {team: ml}}, spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: x, env: [{name: A, value: "1"}]}]}}}}}`
	)
	live := func(metadata, worker string) string {
		return `{metadata: {name: chat, ` + metadata + `}, spec: {workloadTemplate: {workerTemplate: {spec: {` + worker + `}}}}}`
	}
	const asApplied = `containers: [{name: x, env: [{name: A, value: "1"}]}]`
	cases := map[string]struct {
		reason, live  string
		foreign, want []string
	}{
		"Label": {
			reason: "a label goes, the other ones stay", live: live(`labels: {team: ml, x: "1"}`, asApplied),
			foreign: []string{"metadata.labels[x]"}, want: []string{"metadata.labels[x]"},
		},
		"LastAnnotation": {
			reason: "a map that is empty then and not applied goes, too", live: live(`annotations: {x: "1"}`, asApplied),
			foreign: []string{"metadata.annotations[x]"}, want: []string{"metadata.annotations[x]", "metadata.annotations"},
		},
		"Item": {
			reason: "an item goes with its key", live: live("", `containers: [{name: x, env: [{name: A, value: "1"}, {name: D, value: "2"}]}]`),
			foreign: []string{runner + `.env[name="D"].name`, runner + `.env[name="D"].value`},
			want:    []string{runner + `.env[name="D"].value`, runner + `.env[name="D"]`},
		},
		"ItemWithDefaults": {
			reason: "what the API server filled into an item keeps it from nothing", live: live("", `containers: [{name: x, env: [{name: A, value: "1"}], ports: [{containerPort: 80, protocol: TCP, name: h}]}]`),
			foreign: []string{runner + `.ports[containerPort=80,protocol="TCP"].containerPort`, runner + `.ports[containerPort=80,protocol="TCP"].name`},
			want: []string{
				runner + `.ports[containerPort=80,protocol="TCP"].name`, runner + `.ports[containerPort=80,protocol="TCP"]`, runner + ".ports",
			},
		},
		"ItemOfOthers": {
			reason: "an item in which somebody else has a field stays", live: live("", `containers: [{name: x, env: [{name: A, value: "1"}, {name: D, value: "2"}]}]`),
			foreign: []string{runner + `.env[name="D"].name`},
		},
		"Nested": {
			reason: "objects that hold nothing else go from the inside out", live: live("", asApplied+`, securityContext: {seLinuxOptions: {level: a}}`),
			foreign: []string{pod + ".securityContext.seLinuxOptions.level"},
			want:    []string{pod + ".securityContext.seLinuxOptions.level", pod + ".securityContext.seLinuxOptions", pod + ".securityContext"},
		},
		"Gone": {
			reason: "what went in the meantime needs no removal", live: live("", asApplied), foreign: []string{"metadata.labels[x]"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := object.Prune(schema.Lookup(serviceDefinition), tree(t, applied), tree(t, tc.live), tc.foreign)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
