package enginelint

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// noRay finds an image without Ray in a container that starts it, or whose engine is told to work by it: the one is not found, and
// the other does not start.
//
// Mirrors vllm-project/vllm vllm/config/parallel.py, vllm/v1/executor/ray_utils.py@main, 2026.
func noRay(e Engine) field.ErrorList {
	if !engines.LacksRay(e.Container.Image) {
		return nil
	}
	by := e.RayBy
	if by == nil {
		i, wants := engines.WantsRay(e.Container)
		if !wants {
			return nil
		}
		by = e.word(i)
	}
	return field.ErrorList{field.Invalid(e.imageAt(), e.Container.Image,
		fmt.Sprintf("it has no Ray, which %s asks for: name %s, the last with Ray, or an image of your own with Ray installed", by, engines.VLLMWithRay))}
}

// spread are the paths from which it follows whether a container works by Ray.
func (e Engine) spread() []string {
	paths := append(e.line(), e.env().String())
	if e.RayBy != nil {
		paths = append(paths, e.RayBy.String())
	}
	return paths
}
