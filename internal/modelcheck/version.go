package modelcheck

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/fit"
)

// version compares the architecture and the quantization of a model with what the version of the engine loads. What it hands to the
// Transformers library may be served.
func (e Engine) version(m Model, may []Accelerator) []Finding {
	about := []string{e.container.Image, "image", "version"}
	if class := strings.ToLower(m.Architecture) != m.Architecture; class && e.Runtime == llamacpp {
		return nil // a GGUF file has another name for it
	}
	s := e.Supports(e.Version, engines.Model{Architecture: m.Architecture, Type: m.ModelType})
	if s.Sure && !s.Known && !s.Fallback {
		return []Finding{{
			Says: fmt.Sprintf("is of the architecture %s, which %s %s does not serve", m.Architecture, e.Name, e.Version), Remedy: e.other(s), About: about,
		}}
	}
	if m.Quantization == nil || e.has("--quantization") {
		return nil
	}
	method := m.Quantization.Method
	if s := e.Quantizes(e.Version, method); s.Sure && !s.Known {
		return []Finding{{
			Says: fmt.Sprintf("is quantized by %s, which %s %s does not load", method, e.Name, e.Version), Remedy: e.other(s), About: about,
		}}
	}
	return e.capability(method, may)
}

// other names a version that serves what another does not.
func (e Engine) other(s engines.Support) string {
	switch {
	case s.Until != "":
		return fmt.Sprintf("It is gone since %s: use an image of an earlier version, or another engine.", s.Until)
	case s.Since != "":
		return fmt.Sprintf("Use an image of %s %s or later.", e.Name, s.Since)
	default:
		return "Use another engine, or a later version that has it."
	}
}

// capability compares a quantization with the compute capability of all accelerators that the pods may get.
func (e Engine) capability(method string, may []Accelerator) []Finding {
	least, known := e.Capability(e.Version, method)
	if !known || len(may) == 0 {
		return nil
	}
	var has []string
	for _, a := range may {
		of, _ := fit.Find(a.Name)
		number, err := strconv.ParseFloat(of.ComputeCapability, 64)
		if err != nil || int(number*10+.5) >= least {
			return nil
		}
		has = append(has, fmt.Sprintf("%s has %s", a.Name, of.ComputeCapability))
	}
	return []Finding{{
		Says:   fmt.Sprintf("is quantized by %s, for which %s %s needs the compute capability %d.%d, and %s", method, e.Name, e.Version, least/10, least%10, strings.Join(has, ", ")),
		Remedy: "Choose newer accelerators, or a checkpoint that is quantized otherwise.", About: []string{e.Resource, "accelerators", "gpu"},
	}}
}
