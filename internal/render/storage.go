package render

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// PersistentVolumeClaim returns a claim of the given size. A nil class means the
// cluster's default StorageClass.
func PersistentVolumeClaim(o Owner, name string, size resource.Quantity, class *string, mode corev1.PersistentVolumeAccessMode) *unstructured.Unstructured {
	spec := corev1ac.PersistentVolumeClaimSpec().
		WithAccessModes(mode).
		WithResources(corev1ac.VolumeResourceRequirements().
			WithRequests(corev1.ResourceList{corev1.ResourceStorage: size}))
	spec.StorageClassName = class
	return object(corev1ac.PersistentVolumeClaim(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(spec))
}

// ConfigMap returns a ConfigMap of that name with the texts by their keys.
func ConfigMap(o Owner, name string, data map[string]string) *unstructured.Unstructured {
	return object(corev1ac.ConfigMap(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithData(data))
}
