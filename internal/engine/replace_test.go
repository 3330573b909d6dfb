package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kthena"
	"github.com/inferops/terraform-provider-inference/internal/kinds/llmaz"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// TestImmutableChanges shows which transitions of a field replace the object.
func TestImmutableChanges(t *testing.T) {
	const value, other = "a", "b"
	cases := map[string]struct {
		reason        string
		on            kinds.Change
		before, after any
		unknown       bool
		release       string
		modes         kinds.Mode
		want          bool
	}{
		"any, same":             {reason: "nothing changes", before: value, after: value},
		"any, other":            {reason: "it changes", before: value, after: other, want: true},
		"any, set":              {reason: "it changes", after: value, want: true},
		"any, unknown":          {reason: "it may change", before: value, unknown: true, want: true},
		"removal, removed":      {reason: "the API keeps it", on: kinds.Removal, before: value, want: true},
		"removal, other":        {reason: "only removal is refused", on: kinds.Removal, before: value, after: other},
		"removal, set":          {reason: "only removal is refused", on: kinds.Removal, after: value},
		"removal, unknown":      {reason: "it is there, whatever it will be", on: kinds.Removal, before: value, unknown: true},
		"revision, other":       {reason: "the API keeps the value", on: kinds.Revision, before: value, after: other, want: true},
		"revision, removed":     {reason: "only another value is refused", on: kinds.Revision, before: value},
		"revision, set":         {reason: "only another value is refused", on: kinds.Revision, after: value},
		"revision, unknown":     {reason: "it may be another value", on: kinds.Revision, before: value, unknown: true, want: true},
		"revision, set unknown": {reason: "there was none", on: kinds.Revision, unknown: true},
		"release that has it":   {reason: "this one refuses", before: value, after: other, release: "new", want: true},
		"other release":         {reason: "this one takes it", before: value, after: other, release: "old"},
		"unknown release":       {reason: "nobody knows yet; the API server will tell", before: value, after: other, release: "unknown"},
		"mode that has it":      {reason: "an operator does not act on it", before: value, after: other, modes: kinds.OperatorMode, want: true},
		"other mode":            {reason: "what is rendered follows", before: value, after: other, modes: kinds.DirectMode},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			model := model.New(kindstest.Named(t, llmaz.Kinds(), "playground"))
			kind := *model.Kind
			model.Kind = &kind
			immutable := kinds.Immutable{Path: "spec.backendRuntimeConfig.version", Why: "of the test", On: tc.on, Modes: tc.modes}
			if tc.release != "" {
				immutable.Releases = []string{"new"}
			}
			kind.Immutable = []kinds.Immutable{immutable}
			planned := playgroundOfVersion(tc.after)
			if tc.unknown {
				planned.Unknown = []string{immutable.Path}
			}
			got := immutableChanges(model, planned, playgroundOfVersion(tc.before), tc.release)
			if diff := cmp.Diff(tc.want, len(got) > 0); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func playgroundOfVersion(version any) model.Values {
	config := map[string]any{"backendName": "vllm"}
	if version != nil {
		config["version"] = version
	}
	return model.Values{Object: map[string]any{"spec": map[string]any{"backendRuntimeConfig": config}}}
}

// TestImmutableChangesInLists shows which items of a list replace the object, of which two are the same by one of their fields.
func TestImmutableChangesInLists(t *testing.T) {
	type item = map[string]any
	prefill, decode := item{"name": "prefill", "workerReplicas": int64(1)}, item{"name": "decode", "workerReplicas": int64(2)}
	const list = "spec.template.roles"
	cases := map[string]struct {
		reason        string
		before, after []any
		unknown       string
		want          []string
	}{
		"same":        {reason: "nothing changes", before: []any{prefill, decode}, after: []any{prefill, decode}},
		"moved":       {reason: "the items are the same", before: []any{prefill, decode}, after: []any{decode, prefill}},
		"other":       {reason: "of that item", before: []any{prefill, decode}, after: []any{prefill, item{"name": "decode", "workerReplicas": int64(3)}}, want: []string{list + "[1].workerReplicas"}},
		"other place": {reason: "where it is now", before: []any{prefill, decode}, after: []any{item{"name": "decode", "workerReplicas": int64(3)}, prefill}, want: []string{list + "[0].workerReplicas"}},
		"other field": {reason: "that one may change", before: []any{prefill}, after: []any{item{"name": "prefill", "workerReplicas": int64(1), "replicas": int64(4)}}},
		"comes":       {reason: "it has the field, and nothing had it", before: []any{prefill}, after: []any{prefill, decode}, want: []string{list + "[1].workerReplicas"}},
		"goes":        {reason: "only the list can tell", before: []any{prefill, decode}, after: []any{prefill}, want: []string{list}},
		"unknown": {
			reason: "it may be another value", before: []any{prefill}, after: []any{item{"name": "prefill"}}, unknown: list + "[0].workerReplicas",
			want: []string{list + "[0].workerReplicas"},
		},
		"unknown field beside it": {reason: "it has nothing to do with it", before: []any{prefill}, after: []any{prefill}, unknown: list + "[0].replicas"},
		"unknown key": {
			reason: "it may be another item", before: []any{prefill}, after: []any{item{"workerReplicas": int64(1)}}, unknown: list + "[0].name",
			want: []string{list + "[0].workerReplicas", list},
		},
		"unknown list": {reason: "all of it may be", before: []any{prefill}, unknown: list, want: []string{list}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := model.New(kindstest.Named(t, kthena.Kinds(), "model_serving"))
			kind := *s.Kind
			s.Kind = &kind
			kind.Immutable = []kinds.Immutable{{Path: list + "[name].workerReplicas", Why: "of the test"}}
			values := func(roles []any) model.Values {
				template := map[string]any{}
				if roles != nil {
					template["roles"] = roles
				}
				return model.Values{Object: map[string]any{"spec": map[string]any{"template": template}}}
			}
			planned := values(tc.after)
			if tc.unknown != "" {
				planned.Unknown = []string{tc.unknown}
			}
			var got []string
			for _, change := range immutableChanges(s, planned, values(tc.before), "v1.0.0") {
				got = append(got, change.Path)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
