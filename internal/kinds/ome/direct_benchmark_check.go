package ome

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// taskEmbeddings is the task that OME's webhook lets nobody do.
const taskEmbeddings = "text-to-embeddings"

// benchmarkAuth are the ways to tell Oracle who one is that genai-bench knows.
// Source: sgl-project/genai-bench genai_bench/cli/option_groups.py@v0.0.4.
var benchmarkAuth = []string{"user_principal", "instance_principal", authSecurityToken, "instance_obo_user"}

// check returns what keeps genai-bench from running.
func (b directBenchmark) check() field.ErrorList {
	return slices.Concat(b.checkTarget(), b.checkServer(), b.checkDataset(), b.checkOutput())
}

func (b directBenchmark) checkTarget() field.ErrorList {
	var errs field.ErrorList
	if b.target.model == "" {
		errs = append(errs, field.Required(directPath.Child("modelName"),
			"requests name the model, and nobody says how the server calls it: set model_name, the model_name of spec.endpoint.endpoint, or --served-model-name in a runtime of definitions"))
	}
	if b.target.tokenizer == "" {
		errs = append(errs, field.Required(directPath.Child("tokenizer"), fmt.Sprintf(
			"genai-bench needs the tokenizer of the model, and definitions has no model from Hugging Face that the service under test serves (it has the models: %s): set tokenizer, or add the definitions of the service and of its model",
			render.List(b.modelNames))))
	}
	if b.options.APIKeySecret != nil && b.target.backend != backendOpenAI {
		errs = append(errs, field.Forbidden(directPath.Child("apiKeySecret"),
			"servers of the API format "+b.target.backend+" know their clients by Oracle's credentials: remove api_key_secret"))
	}
	return errs
}

// modelNames yields the names of all models of the definitions.
func (b directBenchmark) modelNames(yield func(string) bool) {
	for _, kind := range []string{"BaseModel", "ClusterBaseModel"} {
		for name := range b.definitions.Names(kind) {
			if !yield(name) {
				return
			}
		}
	}
}

func (b directBenchmark) checkServer() field.ErrorList {
	server := b.spec.ServiceMetadata
	switch {
	case server == nil && b.options.GPUType != "":
		return field.ErrorList{field.Forbidden(directPath.Child("gpuType"), "there is no spec.service_metadata that it would be part of: remove gpu_type, or set service_metadata")}
	case server != nil && server.GpuType == "A100" && b.options.GPUType == "":
		return field.ErrorList{field.Required(directPath.Child("gpuType"), "genai-bench tells an A100 with 80 GB from one with 40 GB: set gpu_type to A100-80G or A100-40G (BJ-19)")}
	}
	return nil
}

func (b directBenchmark) checkDataset() field.ErrorList {
	at := specPath.Child("dataset")
	if b.spec.Dataset == nil {
		if strings.HasPrefix(b.spec.Task, "image-") {
			return field.ErrorList{field.Required(at, "the task "+b.spec.Task+" needs a dataset of images: name one on Hugging Face with hf://, or files with pvc:// or local:// (BJ-18)")}
		}
		return nil
	}
	uri := *b.spec.Dataset.StorageURI
	if !slices.Contains([]string{"hf", "pvc", "local"}, scheme(uri)) {
		return field.ErrorList{field.Invalid(at.Child("storageUri"), uri,
			"genai-bench reads a dataset from Hugging Face, hf://<name>, from a claim, pvc://<claim>/<path>, or from a path that pod_override mounts, local://<path>: use one of them")}
	}
	if namespace, _, _ := claimOf(uri); scheme(uri) == "pvc" && namespace != "" && namespace != b.owner.Namespace {
		return field.ErrorList{field.Invalid(at.Child("storageUri"), uri,
			"the claim is one of the namespace of the job, "+b.owner.Namespace+": leave the namespace out")}
	}
	return nil
}

// checkOutput refuses parameters that genai-bench does not know or that would be
// readable in the Job.
func (b directBenchmark) checkOutput() field.ErrorList {
	output := b.spec.OutputLocation
	store := outputStores[scheme(*output.StorageURI)]
	at := specPath.Child("outputLocation")
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(output.Parameters)) {
		_, known := store.flags[name]
		switch key, secret := store.secrets[name]; {
		case secret:
			errs = append(errs, field.Forbidden(at.Child("parameters").Key(name), fmt.Sprintf(
				"a credential would be readable in the state and in the Job: put it in a Secret under the key %s and name that in spec.output_location.key (BJ-23)", key)))
		case !known:
			errs = append(errs, field.NotSupported(at.Child("parameters"), name, slices.Sorted(maps.Keys(store.flags))))
		}
	}
	auth := output.Parameters["auth"]
	if _, known := store.flags["auth"]; known && auth != "" && !slices.Contains(benchmarkAuth, auth) {
		errs = append(errs, field.NotSupported(at.Child("parameters").Key("auth"), auth, benchmarkAuth))
	}
	if auth == authSecurityToken && output.StorageKey == nil {
		errs = append(errs, field.Required(at.Child("key"), "the token comes from a Secret, under the key security_token: name that Secret"))
	}
	return errs
}

// warnings tells what genai-bench does not do as it is told.
func (b directBenchmark) warnings() []string {
	var warnings []string
	params := b.spec.AdditionalRequestParams
	if temperature, err := strconv.ParseFloat(params["temperature"], 64); err == nil && temperature > 1.5 {
		warnings = append(warnings, "genai-bench asks back when the temperature is above 1.5, and nobody is there to answer: the Job may fail. Set a lower temperature.")
	}
	if params["ignore_eos"] == "false" {
		warnings = append(warnings, "genai-bench asks back when ignore_eos is false, and nobody is there to answer: the Job may fail. Leave ignore_eos out, or set it to true.")
	}
	if b.spec.Task == taskEmbeddings && len(b.spec.NumConcurrency) > 0 {
		warnings = append(warnings, "spec.num_concurrency has no effect for text-to-embeddings: genai-bench sends one request at a time, with batches of several sizes.")
	}
	return warnings
}
