package v1alpha1

import corev1 "k8s.io/api/core/v1"

// LlamaCppSpec are the options of the runtime `llamacpp`.
type LlamaCppSpec struct {
	// Context size in tokens, shared by all slots.
	// +kubebuilder:validation:Minimum=128
	// +kubebuilder:validation:Maximum=2097152
	// +optional
	ContextSize *int32 `json:"contextSize,omitempty"`
	// RoPE scaling, for a context longer than the model was trained for.
	// +optional
	RopeScaling *RopeScalingSpec `json:"ropeScaling,omitempty"`
	// Number of parallel slots, which is that of concurrent requests. The runtime `vllm` reads it too.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=64
	// +optional
	ParallelSlots *int32 `json:"parallelSlots,omitempty"`
	// Use flash attention on the GPU. `false` leaves the choice to llama.cpp.
	// +optional
	FlashAttention *bool `json:"flashAttention,omitempty"`
	// Use the Jinja chat template of the model, which tool calling needs.
	// +optional
	Jinja *bool `json:"jinja,omitempty"`
	// KV cache data type for K.
	// +kubebuilder:validation:Enum=f16;f32;q8_0;q4_0;q4_1;q5_0;q5_1;iq4_nl
	// +optional
	CacheTypeK string `json:"cacheTypeK,omitempty"`
	// KV cache data type for V.
	// +kubebuilder:validation:Enum=f16;f32;q8_0;q4_0;q4_1;q5_0;q5_1;iq4_nl
	// +optional
	CacheTypeV string `json:"cacheTypeV,omitempty"`
	// KV cache data type for K that only the build in `image` knows. Wins over `cache_type_k`.
	// +optional
	CacheTypeCustomK string `json:"cacheTypeCustomK,omitempty"`
	// KV cache data type for V that only the build in `image` knows. Wins over `cache_type_v`.
	// +optional
	CacheTypeCustomV string `json:"cacheTypeCustomV,omitempty"`
	// Offload the MoE weights of all layers to the CPU.
	// +optional
	MoeCPUOffload *bool `json:"moeCPUOffload,omitempty"`
	// Number of MoE layers offloaded to the CPU.
	// +kubebuilder:validation:Minimum=0
	// +optional
	MoeCPULayers *int32 `json:"moeCPULayers,omitempty"`
	// Disable KV cache offload to the GPU.
	// +optional
	NoKvOffload *bool `json:"noKvOffload,omitempty"`
	// Tensor placement overrides, each as `<pattern>=<device>`, such as `exps=CPU`.
	// +optional
	TensorOverrides []string `json:"tensorOverrides,omitempty"`
	// Metadata overrides of the model, each as `<key>=<type>:<value>` with the types int, float, bool and str.
	// +optional
	MetadataOverrides []string `json:"metadataOverrides,omitempty"`
	// Logical batch size in tokens.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=16384
	// +optional
	BatchSize *int32 `json:"batchSize,omitempty"`
	// Physical batch size in tokens (micro-batch).
	// +kubebuilder:validation:Minimum=1
	// +optional
	UBatchSize *int32 `json:"uBatchSize,omitempty"`
	// Skip the warmup run.
	// +optional
	NoWarmup *bool `json:"noWarmup,omitempty"`
	// Reasoning budget: the maximum number of reasoning tokens of an answer. 0 disables reasoning.
	// +kubebuilder:validation:Minimum=0
	// +optional
	ReasoningBudget *int32 `json:"reasoningBudget,omitempty"`
	// Message injected when the reasoning budget is exhausted.
	// +optional
	ReasoningBudgetMessage string `json:"reasoningBudgetMessage,omitempty"`
	// Speculative decoding.
	// +optional
	// +inference:since=v0.9.19
	SpeculativeDecoding *SpeculativeDecodingSpec `json:"speculativeDecoding,omitempty"`
}

// RopeScalingSpec is the RoPE scaling of a model.
type RopeScalingSpec struct {
	// RoPE scaling method.
	// +kubebuilder:validation:Enum=linear;yarn;longrope
	Type string `json:"type"`
	// RoPE scaling factor, such as `2.0`.
	// +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
	// +optional
	Factor string `json:"factor,omitempty"`
	// Original context length of the model in tokens.
	// +kubebuilder:validation:Minimum=128
	// +optional
	OriginalContext *int32 `json:"originalContext,omitempty"`
}

// SpeculativeDecodingSpec is the speculative decoding of llama.cpp.
//
// +kubebuilder:validation:XValidation:rule="!(self.type in ['draft','draft-simple','draft-eagle3','draft-dflash','draft-dspark']) || ((has(self.draftModelRef) && self.draftModelRef.size() > 0) || (has(self.draftModel) && self.draftModel.size() > 0))",message="this type drafts with weights of its own: set draft_model_ref to a model, or draft_model to one of the files of the served model"
// +kubebuilder:validation:XValidation:rule="(self.type in ['draft','draft-simple','draft-eagle3','draft-dflash','draft-dspark','draft-mtp']) || ((!has(self.draftModelRef) || self.draftModelRef.size() == 0) && (!has(self.draftModel) || self.draftModel.size() == 0))",message="this type drafts without weights of its own: remove draft_model_ref and draft_model, or choose one of the draft types"
// +kubebuilder:validation:XValidation:rule="!((has(self.draftModelRef) && self.draftModelRef.size() > 0) && (has(self.draftModel) && self.draftModel.size() > 0))",message="the draft is either another model, draft_model_ref, or a file of the served one, draft_model; remove one of them"
type SpeculativeDecodingSpec struct {
	// Speculative decoding method. `mtp` is `draft-mtp`, `draft` is `draft-simple`, `disabled` is `none`.
	// +kubebuilder:validation:Enum=none;disabled;mtp;draft;draft-simple;draft-eagle3;draft-mtp;draft-dflash;draft-dspark;ngram-simple;ngram-map-k;ngram-map-k4v;ngram-mod;ngram-cache
	Type string `json:"type"`
	// Draft model, in the namespace of the service.
	// +optional
	DraftModelRef string `json:"draftModelRef,omitempty"`
	// File of the draft model, among the files of the served model.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +optional
	DraftModel string `json:"draftModel,omitempty"`
	// Maximum number of draft tokens.
	// +kubebuilder:validation:Minimum=1
	// +optional
	NDraftMax *int32 `json:"nDraftMax,omitempty"`
	// Minimum probability of a draft token (greedy).
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1
	// +optional
	PMin *float64 `json:"pMin,omitempty"`
}

// VLLMConfig are the options of the runtime `vllm`.
type VLLMConfig struct {
	// Tensor parallel size. All GPUs of the pod when unset.
	// +optional
	TensorParallelSize *int32 `json:"tensorParallelSize,omitempty"`
	// Maximum model length: the context length in tokens.
	// +optional
	MaxModelLen *int32 `json:"maxModelLen,omitempty"`
	// Quantization method of the weights. From v0.9.19 also `mxfp4`.
	// +kubebuilder:validation:Enum=awq;gptq;squeezellm;fp8;nvfp4;mxfp4;compressed-tensors
	// +optional
	Quantization string `json:"quantization,omitempty"`
	// Data type of weights and activations.
	// +kubebuilder:validation:Enum=auto;float16;bfloat16
	// +optional
	Dtype string `json:"dtype,omitempty"`
	// KV cache data type.
	// +kubebuilder:validation:Enum=auto;fp8_e5m2;fp8_e4m3
	// +kubebuilder:default=auto
	// +optional
	KVCacheDtype string `json:"kvCacheDtype,omitempty"`
	// KV cache data type that only the build in `image` knows. Wins over `kv_cache_dtype`.
	// +optional
	KVCacheCustomDtype string `json:"kvCacheCustomDtype,omitempty"`
	// Automatic prefix caching.
	// +optional
	EnablePrefixCaching *bool `json:"enablePrefixCaching,omitempty"`
	// Chunked prefill.
	// +optional
	EnableChunkedPrefill *bool `json:"enableChunkedPrefill,omitempty"`
	// Maximum number of batched tokens per iteration.
	// +kubebuilder:validation:Minimum=512
	// +optional
	MaxNumBatchedTokens *int32 `json:"maxNumBatchedTokens,omitempty"`
	// Attention backend. Current releases of vLLM write the names in capitals.
	// +kubebuilder:validation:Enum=FLASH_ATTN;FLASHINFER;XFORMERS;flashinfer;flash_attn;xformers;torch_sdpa
	// +optional
	AttentionBackend string `json:"attentionBackend,omitempty"`
	// Speculative decoding.
	// +optional
	Speculative *SpeculativeConfig `json:"speculative,omitempty"`
	// Expert parallelism for MoE layers.
	// +optional
	EnableExpertParallel *bool `json:"enableExpertParallel,omitempty"`
	// CPU offload in GiB per GPU.
	// +kubebuilder:validation:Minimum=0
	// +optional
	CPUOffloadGB *int32 `json:"cpuOffloadGB,omitempty"`
	// Fraction of GPU memory to use; 0.9 when unset.
	// +kubebuilder:validation:Minimum=0.1
	// +kubebuilder:validation:Maximum=0.99
	// +optional
	GPUMemoryUtilization *float64 `json:"gpuMemoryUtilization,omitempty"`
	// Key of a Secret with the Hugging Face token.
	// +optional
	HFTokenSecretRef *corev1.SecretKeySelector `json:"hfTokenSecretRef,omitempty"`
}

// SpeculativeConfig is the speculative decoding of vLLM.
type SpeculativeConfig struct {
	// Enable speculative decoding.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// Draft model, as vLLM loads it: a Hugging Face repository or a path, not the name of a Model.
	// +optional
	Model string `json:"model,omitempty"`
	// Number of draft tokens.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=16
	// +kubebuilder:default=4
	// +optional
	NumSpeculativeTokens *int32 `json:"numSpeculativeTokens,omitempty"`
}

// SGLangConfig are the options of the runtime `sglang`.
type SGLangConfig struct {
	// Tensor parallel size. All GPUs of the pod when unset.
	// +kubebuilder:validation:Minimum=1
	// +optional
	TensorParallelSize *int32 `json:"tensorParallelSize,omitempty"`
	// Expert parallel size.
	// +kubebuilder:validation:Minimum=1
	// +optional
	ExpertParallelSize *int32 `json:"expertParallelSize,omitempty"`
	// Data parallel size.
	// +kubebuilder:validation:Minimum=1
	// +optional
	DataParallelSize *int32 `json:"dataParallelSize,omitempty"`
	// Maximum context length in tokens.
	// +kubebuilder:validation:Minimum=128
	// +optional
	ContextLength *int32 `json:"contextLength,omitempty"`
	// Fraction of GPU memory for static allocation: model weights and KV cache pool.
	// +kubebuilder:validation:Minimum=0.1
	// +kubebuilder:validation:Maximum=0.99
	// +optional
	MemFractionStatic *float64 `json:"memFractionStatic,omitempty"`
	// Prefill chunk size in tokens.
	// +kubebuilder:validation:Minimum=512
	// +optional
	ChunkedPrefillSize *int32 `json:"chunkedPrefillSize,omitempty"`
	// Maximum number of running requests.
	// +kubebuilder:validation:Minimum=1
	// +optional
	MaxRunningRequests *int32 `json:"maxRunningRequests,omitempty"`
	// Quantization method of the weights, such as `fp8`.
	// +optional
	Quantization string `json:"quantization,omitempty"`
	// KV cache data type.
	// +kubebuilder:validation:Enum=auto;fp8_e5m2;fp8_e4m3
	// +kubebuilder:default=auto
	// +optional
	KVCacheDtype string `json:"kvCacheDtype,omitempty"`
	// KV cache data type that only the build in `image` knows. Wins over `kv_cache_dtype`.
	// +optional
	KVCacheCustomDtype string `json:"kvCacheCustomDtype,omitempty"`
	// Attention backend.
	// +kubebuilder:validation:Enum=flashinfer;flash_attn;torch_native
	// +optional
	AttentionBackend string `json:"attentionBackend,omitempty"`
	// Automatic prefix caching.
	// +optional
	EnablePrefixCaching *bool `json:"enablePrefixCaching,omitempty"`
	// Tool call parser.
	// +kubebuilder:validation:Enum=llama3;qwen3;qwen25;hermes;functionary;mistral
	// +optional
	ToolCallParser string `json:"toolCallParser,omitempty"`
	// Reasoning parser.
	// +kubebuilder:validation:Enum=qwen3;deepseek-r1
	// +optional
	ReasoningParser string `json:"reasoningParser,omitempty"`
	// Chat template that replaces that of the model.
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
	// Maximum LoRA rank.
	// +kubebuilder:validation:Minimum=1
	// +optional
	MaxLoraRank *int32 `json:"maxLoraRank,omitempty"`
	// LoRA target modules, such as `q_proj`.
	// +optional
	LoraTargetModules []string `json:"loraTargetModules,omitempty"`
	// Log level of the engine.
	// +kubebuilder:validation:Enum=debug;info;warning;error
	// +optional
	LogLevel string `json:"logLevel,omitempty"`
	// Trust remote code: run custom code from the model repository.
	// +optional
	TrustRemoteCode *bool `json:"trustRemoteCode,omitempty"`
	// Skip tokenizer initialization: take and return token IDs.
	// +optional
	SkipTokenizerInit *bool `json:"skipTokenizerInit,omitempty"`
	// Key of a Secret with the Hugging Face token.
	// +optional
	HFTokenSecretRef *corev1.SecretKeySelector `json:"hfTokenSecretRef,omitempty"`
}

// SGLangSpeculativeConfig is the speculative decoding of SGLang.
type SGLangSpeculativeConfig struct {
	// Enable speculative decoding.
	// +optional
	Enabled *bool `json:"enabled,omitempty"`
	// Speculative decoding algorithm.
	// +kubebuilder:validation:Enum=EAGLE;EAGLE3;Medusa
	// +optional
	Algorithm string `json:"algorithm,omitempty"`
	// Path of the draft model.
	// +optional
	DraftModelPath string `json:"draftModelPath,omitempty"`
	// Number of speculative steps.
	// +kubebuilder:validation:Minimum=1
	// +optional
	NumSteps *int32 `json:"numSteps,omitempty"`
	// EAGLE top-k: number of tokens sampled from the draft model in each step.
	// +kubebuilder:validation:Minimum=1
	// +optional
	EagleTopK *int32 `json:"eagleTopK,omitempty"`
	// Number of draft tokens.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=4
	// +optional
	NumDraftTokens *int32 `json:"numDraftTokens,omitempty"`
	// Acceptance threshold of a single draft token.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=1
	// +optional
	AcceptThresholdSingle *float64 `json:"acceptThresholdSingle,omitempty"`
	// Accumulated acceptance threshold of a sequence of draft tokens.
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
	// Quantization method of the weights.
	// +kubebuilder:validation:Enum=bitsandbytes;gptq;awq;eetq
	// +optional
	Quantize string `json:"quantize,omitempty"`
	// Maximum input length in tokens.
	// +optional
	MaxInputLength *int32 `json:"maxInputLength,omitempty"`
	// Maximum number of total tokens: input and output.
	// +optional
	MaxTotalTokens *int32 `json:"maxTotalTokens,omitempty"`
	// Data type of weights and activations.
	// +kubebuilder:validation:Enum=float16;bfloat16
	// +optional
	Dtype string `json:"dtype,omitempty"`
	// Key of a Secret with the Hugging Face token.
	// +optional
	HFTokenSecretRef *corev1.SecretKeySelector `json:"hfTokenSecretRef,omitempty"`
}

// PersonaPlexConfig are the options of the runtime `personaplex`.
type PersonaPlexConfig struct {
	// 4-bit quantization of the weights.
	// +optional
	Quantize4Bit *bool `json:"quantize4Bit,omitempty"`
	// Offload weights to the CPU when GPU memory does not suffice.
	// +optional
	CPUOffload *bool `json:"cpuOffload,omitempty"`
	// Key of a Secret with the Hugging Face token.
	// +optional
	HFTokenSecretRef *corev1.SecretKeySelector `json:"hfTokenSecretRef,omitempty"`
}
