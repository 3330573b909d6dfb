package provider

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestPlannedImages upgrades the provider, whose images are newer than those that a resource
// was made with: nothing is planned until the resource asks for them, and then nothing else.
func TestPlannedImages(t *testing.T) {
	cases := map[string]struct {
		reason, kind string
		config       map[string]any
		// renames says that an object with another image is another object: a Job.
		renames bool
	}{
		"playground": {
			reason: "the engine of a built-in runtime and the loader of the model", kind: "inference_playground",
			config: merge(plannedPlayground, map[string]any{"references": []any{qwenDefinition}}),
		},
		"llmkube service": {
			reason: "the engine and the download", kind: "inference_llmkube_service",
			config: map[string]any{
				"metadata": map[string]any{"name": "chat", "namespace": "llm"}, "spec": map[string]any{"model_ref": "qwen"},
				"references": []any{`{"apiVersion":"inference.llmkube.dev/v1alpha1","kind":"Model","metadata":{"name":"qwen","namespace":"llm"},"spec":{"source":"https://example.com/m.gguf"}}`},
			},
		},
		"pool": {
			reason: "the endpoint picker", kind: "inference_pool",
			config: map[string]any{
				"metadata": map[string]any{"name": "chat", "namespace": "llm"},
				"spec": map[string]any{
					"selector": map[string]any{"match_labels": map[string]any{"app": "chat"}}, "target_ports": []any{map[string]any{"number": 8000.0}},
				},
			},
		},
		"model": {
			reason: "the download, whose Job is made anew", kind: "inference_base_model", renames: true,
			config: map[string]any{
				"metadata": map[string]any{"name": "qwen", "namespace": "llm"},
				"spec":     map[string]any{"storage": map[string]any{"storage_uri": "hf://Qwen/Qwen3-8B"}},
				"direct":   map[string]any{"size": "40Gi"},
			},
		},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, map[string]any{"mode": "direct"}); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			newest := s.plan(t, tc.kind, nil, tc.config)
			images := attributesOf(t, newest.kind, newest.PlannedState)["images"]
			older := olderImages(t, images)
			if len(older) == 0 {
				t.Fatalf("%s: no image is pinned\n%s", tc.reason, told(newest.Diagnostics))
			}
			// A plan that starts from older images renders with them: what the older provider had applied.
			made := observed(t, newest)
			made["images"] = tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, older)
			before := s.plan(t, tc.kind, dynamic(t, newest.kind, tftypes.NewValue(newest.kind, made)), tc.config)
			state := dynamic(t, newest.kind, tftypes.NewValue(newest.kind, observed(t, before)))

			kept := s.plan(t, tc.kind, state, tc.config)
			if diff := cmp.Diff(attributesOf(t, newest.kind, state), attributesOf(t, newest.kind, kept.PlannedState)); diff != "" {
				t.Errorf("%s: an upgrade of the provider plans (-state +plan):\n%s", tc.reason, diff)
			}
			options, _ := tc.config["direct"].(map[string]any)
			asked := s.plan(t, tc.kind, state, merge(tc.config, map[string]any{"direct": merge(options, map[string]any{"upgrade_images": true})}))
			if len(asked.RequiresReplace) > 0 {
				t.Errorf("%s: a newer image replaces the resource", tc.reason)
			}
			planned := attributesOf(t, newest.kind, asked.PlannedState)
			if !planned["images"].Equal(images) {
				t.Errorf("%s: the planned images are %s, want %s", tc.reason, planned["images"], images)
			}
			was, is := manifestLines(t, attributesOf(t, newest.kind, state)["rendered"]), manifestLines(t, planned["rendered"])
			if diff := cmp.Diff(manifestLines(t, attributesOf(t, newest.kind, newest.PlannedState)["rendered"]), is); diff != "" {
				t.Errorf("%s: what is asked for is not what is made anew (-new +upgraded):\n%s", tc.reason, diff)
			}
			if len(was) != len(is) {
				t.Fatalf("%s: %d lines become %d", tc.reason, len(was), len(is))
			}
			changed := 0
			for i := range was {
				if was[i] == is[i] {
					continue
				}
				changed++
				renamed := tc.renames && strings.HasPrefix(strings.TrimSpace(is[i]), "name: ")
				if strings.TrimSuffix(was[i], olderSuffix) != is[i] && !renamed {
					t.Errorf("%s: %q becomes %q", tc.reason, was[i], is[i])
				}
			}
			if changed < len(older) {
				t.Errorf("%s: %d lines change for %d images", tc.reason, changed, len(older))
			}
		})
	}
}

// observed are the attributes that an apply of a plan leaves: what only the cluster knows is known.
func observed(t *testing.T, p planned) map[string]tftypes.Value {
	t.Helper()
	fields := attributesOf(t, p.kind, p.PlannedState)
	for name, known := range map[string]any{"ready": true, "diagnosis": nil, "drift": []any{}} {
		fields[name] = value(t, p.kind.AttributeTypes[name], known)
	}
	return fields
}

// olderSuffix marks an image as one that an older provider knew.
const olderSuffix = "-older"

// olderImages are images, by role, as an older provider had them.
func olderImages(t *testing.T, images tftypes.Value) map[string]tftypes.Value {
	t.Helper()
	fields, _ := fieldsOf(images)
	older := map[string]tftypes.Value{}
	for role, image := range fields {
		older[role] = tftypes.NewValue(tftypes.String, textOf(t, image)+olderSuffix)
	}
	return older
}

// manifestLines are the lines of all manifests.
func manifestLines(t *testing.T, manifests tftypes.Value) []string {
	t.Helper()
	items := map[string]tftypes.Value{}
	if err := manifests.As(&items); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, id := range slices.Sorted(maps.Keys(items)) {
		lines = slices.AppendSeq(lines, strings.Lines(textOf(t, items[id])))
	}
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\n")
	}
	return lines
}
