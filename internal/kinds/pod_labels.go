package kinds

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// PodLabels are labels of pods that an object runs.
type PodLabels struct {
	// Has are those that are known. Those of controllers are left out.
	Has map[string]string
	// Any are those of which a definition beside the object says the value.
	Any []string
	// Open says that definitions beside the object may give the pods more labels, and Lacks which they have none of all the same.
	Open  bool
	Lacks []string
	// Stage is [Prefill] or [Decode] for pods that serve a request together with others, "" for those that serve one alone.
	Stage string
}

// Stages of pods that serve a request together.
const (
	Prefill = "prefill"
	Decode  = "decode"
)

// May reports whether pods with those labels may be selected. Controllers add labels of their own domains.
func (l PodLabels) May(selector map[string]any) bool {
	for key, value := range selector {
		domain, _, prefixed := strings.Cut(key, "/")
		given, known := l.Has[key]
		ofController := strings.HasSuffix(key, "-hash") || prefixed && slices.ContainsFunc(controllerDomains, func(of string) bool { return domain == of || strings.HasSuffix(domain, "."+of) })
		switch {
		case known && given != value, slices.Contains(l.Lacks, key), !known && !ofController && !l.Open && !slices.Contains(l.Any, key):
			return false
		}
	}
	return true
}

// controllerDomains end those of the labels that controllers add to pods.
var controllerDomains = []string{"k8s.io", "kubernetes.io", "volcano.sh", "istio.io"}

// RenderedLabels are the labels of the pods that direct mode runs of an object without any options; none where what is known of it
// does not decide them.
func RenderedLabels(c Candidate, f render.Func) []PodLabels {
	out, errs := f(render.Input{
		Object: c.Object.DeepCopy(), Options: map[string]any{}, References: c.References, Images: render.PinImages(nil), Bare: true,
	})
	if len(errs) > 0 {
		return nil
	}
	var all []PodLabels
	for _, made := range out.Objects {
		kind, _ := workload.Of(made.GroupVersionKind())
		for _, at := range kind.Templates {
			if labels, found, _ := unstructured.NestedStringMap(made.Object, append(slices.Clone(at), "metadata", "labels")...); found && kind.GroupVersionKind != workload.Job.GroupVersionKind {
				all = append(all, PodLabels{Has: labels})
			}
		}
	}
	return all
}

// labelled are the labels that pods of a workload have in common.
func labelled(pods []PodLabels) string {
	common := maps.Clone(pods[0].Has)
	for _, l := range pods[1:] {
		maps.DeleteFunc(common, func(key, value string) bool { return l.Has[key] != value })
	}
	if len(common) == 0 {
		return "of its pods some have " + labelText(pods[0].Has)
	}
	return "its pods have " + labelText(common)
}
