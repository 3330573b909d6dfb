package ome

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

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
	name := mainContainerName
	if named := annotations[annotationRDMAContainer]; named != "" {
		name = named
	}
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
	if security.Privileged == nil {
		privileged := true
		security.Privileged = &privileged
	}
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
