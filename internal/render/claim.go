package render

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// PersistentVolumeClaim returns a claim of the given size. A nil class means the
// cluster's default StorageClass.
func PersistentVolumeClaim(o Owner, name string, size resource.Quantity, class *string, mode corev1.PersistentVolumeAccessMode) (*unstructured.Unstructured, error) {
	spec := corev1ac.PersistentVolumeClaimSpec().
		WithAccessModes(mode).
		WithResources(corev1ac.VolumeResourceRequirements().
			WithRequests(corev1.ResourceList{corev1.ResourceStorage: size}))
	spec.StorageClassName = class
	return object(corev1ac.PersistentVolumeClaim(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(spec))
}
