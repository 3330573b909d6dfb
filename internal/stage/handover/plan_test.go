package handover

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// TestFilledIn shows which fields of pods get their value without anybody, so that no pod restarts when nobody sets them
// any more.
func TestFilledIn(t *testing.T) {
	const always, ifNotPresent = `"Always"`, `"IfNotPresent"`
	cases := map[string]struct {
		reason, image, field, live string
		want                       bool
	}{
		"no tag":           {"it stands for latest", "example.org/server", "imagePullPolicy", always, true},
		"no tag, kept":     {"somebody sets it", "example.org/server", "imagePullPolicy", ifNotPresent, false},
		"port":             {"it is no tag", "example.org:5000/server", "imagePullPolicy", always, true},
		"latest":           {"it moves", "server:latest", "imagePullPolicy", always, true},
		"latest, digested": {"the tag counts all the same", "server:latest@sha256:0a", "imagePullPolicy", always, true},
		"tag":              {"it is taken to stay", "example.org:5000/server:v1", "imagePullPolicy", ifNotPresent, true},
		"tag, pulled":      {"somebody sets it", "example.org/server:v1", "imagePullPolicy", always, false},
		"digest":           {"it stays", "example.org/server@sha256:0a", "imagePullPolicy", ifNotPresent, true},
		"digest, pulled":   {"somebody sets it", "example.org/server@sha256:0a", "imagePullPolicy", always, false},
		"other default":    {"the image has nothing to do with it", "server:v1", "terminationMessagePolicy", `"File"`, true},
		"other value":      {"somebody sets it", "server:v1", "terminationMessagePolicy", `"FallbackToLogsOnError"`, false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			rendered := model.Target{Applied: &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"template": map[string]any{"spec": map[string]any{
				"containers": []any{map[string]any{"name": "server", "image": tc.image}},
			}}}}}}
			d := object.Drift{Path: `spec.template.spec.containers[name="server"].` + tc.field, Live: tc.live}
			if got := filledIn(rendered, d); got != tc.want {
				t.Errorf("%s: got %t, want %t", tc.reason, got, tc.want)
			}
		})
	}
}
