package llmaz

import (
	"cmp"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// output returns the workload, whose serving pods the selector finds, with the claim for the cache
// before it and the core Service in front of it, in the order in which they are applied.
func (s directServing) output(workload *unstructured.Unstructured, selector map[string]string, warnings []string) (render.Output, error) {
	out := render.Output{
		Endpoint: frontEndpoint(s.owner.Name, s.owner.Namespace),
		Warnings: warnings,
	}
	if cache := s.weights.Cache; cache != nil && cache.Size != nil {
		mode := corev1.PersistentVolumeAccessMode(cmp.Or(cache.AccessMode, string(corev1.ReadWriteOnce)))
		claim, err := render.PersistentVolumeClaim(s.owner, modelsClaimName(s.owner.Name), *cache.Size, cache.StorageClassName, mode)
		if err != nil {
			return render.Output{}, err
		}
		out.Objects = append(out.Objects, claim)
	}
	service, err := render.Service(s.owner, frontServiceName(s.owner.Name), selector, servingPortName, servingPort)
	if err != nil {
		return render.Output{}, err
	}
	out.Objects = append(out.Objects, workload, service)
	return out, nil
}
