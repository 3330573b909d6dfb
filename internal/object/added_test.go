package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestAdded shows what counts as added by admission.
func TestAdded(t *testing.T) {
	const runner = pod + `.containers[name="x"]`
	stored := func(metadata, spec, worker string) string {
		return `{metadata: {name: chat` + metadata + `}, spec: {modelClaims: {models: [{name: qwen}]}` + spec + `, workloadTemplate: {workerTemplate: {spec: {` + worker + `}}}}, status: {replicas: 1}}`
	}
	const container = `containers: [{name: x, image: i}]`
	sent := stored("", "", container)
	cases := map[string]struct {
		reason, stored, before string
		entriesOnly            bool
		want                   map[string]string
	}{
		"as sent":      {reason: "a status is nobody's configuration", stored: sent},
		"label":        {reason: "an entry of a map", stored: stored(`, labels: {team: ml}`, "", container), want: map[string]string{"metadata.labels[team]": `"ml"`}},
		"bookkeeping":  {reason: "what every object gets", stored: stored(`, uid: u, generation: 1, managedFields: []`, "", container)},
		"field":        {reason: "a field that was not sent", stored: stored("", ", replicas: 3", container), want: map[string]string{"spec.replicas": "3"}},
		"default":      {reason: "the default of the table is no news", stored: stored("", ", replicas: 1", container)},
		"empty":        {reason: "an empty value says nothing", stored: stored("", ", rolloutStrategy: {}", container)},
		"item":         {reason: "a container beside the sent one", stored: stored("", "", `containers: [{name: x, image: i}, {name: proxy, image: p}]`), want: map[string]string{pod + `.containers[name="proxy"]`: `{"image":"p","name":"proxy"}`}},
		"inside items": {reason: "a variable of the sent container", stored: stored("", "", `containers: [{name: x, image: i, env: [{name: A, value: b}]}]`), want: map[string]string{runner + ".env": `[{"name":"A","value":"b"}]`}},
		"before":       {reason: "what was there before is not new", stored: stored("", ", replicas: 3", container), before: stored("", ", replicas: 3", container)},
		"other before": {reason: "but another value is", stored: stored("", ", replicas: 3", container), before: stored("", ", replicas: 2", container), want: map[string]string{"spec.replicas": "3"}},
		"only entries": {reason: "of Kubernetes' own workloads a field may be a default", stored: stored("", ", replicas: 3", container), entriesOnly: true},
		"entry of many": {reason: "no default adds entries and items", stored: stored(`, labels: {team: ml}`, "", `nodeSelector: {a: b}, containers: [{name: x, image: i, env: [{name: A, value: b}]}]`), entriesOnly: true, want: map[string]string{
			"metadata.labels[team]": `"ml"`, pod + ".nodeSelector": `{"a":"b"}`, runner + `.env[name="A"]`: `{"name":"A","value":"b"}`,
		}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			var before map[string]any
			if tc.before != "" {
				before = tree(t, tc.before)
			}
			got := map[string]string{}
			for _, d := range object.Added(schema.Lookup(serviceDefinition), tree(t, sent), tree(t, tc.stored), before, tc.entriesOnly) {
				got[d.Path] = d.Live
			}
			if tc.want == nil {
				tc.want = map[string]string{}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
