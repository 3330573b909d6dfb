package ome

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directRuntime is a runtime and the place of its definition. The zero value is none.
type directRuntime struct {
	kind, name string
	at         *field.Path
	spec       v1beta1.ServingRuntimeSpec
	// tree is the spec as it was written.
	tree map[string]any
	// reason says why the runtime was chosen, and surprise what its author may not expect.
	reason, surprise string
}

func (r directRuntime) subject() string { return r.kind + " " + r.name }

// classes are the accelerator classes that the runtime can use.
func (r directRuntime) classes() []string {
	return ptr.Deref(r.spec.AcceleratorRequirements, v1beta1.AcceleratorRequirements{}).AcceleratorClasses
}

// defaultWeight is the weight of a format or framework that states none.
// Source: sgl-project/ome config/crd/full@v0.1.5.
const defaultWeight = 1

// decodeRuntime reads the definition of a runtime. It fills in the weights of formats
// and frameworks, because 0 means something else there than nothing.
func decodeRuntime(obj *unstructured.Unstructured, at *field.Path) (directRuntime, *field.Error) {
	tree := runtime.DeepCopyJSON(obj.Object)
	formats, _, _ := unstructured.NestedSlice(tree, "spec", "supportedModelFormats")
	for _, entry := range formats {
		for _, name := range []string{"modelFormat", "modelFramework"} {
			entry, _ := entry.(map[string]any)
			if of, ok := entry[name].(map[string]any); ok && of["weight"] == nil {
				of["weight"] = int64(defaultWeight)
			}
		}
	}
	if len(formats) > 0 {
		if err := unstructured.SetNestedSlice(tree, formats, "spec", "supportedModelFormats"); err != nil {
			return directRuntime{}, render.Breaks(render.RuleManifest, field.Invalid(at, obj.GetName(), err.Error()))
		}
	}
	decoded, err := render.Decode[v1beta1.ServingRuntime](tree)
	if err != nil {
		return directRuntime{}, render.Breaks(render.RuleManifest, field.Invalid(at, obj.GetName(), err.Error()))
	}
	spec, _ := obj.Object["spec"].(map[string]any)
	return directRuntime{kind: obj.GetKind(), name: obj.GetName(), at: at, spec: decoded.Spec, tree: spec}, nil
}

// findRuntime returns the runtime that the service names or, when it names none, the
// best of those defined.
func (s directService) findRuntime() directRuntime {
	path := specPath.Child("runtime")
	ref := s.spec.Runtime
	if ref == nil {
		return s.selectRuntime(path)
	}
	kinds := []string{kindRuntime, kindClusterRuntime}
	if ref.Kind != nil && !slices.Contains(kinds, *ref.Kind) {
		s.Fail(render.Breaks("IS-15", field.NotSupported(path.Child("kind"), *ref.Kind, kinds)))
		return directRuntime{}
	}
	if ref.Kind != nil {
		kinds = []string{*ref.Kind}
	}
	path = path.Child("name")
	for _, kind := range kinds {
		obj, at := s.find(kind, ref.Name)
		if obj == nil {
			continue
		}
		r, err := decodeRuntime(obj, at)
		if err != nil {
			s.Fail(err)
			return r
		}
		r.reason = "spec.runtime names it"
		if v := r.fits(s.model.spec, s.requestedClasses()); v.obstacle != "" {
			s.Fail(render.Breaks("IS-15", field.Invalid(path, ref.Name, fmt.Sprintf(
				"%s does not fit %s %s: %s. Name another runtime or leave the choice to the provider, or correct the model or the runtime",
				r.subject(), s.model.kind, s.model.name, v.obstacle))))
			return r
		}
		return s.named(r, path)
	}
	s.Fail(s.missing(path, ref.Name, "IS-15", kinds...))
	return directRuntime{}
}

// named holds the name of a runtime to the length that labels can have.
func (s directService) named(r directRuntime, path *field.Path) directRuntime {
	if len(validation.IsValidLabelValue(r.name)) > 0 {
		s.Fail(render.Breaks("SR-14", field.Invalid(path, r.name, "the name of the runtime becomes a label of pods, so it can have 63 characters at most")))
	}
	return r
}

// requestedClasses are the accelerator classes that the service asks for by name.
func (s directService) requestedClasses() []string {
	var classes []string
	if class := s.Owner.Annotations[annotationAcceleratorClass]; class != "" {
		classes = append(classes, class)
	}
	selectors := []*v1beta1.AcceleratorSelector{s.spec.AcceleratorSelector}
	if s.spec.Engine != nil {
		selectors = append(selectors, s.spec.Engine.AcceleratorOverride)
	}
	if s.spec.Decoder != nil {
		selectors = append(selectors, s.spec.Decoder.AcceleratorOverride)
	}
	for _, selector := range selectors {
		if selector != nil && selector.AcceleratorClass != nil {
			classes = append(classes, *selector.AcceleratorClass)
		}
	}
	return classes
}

// runtimeCandidate is a runtime that fits the model, and how well.
type runtimeCandidate struct {
	directRuntime
	score int64
}

// selectRuntime chooses among the defined runtimes as OME chooses among those of the
// namespace and the cluster: a namespaced one first, then the highest score, then the
// closest range of sizes, then the name.
//
// Mirrors sgl-project/ome pkg/runtimeselector/selector.go@v0.1.5.
func (s directService) selectRuntime(path *field.Path) directRuntime {
	var fitting []runtimeCandidate
	var refused []string
	for i, obj := range s.References {
		at := field.NewPath("references").Index(i)
		if obj.GetKind() != kindClusterRuntime && obj.GetKind() != kindRuntime || !s.reaches(obj) {
			continue
		}
		r, err := decodeRuntime(obj, at)
		if err != nil {
			s.Fail(err)
			return r
		}
		candidate, obstacle := s.candidate(r)
		if obstacle != "" {
			refused = append(refused, r.subject()+": "+obstacle)
			continue
		}
		fitting = append(fitting, candidate)
	}
	slices.Sort(refused)
	if len(fitting) == 0 {
		if len(refused) > 0 || !s.bringsContainers() {
			s.Fail(render.Breaks("IS-16", field.Required(path, s.noRuntime(refused))))
		}
		return directRuntime{}
	}
	size := s.model.spec.ModelParameterSize
	slices.SortFunc(fitting, func(a, b runtimeCandidate) int {
		return cmp.Or(
			-strings.Compare(a.kind, b.kind), // ServingRuntime before ClusterServingRuntime
			cmp.Compare(b.score, a.score),
			cmp.Compare(a.distance(size), b.distance(size)),
			strings.Compare(a.name, b.name),
		)
	})
	best := fitting[0]
	best.reason = fmt.Sprintf("chosen with score %d", best.score)
	for i, other := range fitting[1:] {
		best.reason += fmt.Sprintf("; before %s with score %d", other.subject(), other.score)
		switch {
		case other.kind != best.kind:
			best.reason += ", which is not of the namespace"
		case other.score != best.score:
		case other.distance(size) != best.distance(size):
			best.reason += " and a range of sizes that is further away"
		default:
			best.reason += " and a later name"
			if i == 0 {
				best.surprise = fmt.Sprintf("%s and %s fit %s %s equally well, and the first is taken for its name alone: set spec.runtime",
					best.subject(), other.subject(), s.model.kind, s.model.name)
			}
		}
	}
	for _, obstacle := range refused {
		best.reason += "; not " + obstacle
	}
	return s.named(best.directRuntime, path)
}

func (s directService) noRuntime(refused []string) string {
	advice := "add the manifest of one that fits to references, or set spec.runtime"
	model := s.model.kind + " " + s.model.name
	if len(refused) == 0 {
		return fmt.Sprintf("references has no runtime that could serve %s: %s", model, advice)
	}
	return fmt.Sprintf("no runtime in references can be chosen for %s (%s): %s", model, strings.Join(refused, "; "), advice)
}

// bringsContainers reports whether every component says in full what it runs.
func (s directService) bringsContainers() bool {
	for _, c := range componentsOf(s.spec.Engine, s.spec.Decoder, s.spec.Router, "") {
		full := c.runner != nil && c.runner.Image != ""
		groups := c.leader != nil && c.leader.Runner != nil && c.leader.Runner.Image != "" &&
			c.worker != nil && c.worker.Runner != nil && c.worker.Runner.Image != ""
		if !full && !groups {
			return false
		}
	}
	return true
}

// candidate returns a runtime with its score, or why it cannot be chosen.
func (s directService) candidate(r directRuntime) (runtimeCandidate, string) {
	v := r.fits(s.model.spec, s.requestedClasses())
	if v.obstacle != "" {
		return runtimeCandidate{}, v.obstacle
	}
	if v.unknown != "" {
		return runtimeCandidate{}, v.unknown
	}
	if !slices.ContainsFunc(r.spec.SupportedModelFormats, func(f v1beta1.SupportedModelFormat) bool { return ptr.Deref(f.AutoSelect, false) }) {
		return runtimeCandidate{}, "no entry has auto_select"
	}
	var best int64
	for _, f := range r.spec.SupportedModelFormats {
		if ptr.Deref(f.AutoSelect, true) {
			best = max(best, score(f, s.model.spec)*int64(ptr.Deref(f.Priority, 1)))
		}
	}
	if best == 0 {
		return runtimeCandidate{}, "its entries for the model's format and framework have auto_select = false"
	}
	return runtimeCandidate{directRuntime: r, score: best}, ""
}

// score is the weight of an agreement on format and framework; 0 where there is none.
// Architecture and quantization do not count.
func score(f v1beta1.SupportedModelFormat, m v1beta1.BaseModelSpec) int64 {
	// Weights that stand for 0.
	const format, framework = 10, 5
	if f.ModelFormat == nil || f.ModelFramework == nil || m.ModelFramework == nil {
		return 0
	}
	disagree := func(runtime, operator, model *string) bool {
		return runtime != nil && model != nil && versionsFit("", runtime, operator, model).obstacle != ""
	}
	if f.ModelFormat.Name != m.ModelFormat.Name || f.ModelFramework.Name != m.ModelFramework.Name ||
		disagree(f.ModelFormat.Version, f.ModelFormat.Operator, m.ModelFormat.Version) ||
		disagree(f.ModelFramework.Version, f.ModelFramework.Operator, m.ModelFramework.Version) {
		return 0
	}
	return cmp.Or(f.ModelFormat.Weight, format) + cmp.Or(f.ModelFramework.Weight, framework)
}

// distance is how far the ends of the runtime's range of sizes are from a size. No range
// is closest of all.
func (c runtimeCandidate) distance(size *string) float64 {
	r := c.spec.ModelSizeRange
	if size == nil || r == nil || r.Min == nil || r.Max == nil {
		return 0
	}
	n := parametersOf(*size)
	return max(n-parametersOf(*r.Min), parametersOf(*r.Min)-n) + max(n-parametersOf(*r.Max), parametersOf(*r.Max)-n)
}

// entry returns the kind of model under which the runtime serves this one, for its
// accelerator settings: of those that fit, the one with the highest score.
func (r directRuntime) entry(m v1beta1.BaseModelSpec) *v1beta1.SupportedModelFormat {
	var best *v1beta1.SupportedModelFormat
	for i := range r.spec.SupportedModelFormats {
		f := &r.spec.SupportedModelFormats[i]
		if formatFits(*f, m).obstacle == "" && (best == nil || score(*f, m) > score(*best, m)) {
			best = f
		}
	}
	return best
}
