package ome

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directClass is an accelerator class; the zero value is none.
type directClass struct {
	name string
	spec v1beta1.AcceleratorClassSpec
}

// findClass returns the accelerator class of a component: the one that it or the service
// names, else the one that a policy chooses from those of the runtime. Without either
// there is none.
//
// Mirrors sgl-project/ome pkg/acceleratorclassselector/selector.go@v0.1.5.
func (s directService) findClass(c component, override *v1beta1.AcceleratorSelector) (directClass, *field.Error) {
	if len(s.runtime.classes()) == 0 {
		return directClass{}, s.classWithoutRuntime(c, override)
	}
	type selector struct {
		at *field.Path
		*v1beta1.AcceleratorSelector
	}
	selectors := []selector{
		{c.path.Child("acceleratorOverride"), override},
		{specPath.Child("acceleratorSelector"), s.spec.AcceleratorSelector},
	}
	selectors = slices.DeleteFunc(selectors, func(s selector) bool { return s.AcceleratorSelector == nil })
	for _, from := range selectors {
		if from.AcceleratorClass != nil {
			return s.class(from.at.Child("acceleratorClass"), *from.AcceleratorClass)
		}
	}
	var constraints v1beta1.AcceleratorConstraints
	for _, from := range slices.Backward(selectors) {
		if from.Constraints != nil {
			constraints = *from.Constraints
		}
	}
	for _, from := range selectors {
		if from.Policy != "" {
			return s.chooseClass(from.at.Child("policy"), from.Policy, constraints)
		}
	}
	return directClass{}, nil
}

// classWithoutRuntime refuses a choice that nothing could carry out.
func (s directService) classWithoutRuntime(c component, override *v1beta1.AcceleratorSelector) *field.Error {
	path, selector := c.path.Child("acceleratorOverride"), override
	if selector == nil {
		path, selector = specPath.Child("acceleratorSelector"), s.spec.AcceleratorSelector
	}
	if selector == nil || selector.AcceleratorClass == nil && selector.Policy == "" {
		return nil
	}
	return render.Breaks("IS-39", field.Forbidden(path, "only the accelerator classes that a runtime lists can be chosen, and here is none: add them to accelerator_requirements of the runtime, or ask for resources in the runner"))
}

func (s directService) class(path *field.Path, name string) (directClass, *field.Error) {
	obj, at := s.find(kindClass, name)
	if obj == nil {
		return directClass{}, s.missing(path, name, "IS-39", kindClass)
	}
	decoded, err := render.Decode[v1beta1.AcceleratorClass](obj.Object)
	if err != nil {
		return directClass{}, render.Breaks(render.RuleManifest, field.Invalid(at, name, err.Error()))
	}
	return directClass{name: name, spec: decoded.Spec}, nil
}

// chooseClass applies a policy to the classes of the runtime that meet the constraints.
// The first of several equally good ones in the order of the runtime is taken.
func (s directService) chooseClass(path *field.Path, policy v1beta1.AcceleratorSelectionPolicy, constraints v1beta1.AcceleratorConstraints) (directClass, *field.Error) {
	var eligible []directClass
	var refused []string
	for _, name := range s.runtime.classes() {
		class, err := s.class(path, name)
		if err != nil {
			return class, err
		}
		if obstacle := class.obstacle(constraints); obstacle != "" {
			refused = append(refused, name+": "+obstacle)
			continue
		}
		eligible = append(eligible, class)
	}
	if len(eligible) == 0 {
		return directClass{}, render.Breaks("DR-14", field.Invalid(path, string(policy), fmt.Sprintf(
			"no accelerator class of %s meets the constraints (%s): loosen them, or name a class", s.runtime.subject(), strings.Join(refused, "; "))))
	}
	better := map[v1beta1.AcceleratorSelectionPolicy]func(a, b directClass) int{
		"BestFit":     func(a, b directClass) int { return cmp.Compare(b.bestFit(constraints), a.bestFit(constraints)) },
		"MostCapable": func(a, b directClass) int { return cmp.Compare(b.capability(constraints), a.capability(constraints)) },
		"Cheapest":    func(a, b directClass) int { return cmp.Compare(a.cost(), b.cost()) },
	}[policy]
	if better != nil {
		slices.SortStableFunc(eligible, better)
	}
	return eligible[0], nil
}

// obstacle says which constraint the class does not meet. The least compute performance
// is none: it counts in the policy BestFit only.
//
// Mirrors sgl-project/ome pkg/acceleratorclassselector/policy_helpers.go@v0.1.5.
func (a directClass) obstacle(c v1beta1.AcceleratorConstraints) string {
	family := strings.ToLower(a.spec.Family)
	vendorFamily := strings.ToLower(a.spec.Vendor) + "-" + family
	capabilities := a.spec.Capabilities
	switch {
	case slices.Contains(c.ExcludedClasses, a.name):
		return "it is excluded"
	case len(c.ArchitectureFamilies) > 0 && !slices.ContainsFunc(c.ArchitectureFamilies, func(f string) bool {
		return strings.EqualFold(f, family) || strings.EqualFold(f, vendorFamily)
	}):
		return "its family is " + vendorFamily
	case (c.MinMemory != nil || c.MaxMemory != nil) && capabilities.MemoryGB == nil:
		return "its memory is not known"
	case c.MinMemory != nil && a.memory() < float64(*c.MinMemory):
		return "it has less memory"
	case c.MaxMemory != nil && math.Floor(a.memory()) > float64(*c.MaxMemory):
		return "it has more memory"
	case c.MinArchitectureVersion != nil && capabilities.ComputeCapability < *c.MinArchitectureVersion:
		return "its compute capability is " + cmp.Or(capabilities.ComputeCapability, "not known")
	}
	for _, feature := range c.RequiredFeatures {
		if !slices.ContainsFunc(capabilities.Features, func(f string) bool { return strings.EqualFold(f, feature) }) {
			return "it lacks the feature " + feature
		}
	}
	return ""
}

// memory is that of one accelerator in GiB; 0 when it is not known.
func (a directClass) memory() float64 {
	const gib = 1 << 30
	return amount(a.spec.Capabilities.MemoryGB) / gib
}

func amount(q *resource.Quantity) float64 {
	if q == nil {
		return 0
	}
	return q.AsApproximateFloat64()
}

// performance is the number of operations per second, in trillions, at a precision; 0
// when it is not known.
func (a directClass) performance(precision string) float64 {
	p := a.spec.Capabilities.Performance
	if p == nil {
		return 0
	}
	value := map[string]*int64{
		"fp32": p.Fp32Tflops, "fp16": p.Fp16Tflops, "int8": p.Int8Tops, "fp8": p.Int8Tops, "int4": p.Int4Tops,
	}[strings.ToLower(precision)]
	if value == nil {
		return 0
	}
	return float64(*value)
}

// bestFit scores little spare memory and enough compute performance.
func (a directClass) bestFit(c v1beta1.AcceleratorConstraints) float64 {
	memory := 1.0
	if c.MinMemory != nil && a.memory() > 0 {
		memory = min(1, float64(*c.MinMemory)/a.memory())
	}
	return 0.7*memory + 0.3*a.computeFit(c)
}

// computeFit is the share of the wanted performance that the class has, at most 1, at the
// first of the preferred precisions that it has any at. Every one it has none at halves it.
func (a directClass) computeFit(c v1beta1.AcceleratorConstraints) float64 {
	share := func(performance float64) float64 {
		if c.MinComputePerformanceTFLOPS == nil || *c.MinComputePerformanceTFLOPS == 0 {
			return min(1, performance)
		}
		return min(1, performance/float64(*c.MinComputePerformanceTFLOPS))
	}
	if len(c.PreferredPrecisions) == 0 {
		return share(max(a.performance("fp32"), a.performance("fp16"), a.performance("int8"), a.performance("int4")))
	}
	penalty := 1.0
	for _, precision := range append(slices.Clone(c.PreferredPrecisions), "fp16") {
		if performance := a.performance(precision); performance > 0 {
			return share(performance) * penalty
		}
		penalty /= 2
	}
	return 0
}

// capability scores memory, its bandwidth and the performance at a preferred precision.
func (a directClass) capability(c v1beta1.AcceleratorConstraints) float64 {
	precisions := c.PreferredPrecisions
	if len(precisions) == 0 {
		precisions = []string{"fp16"}
	}
	var performance float64
	for _, precision := range precisions {
		if performance = a.performance(precision); performance > 0 {
			break
		}
	}
	return 0.5*a.memory()/100 + 0.3*amount(a.spec.Capabilities.MemoryBandwidthGBps)/3000 + 0.2*performance/2000
}

// cost is the price that is known best. Prices of different kinds do not compare, but
// OME compares them all the same. Unknown ones are highest.
func (a directClass) cost() float64 {
	c := a.spec.Cost
	if c == nil {
		return math.Inf(1)
	}
	if price := cmp.Or(c.SpotPerHour, c.PerHour, c.PerMillionTokens); price != nil {
		return amount(price)
	}
	if tier := slices.Index([]string{"low", "medium", "high"}, strings.ToLower(c.Tier)); tier >= 0 {
		return float64(tier + 1)
	}
	return math.Inf(1)
}
