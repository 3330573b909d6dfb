package ome

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
)

// verdict says whether a runtime fits a model: it does unless there is an obstacle, and
// for certain unless something is unknown.
type verdict struct {
	// obstacle is a clause that says why the runtime does not fit.
	obstacle string
	// unknown is a clause that says what the model leaves open.
	unknown string
}

func (v verdict) certain() bool { return v.obstacle == "" && v.unknown == "" }

// worse returns the verdict that stands when both hold.
func (v verdict) worse(other verdict) verdict {
	if v.obstacle != "" || other.obstacle == "" && v.unknown != "" {
		return v
	}
	return other
}

// fits says whether a runtime can serve a model with the requested accelerator classes.
//
// Mirrors sgl-project/ome pkg/runtimeselector/matcher.go@v0.1.5.
func (r directRuntime) fits(m v1beta1.BaseModelSpec, classes []string) verdict {
	if disabled(&r.spec) {
		return verdict{obstacle: "it is disabled"}
	}
	for _, class := range classes {
		if !slices.Contains(r.classes(), class) {
			return verdict{obstacle: fmt.Sprintf("its accelerator_classes do not list %s (IS-39)", class)}
		}
	}
	best := verdict{obstacle: "it has no supported_model_formats (SR-10)"}
	for i, f := range r.spec.SupportedModelFormats {
		entry := formatFits(f, m)
		if i == 0 || best.obstacle != "" && entry.obstacle == "" || entry.certain() {
			best = entry
		}
	}
	return best.worse(sizeFits(r.spec.ModelSizeRange, m.ModelParameterSize))
}

// formatFits says whether a model is of the kind that an entry of a runtime describes.
func formatFits(f v1beta1.SupportedModelFormat, m v1beta1.BaseModelSpec) verdict {
	v := pipelineFits(f.DiffusionPipeline, m.DiffusionPipeline)
	v = v.worse(textFits("model_architecture", f.ModelArchitecture, m.ModelArchitecture))
	v = v.worse(textFits("quantization", f.Quantization, m.Quantization))
	if f.ModelFormat != nil {
		model := &m.ModelFormat.Name
		if *model == "" {
			model = nil
		}
		v = v.worse(textFits("model_format", &f.ModelFormat.Name, model))
		v = v.worse(versionsFit("model_format", f.ModelFormat.Version, f.ModelFormat.Operator, m.ModelFormat.Version))
	}
	if f.ModelFramework == nil && m.ModelFramework == nil {
		return v
	}
	var runtime, model v1beta1.ModelFrameworkSpec
	if f.ModelFramework != nil {
		runtime = *f.ModelFramework
	}
	if m.ModelFramework != nil {
		model = *m.ModelFramework
	}
	v = v.worse(textFits("model_framework", orNil(runtime.Name), orNil(model.Name)))
	return v.worse(versionsFit("model_framework", runtime.Version, runtime.Operator, model.Version))
}

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// textFits compares what a runtime and a model say. OME takes "nothing" for a value of
// its own, but fills in models, which nobody does in direct mode.
func textFits(what string, runtime, model *string) verdict {
	switch {
	case runtime == nil && model == nil:
		return verdict{}
	case model == nil:
		return verdict{unknown: fmt.Sprintf("the model has no %s, and the runtime wants %s", what, *runtime)}
	case runtime == nil:
		return verdict{obstacle: fmt.Sprintf("it serves models without %s, and the model has %s", what, *model)}
	case *runtime != *model:
		return verdict{obstacle: fmt.Sprintf("it serves %s %s, and the model has %s", what, *runtime, *model)}
	}
	return verdict{}
}

func versionsFit(what string, runtime, operator, model *string) verdict {
	if runtime == nil || model == nil {
		return textFits(what+".version", runtime, model)
	}
	wanted := ""
	if operator != nil {
		wanted = *operator
	}
	if versionFits(*runtime, wanted, *model) {
		return verdict{}
	}
	if wanted == "GreaterThan" || wanted == "GreaterThanOrEqual" {
		return verdict{obstacle: fmt.Sprintf("its %s.version %s has to be %s, and the model has %s", what, *runtime, wanted, *model)}
	}
	return verdict{obstacle: fmt.Sprintf("it serves %s.version %s, and the model has %s", what, *runtime, *model)}
}

// sizeFits says whether a model has as many parameters as a runtime wants. A model of
// unknown size passes.
func sizeFits(r *v1beta1.ModelSizeRangeSpec, size *string) verdict {
	if r == nil || r.Min == nil || r.Max == nil || size == nil {
		return verdict{}
	}
	if n := parametersOf(*size); n < parametersOf(*r.Min) || n > parametersOf(*r.Max) {
		return verdict{obstacle: fmt.Sprintf("it serves models of %s to %s parameters, and the model has %s", *r.Min, *r.Max, *size)}
	}
	return verdict{}
}

// parametersOf is the number that a size stands for; 0 for what is no size.
func parametersOf(size string) float64 {
	if !modelSize.MatchString(size) {
		return 0
	}
	return parameters(size)
}

// pipelineFits says whether a diffusion model has the parts that an entry of a runtime names.
func pipelineFits(runtime, model *v1beta1.DiffusionPipelineSpec) verdict {
	if runtime == nil {
		return verdict{}
	}
	if model == nil {
		return verdict{unknown: "the model has no diffusion_pipeline, and the runtime wants one"}
	}
	var v verdict
	if runtime.ClassName != nil {
		v = textFits("diffusion_pipeline.class_name", runtime.ClassName, model.ClassName)
	}
	for _, part := range []struct {
		name           string
		runtime, model *v1beta1.DiffusionComponent
	}{
		{"scheduler", runtime.Scheduler, model.Scheduler},
		{"text_encoder", runtime.TextEncoder, model.TextEncoder},
		{"tokenizer", runtime.Tokenizer, model.Tokenizer},
		{"transformer", runtime.Transformer, model.Transformer},
		{"vae", runtime.VAE, model.VAE},
	} {
		v = v.worse(partFits(part.name, part.runtime, part.model))
	}
	for _, name := range slices.Sorted(maps.Keys(runtime.AdditionalComponents)) {
		wanted := runtime.AdditionalComponents[name]
		var has *v1beta1.DiffusionComponent
		if c, ok := model.AdditionalComponents[name]; ok {
			has = &c
		}
		v = v.worse(partFits(name, &wanted, has))
	}
	return v
}

func partFits(name string, runtime, model *v1beta1.DiffusionComponent) verdict {
	if runtime == nil {
		return verdict{}
	}
	has := "none"
	if model != nil {
		has = componentText(*model)
	}
	if wanted := componentText(*runtime); wanted != has {
		return verdict{obstacle: fmt.Sprintf("it serves the %s %s, and the model has %s", name, wanted, has)}
	}
	return verdict{}
}

func componentText(c v1beta1.DiffusionComponent) string {
	var parts []string
	for _, part := range []*string{c.Library, c.Type} {
		if part != nil {
			parts = append(parts, *part)
		}
	}
	return strings.Join(parts, ".")
}

func disabled(s *v1beta1.ServingRuntimeSpec) bool { return s.Disabled != nil && *s.Disabled }

// parameters is the number that a size stands for.
func parameters(size string) float64 {
	factor := map[byte]float64{'T': 1e12, 'B': 1e9, 'M': 1e6}[size[len(size)-1]]
	if factor == 0 {
		factor = 1
	}
	number, _ := strconv.ParseFloat(strings.TrimRight(size, "TBM"), 64)
	return number * factor
}

// numberedVersion is a version of a format or framework, in parts.
type numberedVersion struct {
	numbers [3]int
	// parts is how many numbers are written, and prefix the leading "v" if there is one.
	parts  int
	prefix string
	// unofficial is what follows the numbers: a pre-release, a build or a development version.
	unofficial string
}

var versionParts = regexp.MustCompile(`^(v?)([0-9]+(?:\.[0-9]+){0,2})(.*)$`)

// parseVersion returns false for what OME does not take for a version.
func parseVersion(text string) (numberedVersion, bool) {
	if !modelVersion.MatchString(text) {
		return numberedVersion{}, false
	}
	match := versionParts.FindStringSubmatch(text)
	v := numberedVersion{prefix: match[1], unofficial: match[3]}
	for number := range strings.SplitSeq(match[2], ".") {
		parsed, err := strconv.Atoi(number)
		if err != nil {
			return numberedVersion{}, false
		}
		v.numbers[v.parts] = parsed
		v.parts++
	}
	return v, true
}

// versionFits reports whether a runtime that asks for one version takes a model of
// another. An operator other than Equal makes the runtime's version an upper bound, but
// only among released versions that are written alike.
//
// Mirrors sgl-project/ome pkg/runtimeselector, pkg/modelver @v0.1.5.
func versionFits(runtime, operator, model string) bool {
	r, runtimeOK := parseVersion(runtime)
	m, modelOK := parseVersion(model)
	if !runtimeOK || !modelOK {
		return false
	}
	if operator != "GreaterThan" && operator != "GreaterThanOrEqual" || r.unofficial != "" || m.unofficial != "" {
		return r.numbers == m.numbers && r.unofficial == m.unofficial
	}
	if r.parts != m.parts || r.prefix != m.prefix {
		return false
	}
	for i := range r.numbers {
		if r.numbers[i] != m.numbers[i] {
			return r.numbers[i] > m.numbers[i]
		}
	}
	return operator == "GreaterThanOrEqual"
}
