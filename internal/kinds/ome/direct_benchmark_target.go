package ome

import (
	"cmp"
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
