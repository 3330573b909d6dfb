//go:build unix

package acctest_test

import (
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDestroyTraffic shows that what Kthena's router leads requests to is not destroyed while it does: a ModelServing
// whose name a server selects by, and a server that a route names.
func TestAccDestroyTraffic(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaNewest)
	for typeName, tc := range map[string]struct {
		referrer acctest.Object
		kind     string
		spec     map[string]any
		at       string
	}{
		"inference_model_serving": {
			ofRouter("modelservers"), "ModelServer", map[string]any{
				"inferenceEngine": "vLLM", "workloadPort": map[string]any{"port": int64(8000)},
				"workloadSelector": map[string]any{"matchLabels": map[string]any{"modelserving.volcano.sh/name": "led-to"}},
			}, "spec.workloadSelector.matchLabels[modelserving.volcano.sh/name]",
		},
		"inference_kthena_model_server": {
			ofRouter("modelroutes"), "ModelRoute", map[string]any{
				"modelName": "chat", "rules": []any{map[string]any{"targetModels": []any{map[string]any{"modelServerName": "led-to"}}}},
			}, "spec.rules[].targetModels[].modelServerName",
		},
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			life := kthenaLives[typeName]
			object := life.object
			object.Name, tc.referrer.Name = "led-to", "leads"
			tf := acctest.NewTerraform(t)
			tf.Configure(t, c.Provider("")+"resource \""+typeName+"\" \"it\" {\n  metadata = { name = \"led-to\", namespace = \"default\" }\n  "+life.body+"\n  "+shortTimeouts+"\n}\n")
			tf.MustApply(t)
			c.Create(t, tc.referrer, "kubectl-create", map[string]any{
				"apiVersion": tc.referrer.Resource.GroupVersion().String(), "kind": tc.kind,
				"metadata": map[string]any{"name": "leads", "namespace": "default"}, "spec": tc.spec,
			})
			out := tf.Destroy(t)
			line := tc.kind + " default/leads (" + tc.at + ")"
			if refusal := out.Find(t, "error", "Other objects still point at the object"); !strings.Contains(refusal.Detail, line) || c.Get(t, object) == nil {
				t.Errorf("it is not refused for %s: %s", line, refusal.Detail)
			}
			c.Delete(t, tc.referrer)
			if out = tf.Destroy(t); !out.OK || c.Get(t, object) != nil {
				t.Errorf("without it the destruction does not go through: %s", out.Log)
			}
		})
	}
}
