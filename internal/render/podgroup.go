package render

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/apis/workload"
)

var podGroupKind = schema.GroupVersionKind{Group: "scheduling.volcano.sh", Version: "v1beta1", Kind: "PodGroup"}

// PodGroup returns a PodGroup of Volcano. Pods join it by the annotation of [GroupMember].
func PodGroup(o Owner, name string, spec workload.PodGroupSpec) (*unstructured.Unstructured, error) {
	group, err := object(&struct {
		Spec workload.PodGroupSpec `json:"spec"`
	}{spec})
	if err != nil {
		return nil, err
	}
	group.SetGroupVersionKind(podGroupKind)
	group.SetName(name)
	group.SetNamespace(o.Namespace)
	group.SetLabels(o.ObjectLabels())
	group.SetAnnotations(GroupMember(name))
	return group, nil
}

// GroupMember returns the annotation by which a pod joins a PodGroup, and which the PodGroup has itself.
//
// Mirrors volcano-sh/apis pkg/apis/scheduling/v1beta1/labels.go@v1.12.0.
func GroupMember(name string) map[string]string {
	return map[string]string{"scheduling.k8s.io/group-name": name}
}
