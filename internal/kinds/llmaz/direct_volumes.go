package llmaz

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// volumes returns the volumes of the serving pod and their mounts in the serving container.
func (p directPlayground) volumes() ([]corev1.Volume, []corev1.VolumeMount) {
	var volumes []corev1.Volume
	var mounts []corev1.VolumeMount
	if size := cmp.Or(p.runtimeConfig().SharedMemorySize, p.runtime.config.SharedMemorySize); size != nil {
		volumes = append(volumes, corev1.Volume{
			Name: sharedMemoryVolumeName,
			VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{
				Medium: corev1.StorageMediumMemory, SizeLimit: size,
			}},
		})
		mounts = append(mounts, corev1.VolumeMount{Name: sharedMemoryVolumeName, MountPath: sharedMemoryMountPath})
	}
	hostVolumeName := modelVolumeName
	if p.mountsModels() {
		hostVolumeName = hostModelVolumeName
		volumes = append(volumes, corev1.Volume{Name: modelVolumeName, VolumeSource: p.modelVolumeSource()})
		mounts = append(mounts, corev1.VolumeMount{
			Name: modelVolumeName, MountPath: modelsMountPath, ReadOnly: !p.pullsIntoCache(),
		})
	}
	for _, m := range p.models {
		if m.source.kind != sourceHost {
			continue
		}
		volumes = append(volumes, corev1.Volume{
			Name:         hostVolumeName,
			VolumeSource: corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: m.source.address}},
		})
		mounts = append(mounts, corev1.VolumeMount{Name: hostVolumeName, MountPath: m.source.address, ReadOnly: true})
	}
	return volumes, mounts
}

// modelVolumeSource is what weights are loaded into: the cache, or a directory that
// lives as long as the pod.
func (p directPlayground) modelVolumeSource() corev1.VolumeSource {
	cache := p.options.Cache
	if cache == nil {
		return corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}
	}
	return corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{
		ClaimName: cmp.Or(cache.ClaimName, modelsClaimName(p.owner.Name)),
	}}
}

// pullsIntoCache reports whether the serving container itself writes weights to the cache.
func (p directPlayground) pullsIntoCache() bool {
	return p.options.Cache != nil && p.mountsModels() &&
		slices.ContainsFunc(p.models, func(m directModel) bool { return m.source.kind == sourceOllama })
}
