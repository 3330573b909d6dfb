package ome

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// backendOpenAI is the backend of genai-bench for servers with the API of OpenAI.
const backendOpenAI = "openai"

// benchmarkTarget is what a benchmark measures, and how. Each is empty where nobody says it.
type benchmarkTarget struct {
	// backend is how genai-bench talks to the server.
	backend string
	// url is the base URL, model the name of the model in requests.
	url, model string
	// tokenizer is the name of a model on Hugging Face, or a directory.
	tokenizer string
}

// findTarget puts together what the spec, the definitions and the options say; the
// options win.
func (b directBenchmark) findTarget() (benchmarkTarget, error) {
	t := benchmarkTarget{backend: backendOpenAI}
	switch endpoint := b.spec.Endpoint; {
	case endpoint.Endpoint != nil:
		t.backend, t.url, t.model = endpoint.Endpoint.APIFormat, endpoint.Endpoint.URL, endpoint.Endpoint.ModelName
	case endpoint.InferenceService != nil:
		service := b.service(*endpoint.InferenceService)
		t.url = b.endpoint(service)
		t.model = b.servedModelName(service)
		model, err := b.hubModel(service)
		if err != nil {
			return t, err
		}
		t.tokenizer = model
	}
	t.url = cmp.Or(b.options.URL, t.url)
	t.model = cmp.Or(b.options.ModelName, t.model)
	t.tokenizer = cmp.Or(b.options.Tokenizer, t.tokenizer)
	return t, nil
}

// endpoint is the base URL of a service: what the service is rendered to tells it where
// the definitions have its model and its runtime, and elsewhere what the service says itself.
func (b directBenchmark) endpoint(service *unstructured.Unstructured) string {
	out, errs := RenderInferenceService(render.Input{Object: service, Definitions: b.definitions})
	if len(errs) > 0 {
		return serviceEndpoint(service, "")
	}
	return out.Endpoint
}

// servedModelName is how the engine of a service calls its model in requests; empty where neither
// the service nor its runtime, merged as OME does, names it on a command line.
func (b directBenchmark) servedModelName(service *unstructured.Unstructured) string {
	s, errs := resolveService(render.Input{Object: service, Definitions: b.definitions})
	if len(errs) > 0 {
		return ""
	}
	components, errs := s.components()
	if len(errs) > 0 || len(components) == 0 {
		return ""
	}
	engine := components[0].pods[0].container()
	return flagValue(slices.Concat(engine.Command, engine.Args), "--served-model-name")
}

// flagValue is the value of a flag in a command line, also in one that is a script; empty where it
// has none, or one that only the shell or the kubelet knows.
func flagValue(words []string, flag string) string {
	words = strings.Fields(strings.Join(words, " "))
	for i, word := range words {
		name, value, joined := strings.Cut(word, "=")
		if !joined && i+1 < len(words) {
			value = words[i+1]
		}
		if value = strings.Trim(value, `"'`); name == flag && !strings.Contains(value, "$") {
			return value
		}
	}
	return ""
}

// service returns the definition of a service, or one that says nothing but its name.
func (b directBenchmark) service(ref v1beta1.InferenceServiceReference) *unstructured.Unstructured {
	if service, _ := b.definitions.Find("InferenceService", ref.Namespace, ref.Name); service != nil {
		return service
	}
	service := &unstructured.Unstructured{Object: map[string]any{}}
	service.SetName(ref.Name)
	service.SetNamespace(ref.Namespace)
	return service
}

// hubModel returns the name on Hugging Face of the model that a service serves; empty
// where the definitions do not have the model or it comes from elsewhere. As OME does, it prefers a
// model of the service's namespace.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/controller.go@v0.1.5.
func (b directBenchmark) hubModel(service *unstructured.Unstructured) (string, error) {
	name, _, _ := unstructured.NestedString(service.Object, "spec", "model", "name")
	definition, _ := b.definitions.Find("BaseModel", service.GetNamespace(), name)
	if definition == nil {
		definition, _ = b.definitions.Find("ClusterBaseModel", "", name)
	}
	if definition == nil {
		return "", nil
	}
	model, err := render.Decode[v1beta1.BaseModel](definition.Object)
	if err != nil {
		return "", err
	}
	_, uri := storageOf(&model.Spec)
	rest, isHub := strings.CutPrefix(uri, "hf://")
	if !isHub {
		return "", nil
	}
	id, _, _ := strings.Cut(rest, "@")
	return id, nil
}
