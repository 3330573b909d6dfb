package v1beta1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// BenchmarkJob measures an inference service with genai-bench.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type BenchmarkJob struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What to measure, and how.
	// +optional
	Spec BenchmarkJobSpec `json:"spec,omitempty"`
	// How far the measurement is.
	// +optional
	Status BenchmarkJobStatus `json:"status,omitempty"`
}

// BenchmarkJobSpec says what to measure and how.
type BenchmarkJobSpec struct {
	// The Secret with the token of Hugging Face under the key `HUGGINGFACE_API_KEY`.
	// +optional
	HuggingFaceSecretReference *HuggingFaceSecretReference `json:"huggingFaceSecretReference,omitempty"`
	// What to measure: an InferenceService or any URL.
	Endpoint EndpointSpec `json:"endpoint"`
	// Facts about the server under test, which are kept with the results.
	// +optional
	ServiceMetadata *ServiceMetadata `json:"serviceMetadata,omitempty"`
	// What the requests ask for.
	// +kubebuilder:validation:Enum=text-to-text;image-to-text;text-to-embeddings;image-to-embeddings
	Task string `json:"task"`
	// The shapes of the traffic, such as `D(100,100)` for 100 tokens in and out or
	// `N(480,240)/(300,150)` for normal distributions. The defaults of genai-bench when unset.
	// +listType=set
	// +optional
	TrafficScenarios []string `json:"trafficScenarios,omitempty"`
	// The numbers of simultaneous requests to measure with. The defaults of genai-bench when unset.
	// +listType=set
	// +optional
	NumConcurrency []int `json:"numConcurrency,omitempty"`
	// The most minutes that one combination of scenario and concurrency may take.
	MaxTimePerIteration *int `json:"maxTimePerIteration"`
	// The most requests that one combination of scenario and concurrency may make.
	MaxRequestsPerIteration *int `json:"maxRequestsPerIteration"`
	// Further parameters of the requests, such as `temperature`. OME v0.1 does not pass them on.
	// +optional
	AdditionalRequestParams map[string]string `json:"additionalRequestParams,omitempty"`
	// Where prompts and images come from. OME v0.1 does not pass it on.
	// +optional
	Dataset *StorageSpec `json:"dataset,omitempty"`
	// Where the results go.
	OutputLocation *StorageSpec `json:"outputLocation"`
	// The folder of the results within the output.
	// +optional
	ResultFolderName *string `json:"resultFolderName,omitempty"`
	// Changes to the pod that measures.
	// +optional
	PodOverride *PodOverride `json:"podOverride,omitempty"`
}

// HuggingFaceSecretReference names a Secret in the namespace of the job.
type HuggingFaceSecretReference struct {
	// The name of the Secret.
	Name string `json:"name"`
}

// EndpointSpec is what is measured: exactly one of its fields.
type EndpointSpec struct {
	// An InferenceService of the cluster.
	// +optional
	InferenceService *InferenceServiceReference `json:"inferenceService,omitempty"`
	// Any URL. Not together with `inference_service`.
	// +optional
	Endpoint *Endpoint `json:"endpoint,omitempty"`
}

// InferenceServiceReference names an InferenceService.
type InferenceServiceReference struct {
	// The name of the InferenceService.
	Name string `json:"name"`
	// The namespace of the InferenceService.
	Namespace string `json:"namespace"`
}

// Endpoint is a server that is measured by its URL.
type Endpoint struct {
	// The base URL of the server.
	// +kubebuilder:validation:Pattern=`^(http|https)://`
	URL string `json:"url"`
	// The interface of the server.
	// +kubebuilder:validation:Enum=openai;oci-cohere;cohere
	APIFormat string `json:"apiFormat"`
	// The name of the model in requests.
	// +optional
	ModelName string `json:"modelName,omitempty"`
}

// ServiceMetadata are facts about a server under test.
type ServiceMetadata struct {
	// The inference engine.
	// +kubebuilder:validation:Enum=vLLM;SGLang;TGI
	Engine string `json:"engine"`
	// The version of the engine.
	Version string `json:"version"`
	// The GPU of the server.
	// +kubebuilder:validation:Enum=H100;A100;MI300;A10
	GpuType string `json:"gpuType"`
	// The number of GPUs of the server.
	GpuCount int `json:"gpuCount"`
}

// PodOverride changes the pod that measures.
type PodOverride struct {
	// The image with genai-bench instead of the operator's.
	// +optional
	Image string `json:"image,omitempty"`
	// Environment variables. One that the container has already is replaced.
	// +listType=map
	// +listMapKey=name
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// Sources of further environment variables.
	// +listType=atomic
	// +optional
	EnvFrom []corev1.EnvFromSource `json:"envFrom,omitempty"`
	// Where volumes are mounted. A volume can be mounted once only.
	// +listType=map
	// +listMapKey=name
	// +optional
	VolumeMounts []corev1.VolumeMount `json:"volumeMounts,omitempty"`
	// Compute resources of the container.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// Taints of nodes that the pod tolerates, instead of the operator's.
	// +listType=atomic
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// Labels of the nodes the pod may run on.
	// +mapType=atomic
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Where the pod may run.
	// +optional
	Affinity *corev1.Affinity `json:"affinity,omitempty"`
	// Volumes of the pod.
	// +listType=atomic
	// +optional
	Volumes []corev1.Volume `json:"volumes,omitempty"`
}

// BenchmarkJobStatus is how far a measurement is.
type BenchmarkJobStatus struct {
	// `Pending` before there is a Job, then `Running`, at last `Completed` or `Failed`.
	// +kubebuilder:validation:Enum=Pending;Running;Completed;Failed
	State string `json:"state"`
	// When the Job started.
	// +optional
	StartTime *metav1.Time `json:"startTime,omitempty"`
	// When the Job ended.
	// +optional
	CompletionTime *metav1.Time `json:"completionTime,omitempty"`
	// When the operator looked last.
	// +optional
	LastReconcileTime *metav1.Time `json:"lastReconcileTime,omitempty"`
	// Why the Job failed.
	// +optional
	FailureMessage string `json:"failureMessage,omitempty"`
	// Further facts. OME v0.1 never writes it.
	// +optional
	Details string `json:"details,omitempty"`
}
