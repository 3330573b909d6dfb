package ome

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

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

// Annotations of pods that ask for RDMA.
// Source: sgl-project/ome pkg/constants/constants.go@v0.1.5.
const (
	annotationRDMA          = "rdma.ome.io/auto-inject"
	annotationRDMAProfile   = "rdma.ome.io/profile"
	annotationRDMAContainer = "rdma.ome.io/container-name"
)

// rdmaProfile is the only profile of RDMA that OME has.
const rdmaProfile = "oci-roce"

// rdmaEnv configures the communication libraries for rdmaProfile.
// Source: sgl-project/ome pkg/webhook/admission/pod/rdma_injector.go@v0.1.5.
var rdmaEnv = []corev1.EnvVar{
	{Name: "GLOO_SOCKET_IFNAME", Value: "eth0"},
	{Name: "HCOLL_ENABLE_MCAST_ALL", Value: "0"},
	{Name: "IB_RX_QUEUE_LEN", Value: "8192"},
	{Name: "NCCL_CROSS_NIC", Value: "2"},
	{Name: "NCCL_CUMEM_ENABLE", Value: "0"},
	{Name: "NCCL_DEBUG", Value: "INFO"},
	{Name: "NCCL_IB_GID_INDEX", Value: "3"},
	{Name: "NCCL_IB_HCA", Value: "=mlx5_" + strings.Join(strings.Fields("0 1 3 4 5 6 7 8 9 10 12 13 14 15 16 17"), ",mlx5_")},
	{Name: "NCCL_IB_QPS_PER_CONNECTION", Value: "16"},
	{Name: "NCCL_IB_SL", Value: "0"},
	{Name: "NCCL_IB_SPLIT_DATA_ON_QPS", Value: "0"},
	{Name: "NCCL_IB_TC", Value: "41"},
	{Name: "NCCL_IB_TIMEOUT", Value: "22"},
	{Name: "NCCL_IGNORE_CPU_AFFINITY", Value: "1"},
	{Name: "NCCL_NET_PLUGIN", Value: "none"},
	{Name: "NCCL_SOCKET_IFNAME", Value: "eth0"},
	{Name: "NCCL_SOCKET_NTHREADS", Value: "16"},
	{Name: "RX_QUEUE_LEN", Value: "8192"},
	{Name: "UCX_NET_DEVICES", Value: "eth0"},
	{Name: "UCX_TLS", Value: "tcp"},
	{Name: "coll_hcoll_enable", Value: "0"},
}

// injectRDMA gives the container that the annotations name access to the RDMA devices
// of the node, as OME's pod webhook does. Variables that it has are kept.
//
// Mirrors sgl-project/ome pkg/webhook/admission/pod/rdma_injector.go@v0.1.5.
func injectRDMA(spec *corev1.PodSpec, annotations map[string]string) {
	if annotations[annotationRDMA] != "true" {
		return
	}
	name := cmp.Or(annotations[annotationRDMAContainer], mainContainerName)
	at := slices.IndexFunc(spec.Containers, func(c corev1.Container) bool { return c.Name == name })
	if at < 0 {
		return
	}
	container := &spec.Containers[at]
	addMount(spec, container, "dshm", "/dev/shm", corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{Medium: corev1.StorageMediumMemory}})
	addMount(spec, container, "devinf", "/dev/infiniband", corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/dev/infiniband"}})
	if container.SecurityContext == nil {
		container.SecurityContext = &corev1.SecurityContext{}
	}
	security := container.SecurityContext
	if security.Capabilities == nil {
		security.Capabilities = &corev1.Capabilities{}
	}
	for _, capability := range []corev1.Capability{"IPC_LOCK", "CAP_SYS_ADMIN"} {
		if !slices.Contains(security.Capabilities.Add, capability) {
			security.Capabilities.Add = append(security.Capabilities.Add, capability)
		}
	}
	security.Privileged = cmp.Or(security.Privileged, new(true))
	container.Env = render.AddEnv(container.Env, rdmaEnv)
}

// addMount adds a volume and its mount, each unless there is one of that name or place.
func addMount(spec *corev1.PodSpec, container *corev1.Container, name, path string, source corev1.VolumeSource) {
	if !slices.ContainsFunc(spec.Volumes, func(v corev1.Volume) bool { return v.Name == name }) {
		spec.Volumes = append(spec.Volumes, corev1.Volume{Name: name, VolumeSource: source})
	}
	if !slices.ContainsFunc(container.VolumeMounts, func(m corev1.VolumeMount) bool { return m.Name == name || m.MountPath == path }) {
		container.VolumeMounts = append(container.VolumeMounts, corev1.VolumeMount{Name: name, MountPath: path})
	}
}

// placeholder matches what stands for the name or the namespace of the service.
var placeholder = regexp.MustCompile(`\{\{\s*\.(Name|Namespace)\s*\}\}`)

// expandPlaceholders replaces {{.Name}} and {{.Namespace}} everywhere in the main container.
func (s directService) expandPlaceholders(container *corev1.Container) (err error) {
	values := map[string]string{"Name": s.Owner.Name, "Namespace": s.Owner.Namespace}
	mapStrings(container, func(text string) string {
		text = placeholder.ReplaceAllStringFunc(text, func(match string) string {
			return values[placeholder.FindStringSubmatch(match)[1]]
		})
		if strings.Contains(text, "{{") && err == nil {
			err = fmt.Errorf("%q has a placeholder that direct mode does not know: write {{.Name}} or {{.Namespace}}, or do without `{{`", text)
		}
		return text
	})
	return err
}

// mapStrings changes every text in a container.
func mapStrings(container *corev1.Container, change func(string) string) {
	*container = render.Convert[corev1.Container](mapTree(render.Encode(container), change).(map[string]any))
}

// mapTree changes every text in a tree, in the order of the keys.
func mapTree(tree any, change func(string) string) any {
	switch tree := tree.(type) {
	case string:
		return change(tree)
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(tree)) {
			tree[key] = mapTree(tree[key], change)
		}
	case []any:
		for i, child := range tree {
			tree[i] = mapTree(child, change)
		}
	}
	return tree
}
