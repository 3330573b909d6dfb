package llmaz

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// modelVolumes returns the volumes that have the weights and their mounts in the serving container.
func (s directServing) modelVolumes() ([]corev1.Volume, []corev1.VolumeMount) {
	var volumes []corev1.Volume
	var mounts []corev1.VolumeMount
	if s.mountsModels() {
		volumes = append(volumes, corev1.Volume{Name: modelVolumeName, VolumeSource: s.modelVolumeSource()})
		mounts = append(mounts, corev1.VolumeMount{
			Name: modelVolumeName, MountPath: modelsMountPath, ReadOnly: !s.pullsIntoCache(),
		})
	}
	for _, m := range s.models {
		if m.source.kind != sourceHost || s.skipLoader {
			continue
		}
		volumes = append(volumes, corev1.Volume{
			Name:         s.hostVolumeName(),
			VolumeSource: corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: m.source.address}},
		})
		mounts = append(mounts, corev1.VolumeMount{Name: s.hostVolumeName(), MountPath: m.source.address, ReadOnly: true})
	}
	return volumes, mounts
}

// hostVolumeName is the name of the volume of a model on the host: llmaz's own, unless
// another model is loaded into the volume of that name.
func (s directServing) hostVolumeName() string {
	if s.mountsModels() {
		return hostModelVolumeName
	}
	return modelVolumeName
}

// modelVolumeSource is what weights are loaded into: the cache, or a directory that
// lives as long as the pod.
func (s directServing) modelVolumeSource() corev1.VolumeSource {
	cache := s.weights.Cache
	if cache == nil {
		return corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}
	}
	return corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{
		ClaimName: cmp.Or(cache.ClaimName, modelsClaimName(s.owner.Name)),
	}}
}

// pullsIntoCache reports whether the serving container itself writes weights to the cache.
func (s directServing) pullsIntoCache() bool {
	return s.weights.Cache != nil && s.mountsModels() &&
		slices.ContainsFunc(s.models, func(m directModel) bool { return m.source.kind == sourceOllama })
}
