package llmkube

import (
	"maps"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRenderService(t *testing.T) {
	rendertest.Run(t, "testdata/render/service", RenderService)
}

// TestRenderServicePinsImages renders with the images of an earlier release of the provider.
func TestRenderServicePinsImages(t *testing.T) {
	in := rendertest.Parse(t, []byte(directServiceDoc+directFileDoc+"  hardware: {gpu: {count: 1}}\n"))
	in.Images = render.PinImages(map[string]string{"llamacpp-cuda": "old/engine:1", "download": "old/curl:1", "vllm": "old/vllm:1"})
	out, errs := RenderService(in)
	if len(errs) > 0 {
		t.Fatal(errs.ToAggregate())
	}
	text := string(rendertest.Format(t, out))
	for _, image := range []string{"image: old/engine:1\n", "image: old/curl:1\n"} {
		if !strings.Contains(text, image) {
			t.Errorf("the manifests lack %q, so an upgrade of the provider restarts the model", image)
		}
	}
	if want := map[string]string{"llamacpp-cuda": "old/engine:1", "download": "old/curl:1"}; !maps.Equal(in.Images.Used(), want) {
		t.Errorf("the images in use are %v, want %v", in.Images.Used(), want)
	}
}

// TestRulesOfTheOperatorOnly shows what holds for LLMKube but not for what direct mode renders.
func TestRulesOfTheOperatorOnly(t *testing.T) {
	cases := map[string]struct {
		reason, id, object string
		rules              []kinds.Rule
	}{
		"Port":     {"The core Service of direct mode finds the port by its name.", "I-10", directServiceDoc + "  runtime: vllm\n  skipModelInit: true\n", serviceRules()},
		"Checksum": {"The download of direct mode verifies the checksum.", "M-14", directFileDoc + "  sha256: " + strings.Repeat("ab", 32) + "\n", modelRules()},
		"Folder":   {"Direct mode has its own option for folders of the node.", "M-05", directModelDoc + "  source: /srv/models/m.gguf\n", modelRules()},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			object := rendertest.Parse(t, []byte(strings.TrimPrefix(tc.object, "\n---\n"))).Object
			for _, direct := range []bool{false, true} {
				errs, warns := kinds.Check(tc.rules, kinds.Candidate{Object: object, Direct: direct}, nil)
				found := false
				for _, err := range append(errs, warns...) {
					found = found || strings.HasSuffix(err.Detail, "("+tc.id+")")
				}
				if found == direct {
					t.Errorf("%s In direct mode: %t, found: %t", tc.reason, direct, found)
				}
			}
		})
	}
}
