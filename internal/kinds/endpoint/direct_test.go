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

// TestRenderErrors shows what keeps an endpoint from being rendered.
func TestRenderErrors(t *testing.T) {
	long := strings.Repeat("c", 60)
	for name, tc := range map[string]struct{ input, want, rule string }{
		"no size":       {validEndpoint + "  cache: {size: 0Gi}\n", `spec.cache.size: Invalid value: "0": must be greater than zero, such as 100Gi`, " (DR-3)"},
		"unknown field": {validEndpoint + "  engines: {}\n", `spec: Invalid value: "chat": decoding `, " (DR-2)"},
		"long for a route": {
			strings.Replace(validEndpoint, "name: chat", "name: "+long, 1) + "  route: {gateways: [{name: g}], pool: {}}\n",
			`metadata.name: Invalid value: "` + long + `": the endpoint picker has the Service `, " (EP-05)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, errs := Render(rendertest.Parse(t, []byte(tc.input)))
			if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), tc.want) || !strings.HasSuffix(errs[0].Detail, tc.rule) {
				t.Errorf("the errors are %v, want %s ...%s", errs, tc.want, tc.rule)
			}
		})
	}
}
