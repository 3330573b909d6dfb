package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
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
