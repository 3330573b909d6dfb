package llmkube

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var (
	hardwarePath = specPath.Child("hardware")
	gpuPath      = hardwarePath.Child("gpu")
)

// modelRules mirror defilantech/LLMKube internal/controller/{model_controller,source,
// fileset,model_storage,model_prefetch,gpu_sharding,gpu_resources}.go and pkg/apiutil/gpu.go @v0.9.19.
var modelRules = slices.Concat(modelSourceRules, []kinds.Rule{
	modelRule("M-01", "the name has at most 63 characters, 54 with `prefetch`",
		modelNameRule, "metadata.name", "spec.prefetch"),
	warning(modelRule("M-17", "with `gpu.enabled` there is a `count` or a resource claim",
		gpuWithoutCountRule, "spec.hardware.gpu.enabled", "spec.hardware.gpu.count", "spec.hardware.gpu.resourceClaims")),
	warning(modelRule("M-18", "`accelerator` agrees with `gpu.vendor` and `gpu.runtime`, which the pods follow",
		acceleratorRule, "spec.hardware.accelerator", "spec.hardware.gpu.vendor", "spec.hardware.gpu.runtime")),
	withOperator(modelRule("M-18", "`accelerator` is not `cpu` with a `gpu.runtime`, whose name LLMKube's webhook puts in its place",
		cpuAcceleratorRule, "spec.hardware.accelerator", "spec.hardware.gpu.enabled", "spec.hardware.gpu.runtime")),
	warning(modelRule("M-19", "`gpu.runtime` is set for the vendor `amd` only",
		gpuRuntimeRule, "spec.hardware.gpu.runtime", "spec.hardware.gpu.vendor")),
	modelRule("M-21", "`layer_split` has `<first>-<last>` for each GPU",
		layerSplitRule, "spec.hardware.gpu.sharding.layerSplit", "spec.hardware.gpu.count"),
	warning(modelRule("M-21", "`strategy` is not `pipeline`, which llama.cpp does not have",
		pipelineRule, "spec.hardware.gpu.sharding.strategy")),
	modelRule("M-22", "`gpu.count` and `resource_claims` are not set together",
		claimsAndCountRule, "spec.hardware.gpu.resourceClaims", "spec.hardware.gpu.count"),
	modelRule("M-23", "resource claims have different names",
		claimNamesRule, "spec.hardware.gpu.resourceClaims"),
	modelRule("M-24", "`gpu.memory` is a quantity of more than 0",
		gpuMemoryRule, "spec.hardware.gpu.memory"),
	modelRule("M-25", "`memory_budget` is a quantity of more than 0, and `memory_fraction` more than 0 and at most 1",
		metalMemoryRule, "spec.hardware.memoryBudget", "spec.hardware.memoryFraction"),
	warning(modelRule("M-25", "`memory_budget` and `memory_fraction` are set for the accelerator `metal` only",
		metalMemoryUnusedRule, "spec.hardware.memoryBudget", "spec.hardware.memoryFraction", "spec.hardware.accelerator")),
	warning(modelRule("M-26", "`resources` is left out, because nothing reads it",
		modelResourcesRule, "spec.resources")),
	warning(modelRule("M-27", "`format` is `safetensors` where the files are",
		safetensorsRule, "spec.files", "spec.format")),
	warning(modelRule("M-28", "the format `mlx` comes with the accelerator `metal`",
		mlxRule, "spec.format", "spec.hardware.accelerator")),
	inOldest(modelRule("L-8.2", "the scheme of `source` and the accelerator are those that LLMKube v0.8.7 knows",
		newerModelValuesRule, "spec.source", "spec.hardware.accelerator")),
})

func hardware(m *v1alpha1.Model) v1alpha1.HardwareSpec {
	if m.Spec.Hardware == nil {
		return v1alpha1.HardwareSpec{}
	}
	return *m.Spec.Hardware
}

func gpu(m *v1alpha1.Model) v1alpha1.GPUSpec {
	if g := hardware(m).GPU; g != nil {
		return *g
	}
	return v1alpha1.GPUSpec{}
}

func vendor(m *v1alpha1.Model) string { return cmp.Or(gpu(m).Vendor, "nvidia") }

func modelNameRule(m *v1alpha1.Model) field.ErrorList {
	longest, why := validation.LabelValueMaxLength, "it becomes the value of a label of the pods"
	if m.Spec.Prefetch {
		longest, why = longest-len("-prefetch"), "the Job of `prefetch` is named `<name>-prefetch`"
	}
	if len(m.Name) <= longest {
		return nil
	}
	return invalid(namePath, m.Name, fmt.Sprintf("has %d characters; at most %d are allowed, because %s", len(m.Name), longest, why))
}

func gpuWithoutCountRule(m *v1alpha1.Model) field.ErrorList {
	if g := gpu(m); !g.Enabled || g.Count > 0 || len(g.ResourceClaims) > 0 {
		return nil
	}
	return invalid(gpuPath.Child("enabled"), true, "asks for no GPU by itself; set `count`, or every service must set `resources.gpu`")
}

func acceleratorRule(m *v1alpha1.Model) field.ErrorList {
	type device struct{ vendor, runtime string }
	want, known := map[string]device{
		"cuda": {"nvidia", ""}, "rocm": {"amd", "rocm"}, "vulkan": {"amd", "vulkan"}, "intel": {"intel", ""},
	}[hardware(m).Accelerator]
	if !known || want.vendor == vendor(m) && (want.runtime == "" || want.runtime == gpu(m).Runtime) {
		return nil
	}
	detail := fmt.Sprintf("the pods follow `gpu.vendor`, which is %q; set it to %q", vendor(m), want.vendor)
	if want.runtime != "" {
		detail += fmt.Sprintf(" and `gpu.runtime` to %q", want.runtime)
	}
	return invalid(hardwarePath.Child("accelerator"), hardware(m).Accelerator, detail)
}

// cpuAcceleratorRule finds what would differ from the configuration for ever.
//
// Mirrors defilantech/LLMKube internal/controller/model_webhook.go@v0.9.19.
func cpuAcceleratorRule(m *v1alpha1.Model) field.ErrorList {
	if hardware(m).Accelerator != "cpu" || !gpu(m).Enabled || gpu(m).Runtime == "" {
		return nil
	}
	return invalid(hardwarePath.Child("accelerator"), "cpu", fmt.Sprintf(
		"the model runs on the GPU, and LLMKube's webhook stores the name of `gpu.runtime`, %q, here; write that, or leave it out", gpu(m).Runtime))
}

func gpuRuntimeRule(m *v1alpha1.Model) field.ErrorList {
	if gpu(m).Runtime == "" || vendor(m) == "amd" {
		return nil
	}
	return invalid(gpuPath.Child("runtime"), gpu(m).Runtime, "counts for the vendor `amd` only; remove it or set `vendor`")
}

var layerRange = regexp.MustCompile(`^([0-9]+)-([0-9]+)$`)

func layerSplitRule(m *v1alpha1.Model) field.ErrorList {
	g, at := gpu(m), gpuPath.Child("sharding", "layerSplit")
	if g.Sharding == nil || len(g.Sharding.LayerSplit) == 0 {
		return nil
	}
	var errs field.ErrorList
	for i, split := range g.Sharding.LayerSplit {
		if !isLayerRange(split) {
			errs = append(errs, field.Invalid(at.Index(i), split, "must be `<first>-<last>` with the first layer not after the last, such as `0-24`; LLMKube would split equally"))
		}
	}
	if count := int(g.Count); count > 0 && count != len(g.Sharding.LayerSplit) {
		errs = append(errs, field.Invalid(at, g.Sharding.LayerSplit, fmt.Sprintf(
			"has %d entries for %d GPUs, so LLMKube would split equally; write one for each GPU", len(g.Sharding.LayerSplit), count)))
	}
	return errs
}

func isLayerRange(text string) bool {
	bounds := layerRange.FindStringSubmatch(text)
	if bounds == nil {
		return false
	}
	first, firstErr := strconv.Atoi(bounds[1])
	last, lastErr := strconv.Atoi(bounds[2])
	return firstErr == nil && lastErr == nil && first <= last
}

func pipelineRule(m *v1alpha1.Model) field.ErrorList {
	if s := gpu(m).Sharding; s == nil || s.Strategy != "pipeline" {
		return nil
	}
	return invalid(gpuPath.Child("sharding", "strategy"), "pipeline", "llama.cpp has no such split and gets `layer`; write `layer`")
}

func claimsAndCountRule(m *v1alpha1.Model) field.ErrorList {
	if g := gpu(m); len(g.ResourceClaims) == 0 || g.Count == 0 {
		return nil
	}
	return forbidden(gpuPath.Child("count"), "not together with `resource_claims`: every pod would get the GPUs of both; remove one of them")
}

func claimNamesRule(m *v1alpha1.Model) field.ErrorList {
	var errs field.ErrorList
	seen := map[string]bool{}
	for i, claim := range gpu(m).ResourceClaims {
		if seen[claim.Name] {
			errs = append(errs, duplicate(gpuPath.Child("resourceClaims").Index(i).Child("name"), claim.Name))
		}
		seen[claim.Name] = true
	}
	return errs
}

func gpuMemoryRule(m *v1alpha1.Model) field.ErrorList {
	return positiveQuantity(gpuPath.Child("memory"), gpu(m).Memory)
}

func metalMemoryRule(m *v1alpha1.Model) field.ErrorList {
	h := hardware(m)
	errs := positiveQuantity(hardwarePath.Child("memoryBudget"), h.MemoryBudget)
	if f := h.MemoryFraction; f != nil && (*f <= 0 || *f > 1) {
		errs = append(errs, field.Invalid(hardwarePath.Child("memoryFraction"), *f, "must be more than 0 and at most 1"))
	}
	return errs
}

func metalMemoryUnusedRule(m *v1alpha1.Model) field.ErrorList {
	h := hardware(m)
	if h.Accelerator == "metal" {
		return nil
	}
	const detail = "only the agent for macOS reads it; set the memory of the service, or the accelerator to `metal`"
	var errs field.ErrorList
	if h.MemoryBudget != "" {
		errs = append(errs, field.Invalid(hardwarePath.Child("memoryBudget"), h.MemoryBudget, detail))
	}
	if h.MemoryFraction != nil {
		errs = append(errs, field.Invalid(hardwarePath.Child("memoryFraction"), *h.MemoryFraction, detail))
	}
	return errs
}

func modelResourcesRule(m *v1alpha1.Model) field.ErrorList {
	if m.Spec.Resources == nil {
		return nil
	}
	return forbidden(specPath.Child("resources"), "nothing reads it; set `resources` of the services instead")
}

func safetensorsRule(m *v1alpha1.Model) field.ErrorList {
	if cmp.Or(m.Spec.Format, "gguf") != "gguf" ||
		!slices.ContainsFunc(m.Spec.Files, func(f string) bool { return strings.HasSuffix(f, ".safetensors") }) {
		return nil
	}
	return invalid(specPath.Child("format"), "gguf", "the files are safetensors, and the engine would get the first file instead of their folder; set `safetensors`")
}

func mlxRule(m *v1alpha1.Model) field.ErrorList {
	if m.Spec.Format != "mlx" || hardware(m).Accelerator == "metal" {
		return nil
	}
	return invalid(specPath.Child("format"), "mlx", "only the agent for macOS serves it; set `hardware.accelerator` to `metal`")
}

func newerModelValuesRule(m *v1alpha1.Model) field.ErrorList {
	var errs field.ErrorList
	if scheme, _, found := strings.Cut(m.Spec.Source, "://"); found && (scheme == "hf" || scheme == "s3") {
		errs = append(errs, field.Invalid(specPath.Child("source"), m.Spec.Source, "LLMKube v0.8.7 does not know this scheme; use an https address or `pvc://`, or upgrade LLMKube"))
	}
	if hardware(m).Accelerator == "vulkan" {
		errs = append(errs, field.Invalid(hardwarePath.Child("accelerator"), "vulkan", "LLMKube v0.8.7 does not know it; upgrade LLMKube"))
	}
	return errs
}
