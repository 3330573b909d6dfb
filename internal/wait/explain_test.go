package wait

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/kinds/llmaz"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// TestTold shows how the fields that decide about a cause are named.
func TestTold(t *testing.T) {
	own := kinds.Place{Field: "spec.backendRuntimeConfig.resources"}
	flavor := kinds.Place{Field: "spec.inferenceConfig.flavors[1].limits[nvidia.com/gpu]", Kind: "OpenModel", Name: "qwen", By: "spec.modelClaim.modelName"}
	choice := kinds.Place{Field: "spec.modelClaim.inferenceFlavors", Chooses: "flavor"}
	cases := map[string]struct {
		reason     string
		places     []kinds.Place
		want, root string
	}{
		"none":     {"no field decides", nil, "", ""},
		"own":      {"it is in the configuration of the resource", []kinds.Place{own}, "`spec.backend_runtime_config.resources`", "spec.backendRuntimeConfig.resources"},
		"referred": {"another resource has it", []kinds.Place{flavor}, "`spec.inference_config.flavors[1].limits[\"nvidia.com/gpu\"]` of OpenModel qwen", "spec.modelClaim.modelName"},
		"both": {
			"each has a part, and another choice changes both",
			[]kinds.Place{flavor, own, choice},
			"`spec.inference_config.flavors[1].limits[\"nvidia.com/gpu\"]` of OpenModel qwen and `spec.backend_runtime_config.resources`, or choose another flavor in `spec.model_claim.inference_flavors`",
			"spec.modelClaim.modelName",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if got := told(model.New(kindstest.Named(t, llmaz.Kinds(), "playground")), tc.places); got != tc.want {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
			if len(tc.places) > 0 && tc.places[0].Own() != tc.root {
				t.Errorf("%s: the field of the resource is %q, want %q", tc.reason, tc.places[0].Own(), tc.root)
			}
		})
	}
}
