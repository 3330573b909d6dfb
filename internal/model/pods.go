package model

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// Pods returns the pods that a resource with these values runs: those of what direct mode
// renders with the pinned images, or those that the operator makes of the object. It is
// false for values that cannot be rendered.
func (s *ResourceModel) Pods(v Values, release string, pinned map[string]string) ([]podset.Set, bool) {
	if v.Text(AttrMode) != Direct {
		if s.Kind.Runs == nil {
			return nil, true
		}
		return s.Kind.Runs(kinds.Candidate{Object: v.Unstructured(), Release: release, References: v.References}), true
	}
	out, errs := s.Render(v, pinned)
	if len(errs) > 0 {
		return nil, false
	}
	sets, err := podset.Of(out.Objects)
	return sets, err == nil
}

// PodsOf returns the pods that manifests run.
func PodsOf(manifests []string) ([]podset.Set, bool) {
	objects := make([]*unstructured.Unstructured, 0, len(manifests))
	for _, manifest := range manifests {
		obj, err := ParseManifest(manifest)
		if err != nil {
			return nil, false
		}
		objects = append(objects, obj)
	}
	sets, err := podset.Of(objects)
	return sets, err == nil
}
