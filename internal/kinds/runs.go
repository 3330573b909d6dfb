package kinds

import (
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Rendered returns the pods that direct mode would run of the candidate without any
// options, and false when what is known of it does not decide them.
func (c Candidate) Rendered(f render.Func) ([]podset.Set, bool) {
	out, errs := f(render.Input{
		Object: c.Object.DeepCopy(), Options: map[string]any{}, References: c.References, Images: render.PinImages(nil),
	})
	if len(errs) > 0 {
		return nil, false
	}
	sets, err := podset.Of(out.Objects)
	return sets, err == nil
}
