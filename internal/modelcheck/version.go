package modelcheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/fit"
)

// version compares the architecture and the quantization of a model with what the version of the engine loads. What it hands to the
// Transformers library may be served.
func (e Engine) version(m Model, may []Accelerator) []Finding {
	about := []string{e.container.Image, "image", "version"}
	if class := strings.ToLower(m.Architecture) != m.Architecture; class && e.OnlyGGUF() {
		return e.unread(m) // a GGUF file has another name for it
	}
	s := e.Supports(e.Version, engines.Model{Architecture: m.Architecture, Type: m.ModelType})
	if s.Sure && !s.Known && !s.Fallback {
		return []Finding{{
			Says: fmt.Sprintf("is of the architecture %s, which %s %s does not serve", m.Architecture, e.Name, e.Version), Remedy: e.other(s), About: about,
		}}
	}
	if m.Quantization == nil || e.has("--quantization", "--quantize") || e.Runtime == tgi && (!s.Known || !flash(may)) {
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

// unread finds a repository with files that the engine does not read alone.
func (e Engine) unread(m Model) []Finding {
	if len(m.Files) == 0 || slices.ContainsFunc(m.Files, func(f checkpoint.File) bool { return strings.HasSuffix(f.Name, ".gguf") }) {
		return nil
	}
	says := fmt.Sprintf("has no GGUF file, and %s loads no other", e.Name)
	if m.Quantization != nil {
		says = fmt.Sprintf("is quantized by %s and has no GGUF file, and %s loads no other", m.Quantization.Method, e.Name)
	}
	return []Finding{{
		Says: says, Remedy: "Serve a repository that has the model as GGUF, or use another engine.",
		About: []string{"--hf-repo", "-hf", "-hfr", "--model", "-m", "model", "source"},
	}}
}

// flash reports whether all accelerators run TGI's own models: on others it hands models to the Transformers library, which reads what is
// quantized by itself.
//
// Source: huggingface/text-generation-inference server/text_generation_server/layers/attention/cuda.py@v3.3.7.
func flash(may []Accelerator) bool {
	const least = 7.5
	return len(may) > 0 && !slices.ContainsFunc(may, func(a Accelerator) bool {
		of, _ := fit.Find(a.Name)
		capability, err := strconv.ParseFloat(of.ComputeCapability, 64)
		return err != nil || capability < least
	})
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
