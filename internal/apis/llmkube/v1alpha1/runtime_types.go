package v1alpha1

import corev1 "k8s.io/api/core/v1"

// LlamaCppSpec are the options of the runtime `llamacpp`.
type LlamaCppSpec struct {
	// The context in tokens that all slots share.
	// +kubebuilder:validation:Minimum=128
	// +kubebuilder:validation:Maximum=2097152
	// +optional
	ContextSize *int32 `json:"contextSize,omitempty"`
	// Serve a context longer than the model was trained for.
	// +optional
	RopeScaling *RopeScalingSpec `json:"ropeScaling,omitempty"`
	// How many requests are answered at the same time. The runtime `vllm` reads it too.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=64
	// +optional
	ParallelSlots *int32 `json:"parallelSlots,omitempty"`
	// Use flash attention on the GPU. `false` leaves the choice to llama.cpp.
	// +optional
	FlashAttention *bool `json:"flashAttention,omitempty"`
	// Render chats with the template of the model, which calls of tools need.
	// +optional
	Jinja *bool `json:"jinja,omitempty"`
	// The type of the keys in the KV cache.
	// +kubebuilder:validation:Enum=f16;f32;q8_0;q4_0;q4_1;q5_0;q5_1;iq4_nl
	// +optional
	CacheTypeK string `json:"cacheTypeK,omitempty"`
	// The type of the values in the KV cache.
	// +kubebuilder:validation:Enum=f16;f32;q8_0;q4_0;q4_1;q5_0;q5_1;iq4_nl
	// +optional
	CacheTypeV string `json:"cacheTypeV,omitempty"`
	// A type of the keys that only the build in `image` knows. Wins over `cache_type_k`.
	// +optional
	CacheTypeCustomK string `json:"cacheTypeCustomK,omitempty"`
	// A type of the values that only the build in `image` knows. Wins over `cache_type_v`.
	// +optional
	CacheTypeCustomV string `json:"cacheTypeCustomV,omitempty"`
	// Keep the experts of all layers in the memory of the host.
	// +optional
	MoeCPUOffload *bool `json:"moeCPUOffload,omitempty"`
	// Of how many layers the experts stay in the memory of the host.
	// +kubebuilder:validation:Minimum=0
	// +optional
	MoeCPULayers *int32 `json:"moeCPULayers,omitempty"`
	// Keep the KV cache in the memory of the host.
	// +optional
	NoKvOffload *bool `json:"noKvOffload,omitempty"`
	// Where tensors go, each as `<pattern>=<device>`, such as `exps=CPU`.
	// +optional
	TensorOverrides []string `json:"tensorOverrides,omitempty"`
	// Metadata of the model to change, each as `<key>=<type>:<value>` with the types int, float, bool and str.
	// +optional
	MetadataOverrides []string `json:"metadataOverrides,omitempty"`
	// How many tokens of a prompt are read at once.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=16384
	// +optional
	BatchSize *int32 `json:"batchSize,omitempty"`
	// How many tokens are computed at once.
	// +kubebuilder:validation:Minimum=1
	// +optional
	UBatchSize *int32 `json:"uBatchSize,omitempty"`
	// Answer without a first run of the model.
	// +optional
	NoWarmup *bool `json:"noWarmup,omitempty"`
	// How many tokens of an answer may be reasoning. 0 allows none.
	// +kubebuilder:validation:Minimum=0
	// +optional
	ReasoningBudget *int32 `json:"reasoningBudget,omitempty"`
	// What the model reads when its reasoning budget is used up.
	// +optional
	ReasoningBudgetMessage string `json:"reasoningBudgetMessage,omitempty"`
	// Speculative decoding.
	// +optional
	SpeculativeDecoding *SpeculativeDecodingSpec `json:"speculativeDecoding,omitempty"`
}

// RopeScalingSpec stretches the context beyond what the model was trained for.
type RopeScalingSpec struct {
	// The method.
	// +kubebuilder:validation:Enum=linear;yarn;longrope
	Type string `json:"type"`
	// How many times longer the context gets, such as `2.0`.
	// +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
	// +optional
	Factor string `json:"factor,omitempty"`
	// The context in tokens that the model was trained for.
	// +kubebuilder:validation:Minimum=128
	// +optional
	OriginalContext *int32 `json:"originalContext,omitempty"`
}

// SpeculativeDecodingSpec lets llama.cpp draft several tokens and check them at once.
//
// +kubebuilder:validation:XValidation:rule="!(self.type in ['draft','draft-simple','draft-eagle3','draft-dflash','draft-dspark']) || ((has(self.draftModelRef) && self.draftModelRef.size() > 0) || (has(self.draftModel) && self.draftModel.size() > 0))",message="this type drafts with weights of its own: set draft_model_ref to a model, or draft_model to one of the files of the served model"
// +kubebuilder:validation:XValidation:rule="(self.type in ['draft','draft-simple','draft-eagle3','draft-dflash','draft-dspark','draft-mtp']) || ((!has(self.draftModelRef) || self.draftModelRef.size() == 0) && (!has(self.draftModel) || self.draftModel.size() == 0))",message="this type drafts without weights of its own: remove draft_model_ref and draft_model, or choose one of the draft types"
// +kubebuilder:validation:XValidation:rule="!((has(self.draftModelRef) && self.draftModelRef.size() > 0) && (has(self.draftModel) && self.draftModel.size() > 0))",message="the draft is either another model, draft_model_ref, or a file of the served one, draft_model; remove one of them"
type SpeculativeDecodingSpec struct {
	// The method. `mtp` is `draft-mtp`, `draft` is `draft-simple`, `disabled` is `none`.
	// +kubebuilder:validation:Enum=none;disabled;mtp;draft;draft-simple;draft-eagle3;draft-mtp;draft-dflash;draft-dspark;ngram-simple;ngram-map-k;ngram-map-k4v;ngram-mod;ngram-cache
	Type string `json:"type"`
	// The model that drafts, in the namespace of the service.
	// +optional
	DraftModelRef string `json:"draftModelRef,omitempty"`
	// The file with the draft among the files of the served model.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +optional
	DraftModel string `json:"draftModel,omitempty"`
	// How many tokens are drafted at once at most.
	// +kubebuilder:validation:Minimum=1
	// +optional
	NDraftMax *int32 `json:"nDraftMax,omitempty"`
	// How probable a drafted token must be for drafting to go on.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1
	// +optional
	PMin *float64 `json:"pMin,omitempty"`
}

// VLLMConfig are the options of the runtime `vllm`.
type VLLMConfig struct {
	// Over how many GPUs every layer is split. All GPUs of the pod when unset.
	// +optional
	TensorParallelSize *int32 `json:"tensorParallelSize,omitempty"`
	// The longest context in tokens.
	// +optional
	MaxModelLen *int32 `json:"maxModelLen,omitempty"`
	// How the weights are quantised. From v0.9.19 also `mxfp4`.
	// +kubebuilder:validation:Enum=awq;gptq;squeezellm;fp8;nvfp4;mxfp4;compressed-tensors
	// +optional
	Quantization string `json:"quantization,omitempty"`
	// The type to compute in.
	// +kubebuilder:validation:Enum=auto;float16;bfloat16
	// +optional
	Dtype string `json:"dtype,omitempty"`
	// The type of the KV cache.
	// +kubebuilder:validation:Enum=auto;fp8_e5m2;fp8_e4m3
	// +kubebuilder:default=auto
	// +optional
	KVCacheDtype string `json:"kvCacheDtype,omitempty"`
	// A type of the KV cache that only the build in `image` knows. Wins over `kv_cache_dtype`.
	// +optional
	KVCacheCustomDtype string `json:"kvCacheCustomDtype,omitempty"`
	// Keep what prompts have in common.
	// +optional
	EnablePrefixCaching *bool `json:"enablePrefixCaching,omitempty"`
	// Read long prompts in pieces between the answers.
	// +optional
	EnableChunkedPrefill *bool `json:"enableChunkedPrefill,omitempty"`
	// How many tokens are computed at once at most.
	// +kubebuilder:validation:Minimum=512
	// +optional
	MaxNumBatchedTokens *int32 `json:"maxNumBatchedTokens,omitempty"`
	// The implementation of attention. Current releases of vLLM write the names in capitals.
	// +kubebuilder:validation:Enum=FLASH_ATTN;FLASHINFER;XFORMERS;flashinfer;flash_attn;xformers;torch_sdpa
	// +optional
	AttentionBackend string `json:"attentionBackend,omitempty"`
	// Speculative decoding.
	// +optional
	Speculative *SpeculativeConfig `json:"speculative,omitempty"`
	// Spread the experts over the GPUs.
	// +optional
	EnableExpertParallel *bool `json:"enableExpertParallel,omitempty"`
	// How many GB of the weights of each GPU stay in the memory of the host.
	// +kubebuilder:validation:Minimum=0
	// +optional
	CPUOffloadGB *int32 `json:"cpuOffloadGB,omitempty"`
	// The share of the GPU's memory to use; 0.9 when unset.
	// +kubebuilder:validation:Minimum=0.1
	// +kubebuilder:validation:Maximum=0.99
	// +optional
	GPUMemoryUtilization *float64 `json:"gpuMemoryUtilization,omitempty"`
	// The key of a Secret with the token for Hugging Face.
	// +optional
	HFTokenSecretRef *corev1.SecretKeySelector `json:"hfTokenSecretRef,omitempty"`
}

// SpeculativeConfig lets vLLM draft several tokens and check them at once.
type SpeculativeConfig struct {
	// Whether to draft.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// The model that drafts, as vLLM loads it: a repository of Hugging Face or a path, not the name of a Model.
	// +optional
	Model string `json:"model,omitempty"`
	// How many tokens are drafted at once.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=16
	// +kubebuilder:default=4
	// +optional
	NumSpeculativeTokens *int32 `json:"numSpeculativeTokens,omitempty"`
}

// SGLangConfig are the options of the runtime `sglang`.
type SGLangConfig struct {
	// Over how many GPUs every layer is split. All GPUs of the pod when unset.
	// +kubebuilder:validation:Minimum=1
	// +optional
	TensorParallelSize *int32 `json:"tensorParallelSize,omitempty"`
	// Over how many GPUs the experts are spread.
	// +kubebuilder:validation:Minimum=1
	// +optional
	ExpertParallelSize *int32 `json:"expertParallelSize,omitempty"`
	// How many copies of the model a pod has.
	// +kubebuilder:validation:Minimum=1
	// +optional
	DataParallelSize *int32 `json:"dataParallelSize,omitempty"`
	// The longest context in tokens.
	// +kubebuilder:validation:Minimum=128
	// +optional
	ContextLength *int32 `json:"contextLength,omitempty"`
	// The share of the GPU's memory for weights and KV cache.
	// +kubebuilder:validation:Minimum=0.1
	// +kubebuilder:validation:Maximum=0.99
	// +optional
	MemFractionStatic *float64 `json:"memFractionStatic,omitempty"`
	// In pieces of how many tokens prompts are read.
	// +kubebuilder:validation:Minimum=512
	// +optional
	ChunkedPrefillSize *int32 `json:"chunkedPrefillSize,omitempty"`
	// How many requests are answered at the same time at most.
	// +kubebuilder:validation:Minimum=1
	// +optional
	MaxRunningRequests *int32 `json:"maxRunningRequests,omitempty"`
	// How the weights are quantised, such as `fp8`.
	// +optional
	Quantization string `json:"quantization,omitempty"`
	// The type of the KV cache.
	// +kubebuilder:validation:Enum=auto;fp8_e5m2;fp8_e4m3
	// +kubebuilder:default=auto
	// +optional
	KVCacheDtype string `json:"kvCacheDtype,omitempty"`
	// A type of the KV cache that only the build in `image` knows. Wins over `kv_cache_dtype`.
	// +optional
	KVCacheCustomDtype string `json:"kvCacheCustomDtype,omitempty"`
	// The implementation of attention.
	// +kubebuilder:validation:Enum=flashinfer;flash_attn;torch_native
	// +optional
	AttentionBackend string `json:"attentionBackend,omitempty"`
	// Keep what prompts have in common.
	// +optional
	EnablePrefixCaching *bool `json:"enablePrefixCaching,omitempty"`
	// How calls of tools are read from the answers.
	// +kubebuilder:validation:Enum=llama3;qwen3;qwen25;hermes;functionary;mistral
	// +optional
	ToolCallParser string `json:"toolCallParser,omitempty"`
	// How reasoning is told from the answers.
	// +kubebuilder:validation:Enum=qwen3;deepseek-r1
	// +optional
	ReasoningParser string `json:"reasoningParser,omitempty"`
	// A chat template in place of that of the model.
	// +optional
	ChatTemplate string `json:"chatTemplate,omitempty"`
	// Speculative decoding.
	// +optional
	Speculative *SGLangSpeculativeConfig `json:"speculative,omitempty"`
	// LoRA adapters to load.
	// +optional
	LoraAdapters []LoraAdapter `json:"loraAdapters,omitempty"`
	// LoRA adapters in the older form `<name>=<path>`. Those of `lora_adapters` win.
	// +optional
	LoraModules []string `json:"loraModules,omitempty"`
	// The greatest rank of an adapter.
	// +kubebuilder:validation:Minimum=1
	// +optional
	MaxLoraRank *int32 `json:"maxLoraRank,omitempty"`
	// The modules that adapters may change, such as `q_proj`.
	// +optional
	LoraTargetModules []string `json:"loraTargetModules,omitempty"`
	// How much the engine logs.
	// +kubebuilder:validation:Enum=debug;info;warning;error
	// +optional
	LogLevel string `json:"logLevel,omitempty"`
	// Run code that comes with the model.
	// +optional
	TrustRemoteCode *bool `json:"trustRemoteCode,omitempty"`
	// Take and give tokens instead of text.
	// +optional
	SkipTokenizerInit *bool `json:"skipTokenizerInit,omitempty"`
	// The key of a Secret with the token for Hugging Face.
	// +optional
	HFTokenSecretRef *corev1.SecretKeySelector `json:"hfTokenSecretRef,omitempty"`
}

// SGLangSpeculativeConfig lets SGLang draft several tokens and check them at once.
type SGLangSpeculativeConfig struct {
	// Whether to draft.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// The method.
	// +kubebuilder:validation:Enum=EAGLE;EAGLE3;Medusa
	// +optional
	Algorithm string `json:"algorithm,omitempty"`
	// The path of the weights that draft.
	// +optional
	DraftModelPath string `json:"draftModelPath,omitempty"`
	// How many steps are drafted at once.
	// +kubebuilder:validation:Minimum=1
	// +optional
	NumSteps *int32 `json:"numSteps,omitempty"`
	// Among how many tokens each step chooses.
	// +kubebuilder:validation:Minimum=1
	// +optional
	EagleTopK *int32 `json:"eagleTopK,omitempty"`
	// How many tokens are drafted at once.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=4
	// +optional
	NumDraftTokens *int32 `json:"numDraftTokens,omitempty"`
	// From which probability one drafted token is taken.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1
	// +optional
	AcceptThresholdSingle *float64 `json:"acceptThresholdSingle,omitempty"`
	// From which probability a sequence of drafted tokens is taken.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1
	// +optional
	AcceptThresholdAcc *float64 `json:"acceptThresholdAcc,omitempty"`
}

// LoraAdapter is one LoRA adapter.
type LoraAdapter struct {
	// The name that requests choose the adapter by.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// The path of its weights in the container.
	// +kubebuilder:validation:MinLength=1
	Path string `json:"path"`
}

// TGIConfig are the options of the runtime `tgi`.
type TGIConfig struct {
	// How the weights are quantised.
	// +kubebuilder:validation:Enum=bitsandbytes;gptq;awq;eetq
	// +optional
	Quantize string `json:"quantize,omitempty"`
	// The longest prompt in tokens.
	// +optional
	MaxInputLength *int32 `json:"maxInputLength,omitempty"`
	// The longest prompt and answer together in tokens.
	// +optional
	MaxTotalTokens *int32 `json:"maxTotalTokens,omitempty"`
	// The type to compute in.
	// +kubebuilder:validation:Enum=float16;bfloat16
	// +optional
	Dtype string `json:"dtype,omitempty"`
	// The key of a Secret with the token for Hugging Face.
	// +optional
	HFTokenSecretRef *corev1.SecretKeySelector `json:"hfTokenSecretRef,omitempty"`
}

// PersonaPlexConfig are the options of the runtime `personaplex`.
type PersonaPlexConfig struct {
	// Load the weights in four bits.
	// +optional
	Quantize4Bit *bool `json:"quantize4Bit,omitempty"`
	// Keep weights in the memory of the host when those of the GPU do not suffice.
	// +optional
	CPUOffload *bool `json:"cpuOffload,omitempty"`
	// The key of a Secret with the token for Hugging Face.
	// +optional
	HFTokenSecretRef *corev1.SecretKeySelector `json:"hfTokenSecretRef,omitempty"`
}
