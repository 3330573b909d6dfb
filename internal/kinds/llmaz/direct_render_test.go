package llmaz

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRenderPlayground(t *testing.T) {
	rendertest.Run(t, "testdata/render/playground", RenderPlayground)
}

func TestRenderService(t *testing.T) {
	rendertest.Run(t, "testdata/render/service", RenderService)
}
