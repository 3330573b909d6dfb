package llmkube

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
)

func runtimeOf(s *v1alpha1.InferenceService) string { return cmp.Or(s.Spec.Runtime, "llamacpp") }

// downloads reports whether a runtime has its model downloaded.
func downloads(runtime string) bool {
	return slices.Contains([]string{"llamacpp", "vllm", "sglang"}, runtime)
}

func isTrue(value *bool) bool { return ptr.Deref(value, false) }

func vllm(s *v1alpha1.InferenceService) v1alpha1.VLLMConfig {
	return ptr.Deref(s.Spec.VLLMConfig, v1alpha1.VLLMConfig{})
}

func sglang(s *v1alpha1.InferenceService) v1alpha1.SGLangConfig {
	return ptr.Deref(s.Spec.SGLangConfig, v1alpha1.SGLangConfig{})
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
	return ptr.Deref(s.Spec.Resources, v1alpha1.InferenceResourceRequirements{})
}

func minReplicas(a *v1alpha1.AutoscalingSpec) int32 { return ptr.Deref(a.MinReplicas, 1) }

func metrics(s *v1alpha1.InferenceService) []v1alpha1.MetricSpec {
	return ptr.Deref(s.Spec.Autoscaling, v1alpha1.AutoscalingSpec{}).Metrics
}

// runtimePorts are those that engines listen on by default.
var runtimePorts = map[string]int32{
	"llamacpp": 8080, "llamacpp-router": 8080, "vllm": 8000, "tgi": 80, "personaplex": 8998, "sglang": 30000, "generic": 8080,
}

func hardware(m *v1alpha1.Model) v1alpha1.HardwareSpec {
	return ptr.Deref(m.Spec.Hardware, v1alpha1.HardwareSpec{})
}

func gpu(m *v1alpha1.Model) v1alpha1.GPUSpec {
	return ptr.Deref(hardware(m).GPU, v1alpha1.GPUSpec{})
}

func vendor(m *v1alpha1.Model) string { return cmp.Or(gpu(m).Vendor, "nvidia") }

// sourceClass is what LLMKube makes of a source.
type sourceClass string

// The classes, as rules name them.
const (
	unknownSource sourceClass = ""
	claimSource   sourceClass = "claim"
	bucketSource  sourceClass = "bucket"
	localSource   sourceClass = "local"
	// hubSource is a repository of Hugging Face, by its URL or by `hf://`.
	hubSource sourceClass = "hub"
	// bareSource is a repository of Hugging Face as `<org>/<name>`.
	bareSource sourceClass = "bare"
	// fileSource is one file behind an address.
	fileSource sourceClass = "file"
)

var (
	hubAddress = regexp.MustCompile(`(?i)^https?://(?:www\.)?huggingface\.co/([^?#]*)`)
	bareName   = regexp.MustCompile(`^[a-zA-Z0-9][A-Za-z0-9_./-]*$`)
)

// classify mirrors defilantech/LLMKube internal/controller/source.go@v0.9.19.
func classify(source string) sourceClass {
	lower := strings.ToLower(source)
	switch {
	case strings.HasPrefix(source, "pvc://"):
		return claimSource
	case strings.HasPrefix(lower, "s3://"):
		return bucketSource
	case strings.HasPrefix(lower, "file://"), strings.HasPrefix(source, "/"):
		return localSource
	case strings.HasPrefix(lower, "http://"), strings.HasPrefix(lower, "https://"):
		return classifyAddress(source)
	case strings.HasPrefix(source, "hf://"):
		return hubSource
	case bareName.MatchString(source) && strings.Contains(source, "/"):
		return bareSource
	}
	return unknownSource
}

func classifyAddress(source string) sourceClass {
	hub := hubAddress.FindStringSubmatch(source)
	if hub == nil {
		return fileSource
	}
	parts := strings.Split(strings.Trim(hub[1], "/"), "/")
	switch {
	case len(parts) >= 5 && (parts[2] == "resolve" || parts[2] == "blob"):
		return fileSource
	case len(parts) < 2 || parts[0] == "datasets" || parts[0] == "spaces":
		return unknownSource
	}
	return hubSource
}
