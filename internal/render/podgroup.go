package render

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var podGroupKind = schema.GroupVersionKind{Group: "scheduling.volcano.sh", Version: "v1beta1", Kind: "PodGroup"}

// PodGroup returns a PodGroup of Volcano, whose spec has the type workload.PodGroupSpec.
// Pods join it by the annotation of [GroupMember].
func PodGroup(o Owner, name string, spec any) *unstructured.Unstructured {
	group := Custom(o, podGroupKind, name, spec)
	group.SetAnnotations(GroupMember(name))
	return group
}

// GroupMember returns the annotation by which a pod joins a PodGroup, and which the PodGroup has itself.
//
// Mirrors volcano-sh/apis pkg/apis/scheduling/v1beta1/labels.go@v1.12.0.
func GroupMember(name string) map[string]string {
	return map[string]string{"scheduling.k8s.io/group-name": name}
}
