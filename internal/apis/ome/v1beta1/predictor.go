package v1beta1

import corev1 "k8s.io/api/core/v1"

// PredictorSpec is what `engine`, `model` and `runtime` replaced. The operator translates
// it into them.
type PredictorSpec struct {
	// The model to serve.
	// +optional
	Model *ModelSpec `json:"model,omitempty"`

	PodSpec `json:",inline"`

	ComponentExtensionSpec `json:",inline"`

	// The workers of a service of several hosts.
	// +optional
	Worker *WorkerSpec `json:"workerSpec,omitempty"`
}

// ModelSpec is the model of a predictor with the container that serves it.
type ModelSpec struct {
	// The runtime to serve with.
	// +optional
	Runtime *string `json:"runtime,omitempty"`
	// The base model to serve.
	// +optional
	BaseModel *string `json:"baseModel,omitempty"`
	// Fine-tuned weights to serve with the model.
	// +listType=atomic
	// +optional
	FineTunedWeights []string `json:"fineTunedWeights,omitempty"`
	// Where the model is.
	// +optional
	StorageURI *string `json:"storageUri,omitempty"`
	// The image tag of the runtime.
	// +optional
	RuntimeVersion *string `json:"runtimeVersion,omitempty"`
	// The interface of the server.
	// +optional
	ProtocolVersion *string `json:"protocolVersion,omitempty"`

	PredictorContainer `json:",inline"`
}

// PredictorContainer is a container of Kubernetes 1.33 of which everything is optional.
type PredictorContainer struct {
	// The name of the container.
	// +optional
	Name string `json:"name,omitempty"`
	// The image.
	// +optional
	Image string `json:"image,omitempty"`
	// The command.
	// +listType=atomic
	// +optional
	Command []string `json:"command,omitempty"`
	// The arguments of the command.
	// +listType=atomic
	// +optional
	Args []string `json:"args,omitempty"`
	// The working directory.
	// +optional
	WorkingDir string `json:"workingDir,omitempty"`
	// The ports.
	// +listType=map
	// +listMapKey=containerPort
	// +listMapKey=protocol
	// +optional
	Ports []corev1.ContainerPort `json:"ports,omitempty"`
	// Sources of environment variables.
	// +listType=atomic
	// +optional
	EnvFrom []corev1.EnvFromSource `json:"envFrom,omitempty"`
	// Environment variables.
	// +listType=map
	// +listMapKey=name
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// Compute resources.
	// +optional
	Resources corev1.ResourceRequirements `json:"resources,omitempty"`
	// How resources may change in place.
	// +listType=atomic
	// +optional
	ResizePolicy []corev1.ContainerResizePolicy `json:"resizePolicy,omitempty"`
	// When the container is restarted.
	// +optional
	RestartPolicy *corev1.ContainerRestartPolicy `json:"restartPolicy,omitempty"`
	// Where volumes are mounted.
	// +listType=map
	// +listMapKey=mountPath
	// +optional
	VolumeMounts []corev1.VolumeMount `json:"volumeMounts,omitempty"`
	// Block devices.
	// +listType=map
	// +listMapKey=devicePath
	// +optional
	VolumeDevices []corev1.VolumeDevice `json:"volumeDevices,omitempty"`
	// Whether the container must be restarted.
	// +optional
	LivenessProbe *corev1.Probe `json:"livenessProbe,omitempty"`
	// Whether the container serves.
	// +optional
	ReadinessProbe *corev1.Probe `json:"readinessProbe,omitempty"`
	// Whether the container has started.
	// +optional
	StartupProbe *corev1.Probe `json:"startupProbe,omitempty"`
	// What runs after the start and before the stop.
	// +optional
	Lifecycle *corev1.Lifecycle `json:"lifecycle,omitempty"`
	// The file of the last words.
	// +optional
	TerminationMessagePath string `json:"terminationMessagePath,omitempty"`
	// Where the last words come from.
	// +optional
	TerminationMessagePolicy corev1.TerminationMessagePolicy `json:"terminationMessagePolicy,omitempty"`
	// When the image is pulled.
	// +optional
	ImagePullPolicy corev1.PullPolicy `json:"imagePullPolicy,omitempty"`
	// What the container may do.
	// +optional
	SecurityContext *corev1.SecurityContext `json:"securityContext,omitempty"`
	// Whether standard input stays open.
	// +optional
	Stdin bool `json:"stdin,omitempty"`
	// Whether standard input closes after the first session.
	// +optional
	StdinOnce bool `json:"stdinOnce,omitempty"`
	// Whether there is a terminal.
	// +optional
	TTY bool `json:"tty,omitempty"`
}
