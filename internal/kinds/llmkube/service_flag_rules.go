package llmkube

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var (
	vllmPath   = specPath.Child("vllmConfig")
	tgiPath    = specPath.Child("tgiConfig")
	sglangPath = specPath.Child("sglangConfig")
)

// flagRules are about what becomes of options on the command line of the engine.
var flagRules = []kinds.Rule{
	serviceRule("I-32", "speculative decoding of vLLM names a model to draft with",
		vllmDraftRule, "spec.vllmConfig.speculative"),
	warning(serviceRule("I-33", "the model to draft with is a repository or a path, because vLLM knows no names of Models",
		vllmDraftNameRule, "spec.vllmConfig.speculative.model")),
	warning(serviceRule("I-35", "`cpu_offload_gb` is left out, because vLLM has been seen to ignore it",
		vllmOffloadRule, "spec.vllmConfig.cpuOffloadGB")),
	serviceRule("I-36", "`tensor_parallel_size` is at least 1",
		vllmParallelRule, "spec.vllmConfig.tensorParallelSize"),
	serviceRule("I-37", "lengths are at least 1, and `max_input_length` is less than `max_total_tokens`",
		lengthsRule, "spec.vllmConfig.maxModelLen", "spec.tgiConfig.maxInputLength", "spec.tgiConfig.maxTotalTokens"),
	warning(serviceRule("I-38", "a type of the cache is set as a standard or as a custom one, not as both",
		shadowedTypesRule, "spec.cacheTypeK", "spec.cacheTypeV", "spec.cacheTypeCustomK", "spec.cacheTypeCustomV",
		"spec.vllmConfig.kvCacheDtype", "spec.vllmConfig.kvCacheCustomDtype", "spec.sglangConfig.kvCacheDtype", "spec.sglangConfig.kvCacheCustomDtype")),
	warning(serviceRule("I-39", "`attention_backend` is in capitals",
		vllmAttentionRule, "spec.vllmConfig.attentionBackend")),
	warning(serviceRule("I-40", "`flash_attention` is not `false`, which leaves the choice to llama.cpp",
		flashAttentionRule, "spec.flashAttention")),
	warning(serviceRule("I-41", "`moe_cpu_layers` is not set beside `moe_cpu_offload`",
		expertsRule, "spec.moeCPUOffload", "spec.moeCPULayers")),
	warning(serviceRule("I-42", "`reasoning_budget_message` comes with `reasoning_budget`",
		budgetMessageRule, "spec.reasoningBudget", "spec.reasoningBudgetMessage")),
	warning(serviceRule("I-43", "`rope_scaling` is not set beside `--rope-scaling` in `extra_args`",
		ropeRule, "spec.ropeScaling", "spec.extraArgs")),
	warning(serviceRule("I-44", "`parallel_slots` is not set beside its argument in `extra_args`",
		shadowedSlotsRule, "spec.runtime", "spec.parallelSlots", "spec.extraArgs")),
	warning(serviceRule("I-45", "`extra_args` does not repeat what another option says",
		doubledRule, "spec.runtime", "spec.extraArgs", "spec.contextSize", "spec.jinja", "spec.batchSize",
		"spec.uBatchSize", "spec.parallelSlots", "spec.vllmConfig", "spec.sglangConfig")),
	serviceRule("I-46", "`metadata_overrides` are `<key>=<type>:<value>`",
		metadataOverridesRule, "spec.metadataOverrides"),
	serviceRule("I-47", "`tensor_overrides` are `<pattern>=<device>`",
		tensorOverridesRule, "spec.tensorOverrides"),
	serviceRule("I-48", "`speculative_decoding` is set for the runtime `llamacpp` only",
		draftRuntimeRule, "spec.runtime", "spec.speculativeDecoding"),
	serviceRule("I-51", "speculative decoding of SGLang has a method and the path of the weights to draft with, and thresholds only while it is enabled",
		sglangDraftRule, "spec.sglangConfig.speculative"),
	serviceRule("I-52", "`lora_modules` are `<name>=<path>` or JSON with `name` and `path`",
		loraModulesRule, "spec.sglangConfig.loraModules"),
}

func vllm(s *v1alpha1.InferenceService) v1alpha1.VLLMConfig {
	if s.Spec.VLLMConfig == nil {
		return v1alpha1.VLLMConfig{}
	}
	return *s.Spec.VLLMConfig
}

func sglang(s *v1alpha1.InferenceService) v1alpha1.SGLangConfig {
	if s.Spec.SGLangConfig == nil {
		return v1alpha1.SGLangConfig{}
	}
	return *s.Spec.SGLangConfig
}

func vllmDraftRule(s *v1alpha1.InferenceService) field.ErrorList {
	if draft := vllm(s).Speculative; draft == nil || !isTrue(draft.Enabled) || draft.Model != "" {
		return nil
	}
	return required(vllmPath.Child("speculative", "model"), "without a model to draft with, LLMKube leaves speculative decoding out; name a repository, or set `enabled` to false")
}

func vllmDraftNameRule(s *v1alpha1.InferenceService) field.ErrorList {
	if draft := vllm(s).Speculative; draft == nil || draft.Model == "" || strings.Contains(draft.Model, "/") {
		return nil
	}
	return invalid(vllmPath.Child("speculative", "model"), vllm(s).Speculative.Model, "vLLM gets it as it stands and does not know the names of Models; write `<org>/<name>` or a path")
}

func vllmOffloadRule(s *v1alpha1.InferenceService) field.ErrorList {
	gb := vllm(s).CPUOffloadGB
	if gb == nil || *gb == 0 {
		return nil
	}
	return invalid(vllmPath.Child("cpuOffloadGB"), *gb, "vLLM has been seen to ignore it; check in its log that weights are offloaded")
}

func vllmParallelRule(s *v1alpha1.InferenceService) field.ErrorList {
	return atLeastOne(vllmPath.Child("tensorParallelSize"), vllm(s).TensorParallelSize)
}

func atLeastOne(at *field.Path, value *int32) field.ErrorList {
	if value == nil || *value >= 1 {
		return nil
	}
	return invalid(at, *value, "must be at least 1")
}

func lengthsRule(s *v1alpha1.InferenceService) field.ErrorList {
	errs := atLeastOne(vllmPath.Child("maxModelLen"), vllm(s).MaxModelLen)
	tgi := s.Spec.TGIConfig
	if tgi == nil {
		return errs
	}
	errs = append(errs, atLeastOne(tgiPath.Child("maxInputLength"), tgi.MaxInputLength)...)
	errs = append(errs, atLeastOne(tgiPath.Child("maxTotalTokens"), tgi.MaxTotalTokens)...)
	if in, total := tgi.MaxInputLength, tgi.MaxTotalTokens; len(errs) == 0 && in != nil && total != nil && *in >= *total {
		errs = append(errs, field.Invalid(tgiPath.Child("maxInputLength"), *in, fmt.Sprintf("must be less than `max_total_tokens`, which is %d, or no token is left for the answer", *total)))
	}
	return errs
}

func shadowedTypesRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	check := func(at *field.Path, standard, custom string) {
		if standard != "" && standard != "auto" && custom != "" {
			errs = append(errs, field.Invalid(at, standard, fmt.Sprintf("the custom type %q wins; remove one of them", custom)))
		}
	}
	check(specPath.Child("cacheTypeK"), s.Spec.CacheTypeK, s.Spec.CacheTypeCustomK)
	check(specPath.Child("cacheTypeV"), s.Spec.CacheTypeV, s.Spec.CacheTypeCustomV)
	check(vllmPath.Child("kvCacheDtype"), vllm(s).KVCacheDtype, vllm(s).KVCacheCustomDtype)
	check(sglangPath.Child("kvCacheDtype"), sglang(s).KVCacheDtype, sglang(s).KVCacheCustomDtype)
	return errs
}

func vllmAttentionRule(s *v1alpha1.InferenceService) field.ErrorList {
	if name := vllm(s).AttentionBackend; name != strings.ToUpper(name) {
		return invalid(vllmPath.Child("attentionBackend"), name, "current releases of vLLM know the names in capitals only; write `FLASH_ATTN`, `FLASHINFER` or `XFORMERS`")
	}
	return nil
}

func flashAttentionRule(s *v1alpha1.InferenceService) field.ErrorList {
	if s.Spec.FlashAttention == nil || *s.Spec.FlashAttention {
		return nil
	}
	return invalid(specPath.Child("flashAttention"), false, "leaves the choice to llama.cpp; to turn it off write `--flash-attn`, `off` in `extra_args`")
}

func expertsRule(s *v1alpha1.InferenceService) field.ErrorList {
	if n := s.Spec.MoeCPULayers; !isTrue(s.Spec.MoeCPUOffload) || n == nil || *n == 0 {
		return nil
	}
	return invalid(specPath.Child("moeCPULayers"), *s.Spec.MoeCPULayers, "llama.cpp gets it together with `moe_cpu_offload`, which is for all layers; remove one of them")
}

func budgetMessageRule(s *v1alpha1.InferenceService) field.ErrorList {
	if s.Spec.ReasoningBudgetMessage == "" || s.Spec.ReasoningBudget != nil {
		return nil
	}
	return invalid(specPath.Child("reasoningBudgetMessage"), s.Spec.ReasoningBudgetMessage, "is ignored without `reasoning_budget`")
}

func ropeRule(s *v1alpha1.InferenceService) field.ErrorList {
	if s.Spec.RopeScaling == nil || !hasArgument(s.Spec.ExtraArgs, "--rope-scaling") {
		return nil
	}
	return forbidden(specPath.Child("ropeScaling"), "is dropped as a whole, because `extra_args` has `--rope-scaling`; remove one of them")
}

func shadowedSlotsRule(s *v1alpha1.InferenceService) field.ErrorList {
	name := map[string]string{"llamacpp": "--parallel", "vllm": "--max-num-seqs"}[runtimeOf(s)]
	if s.Spec.ParallelSlots == nil || name == "" || !hasArgument(s.Spec.ExtraArgs, name) {
		return nil
	}
	return invalid(specPath.Child("parallelSlots"), *s.Spec.ParallelSlots, "is dropped, because `extra_args` has `"+name+"`; remove one of them")
}

func doubledRule(s *v1alpha1.InferenceService) field.ErrorList {
	type option struct {
		set   bool
		name  string
		flags []string
	}
	v, g := vllm(s), sglang(s)
	options := map[string][]option{
		"llamacpp": {
			{s.Spec.ContextSize != nil, "context_size", []string{"--ctx-size", "-c"}},
			{isTrue(s.Spec.Jinja), "jinja", []string{"--jinja"}},
			{s.Spec.BatchSize != nil, "batch_size", []string{"--batch-size", "-b"}},
			{s.Spec.UBatchSize != nil, "u_batch_size", []string{"--ubatch-size", "-ub"}},
			{s.Spec.ParallelSlots != nil, "parallel_slots", []string{"-np"}},
		},
		"vllm": {
			{vllm(s).MaxModelLen != nil, "vllm_config.max_model_len", []string{"--max-model-len"}},
			{vllm(s).TensorParallelSize != nil, "vllm_config.tensor_parallel_size", []string{"--tensor-parallel-size", "-tp"}},
			{v.Quantization != "", "vllm_config.quantization", []string{"--quantization", "-q"}},
			{v.Dtype != "", "vllm_config.dtype", []string{"--dtype"}},
			{cacheType(v.KVCacheDtype, v.KVCacheCustomDtype) != "", "vllm_config.kv_cache_dtype", []string{"--kv-cache-dtype"}},
			{v.MaxNumBatchedTokens != nil, "vllm_config.max_num_batched_tokens", []string{"--max-num-batched-tokens"}},
			{v.GPUMemoryUtilization != nil, "vllm_config.gpu_memory_utilization", []string{"--gpu-memory-utilization"}},
		},
		"sglang": {
			{g.TensorParallelSize != nil, "sglang_config.tensor_parallel_size", []string{"--tensor-parallel-size", "--tp-size", "--tp"}},
			{g.DataParallelSize != nil, "sglang_config.data_parallel_size", []string{"--data-parallel-size", "--dp-size", "--dp"}},
			{g.ContextLength != nil, "sglang_config.context_length", []string{"--context-length"}},
			{g.MemFractionStatic != nil, "sglang_config.mem_fraction_static", []string{"--mem-fraction-static"}},
			{g.MaxRunningRequests != nil, "sglang_config.max_running_requests", []string{"--max-running-requests"}},
			{g.Quantization != "", "sglang_config.quantization", []string{"--quantization"}},
			{cacheType(g.KVCacheDtype, g.KVCacheCustomDtype) != "", "sglang_config.kv_cache_dtype", []string{"--kv-cache-dtype"}},
		},
	}
	var errs field.ErrorList
	for i, arg := range s.Spec.ExtraArgs {
		for _, o := range options[runtimeOf(s)] {
			if o.set && slices.ContainsFunc(o.flags, func(f string) bool { return hasArgument([]string{arg}, f) }) {
				errs = append(errs, field.Invalid(specPath.Child("extraArgs").Index(i), arg, "`"+o.name+"` gives the same option a second time, and the engine decides which counts; remove one of them"))
			}
		}
	}
	return errs
}

var metadataOverride = regexp.MustCompile(`^[^=]+=(int|float|bool|str):.+$`)

func metadataOverridesRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	for i, text := range s.Spec.MetadataOverrides {
		if !metadataOverride.MatchString(text) {
			errs = append(errs, field.Invalid(specPath.Child("metadataOverrides").Index(i), text, "must be `<key>=<type>:<value>` with one of the types int, float, bool and str"))
		}
	}
	return errs
}

func tensorOverridesRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	for i, text := range s.Spec.TensorOverrides {
		if !strings.Contains(text, "=") {
			errs = append(errs, field.Invalid(specPath.Child("tensorOverrides").Index(i), text, "must be `<pattern>=<device>`, such as `exps=CPU`"))
		}
	}
	return errs
}

func draftRuntimeRule(s *v1alpha1.InferenceService) field.ErrorList {
	if s.Spec.SpeculativeDecoding == nil || runtimeOf(s) == "llamacpp" {
		return nil
	}
	return forbidden(specPath.Child("speculativeDecoding"), "only the runtime `llamacpp` drafts by it, while its draft would still be waited for; use the `speculative` options of the runtime")
}

func sglangDraftRule(s *v1alpha1.InferenceService) field.ErrorList {
	draft, at := sglang(s).Speculative, sglangPath.Child("speculative")
	if draft == nil {
		return nil
	}
	var errs field.ErrorList
	if isTrue(draft.Enabled) {
		if draft.Algorithm == "" {
			errs = append(errs, field.Required(at.Child("algorithm"), "speculative decoding needs a method; set `EAGLE`, `EAGLE3` or `Medusa`"))
		}
		if draft.DraftModelPath == "" {
			errs = append(errs, field.Required(at.Child("draftModelPath"), "speculative decoding needs weights to draft with; set their path"))
		}
		return errs
	}
	thresholds := map[string]*float64{"acceptThresholdAcc": draft.AcceptThresholdAcc, "acceptThresholdSingle": draft.AcceptThresholdSingle}
	for _, name := range slices.Sorted(maps.Keys(thresholds)) {
		value := thresholds[name]
		if value != nil {
			errs = append(errs, field.Invalid(at.Child(name), *value, "counts only while `enabled` is true"))
		}
	}
	return errs
}

func loraModulesRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	for i, text := range sglang(s).LoraModules {
		if !isLoraModule(text) {
			errs = append(errs, field.Invalid(sglangPath.Child("loraModules").Index(i), text, "is dropped: must be `<name>=<path>`, or a JSON object with `name` and `path`"))
		}
	}
	return errs
}

func isLoraModule(text string) bool {
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		var module struct{ Name, Path string }
		return json.Unmarshal([]byte(text), &module) == nil && module.Name != "" && module.Path != ""
	}
	name, path, found := strings.Cut(text, "=")
	return found && name != "" && path != ""
}
