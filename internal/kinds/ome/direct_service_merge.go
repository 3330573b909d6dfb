package ome

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// mergedComponent is a component of a service merged into that of its runtime. Its
// types are those of Kubernetes, whose tags say how lists are merged.
type mergedComponent struct {
	corev1.PodSpec `json:",inline"`

	v1beta1.ComponentExtensionSpec `json:",inline"`

	Runner              *corev1.Container            `json:"runner,omitempty"`
	Leader              *mergedHost                  `json:"leader,omitempty"`
	Worker              *mergedHost                  `json:"worker,omitempty"`
	AcceleratorOverride *v1beta1.AcceleratorSelector `json:"acceleratorOverride,omitempty"`
	Config              map[string]string            `json:"config,omitempty"`
}

// mergedHost is the leader or the worker of a group of several hosts.
type mergedHost struct {
	corev1.PodSpec `json:",inline"`

	// Size is the number of workers.
	Size   *int              `json:"size,omitempty"`
	Runner *corev1.Container `json:"runner,omitempty"`
}

// mergeComponent merges a component of a service into that of its runtime, which may be nil.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/utils/merging.go@v0.1.5.
func mergeComponent(base, override map[string]any) (mergedComponent, error) {
	merged := runtime.DeepCopyJSON(override)
	if base != nil {
		base = runtime.DeepCopyJSON(base)
		dropVolumes(base, merged)
		for _, host := range []string{"leader", "worker"} {
			ours, _ := base[host].(map[string]any)
			theirs, _ := merged[host].(map[string]any)
			dropVolumes(ours, theirs)
		}
		var err error
		if merged, err = strategicpatch.StrategicMergeMapPatch(base, merged, mergedComponent{}); err != nil {
			return mergedComponent{}, err
		}
	}
	return render.Decode[mergedComponent](merged)
}

// dropVolumes drops the volumes of a pod that an override has too: one of them replaces
// the other, where a merge would make one volume of two sources.
func dropVolumes(pod, override map[string]any) {
	volumes, _ := pod["volumes"].([]any)
	replaced, _ := override["volumes"].([]any)
	if len(volumes) == 0 || len(replaced) == 0 {
		return
	}
	name := func(volume any) any { return volume.(map[string]any)["name"] }
	pod["volumes"] = slices.DeleteFunc(volumes, func(volume any) bool {
		return slices.ContainsFunc(replaced, func(other any) bool { return name(other) == name(volume) })
	})
}

// mergeContainer merges a runner into the entry of the same name. Its arguments come
// after those of the entry.
func mergeContainer(entry, runner corev1.Container) (corev1.Container, error) {
	trees := make([]map[string]any, 2)
	for i, container := range []corev1.Container{entry, runner} {
		tree, err := runtime.DefaultUnstructuredConverter.ToUnstructured(&container)
		if err != nil {
			return corev1.Container{}, err
		}
		trees[i] = tree
	}
	tree, err := strategicpatch.StrategicMergeMapPatch(trees[0], trees[1], corev1.Container{})
	if err != nil {
		return corev1.Container{}, err
	}
	merged, err := render.Decode[corev1.Container](tree)
	merged.Args = append(append([]string(nil), entry.Args...), runner.Args...)
	return merged, err
}
