package ome

import (
	"maps"
	"path"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// benchmarkImage is the first release of genai-bench with all the flags that are passed and an image.
// Source: sgl-project/genai-bench docs/user-guide/run-benchmark-using-docker.md@7fd04d8c.
const benchmarkImage = "ghcr.io/moirai-internal/genai-bench:0.0.4"

// Names of the pod of a benchmark.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/utils/utils.go@v0.1.5.
const (
	benchmarkLabel     = "benchmark"
	benchmarkContainer = "genai-bench"
	resultsVolume      = "benchmark-output-storage"
	resultsMountPath   = "/results"
	datasetVolume      = "benchmark-dataset"
	datasetMountPath   = "/dataset"
)

// benchmarkAnnotations are those that OME gives the Job and its pod.
var benchmarkAnnotations = map[string]string{"logging-forward": "true"}

// hubTokenKey is the key of the Secret with the token of Hugging Face.
const hubTokenKey = "HUGGINGFACE_API_KEY"

// apiKeyVariable has the key of the API. genai-bench takes a key for it only from an argument,
// which the kubelet fills in from the variable.
const apiKeyVariable = "MODEL_API_KEY"

// noAPIKey is the key for servers that ask for none; genai-bench insists on one.
const noAPIKey = "sample-key"

// pod returns the pod that measures, with what spec.podOverride changes.
func (b directBenchmark) pod() corev1.PodSpec {
	container := corev1.Container{
		Name:    benchmarkContainer,
		Command: []string{"genai-bench"},
		Args:    b.arguments(),
		Env:     b.env(),
		Resources: corev1.ResourceRequirements{
			Limits: benchmarkResources(), Requests: benchmarkResources(),
		},
	}
	pod := corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Tolerations:   []corev1.Toleration{{Key: "nvidia.com/gpu", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoSchedule}},
	}
	mountClaim(*b.spec.OutputLocation.StorageURI, resultsVolume, resultsMountPath, false, &pod, &container)
	if b.spec.Dataset != nil {
		mountClaim(*b.spec.Dataset.StorageURI, datasetVolume, datasetPath(*b.spec.Dataset.StorageURI), true, &pod, &container)
	}
	giveCredentials(*b.spec.OutputLocation, &pod, &container)
	b.override(&pod, &container)
	if container.Image == "" {
		container.Image = b.Images.Use("genai-bench", benchmarkImage)
	}
	pod.Containers = []corev1.Container{container}
	return pod
}

// benchmarkResources are what OME gives a benchmark.
// Source: sgl-project/ome config/configmap/benchmarkjob.yaml@v0.1.5.
func benchmarkResources() corev1.ResourceList {
	return corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("2"), corev1.ResourceMemory: resource.MustParse("2Gi")}
}

func (b directBenchmark) env() []corev1.EnvVar {
	env := []corev1.EnvVar{{Name: "ENABLE_UI", Value: "false"}}
	if ref := b.spec.HuggingFaceSecretReference; ref != nil {
		env = append(env, weights.Secret(hubTokenKey, ref.Name, hubTokenKey), weights.Secret("HF_TOKEN", ref.Name, hubTokenKey))
	}
	switch key := b.options.APIKeySecret; {
	case b.target.backend != backendOpenAI:
	case key != nil:
		env = append(env, weights.Secret(apiKeyVariable, key.Name, key.Key))
	default:
		env = append(env, corev1.EnvVar{Name: apiKeyVariable, Value: noAPIKey})
	}
	if output := b.spec.OutputLocation; output.Parameters["auth"] == authSecurityToken && output.StorageKey != nil {
		env = append(env, weights.Secret(securityTokenVariable, *output.StorageKey, authSecurityToken))
	}
	return env
}

// mountClaim mounts the path within a claim that a pvc:// URI names; nothing for any other.
func mountClaim(uri, volume, mountPath string, readOnly bool, pod *corev1.PodSpec, container *corev1.Container) {
	if scheme(uri) != "pvc" {
		return
	}
	_, claim, subpath := weights.SplitClaim(strings.TrimPrefix(uri, "pvc://"))
	pod.Volumes = append(pod.Volumes, weights.OnClaim(volume, claim))
	container.VolumeMounts = append(container.VolumeMounts, corev1.VolumeMount{
		Name: volume, MountPath: mountPath, SubPath: path.Clean(subpath), ReadOnly: readOnly,
	})
}

// override applies spec.podOverride: lists are merged by their keys, tolerations are replaced.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/utils/utils.go@v0.1.5.
func (b directBenchmark) override(pod *corev1.PodSpec, container *corev1.Container) {
	o := b.spec.PodOverride
	if o == nil {
		return
	}
	container.Image = o.Image
	container.Env = render.MergeEnv(container.Env, o.Env)
	container.EnvFrom = append(container.EnvFrom, o.EnvFrom...)
	container.VolumeMounts = render.MergeBy(container.VolumeMounts, o.VolumeMounts, func(m corev1.VolumeMount) string { return m.MountPath })
	if o.Resources != nil {
		container.Resources = render.MergeResources(container.Resources, *o.Resources)
		container.Resources.Claims = o.Resources.Claims
	}
	pod.Volumes = render.MergeBy(pod.Volumes, o.Volumes, func(v corev1.Volume) string { return v.Name })
	pod.Affinity = o.Affinity
	pod.NodeSelector = maps.Clone(o.NodeSelector)
	if o.Tolerations != nil {
		pod.Tolerations = o.Tolerations
	}
}
