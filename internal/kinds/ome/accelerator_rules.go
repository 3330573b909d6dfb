package ome

import (
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// acceleratorClassRules mirror sgl-project/ome pkg/acceleratorclassselector@v0.1.5.
var acceleratorClassRules = []kinds.Rule{
	{
		ID: "AC-01", Says: "`memory_gb` has a unit, because a quantity without one counts bytes",
		Reads: []string{"spec.capabilities.memoryGB"}, Check: kinds.Typed(acceleratorMemoryRule),
	},
	{
		ID: "AC-02", Says: "resources are named `<domain>/<name>`",
		Reads: []string{"spec.resources"}, Check: kinds.Typed(acceleratorResourceRule),
	},
	{
		ID: "AC-03", Says: "`cost.tier` is `low`, `medium` or `high`",
		Reads: []string{"spec.cost.tier"}, Check: kinds.Typed(costTierRule),
	},
	{
		ID: "AC-04", Says: "`compute_capability` has one digit before the dot, because OME compares it as text",
		Reads: []string{"spec.capabilities.computeCapability"}, Warn: true, Check: kinds.Typed(computeCapabilityRule),
	},
}

func acceleratorMemoryRule(a *v1beta1.AcceleratorClass, _ kinds.Candidate) field.ErrorList {
	const leastBytes = 1 << 30
	memory := a.Spec.Capabilities.MemoryGB
	if memory == nil || memory.Value() >= leastBytes {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("capabilities", "memoryGB"), memory.String(), "a quantity without a unit counts bytes, so the class is never chosen; write `80Gi`, for example")}
}

func acceleratorResourceRule(a *v1beta1.AcceleratorClass, _ kinds.Candidate) field.ErrorList {
	var errs field.ErrorList
	for i, r := range a.Spec.Resources {
		if !strings.Contains(r.Name, "/") || len(validation.IsQualifiedName(r.Name)) > 0 {
			errs = append(errs, field.Invalid(specPath.Child("resources").Index(i).Child("name"), r.Name, "the name of a device resource is `<domain>/<name>`, such as `nvidia.com/gpu`"))
		}
	}
	return errs
}

func costTierRule(a *v1beta1.AcceleratorClass, _ kinds.Candidate) field.ErrorList {
	if a.Spec.Cost == nil || a.Spec.Cost.Tier == "" || slices.Contains([]string{"low", "medium", "high"}, a.Spec.Cost.Tier) {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("cost", "tier"), a.Spec.Cost.Tier, "counts as dearest of all; must be `low`, `medium` or `high`")}
}

// oneDigitVersion is a version that sorts as text as it does by its numbers.
var oneDigitVersion = regexp.MustCompile(`^[0-9](\.[0-9])*$`)

func computeCapabilityRule(a *v1beta1.AcceleratorClass, _ kinds.Candidate) field.ErrorList {
	capability := a.Spec.Capabilities.ComputeCapability
	if capability == "" || oneDigitVersion.MatchString(capability) {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("capabilities", "computeCapability"), capability,
		"OME compares it as text, in which `10.0` is less than `9.0`, so services with a least version get the wrong classes; let services name the class")}
}

// leastVersionRule is AC-04 from the side of the service.
func leastVersionRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	selector := s.Spec.AcceleratorSelector
	if selector == nil || selector.Constraints == nil || selector.Constraints.MinArchitectureVersion == nil {
		return nil
	}
	least := *selector.Constraints.MinArchitectureVersion
	if oneDigitVersion.MatchString(least) {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("acceleratorSelector", "constraints", "minArchitectureVersion"), least,
		"OME compares it as text, in which `9.0` is more than `10.0`, so older accelerators pass; name the class in `accelerator_class` instead")}
}
