package kinds

import (
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Rendered returns the pods that direct mode would run of the candidate without any
// options, and false when what is known of it does not decide them.
func (c Candidate) Rendered(f render.Func) ([]podset.Set, bool) {
	sets, _, ok := c.Engines(f)
	return sets, ok
}

// Engines returns the same pods, whose engines are as they are configured, with the images that nobody names.
func (c Candidate) Engines(f render.Func) (sets []podset.Set, filled map[string]string, ok bool) {
	images := render.PinImages(nil)
	out, errs := f(render.Input{
		Object: c.Object.DeepCopy(), Options: map[string]any{}, References: c.References, Images: images, Bare: true,
	})
	if len(errs) > 0 {
		return nil, nil, false
	}
	sets, err := podset.Of(out.Objects)
	return sets, images.Used(), err == nil
}
