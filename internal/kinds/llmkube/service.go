package llmkube

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
)

func runtimeOf(s *v1alpha1.InferenceService) string { return cmp.Or(s.Spec.Runtime, "llamacpp") }

// downloads reports whether a runtime has its model downloaded.
func downloads(runtime string) bool {
	return slices.Contains([]string{"llamacpp", "vllm", "sglang"}, runtime)
}

func isTrue(value *bool) bool { return value != nil && *value }

// hasArgument reports whether the argument is given, by itself or with its value.
func hasArgument(args []string, name string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return arg == name || strings.HasPrefix(arg, name+"=") })
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

func isLoraModule(text string) bool {
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		var module struct{ Name, Path string }
		return json.Unmarshal([]byte(text), &module) == nil && module.Name != "" && module.Path != ""
	}
	name, path, found := strings.Cut(text, "=")
	return found && name != "" && path != ""
}

func resources(s *v1alpha1.InferenceService) v1alpha1.InferenceResourceRequirements {
	if s.Spec.Resources == nil {
		return v1alpha1.InferenceResourceRequirements{}
	}
	return *s.Spec.Resources
}

func minReplicas(a *v1alpha1.AutoscalingSpec) int32 {
	if a.MinReplicas != nil {
		return *a.MinReplicas
	}
	return 1
}

func metrics(s *v1alpha1.InferenceService) []v1alpha1.MetricSpec {
	if s.Spec.Autoscaling == nil {
		return nil
	}
	return s.Spec.Autoscaling.Metrics
}

// runtimePorts are those that engines listen on by default.
var runtimePorts = map[string]int32{
	"llamacpp": 8080, "llamacpp-router": 8080, "vllm": 8000, "tgi": 80, "personaplex": 8998, "sglang": 30000, "generic": 8080,
}
