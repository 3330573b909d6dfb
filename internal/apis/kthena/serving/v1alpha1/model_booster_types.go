package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	networkingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/networking/v1alpha1"
)

// ModelBooster is a model on vLLM, from its weights to its route.
//
// Mirrors volcano-sh/kthena pkg/apis/workload/v1alpha1/model_booster_types.go@v1.0.0.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type ModelBooster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The model, and what serves it.
	// +optional
	Spec ModelBoosterSpec `json:"spec,omitempty"`
	// What the controller reports about the model.
	// +optional
	Status ModelBoosterStatus `json:"status,omitempty"`
}

// ModelBoosterSpec says which model is served, and how.
type ModelBoosterSpec struct {
	// A name for people with Kthena v1.0.0, where requests ask for the `name` of `metadata`. Later ones ask for this, where it is set.
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	// +optional
	Name string `json:"name,omitempty"`
	// Whose model it is, for people.
	// +optional
	Owner string `json:"owner,omitempty"`
	// What serves the model.
	Backend ModelBackend `json:"backend"`
	// Which requests for the model are routed to it. All when left out.
	// +optional
	ModelMatch *networkingv1alpha1.ModelMatch `json:"modelMatch,omitempty"`
}

// ModelBackend is what serves a model: groups of pods, each with a copy of it.
type ModelBackend struct {
	// The name of the backend. Kthena names the ModelServing and the ModelServer `<name of the resource>-<name>`.
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	Name string `json:"name"`
	// Whether each copy is one engine (`vLLM`), or one for prompts and one for answers (`vLLMDisaggregated`).
	// +kubebuilder:validation:Enum=vLLM;vLLMDisaggregated
	Type string `json:"type"`
	// Where the weights are: `hf://<repository>` of Hugging Face, `ms://<repository>` of ModelScope, `s3://<bucket>/<path>`,
	// `pvc://<path in the claim of cache_uri>`, or, after v1.0.0 of Kthena, `obs://<bucket>/<path>`.
	// +kubebuilder:validation:Pattern=`^(hf://|s3://|obs://|pvc://|ms://).+`
	ModelURI string `json:"modelURI"`
	// Where pods keep the weights: `pvc://<claim>`, or `hostpath://<path>` on their node. Kthena v1.0.0 can make no pods
	// without it; in direct mode every pod then downloads them.
	// +kubebuilder:validation:Pattern=`^(hostpath://|pvc://).+`
	// +optional
	CacheURI string `json:"cacheURI,omitempty"`
	// Sources of environment variables of the downloader and of the container beside the engine, not of the engine: where the
	// credentials `HF_AUTH_TOKEN`, or `ACCESS_KEY` and `SECRET_KEY`, are from.
	// +listType=atomic
	// +optional
	EnvFrom []corev1.EnvFromSource `json:"envFrom,omitempty"`
	// Environment variables of the engine. The downloader is given `ENDPOINT`, `HF_ENDPOINT`, `MS_TOKEN` and `MS_REVISION` of them,
	// where they have a `value`.
	// +listType=map
	// +listMapKey=name
	// +optional
	Env []corev1.EnvVar `json:"env,omitempty"`
	// The number of copies of the model.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000000
	Replicas int32 `json:"replicas"`
	// What each copy consists of: one worker of the type `server` for `vLLM`, one of `prefill` and one of `decode` for
	// `vLLMDisaggregated`.
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=1000
	Workers []ModelWorker `json:"workers"`
	// The scheduler of the pods. `volcano` schedules every copy as a gang. When left out, the default scheduler has them with Kthena
	// v1.0.0, and Volcano with later ones.
	// +optional
	SchedulerName string `json:"schedulerName,omitempty"`
	// The RuntimeClass of the pods.
	// +optional
	RuntimeClassName *string `json:"runtimeClassName,omitempty"`
}

// ModelWorker is one part of a copy of a model.
type ModelWorker struct {
	// What the part does.
	// +kubebuilder:default=server
	// +kubebuilder:validation:Enum=server;prefill;decode;controller;coordinator
	// +optional
	Type string `json:"type,omitempty"`
	// The image of the engine. No pod can be made without it.
	// +optional
	Image string `json:"image,omitempty"`
	// The number of engines of the part in each copy. No pod is made without it.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000000
	// +optional
	Replicas int32 `json:"replicas,omitempty"`
	// The number of pods that an engine of the type `vLLM` spans, by Ray.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1000000
	// +optional
	Pods int32 `json:"pods,omitempty"`
	// What a pod of the engine asks for.
	// +optional
	Resources corev1.ResourceRequirements `json:"resources,omitempty"`
	// Where the pods may run.
	// +optional
	Affinity corev1.Affinity `json:"affinity,omitempty"`
	// What the pods tolerate of nodes.
	// +listType=atomic
	// +optional
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// Arguments of vLLM by their names without the dashes in front; an empty text is one without a value.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	// +optional
	Config *apiextensionsv1.JSON `json:"config,omitempty"`
}

// ModelBoosterStatus is what the controller reports about a model.
type ModelBoosterStatus struct {
	// `Initialized`, `Active` once all copies are available, and `Failed`, which stays once it was set.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// The generation that the controller works on.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
}
