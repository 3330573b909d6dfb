package v1beta1

import corev1 "k8s.io/api/core/v1"

// PodSpec is a pod of which everything is optional: what is left out comes from the
// runtime. It has the fields of a pod of Kubernetes 1.33, with their types.
type PodSpec struct {
	// Volumes that containers of the pod can mount. None may be named like the model.
	// +listType=map
	// +listMapKey=name
	// +optional
	Volumes []corev1.Volume `json:"volumes,omitempty"`
	// Containers that run one after the other before the others start.
	// +listType=map
	// +listMapKey=name
	// +optional
	InitContainers []corev1.Container `json:"initContainers,omitempty"`
	// Containers beside the runner. An entry named like the runner is merged with it.
	// +listType=map
	// +listMapKey=name
	// +optional
	Containers []corev1.Container `json:"containers,omitempty"`
	// Containers for debugging. A pod cannot be created with any.
	// +listType=map
	// +listMapKey=name
	// +optional
	EphemeralContainers []corev1.EphemeralContainer `json:"ephemeralContainers,omitempty"`
	// When containers of the pod are restarted: `Always`, `OnFailure` or `Never`.
	// +optional
	RestartPolicy corev1.RestartPolicy `json:"restartPolicy,omitempty"`
	// Termination grace period of the pod in seconds.
	// +optional
	TerminationGracePeriodSeconds *int64 `json:"terminationGracePeriodSeconds,omitempty"`
	// Active deadline of the pod in seconds.
	// +optional
	ActiveDeadlineSeconds *int64 `json:"activeDeadlineSeconds,omitempty"`
	// DNS policy of the pod: `ClusterFirst`, `ClusterFirstWithHostNet`, `Default` or `None`.
	// +optional
	DNSPolicy corev1.DNSPolicy `json:"dnsPolicy,omitempty"`
	// Labels of the nodes the pod may run on.
	// +mapType=atomic
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// The ServiceAccount the pod runs as.
	// +optional
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// The old name of `service_account_name`.
	// +optional
	DeprecatedServiceAccount string `json:"serviceAccount,omitempty"`
	// Whether the token of the ServiceAccount is mounted.
	// +optional
	AutomountServiceAccountToken *bool `json:"automountServiceAccountToken,omitempty"`
	// The node to run on, past the scheduler.
	// +optional
	NodeName string `json:"nodeName,omitempty"`
	// Whether the pod uses the network of its node, as RDMA may need.
	// +optional
	HostNetwork bool `json:"hostNetwork,omitempty"`
	// Whether the pod sees the processes of its node.
	// +optional
	HostPID bool `json:"hostPID,omitempty"`
	// Whether the pod shares memory with processes of its node.
	// +optional
	HostIPC bool `json:"hostIPC,omitempty"`
	// Whether the containers see each other's processes.
	// +optional
	ShareProcessNamespace *bool `json:"shareProcessNamespace,omitempty"`
	// What the pod may do, and as whom its containers run.
	// +optional
	SecurityContext *corev1.PodSecurityContext `json:"securityContext,omitempty"`
	// Secrets to pull images with.
	// +listType=map
	// +listMapKey=name
	// +optional
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`
	// The host name of the pod.
	// +optional
	Hostname string `json:"hostname,omitempty"`
	// The domain of the pod below that of its namespace.
	// +optional
	Subdomain string `json:"subdomain,omitempty"`
	// Where the pod may run, and beside which other pods.
	// +optional
	Affinity *corev1.Affinity `json:"affinity,omitempty"`
	// The scheduler that places the pod.
	// +optional
	SchedulerName string `json:"schedulerName,omitempty"`
	// Taints of nodes that the pod tolerates.
	// +listType=atomic
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// Further lines of the pod's hosts file.
	// +listType=map
	// +listMapKey=ip
	// +optional
	HostAliases []corev1.HostAlias `json:"hostAliases,omitempty"`
	// The PriorityClass of the pod.
	// +optional
	PriorityClassName string `json:"priorityClassName,omitempty"`
	// The priority of the pod. It follows from the PriorityClass.
	// +optional
	Priority *int32 `json:"priority,omitempty"`
	// Settings of name resolution beside `dns_policy`.
	// +optional
	DNSConfig *corev1.PodDNSConfig `json:"dnsConfig,omitempty"`
	// Conditions that others set and that the pod must have to be ready.
	// +listType=atomic
	// +optional
	ReadinessGates []corev1.PodReadinessGate `json:"readinessGates,omitempty"`
	// The RuntimeClass that runs the pod.
	// +optional
	RuntimeClassName *string `json:"runtimeClassName,omitempty"`
	// Whether environment variables tell of the Services in the namespace.
	// +optional
	EnableServiceLinks *bool `json:"enableServiceLinks,omitempty"`
	// Whether the pod may push out others: `Never` or `PreemptLowerPriority`.
	// +optional
	PreemptionPolicy *corev1.PreemptionPolicy `json:"preemptionPolicy,omitempty"`
	// Resources that running the pod takes beside its containers. It follows from the RuntimeClass.
	// +optional
	Overhead corev1.ResourceList `json:"overhead,omitempty"`
	// How the pods are spread over zones or nodes.
	// +listType=map
	// +listMapKey=topologyKey
	// +listMapKey=whenUnsatisfiable
	// +optional
	TopologySpreadConstraints []corev1.TopologySpreadConstraint `json:"topologySpreadConstraints,omitempty"`
	// Whether the host name is the whole domain name.
	// +optional
	SetHostnameAsFQDN *bool `json:"setHostnameAsFQDN,omitempty"`
	// The operating system of the containers.
	// +optional
	OS *corev1.PodOS `json:"os,omitempty"`
	// Whether the users in the pod are those of the node.
	// +optional
	HostUsers *bool `json:"hostUsers,omitempty"`
	// Gates that must be removed before the pod is scheduled.
	// +listType=map
	// +listMapKey=name
	// +optional
	SchedulingGates []corev1.PodSchedulingGate `json:"schedulingGates,omitempty"`
	// Devices the pod claims before it starts.
	// +listType=map
	// +listMapKey=name
	// +optional
	ResourceClaims []corev1.PodResourceClaim `json:"resourceClaims,omitempty"`
}
