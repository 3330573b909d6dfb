package llmaz

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

// TestPlaygroundImages proves that images of the provider's choice are kept, and that those of
// somebody else's choice are not taken for them.
func TestPlaygroundImages(t *testing.T) {
	pinned := map[string]string{"vllm": "registry.example.com:5000/vllm:v0", "model-loader": "loader:v0"}
	cases := map[string]struct {
		reason, input  string
		server, loader string
		used           map[string]string
	}{
		"Pinned": {
			reason: "An upgrade of the provider must not restart a model.",
			input:  claimDoc + hubModelDoc,
			server: "registry.example.com:5000/vllm:v0", loader: "loader:v0", used: pinned,
		},
		"Version": {
			reason: "A version is the user's; the repository stays the pinned one.",
			input:  claimDoc + "  backendRuntimeConfig: {version: v1}\n" + hubModelDoc,
			server: "registry.example.com:5000/vllm:v1", loader: "loader:v0", used: pinned,
		},
		"OtherRuntime": {
			reason: "Another runtime has another image.",
			input:  claimDoc + "  backendRuntimeConfig: {backendName: tgi}\n" + hubModelDoc,
			server: "ghcr.io/huggingface/text-generation-inference:3.3.7", loader: "loader:v0",
			used: map[string]string{"tgi": "ghcr.io/huggingface/text-generation-inference:3.3.7", "model-loader": "loader:v0"},
		},
		"Configured": {
			reason: "Images that somebody names are nobody's to keep.",
			input:  claimDoc + "  backendRuntimeConfig: {backendName: engine}\n" + directOptionsDoc("{loaderImage: mine}") + hubModelDoc + engineDoc,
			server: "registry.example.com/engine:1.2.3", loader: "mine", used: map[string]string{},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			in := rendertest.Parse(t, []byte(tc.input))
			in.Images = render.PinImages(pinned)
			out, errs := RenderPlayground(in)
			if len(errs) > 0 {
				t.Fatal(errs.ToAggregate())
			}
			if diff := cmp.Diff(tc.used, in.Images.Used()); diff != "" {
				t.Errorf("%s\nused images differ (-want +got):\n%s", tc.reason, diff)
			}
			got := [2]string{imageOf(t, out.Objects[0], "containers"), imageOf(t, out.Objects[0], "initContainers")}
			if diff := cmp.Diff([2]string{tc.server, tc.loader}, got); diff != "" {
				t.Errorf("%s\nimages differ (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// imageOf is the image of the first container of a Deployment's pods.
func imageOf(t *testing.T, deployment *unstructured.Unstructured, list string) string {
	t.Helper()
	containers, _, err := unstructured.NestedSlice(deployment.Object, "spec", "template", "spec", list)
	if err != nil || len(containers) == 0 {
		t.Fatalf("%s has no %s: %v", deployment.GetName(), list, err)
	}
	image, _ := containers[0].(map[string]any)["image"].(string)
	return image
}
