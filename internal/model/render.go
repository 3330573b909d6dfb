package model

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// optionUpgradeImages is the option of `direct` that unpins images, as direct.Common has it.
const optionUpgradeImages = "upgradeImages"

// Rendering is what direct mode makes of a resource.
type Rendering struct {
	render.Output
	// Images are those that nobody named, by role.
	Images map[string]string
}

// Render renders the workloads of direct mode with the images that the resource was
// rendered with before. A kind that runs nothing renders to nothing.
func (s *ResourceModel) Render(v Values, pinned map[string]string) (Rendering, field.ErrorList) {
	if s.Kind.Render == nil {
		return Rendering{}, nil
	}
	if upgrade, _ := v.Options[optionUpgradeImages].(bool); upgrade {
		pinned = nil
	}
	images := render.PinImages(pinned)
	out, errs := s.Kind.Render(render.Input{
		Object: v.Unstructured().DeepCopy(), Options: v.Options, References: v.References, Images: images,
	})
	var err error
	if out.Objects, err = v.operate(out.Objects); err != nil {
		errs = append(errs, field.InternalError(field.NewPath(AttrRendered), err))
	}
	for _, err := range errs {
		err.Origin = s.Kind.RuleOf(err.Detail)
	}
	if len(errs) == 0 {
		errs = asConfigured(v.Object[AttrSpec], enginelint.Rendered(field.NewPath(AttrRendered), out.Objects))
	}
	if err := findOpenAI(&out); err != nil {
		errs = append(errs, field.InternalError(field.NewPath(AttrOpenAIBaseURL), err))
	}
	return Rendering{out, images.Used()}, errs
}

// Images returns the pinned images of a state, by role.
func (v Values) Images() map[string]string {
	images := map[string]string{}
	for role, value := range Children(v.Attributes[AttrImages]) {
		if image, known := StringOf(value); known {
			images[role] = image
		}
	}
	return images
}

// ImagesValue is the value of the attribute `images`.
func ImagesValue(images map[string]string) tftypes.Value {
	out := make(map[string]tftypes.Value, len(images))
	for role, image := range images {
		out[role] = StringValue(image)
	}
	return tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, out)
}
