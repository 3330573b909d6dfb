package llmaz

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRenderPlayground(t *testing.T) {
	rendertest.Run(t, "testdata/render/playground", RenderPlayground)
}

func TestRenderService(t *testing.T) {
	rendertest.Run(t, "testdata/render/service", RenderService)
}

// errorCase is an input that cannot be rendered, and everything that is said about it.
type errorCase struct {
	reason, input string
	want          []string
}

func expectErrors(t *testing.T, fn render.Func, cases map[string]errorCase) {
	t.Helper()
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, rendertest.Errors(t, fn, tc.input)); diff != "" {
				t.Errorf("%s\nerrors differ (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
