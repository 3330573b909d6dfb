package engine

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// optionUpgradeImages is the option of `direct` that unpins images, as direct.Common has it.
const optionUpgradeImages = "upgradeImages"

// rendering is what direct mode makes of a resource.
type rendering struct {
	render.Output
	// images are those that nobody named, by role.
	images map[string]string
}

// render renders the workloads of direct mode with the images that the resource was
// rendered with before. A kind that runs nothing renders to nothing.
func (s *resourceModel) render(v values, pinned map[string]string) (rendering, field.ErrorList) {
	if s.kind.Render == nil {
		return rendering{}, nil
	}
	if upgrade, _ := v.options[optionUpgradeImages].(bool); upgrade {
		pinned = nil
	}
	images := render.PinImages(pinned)
	out, errs := s.kind.Render(render.Input{
		Object: v.unstructured().DeepCopy(), Options: v.options, References: v.references, Images: images,
	})
	var err error
	if out.Objects, err = v.operate(out.Objects); err != nil {
		errs = append(errs, field.InternalError(field.NewPath(attrRendered), err))
	}
	return rendering{out, images.Used()}, errs
}

// images returns the pinned images of a state, by role.
func (v values) images() map[string]string {
	images := map[string]string{}
	for role, value := range children(v.attributes[attrImages]) {
		if image, known := stringOf(value); known {
			images[role] = image
		}
	}
	return images
}

// imagesValue is the value of the attribute `images`.
func imagesValue(images map[string]string) tftypes.Value {
	out := make(map[string]tftypes.Value, len(images))
	for role, image := range images {
		out[role] = stringValue(image)
	}
	return tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, out)
}
