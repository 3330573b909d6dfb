package ome

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRenderInferenceService(t *testing.T) {
	rendertest.Run(t, "testdata/render/ome_service", RenderInferenceService)
}
