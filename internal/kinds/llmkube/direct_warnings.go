package llmkube

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// warnings tell what is rendered but will not do what its author may expect.
func (s directService) warnings() []string {
	return slices.Concat(s.labelWarnings(), s.unreadWarnings(), s.gpuWarnings(), s.flagWarnings(), s.cacheWarnings())
}

// labelWarnings point out labels of the user that are replaced.
func (s directService) labelWarnings() []string {
	own := s.owner.Selector()
	maps.Copy(own, s.labels())
	var warnings []string
	for _, key := range slices.Sorted(maps.Keys(own)) {
		if value, set := s.owner.Labels[key]; set && value != own[key] {
			warnings = append(warnings, fmt.Sprintf("metadata.labels[%q] is %q, but direct mode sets this label itself, to %q: leave it out.", key, value, own[key]))
		}
	}
	return warnings
}

// unreadWarnings point out what nothing in direct mode reads.
func (s directService) unreadWarnings() []string {
	var warnings []string
	if p := s.Spec.Priority; p != "" && p != "normal" && s.priorityClass() == "" {
		warnings = append(warnings, fmt.Sprintf("spec.priority is %q, but no PriorityClass is named for it, because pods with one that the cluster lacks are refused: set direct.priority_classes if the cluster has LLMKube's, or name one in spec.priority_class_name (I-70)", p))
	}
	if s.model.Spec.Prefetch {
		warnings = append(warnings, fmt.Sprintf("Model %s has prefetch, but direct mode downloads nothing ahead of the first pod (M-16)", s.model.Name))
	}
	if s.model.Spec.SHA256 != "" && len(s.storage.loaders) == 0 {
		warnings = append(warnings, fmt.Sprintf("Model %s has a sha256, but the pods do not download the model, so nothing checks it (M-14)", s.model.Name))
	}
	if c := s.Spec.ModelCache; c != nil && c.ClaimName != "" && !s.storage.uses(c.ClaimName) {
		warnings = append(warnings, fmt.Sprintf("spec.model_cache.claim_name is %q, but nothing is downloaded that it could keep: remove it (I-85)", c.ClaimName))
	}
	return append(warnings, s.metalWarnings()...)
}

// metalWarnings point out what is for Macs only.
func (s directService) metalWarnings() []string {
	var warnings []string
	set := map[string]bool{
		"eviction_protection": s.Spec.EvictionProtection != nil, "turbo_quant_bits": s.Spec.TurboQuantBits != nil,
		"paged_ssd_cache_dir": s.Spec.PagedSSDCacheDir != "", "paged_ssd_cache_max_size": s.Spec.PagedSSDCacheMaxSize != "",
		"hot_cache_max_size": s.Spec.HotCacheMaxSize != "",
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if set[name] {
			warnings = append(warnings, fmt.Sprintf("spec.%s is for models on a Mac, and Model %s is not: remove it (I-30)", name, s.model.Name))
		}
	}
	return warnings
}

// gpuWarnings point out engines and GPUs that do not fit.
func (s directService) gpuWarnings() []string {
	var warnings []string
	runtime, maker := runtimeOf(s.InferenceService), vendor(s.model.Model)
	if n := resources(s.InferenceService).GPU; n > 0 && n != s.gpus() {
		warnings = append(warnings, fmt.Sprintf("spec.resources.gpu is %d, but Model %s says %d, which wins: remove one of them (I-59)", n, s.model.Name, s.gpus()))
	}
	if s.Spec.Image != "" {
		pod := s.podSpec()
		return engines.Warn(warnings, &pod, 0)
	}
	foreign := maker != "nvidia" && (runtime == "vllm" || runtime == "tgi") || maker == "intel" && runtime == "sglang"
	switch {
	case !s.accelerated() && (runtime == "vllm" || runtime == "tgi" || runtime == "sglang"):
		warnings = append(warnings, fmt.Sprintf("The default image of the runtime %q needs a GPU, and the pods ask for none: set the count of Model %s, or name an image (I-29)", runtime, s.model.Name))
	case s.accelerated() && foreign:
		warnings = append(warnings, fmt.Sprintf("The default image of the runtime %q is for GPUs of NVIDIA, and Model %s is for those of %q: name an image (I-69)", runtime, s.model.Name, maker))
	case s.accelerated() && runtime == "llamacpp" && maker != "nvidia" && gpu(s.model.Model).Runtime == "":
		warnings = append(warnings, fmt.Sprintf("The default image serves on the processor, although the pods get GPUs of %q: name an image for them, or for those of AMD set gpu.runtime of Model %s (I-68)", maker, s.model.Name))
	}
	return warnings
}

// flagWarnings point out options that the engine may refuse.
func (s directService) flagWarnings() []string {
	var warnings []string
	if draft := vllm(s.InferenceService).Speculative; draft != nil && isTrue(draft.Enabled) {
		warnings = append(warnings, "spec.vllm_config.speculative becomes --speculative-model and --num-speculative-tokens, which newer releases of vLLM have replaced: if the engine refuses them, give --speculative-config in extra_args instead.")
	}
	if served := s.served(); slices.Contains([]string{"vllm", "sglang", "tgi"}, runtimeOf(s.InferenceService)) && s.model.isRepository() && strings.Contains(served, "@") {
		warnings = append(warnings, fmt.Sprintf("The engine gets the model as %s, which it may not understand: if it refuses it, leave the revision out of the source of Model %s and give --revision in extra_args instead.", served, s.model.Name))
	}
	if isTrue(sglang(s.InferenceService).EnablePrefixCaching) {
		warnings = append(warnings, "spec.sglang_config.enable_prefix_caching becomes --enable-prefix-caching, which releases of SGLang may not know, as they cache prefixes anyway: remove it if the engine refuses it.")
	}
	return warnings
}

// cacheWarnings point out a claim that only one node, or one pod, can mount at a time.
func (s directService) cacheWarnings() []string {
	most := s.replicas()
	if a := s.Spec.Autoscaling; a != nil && !s.Spec.Suspend {
		most = max(most, a.MaxReplicas)
	}
	if !s.makesClaim() || most < 2 {
		return nil
	}
	switch s.cacheMode() {
	case corev1.ReadWriteMany:
		return nil
	case corev1.ReadWriteOncePod:
		return []string{fmt.Sprintf("The cache can be mounted by one pod only, and there may be %d: the others never start. Set direct.cache.access_mode to ReadWriteMany (I-75)", most)}
	}
	return []string{fmt.Sprintf("The cache can be mounted on one node only, and there may be %d pods: those on other nodes never start. Set direct.cache.access_mode to ReadWriteMany (I-75)", most)}
}
