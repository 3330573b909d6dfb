// Package v1alpha1 holds the shape of an endpoint, which is the provider's own: no cluster serves the group, and nothing of the
// kind is ever written. It is a shape of the API all the same, so that its schema, rules and manifest are those of every kind.
//
// +groupName=inference.inferops.dev
package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Endpoint serves a model behind a Service.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=endpoints
type Endpoint struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The model, and what serves it.
	Spec EndpointSpec `json:"spec"`
	// What the live objects say of it.
	// +optional
	Status EndpointStatus `json:"status,omitempty"`
}

// EndpointSpec is a model and what serves it. What is left out follows from the rest, and is shown in `rendered`.
type EndpointSpec struct {
	// The model to serve.
	Model Model `json:"model"`
	// The inference engine.
	// +optional
	Engine *Engine `json:"engine,omitempty"`
	// The accelerators of each pod. Without any, the model is served on the CPU.
	// +optional
	Accelerators *Accelerators `json:"accelerators,omitempty"`
	// The number of hosts of one replica (multi-node inference). From 2 on, a LeaderWorkerSet runs the pods, which needs its
	// controller in the cluster. Default 1.
	// +kubebuilder:validation:Minimum=1
	// +optional
	Hosts *int32 `json:"hosts,omitempty"`
	// The number of replicas. Default 1. Not together with `autoscaling`.
	// +kubebuilder:validation:Minimum=0
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`
	// Computes the prompts in pods of their own (prefill/decode disaggregation), beside which `replicas` or `autoscaling` count the
	// pods that decode. SGLang serves so, with the router of its image in front.
	// +optional
	Prefill *Prefill `json:"prefill,omitempty"`
	// Scales the replicas, by a HorizontalPodAutoscaler or by KEDA.
	// +optional
	Autoscaling *Autoscaling `json:"autoscaling,omitempty"`
	// The maximum context length in tokens: prompt and completion together. Default: that of the model's configuration.
	// +kubebuilder:validation:Minimum=1
	// +optional
	ContextLength *int32 `json:"contextLength,omitempty"`
	// The served model name: that in requests. Default: the repository, or the name of the endpoint for a model that has none.
	// +kubebuilder:validation:MinLength=1
	// +optional
	ServedModelName string `json:"servedModelName,omitempty"`
	// LoRA adapters that are served beside the model, each under its own name.
	// +listType=map
	// +listMapKey=name
	// +optional
	Adapters []Adapter `json:"adapters,omitempty"`
	// Keeps what is downloaded on a volume that outlives the pods.
	// +optional
	Cache *Cache `json:"cache,omitempty"`
	// How long the startup probe gives the engine to load the model before the container is restarted, in seconds. Default 3600.
	// +kubebuilder:validation:Minimum=1
	// +optional
	StartupSeconds *int32 `json:"startupSeconds,omitempty"`
	// The CPU and memory requests and limits of each pod. The accelerators are added.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
	// Environment variables of the engine. They replace those that follow from the rest.
	// +listType=map
	// +listMapKey=name
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// The node selector of the pods.
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// The tolerations of the pods.
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// The topology spread constraints of the pods. Default of the `label_selector`: the pods of the endpoint that answer.
	// +listType=atomic
	// +optional
	TopologySpreadConstraints []corev1.TopologySpreadConstraint `json:"topologySpreadConstraints,omitempty"`
	// The PriorityClass of the pods.
	// +kubebuilder:validation:MinLength=1
	// +optional
	PriorityClassName string `json:"priorityClassName,omitempty"`
	// The RuntimeClass of the pods that run the engine, such as `nvidia` where the nodes' default runtime is another.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +optional
	RuntimeClassName string `json:"runtimeClassName,omitempty"`
	// The LocalQueue of Kueue that admits the pods, in the namespace of the endpoint.
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`
	// +optional
	Queue string `json:"queue,omitempty"`
	// The image pull Secrets.
	// +optional
	ImagePullSecrets []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`
	// The Service in front of the pods.
	// +optional
	Service *Service `json:"service,omitempty"`
	// Routes requests from Gateways to the endpoint, by an HTTPRoute of the Gateway API.
	// +optional
	Route *Route `json:"route,omitempty"`
	// Lets Prometheus scrape the metrics of the engine, by a PodMonitor of the Prometheus operator.
	// +optional
	Monitor *Monitor `json:"monitor,omitempty"`
}

// Model says where the weights are: in a repository of Hugging Face, on a claim, or at an address.
type Model struct {
	// A repository of Hugging Face, such as `Qwen/Qwen2.5-7B-Instruct`, which the engine downloads.
	// +kubebuilder:validation:Pattern=`^[A-Za-z0-9][\w.-]*/[\w.-]+$`
	// +optional
	Repository string `json:"repository,omitempty"`
	// The revision of the repository: a commit, a tag or a branch. Default: its main branch.
	// +kubebuilder:validation:MinLength=1
	// +optional
	Revision string `json:"revision,omitempty"`
	// The GGUF file of the repository or below `path` of the claim, which llama.cpp serves. Of a model in parts, the first.
	// +kubebuilder:validation:Pattern=`\.gguf$`
	// +optional
	File string `json:"file,omitempty"`
	// The address of Hugging Face, or of a hub in its place, such as `https://hub.example.org`. Default: its own.
	// +kubebuilder:validation:Pattern=`^https?://[^\s/]+(/[^\s]*)?$`
	// +optional
	HubEndpoint string `json:"hubEndpoint,omitempty"`
	// The address of a GGUF file, or of the folder that `files` are in: `https://<host>/<path>`, or `s3://<bucket>/<key>` with `s3`.
	// An init container fetches them before the engine starts.
	// +kubebuilder:validation:Pattern=`^(https?|s3)://[^\s/]+/[^\s]*[^\s/]$`
	// +optional
	Source string `json:"source,omitempty"`
	// The files below `source`: weights, configuration and tokenizer.
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=512
	// +optional
	Files []RelativePath `json:"files,omitempty"`
	// How the bucket of `source` is reached.
	// +optional
	S3 *S3 `json:"s3,omitempty"`
	// A claim that has the weights already.
	// +optional
	Claim *ModelClaim `json:"claim,omitempty"`
	// The token for repositories that are gated or private. Default: the key `HF_TOKEN` of the Secret `<name>-token`, where there
	// is one, which `credentials.hugging_face` makes.
	// +optional
	TokenSecretRef *corev1.SecretKeySelector `json:"tokenSecretRef,omitempty"`
}

// RelativePath is the path of a file below a folder.
//
// +kubebuilder:validation:Pattern=`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`
// +kubebuilder:validation:MaxLength=1024
type RelativePath string

// S3 is a server with buckets.
type S3 struct {
	// The Secret with the keys `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, in the namespace of the endpoint.
	// +kubebuilder:validation:MinLength=1
	SecretName string `json:"secretName"`
	// The region of the bucket.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:default=us-east-1
	// +optional
	Region string `json:"region,omitempty"`
	// The address of the server. Default: that of AWS for the region.
	// +kubebuilder:validation:Pattern=`^https?://[^\s]+$`
	// +optional
	Endpoint string `json:"endpoint,omitempty"`
}

// ModelClaim is a claim with the weights of models.
type ModelClaim struct {
	// The PersistentVolumeClaim, in the namespace of the endpoint. It is mounted read-only.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// The folder of the model in the volume. Default: its root.
	// +optional
	Path string `json:"path,omitempty"`
}

// Engine is the inference engine that serves the model.
type Engine struct {
	// Its name. Default: `llamacpp` for a GGUF file, and `vllm` for others.
	// +kubebuilder:validation:Enum=vllm;sglang;llamacpp;tgi
	// +optional
	Name string `json:"name,omitempty"`
	// The image. Default: one for NVIDIA GPUs, or, for llama.cpp without accelerators, for CPUs; kept as it was when the
	// endpoint was created.
	// +kubebuilder:validation:MinLength=1
	// +optional
	Image string `json:"image,omitempty"`
	// Arguments. They replace those of the same name that follow from the rest.
	// +optional
	Args []string `json:"args,omitempty"`
}

// Accelerators are those of a pod.
type Accelerators struct {
	// How many. The engine splits the model over those of all hosts.
	// +kubebuilder:validation:Minimum=0
	Count int32 `json:"count"`
	// The extended resource that pods request. Default: `nvidia.com/gpu`, where there is no `device_class`.
	// +kubebuilder:validation:MinLength=1
	// +optional
	Resource string `json:"resource,omitempty"`
	// The DeviceClass of the devices, such as `gpu.nvidia.com`. Pods then claim them by dynamic resource allocation, which the cluster
	// and the driver of the devices have to support, and do not request the extended resource of a device plugin. The attribute `accelerators` and
	// budgets do not count them.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +optional
	DeviceClass string `json:"deviceClass,omitempty"`
	// CEL selectors of devices of the class, which all have to be true, such as
	// `device.capacity["gpu.nvidia.com"].memory.isGreaterThan(quantity("40Gi"))`.
	// +listType=atomic
	// +kubebuilder:validation:MaxItems=32
	// +optional
	Selectors []string `json:"selectors,omitempty"`
}

// Autoscaling bounds the replicas, and says by which metric they are scaled.
type Autoscaling struct {
	// The minimum number of replicas. Default 1.
	// +kubebuilder:validation:Minimum=1
	// +optional
	Min *int32 `json:"min,omitempty"`
	// The maximum number of replicas.
	// +kubebuilder:validation:Minimum=1
	Max int32 `json:"max"`
	// The metric: `requests` is the number of requests in a pod, from the metrics of the engine, which needs an adapter that
	// serves them as custom metrics of pods; `cpu` is the CPU utilization, in percent of the request.
	// +kubebuilder:validation:Enum=requests;cpu
	// +kubebuilder:default=requests
	// +optional
	Metric string `json:"metric,omitempty"`
	// The target average over the pods. Default: 8 requests, or 80 percent.
	// +kubebuilder:validation:Minimum=1
	// +optional
	Target *int32 `json:"target,omitempty"`
	// Scales by a Prometheus query, with a ScaledObject of KEDA in the place of a HorizontalPodAutoscaler: no adapter is needed.
	// +optional
	Prometheus *Prometheus `json:"prometheus,omitempty"`
}

// Prometheus is a server that knows the metrics of the pods.
type Prometheus struct {
	// Its address, such as `http://prometheus-operated.monitoring.svc:9090`.
	// +kubebuilder:validation:Pattern=`^https?://[^\s]+$`
	ServerAddress string `json:"serverAddress"`
	// The PromQL query, which returns one number for all replicas together. Default: the requests in the pods of the
	// endpoint, whose series have the labels `namespace` and `pod`.
	// +kubebuilder:validation:MinLength=1
	// +optional
	Query string `json:"query,omitempty"`
	// The TriggerAuthentication of KEDA that has the credentials for the server, in the namespace of the endpoint.
	// +kubebuilder:validation:MinLength=1
	// +optional
	AuthenticationName string `json:"authenticationName,omitempty"`
}

// Monitor is a PodMonitor.
type Monitor struct {
	// Labels of the PodMonitor, by which a Prometheus selects it, such as `release`.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// The scrape interval. Default: that of Prometheus.
	// +optional
	Interval Duration `json:"interval,omitempty"`
}

// Adapter is a LoRA adapter. Exactly one of `repository` and `path` is set.
type Adapter struct {
	// The name of the adapter in requests.
	// +kubebuilder:validation:Pattern=`^[A-Za-z0-9][\w.-]*$`
	Name string `json:"name"`
	// A repository of Hugging Face.
	// +kubebuilder:validation:Pattern=`^[A-Za-z0-9][\w.-]*/[\w.-]+$`
	// +optional
	Repository string `json:"repository,omitempty"`
	// The folder of the adapter on the claim of the model, from the root of the volume.
	// +kubebuilder:validation:MinLength=1
	// +optional
	Path string `json:"path,omitempty"`
}

// Service is in front of the pods, under the name of the endpoint.
type Service struct {
	// Its type.
	// +kubebuilder:validation:Enum=ClusterIP;NodePort;LoadBalancer
	// +kubebuilder:default=ClusterIP
	// +optional
	Type string `json:"type,omitempty"`
	// Its port, and that of the engine.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	// +kubebuilder:default=8000
	// +optional
	Port int32 `json:"port,omitempty"`
}
