package ome

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// directBenchmark is a configured benchmark with everything it refers to.
type directBenchmark struct {
	*render.Builder
	spec    v1beta1.BenchmarkJobSpec
	options direct.OMEBenchmarkJob
	// target is what is measured.
	target benchmarkTarget
}

// RenderBenchmarkJob renders the Job that measures a service with genai-bench.
// The differences of the kind say how it differs from OME's controller on purpose.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/{controller,utils/utils,reconcilers/job/job}.go@v0.1.5.
var RenderBenchmarkJob = render.Typed(func(b *render.Builder, job *v1beta1.BenchmarkJob, options direct.OMEBenchmarkJob) {
	d := directBenchmark{Builder: b, spec: job.Spec, options: options}
	d.target = d.findTarget()
	d.check()
	if d.Failed() {
		return
	}
	d.warn()
	owner := d.Owner
	owner.Annotations = render.Overlay(benchmarkAnnotations, owner.Annotations)
	d.Add(render.Job(owner, owner.Name, 0, render.PodTemplate(map[string]string{benchmarkLabel: owner.Name}, benchmarkAnnotations, d.pod())))
})

// taskEmbeddings is the task that OME's webhook lets nobody do.
const taskEmbeddings = "text-to-embeddings"

// benchmarkAuth are the ways to tell Oracle who one is that genai-bench knows.
// Source: sgl-project/genai-bench genai_bench/cli/option_groups.py@v0.0.4.
var benchmarkAuth = []string{"user_principal", "instance_principal", authSecurityToken, "instance_obo_user"}

// check finds what keeps genai-bench from running.
func (b directBenchmark) check() {
	b.checkTarget()
	b.Fail(b.checkServer(), b.checkDataset())
	b.checkOutput()
}

func (b directBenchmark) checkTarget() {
	if b.target.model == "" {
		b.Fail(render.Breaks("DR-30", field.Required(directPath.Child("modelName"),
			"requests name the model, and nobody says how the server calls it: set model_name, the model_name of spec.endpoint.endpoint, or --served-model-name in a runtime of references")))
	}
	if b.target.tokenizer == "" {
		b.Fail(render.Breaks("DR-31", field.Required(directPath.Child("tokenizer"), fmt.Sprintf(
			"genai-bench needs the tokenizer of the model, and references has no model from Hugging Face that the service under test serves (it has the models: %s): set tokenizer, or add the definitions of the service and of its model",
			render.List(b.References.Names(kindModel, kindClusterModel))))))
	}
	if b.options.APIKeySecret != nil && b.target.backend != backendOpenAI {
		b.Fail(render.Breaks("DR-32", field.Forbidden(directPath.Child("apiKeySecret"),
			"servers of the API format "+b.target.backend+" know their clients by Oracle's credentials: remove api_key_secret")))
	}
}

func (b directBenchmark) checkServer() *field.Error {
	server := b.spec.ServiceMetadata
	switch {
	case server == nil && b.options.GPUType != "":
		return render.Breaks("DR-33", field.Forbidden(directPath.Child("gpuType"), "there is no spec.service_metadata that it would be part of: remove gpu_type, or set service_metadata"))
	case server != nil && server.GpuType == "A100" && b.options.GPUType == "":
		return render.Breaks("BJ-19", field.Required(directPath.Child("gpuType"), "genai-bench distinguishes an A100 with 80 GB from one with 40 GB: set gpu_type to A100-80G or A100-40G"))
	}
	return nil
}

func (b directBenchmark) checkDataset() *field.Error {
	at := specPath.Child("dataset")
	if b.spec.Dataset == nil {
		if strings.HasPrefix(b.spec.Task, "image-") {
			return render.Breaks("BJ-18", field.Required(at, "the task "+b.spec.Task+" needs a dataset of images: name one on Hugging Face with hf://, or files with pvc:// or local://"))
		}
		return nil
	}
	uri := *b.spec.Dataset.StorageURI
	if !slices.Contains([]string{"hf", "pvc", "local"}, scheme(uri)) {
		return render.Breaks("DR-34", field.Invalid(at.Child("storageUri"), uri,
			"genai-bench reads a dataset from Hugging Face, hf://<name>, from a claim, pvc://<claim>/<path>, or from a path that pod_override mounts, local://<path>: use one of them"))
	}
	if namespace, _, _ := weights.SplitClaim(strings.TrimPrefix(uri, "pvc://")); scheme(uri) == "pvc" && namespace != "" && namespace != b.Owner.Namespace {
		return render.Breaks("DR-35", field.Invalid(at.Child("storageUri"), uri,
			"the claim is one of the namespace of the job, "+b.Owner.Namespace+": leave the namespace out"))
	}
	return nil
}

// checkOutput refuses parameters that genai-bench does not know or that would be
// readable in the Job.
func (b directBenchmark) checkOutput() {
	output := b.spec.OutputLocation
	store := outputStores[scheme(*output.StorageURI)]
	at := specPath.Child("outputLocation")
	for _, name := range slices.Sorted(maps.Keys(output.Parameters)) {
		_, known := store.flags[name]
		switch key, secret := store.secrets[name]; {
		case secret:
			b.Fail(render.Breaks("BJ-23", field.Forbidden(at.Child("parameters").Key(name), fmt.Sprintf(
				"a credential would be readable in the state and in the Job: put it in a Secret under the key %s and name that in spec.output_location.key", key))))
		case !known:
			b.Fail(render.Breaks("DR-36", field.NotSupported(at.Child("parameters"), name, slices.Sorted(maps.Keys(store.flags)))))
		}
	}
	auth := output.Parameters["auth"]
	if _, known := store.flags["auth"]; known && auth != "" && !slices.Contains(benchmarkAuth, auth) {
		b.Fail(render.Breaks("DR-37", field.NotSupported(at.Child("parameters").Key("auth"), auth, benchmarkAuth)))
	}
	if auth == authSecurityToken && output.StorageKey == nil {
		b.Fail(render.Breaks("DR-38", field.Required(at.Child("key"), "the token comes from a Secret, under the key security_token: name that Secret")))
	}
}

// warn tells what genai-bench does not do as it is told.
func (b directBenchmark) warn() {
	params := b.spec.AdditionalRequestParams
	if temperature, err := strconv.ParseFloat(params["temperature"], 64); err == nil && temperature > 1.5 {
		b.Warn("DR-39", "genai-bench asks back when the temperature is above 1.5, and nobody is there to answer: the Job may fail. Set a lower temperature")
	}
	if params["ignore_eos"] == "false" {
		b.Warn("DR-39", "genai-bench asks back when ignore_eos is false, and nobody is there to answer: the Job may fail. Leave ignore_eos out, or set it to true")
	}
	if b.spec.Task == taskEmbeddings && len(b.spec.NumConcurrency) > 0 {
		b.Warn("DR-40", "spec.num_concurrency has no effect for text-to-embeddings: genai-bench sends one request at a time, with batches of several sizes")
	}
}

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
func (b directBenchmark) findTarget() benchmarkTarget {
	t := benchmarkTarget{backend: backendOpenAI}
	switch endpoint := b.spec.Endpoint; {
	case endpoint.Endpoint != nil:
		t.backend, t.url, t.model = endpoint.Endpoint.APIFormat, endpoint.Endpoint.URL, endpoint.Endpoint.ModelName
	case endpoint.InferenceService != nil:
		service := b.service(*endpoint.InferenceService)
		t.url, t.model = b.served(service)
		t.tokenizer = b.hubModel(service)
	}
	t.url = cmp.Or(b.options.URL, t.url)
	t.model = cmp.Or(b.options.ModelName, t.model)
	t.tokenizer = cmp.Or(b.options.Tokenizer, t.tokenizer)
	return t
}

// served says the base URL of a service and how its engine calls its model in requests. What the service is rendered to
// tells both where the definitions have its model and its runtime. Elsewhere the URL is what the service says
// itself, and the name is empty, as it is where no command line has it.
func (b directBenchmark) served(service *unstructured.Unstructured) (url, model string) {
	url = serviceEndpoint(service, "")
	_, _ = render.Typed(func(b *render.Builder, object *v1beta1.InferenceService, options direct.OMEService) {
		s, components := resolve(b, object, options)
		if b.Failed() || len(components) == 0 {
			return
		}
		engine := components[0].pods[0].container()
		url, model = s.endpoint(components), flagValue(slices.Concat(engine.Command, engine.Args), "--served-model-name")
	})(render.Input{Object: service, References: b.References})
	return url, model
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
	if service, _ := b.References.Find("InferenceService", ref.Namespace, ref.Name); service != nil {
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
func (b directBenchmark) hubModel(service *unstructured.Unstructured) string {
	name, _, _ := unstructured.NestedString(service.Object, "spec", "model", "name")
	definition, _ := b.References.Find("BaseModel", service.GetNamespace(), name)
	if definition == nil {
		definition, _ = b.References.Find("ClusterBaseModel", "", name)
	}
	if definition == nil {
		return ""
	}
	uri, _, _ := unstructured.NestedString(definition.Object, "spec", "storage", "storageUri")
	rest, isHub := strings.CutPrefix(uri, "hf://")
	if !isHub {
		return ""
	}
	id, _, _ := strings.Cut(rest, "@")
	return id
}
