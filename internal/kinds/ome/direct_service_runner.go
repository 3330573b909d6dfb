package ome

import (
	"maps"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Variables that runners get.
// Source: sgl-project/ome pkg/constants/constants.go@v0.1.5.
const (
	envModelPath   = "MODEL_PATH"
	envParallelism = "PARALLELISM_SIZE"
)

// Flags that tell servers over how many accelerators a model is spread.
// Source: sgl-project/ome pkg/controller/v1beta1/inferenceservice/components/base.go@v0.1.5.
var (
	tensorFlags   = []string{"--tp-size", "--tp", "--tensor-parallel-size"}
	pipelineFlags = []string{"--pp-size", "--pp", "--pipeline-parallel-size"}
)

// editRunner gives the runner of an engine or a decoder the model and what its
// accelerator class changes.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/components/base.go@v0.1.5.
func (s directService) editRunner(c directComponent, h host, runner *corev1.Container) {
	runner.Env = render.AddEnv(runner.Env, []corev1.EnvVar{{Name: envModelPath, Value: s.weights.mount.MountPath}})
	runner.VolumeMounts = append(runner.VolumeMounts, s.weights.mount)
	s.setResources(c, h, runner)
	if c.class.name == "" {
		if gpus := gpusOf(runner.Resources); gpus > 0 {
			runner.Env = render.MergeEnv(runner.Env, []corev1.EnvVar{{
				Name: envParallelism, Value: strconv.FormatInt(gpus*int64(c.groupSize()), 10),
			}})
		}
		return
	}
	entry := s.runtime.entry(s.model.spec)
	if entry == nil {
		return
	}
	settings := entry.AcceleratorConfig[c.class.name]
	var env []corev1.EnvVar
	for _, name := range slices.Sorted(maps.Keys(settings.EnvironmentOverride)) {
		env = append(env, corev1.EnvVar{Name: name, Value: settings.EnvironmentOverride[name]})
	}
	runner.Env = render.MergeEnv(runner.Env, env)
	runner.Args = mergeArguments(runner.Args, settings.RuntimeArgsOverride)
	if parallelism := settings.TensorParallelismOverride; parallelism != nil {
		setParallelism(runner, tensorFlags, parallelism.TensorParallelSize)
		setParallelism(runner, pipelineFlags, parallelism.PipelineParallelSize)
	}
}

func setParallelism(runner *corev1.Container, flags []string, size *int64) {
	if size == nil || *size <= 0 {
		return
	}
	var found bool
	if runner.Args, found = setFlag(runner.Args, flags, *size); !found {
		runner.Command, _ = setFlag(runner.Command, flags, *size)
	}
}

// setResources adds what the legacy container of the runtime and the accelerator class
// ask for, unless the service says itself what the runner needs.
func (s directService) setResources(c directComponent, h host, runner *corev1.Container) {
	if own, _, _ := unstructured.NestedMap(c.written, h.fields("runner", "resources")...); len(own) > 0 {
		return
	}
	claims := runner.Resources.Claims
	for _, legacy := range s.runtime.spec.Containers {
		if legacy.Name == runner.Name {
			runner.Resources = render.MergeResources(legacy.Resources, runner.Resources)
		}
	}
	if len(c.class.spec.Resources) > 0 {
		runner.Resources = render.DedicateResources(runner.Resources, classResources(c.class.spec.Resources))
	}
	runner.Resources.Claims = claims
}

func classResources(resources []v1beta1.AcceleratorResource) corev1.ResourceList {
	list := corev1.ResourceList{}
	for _, r := range resources {
		quantity := r.Quantity
		if quantity.IsZero() {
			quantity = resource.MustParse("1")
		}
		list[corev1.ResourceName(r.Name)] = quantity
	}
	return list
}

func gpusOf(r corev1.ResourceRequirements) int64 {
	for _, list := range []corev1.ResourceList{r.Limits, r.Requests} {
		if gpus, ok := list[gpuResource]; ok {
			return gpus.Value()
		}
	}
	return 0
}
