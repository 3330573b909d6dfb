//go:build unix

package acctest_test

import (
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var gatewayType = schema.GroupVersionResource{Group: "gateway.networking.k8s.io", Version: "v1", Resource: "gateways"}

// TestAccTraffic applies every example of traffic until it is ready, with its Gateway and its route, and shows that a
// destruction is refused while the route is there.
func TestAccTraffic(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		options acctest.Options
		// resource is what the route leads to, and field where it says so.
		resource, field string
		// referrer points at it instead of the HTTPRoute, which leads to what is not Terraform's.
		referrer *unstructured.Unstructured
	}{
		"gie":     {options: gieNewest, resource: "InferencePool default/chat", field: "spec.rules[].backendRefs[]"},
		"llmaz":   {options: newest, resource: "Playground default/chat", field: "spec.rules[].backendRefs[]"},
		"llmkube": {options: llmkubeNewest, resource: "ModelRouter default/front", field: "spec.rules[].backendRefs[]"},
		"ome":     {options: omeNewest, resource: "InferenceService default/chat", field: "spec.rules[].backendRefs[]"},
		"kthena": {
			options: kthenaNewest, resource: "ModelServer default/chat", field: "spec.rules[].targetModels[].modelServerName",
			referrer: &unstructured.Unstructured{Object: map[string]any{
				"apiVersion": "networking.serving.volcano.sh/v1alpha1", "kind": "ModelRoute", "metadata": map[string]any{"name": "theirs", "namespace": "default"},
				"spec": map[string]any{"modelName": "theirs", "rules": []any{map[string]any{"targetModels": []any{map[string]any{"modelServerName": "chat"}}}}},
			}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := acctest.Start(t, tc.options)
			defer define(t, c, gatewayType, "Gateway")()
			defer define(t, c, routeType, "HTTPRoute")()
			untilServed(t, c, gatewayType)
			untilServed(t, c, routeType)
			tf := acctest.NewTerraform(t)
			tf.Configure(t, readExample(t, c, filepath.Join("traffic", name, "main.tf")))
			expectReady(t, tf)
			for _, made := range manifestsOf(t, "traffic/"+name+"/gateway.yaml") {
				resource := gatewayType
				if made.GetKind() == "HTTPRoute" {
					resource = routeType
				}
				o := acctest.Object{Resource: resource, Namespace: made.GetNamespace(), Name: made.GetName()}
				c.Create(t, o, "kubectl-create", made.Object)
				defer c.Delete(t, o)
			}
			line, leads := "HTTPRoute default/chat ("+tc.field+")", acctest.Object{Resource: routeType, Namespace: "default", Name: "chat"}
			if tc.referrer != nil {
				leads = ofRouter("modelroutes")
				leads.Name = tc.referrer.GetName()
				c.Create(t, leads, "kubectl-create", tc.referrer.Object)
				line = "ModelRoute default/theirs (" + tc.field + ")"
			}
			out := tf.Destroy(t)
			refusal := out.Find(t, "error", "Other objects still point at the object")
			if out.OK || !strings.Contains(refusal.Detail, tc.resource+" was not deleted") || !strings.Contains(refusal.Detail, line) {
				t.Errorf("the destruction is not refused for %s: %s", line, refusal.Detail)
			}
			c.Delete(t, leads)
			if out = tf.Destroy(t); !out.OK {
				t.Errorf("without the route the destruction does not go through: %s", out.Log)
			}
		})
	}
}
