package endpoint

import (
	"maps"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRender(t *testing.T) {
	rendertest.Run(t, "testdata/render", Render)
}

// TestRenderPinsImages renders with the images of an earlier release of the provider.
func TestRenderPinsImages(t *testing.T) {
	in := rendertest.Parse(t, []byte(validEndpoint))
	in.Images = render.PinImages(map[string]string{"vllm": "old/vllm:1", "tgi": "old/tgi:1"})
	out, errs := Render(in)
	if len(errs) > 0 {
		t.Fatal(errs.ToAggregate())
	}
	if text := string(rendertest.Format(t, out)); !strings.Contains(text, "image: old/vllm:1\n") {
		t.Error("an upgrade of the provider restarts the model")
	}
	if want := map[string]string{"vllm": "old/vllm:1"}; !maps.Equal(in.Images.Used(), want) {
		t.Errorf("the images in use are %v, want %v", in.Images.Used(), want)
	}
}

// TestRenderNoSize shows an amount that no claim can have.
func TestRenderNoSize(t *testing.T) {
	_, errs := Render(rendertest.Parse(t, []byte(validEndpoint+"  cache: {size: 0Gi}\n")))
	if len(errs) != 1 || errs[0].Field != "spec.cache.size" || !strings.Contains(errs[0].Detail, "must be greater than zero, such as 100Gi") {
		t.Errorf("the errors are %v", errs)
	}
}
