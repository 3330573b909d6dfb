package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// EndpointStatus is what the workload and the Service of an endpoint say. Nobody writes it: a data source puts it together.
type EndpointStatus struct {
	// The workload that runs the pods, as `<kind>/<name>`.
	// +optional
	Workload string `json:"workload,omitempty"`
	// How many replicas the workload is to have.
	// +optional
	DesiredReplicas int32 `json:"desiredReplicas,omitempty"`
	// How many it has. A replica of several hosts counts once.
	// +optional
	Replicas int32 `json:"replicas,omitempty"`
	// How many of them are of the newest template.
	// +optional
	UpdatedReplicas int32 `json:"updatedReplicas,omitempty"`
	// How many of them are ready.
	// +optional
	ReadyReplicas int32 `json:"readyReplicas,omitempty"`
	// The conditions of the workload.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// The IP address of the Service inside the cluster.
	// +optional
	ClusterIP string `json:"clusterIP,omitempty"`
	// The IP addresses and host names of the load balancer, for a Service of the type `LoadBalancer`.
	// +listType=atomic
	// +optional
	LoadBalancerAddresses []string `json:"loadBalancerAddresses,omitempty"`
}
