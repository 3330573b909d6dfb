package render

import (
	"k8s.io/apimachinery/pkg/api/resource"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// spellOutAtoms sets the defaults of the API inside values that a server-side apply
// compares whole: without them, another manager that applies the same manifest would be in conflict
// with the first one.
func spellOutAtoms(pod *corev1ac.PodSpecApplyConfiguration) {
	for _, containers := range [][]corev1ac.ContainerApplyConfiguration{pod.InitContainers, pod.Containers} {
		for _, c := range containers {
			for _, env := range c.Env {
				if env.ValueFrom != nil {
					spellOutField(env.ValueFrom.FieldRef)
					spellOutResource(env.ValueFrom.ResourceFieldRef)
				}
			}
		}
	}
	for _, volume := range pod.Volumes {
		if volume.DownwardAPI != nil {
			spellOutFiles(volume.DownwardAPI.Items)
		}
		if volume.Projected == nil {
			continue
		}
		for _, source := range volume.Projected.Sources {
			if source.DownwardAPI != nil {
				spellOutFiles(source.DownwardAPI.Items)
			}
		}
	}
}

func spellOutFiles(items []corev1ac.DownwardAPIVolumeFileApplyConfiguration) {
	for _, item := range items {
		spellOutField(item.FieldRef)
		spellOutResource(item.ResourceFieldRef)
	}
}

func spellOutField(ref *corev1ac.ObjectFieldSelectorApplyConfiguration) {
	if ref != nil && ref.APIVersion == nil {
		ref.WithAPIVersion("v1")
	}
}

func spellOutResource(ref *corev1ac.ResourceFieldSelectorApplyConfiguration) {
	if ref != nil && ref.Divisor == nil {
		ref.WithDivisor(resource.MustParse("0"))
	}
}
