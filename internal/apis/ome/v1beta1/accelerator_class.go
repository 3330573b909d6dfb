package v1beta1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// AcceleratorClass describes a kind of accelerator and how its nodes are found.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
// +kubebuilder:subresource:status
type AcceleratorClass struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the accelerator is.
	// +optional
	Spec AcceleratorClassSpec `json:"spec,omitempty"`
	// What the operator found of it in the cluster.
	// +optional
	Status AcceleratorClassStatus `json:"status,omitempty"`
}

// AcceleratorClassSpec describes a kind of accelerator.
type AcceleratorClassSpec struct {
	// Who makes the accelerator, such as `nvidia`.
	// +optional
	Vendor string `json:"vendor,omitempty"`
	// The family of the accelerator, such as `hopper`.
	// +optional
	Family string `json:"family,omitempty"`
	// The model of the accelerator, such as `h100`.
	// +optional
	Model string `json:"model,omitempty"`
	// How the nodes with the accelerator are identified.
	Discovery AcceleratorDiscovery `json:"discovery"`
	// What the accelerator can do.
	Capabilities AcceleratorCapabilities `json:"capabilities"`
	// The resources that containers ask for to get the accelerator.
	// +listType=atomic
	// +optional
	Resources []AcceleratorResource `json:"resources,omitempty"`
	// What schedulers of batch workloads call the accelerator.
	// +optional
	Integration *AcceleratorIntegration `json:"integration,omitempty"`
	// What the accelerator costs, for the policy `Cheapest`.
	// +optional
	Cost *AcceleratorCost `json:"cost,omitempty"`
}

// AcceleratorDiscovery tells the nodes with an accelerator from others.
type AcceleratorDiscovery struct {
	// Labels of the nodes. Pods of the class get them as their node selector.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Where pods of the class may run.
	// +optional
	Affinity *corev1.Affinity `json:"affinity,omitempty"`
	// The vendor's number on the PCI bus, such as `10de`.
	// +optional
	PCIVendorID string `json:"pciVendorID,omitempty"`
	// The devices' numbers on the PCI bus.
	// +listType=atomic
	// +optional
	DeviceIDs []string `json:"deviceIDs,omitempty"`
}

// AcceleratorCapabilities is what an accelerator can do.
type AcceleratorCapabilities struct {
	// The memory of one accelerator as a quantity with its unit, such as `80Gi`.
	// +optional
	MemoryGB *resource.Quantity `json:"memoryGB,omitempty"`
	// The compute capability of CUDA, such as `9.0`.
	// +optional
	ComputeCapability string `json:"computeCapability,omitempty"`
	// The clock rate in MHz.
	// +optional
	ClockSpeedMHz *int32 `json:"clockSpeedMHz,omitempty"`
	// The bandwidth of the memory in GB per second.
	// +optional
	MemoryBandwidthGBps *resource.Quantity `json:"memoryBandwidthGBps,omitempty"`
	// What else the accelerator has, such as `nvlink`.
	// +listType=atomic
	// +optional
	Features []string `json:"features,omitempty"`
	// How fast the accelerator computes.
	// +optional
	Performance *AcceleratorPerformance `json:"performance,omitempty"`
	// The version of Level Zero, for accelerators of Intel.
	// +optional
	LevelZeroVersion string `json:"levelZeroVersion,omitempty"`
}

// AcceleratorPerformance is how fast an accelerator computes.
type AcceleratorPerformance struct {
	// Trillions of 16-bit floating-point operations per second.
	// +optional
	Fp16Tflops *int64 `json:"fp16Tflops,omitempty"`
	// Trillions of 32-bit floating-point operations per second.
	// +optional
	Fp32Tflops *int64 `json:"fp32Tflops,omitempty"`
	// Trillions of 8-bit integer operations per second.
	// +optional
	Int8Tops *int64 `json:"int8Tops,omitempty"`
	// Trillions of 4-bit integer operations per second.
	// +optional
	Int4Tops *int64 `json:"int4Tops,omitempty"`
	// How long the accelerator takes to answer.
	// +optional
	Latency *AcceleratorLatency `json:"latency,omitempty"`
}

// AcceleratorLatency is how long an accelerator takes to answer.
type AcceleratorLatency struct {
	// The mean, in milliseconds.
	// +optional
	AverageMillis *int64 `json:"averageMillis,omitempty"`
	// The longest, in milliseconds.
	// +optional
	MaximumMillis *int64 `json:"maximumMillis,omitempty"`
}

// AcceleratorResource is a resource that containers ask for.
type AcceleratorResource struct {
	// The name of the resource, such as `nvidia.com/gpu`.
	Name string `json:"name"`
	// How much of it counts as one accelerator.
	// +kubebuilder:default="1"
	// +optional
	Quantity resource.Quantity `json:"quantity,omitempty"`
	// Whether a part of one accelerator can be had.
	// +optional
	Divisible bool `json:"divisible,omitempty"`
}

// AcceleratorIntegration is what schedulers of batch workloads call an accelerator.
type AcceleratorIntegration struct {
	// The ResourceFlavor of Kueue.
	// +optional
	KueueResourceFlavor string `json:"kueueResourceFlavor,omitempty"`
	// The GPU type of Volcano.
	// +optional
	VolcanoGPUType string `json:"volcanoGPUType,omitempty"`
}

// AcceleratorCost is what an accelerator costs.
type AcceleratorCost struct {
	// The price of one hour.
	// +optional
	PerHour *resource.Quantity `json:"perHour,omitempty"`
	// The price of one million tokens.
	// +optional
	PerMillionTokens *resource.Quantity `json:"perMillionTokens,omitempty"`
	// The price of one hour that can be interrupted.
	// +optional
	SpotPerHour *resource.Quantity `json:"spotPerHour,omitempty"`
	// A coarse price where no exact one is known: `low`, `medium` or `high`.
	// +optional
	Tier string `json:"tier,omitempty"`
}

// AcceleratorClassStatus is what the operator found of an accelerator class.
type AcceleratorClassStatus struct {
	// The nodes that have the accelerator.
	// +listType=atomic
	// +optional
	Nodes []string `json:"nodes,omitempty"`
	// Total number of accelerators. OME v0.1 does not count them.
	// +optional
	TotalAccelerators int32 `json:"totalAccelerators,omitempty"`
	// Number of available accelerators. OME v0.1 does not count them.
	// +optional
	AvailableAccelerators int32 `json:"availableAccelerators,omitempty"`
	// Number of ready nodes.
	// +optional
	AvailableNodes int32 `json:"availableNodes,omitempty"`
	// When the operator looked last.
	// +optional
	LastUpdated metav1.Time `json:"lastUpdated,omitempty"`
	// Conditions of the class. OME v0.1 writes none.
	// +listType=atomic
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
