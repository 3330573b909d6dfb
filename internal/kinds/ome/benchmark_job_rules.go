package ome

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// benchmarkJobRules mirror sgl-project/ome pkg/webhook/admission/benchmark and
// pkg/controller/v1beta1/benchmark @v0.1.5.
var benchmarkJobRules = slices.Concat([]kinds.Rule{
	{
		ID: "BJ-01", Says: "`endpoint` has exactly one of `inference_service` and `endpoint`",
		Reads: []string{"spec.endpoint"}, Check: ofBenchmark(endpointRule),
	},
	{
		ID: "BJ-02", Says: "`traffic_scenarios` have a form that the task takes",
		Reads: []string{"spec.task", "spec.trafficScenarios"}, Check: kinds.Typed(scenarioRule),
	},
	{
		ID: "BJ-03", Says: "the task is not `text-to-embeddings`, which OME cannot measure",
		Reads: []string{"spec.task"}, Modes: kinds.OperatorMode, Check: ofBenchmark(embeddingsRule),
	},
	{
		ID: "BJ-04", Says: "`temperature` in `additional_request_params` is a number",
		Reads: []string{"spec.additionalRequestParams"}, Check: ofBenchmark(temperatureRule),
	},
	{
		ID: "BJ-05", Says: "`ignore_eos` in `additional_request_params` is `true` or `false`",
		Reads: []string{"spec.additionalRequestParams"}, Check: ofBenchmark(ignoreEOSRule),
	},
	{
		ID: "BJ-07", Says: "results go to `oci`, `pvc`, `s3`, `az`, `gs` or `github`",
		Reads: []string{"spec.outputLocation.storageUri"}, Check: ofBenchmark(outputSchemeRule),
	},
	{
		ID: "BJ-08", Says: "a claim for results is in the namespace of the job",
		Reads: []string{"spec.outputLocation.storageUri", "metadata.namespace"}, Check: kinds.Typed(outputNamespaceRule),
	},
	{
		ID: "BJ-11", Says: "the name is a DNS-1123 label",
		Reads: []string{"metadata.name"}, Check: volumeLabelName,
	},
	{
		ID: "BJ-14", Says: "`max_time_per_iteration` and `max_requests_per_iteration` are at least 1",
		Reads: []string{"spec.maxTimePerIteration", "spec.maxRequestsPerIteration"}, Check: ofBenchmark(iterationRule),
	},
	{
		ID: "BJ-15", Says: "the numbers of `num_concurrency` are at least 1",
		Reads: []string{"spec.numConcurrency"}, Check: ofBenchmark(concurrencyRule),
	},
	{
		ID: "BJ-17", Says: "`dataset` and `additional_request_params` are left out, because OME does not pass them on",
		Reads: []string{"spec.dataset", "spec.additionalRequestParams"}, Modes: kinds.OperatorMode, Warn: true, Check: ofBenchmark(notPassedOnRule),
	},
	{
		ID: "BJ-18", Says: "the task is not `image-to-text`, which newer releases of genai-bench do not know",
		Reads: []string{"spec.task"}, Modes: kinds.OperatorMode, Warn: true, Check: ofBenchmark(imageTaskRule),
	},
	{
		ID: "BJ-19", Says: "`gpu_type` is not `A100`, which genai-bench does not know",
		Reads: []string{"spec.serviceMetadata.gpuType"}, Modes: kinds.OperatorMode, Warn: true, Check: ofBenchmark(gpuTypeRule),
	},
	{
		ID: "BJ-20", Says: "results do not go to `github`, to which no release of genai-bench can upload",
		Reads: []string{"spec.outputLocation.storageUri"}, Modes: kinds.OperatorMode, Warn: true, Check: ofBenchmark(githubOutputRule),
	},
	{
		ID: "BJ-21", Says: "a URL comes with the model and the key that genai-bench needs, which OME does not pass on", Reads: []string{"spec.endpoint", "spec.podOverride.env", "spec.podOverride.envFrom"}, Modes: kinds.OperatorMode, Warn: true,
		Check: ofBenchmark(urlArgumentsRule),
	},
	{
		ID: "BJ-23", Says: "`parameters` of the results are those that their storage takes",
		Reads: []string{"spec.outputLocation.storageUri", "spec.outputLocation.parameters"}, Warn: true, Check: ofBenchmark(outputParametersRule),
	},
	{
		ID: "BJ-23", Says: "credentials for the results are not in `parameters`, which end up in the arguments of a pod", Reads: []string{"spec.outputLocation.storageUri", "spec.outputLocation.parameters"}, Modes: kinds.OperatorMode, Warn: true,
		Check: ofBenchmark(outputSecretsRule),
	},
}, benchmarkReferenceRules, outputRules())

// outputRules judge the form of the output's URI: rule BJ-06 stands for all of them.
func outputRules() []kinds.Rule {
	rules := storageURIRules("outputLocation", func(c kinds.Candidate) *v1beta1.StorageSpec {
		var job v1beta1.BenchmarkJob
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(c.Object.Object, &job); err != nil {
			return nil
		}
		return job.Spec.OutputLocation
	})
	return rules
}

func ofBenchmark(check func(*v1beta1.BenchmarkJobSpec) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(j *v1beta1.BenchmarkJob, _ kinds.Candidate) field.ErrorList { return check(&j.Spec) })
}

func endpointRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	at := specPath.Child("endpoint")
	switch {
	case s.Endpoint.Endpoint == nil && s.Endpoint.InferenceService == nil:
		return field.ErrorList{field.Required(at, "say what to measure: set `inference_service` or `endpoint`")}
	case s.Endpoint.Endpoint != nil && s.Endpoint.InferenceService != nil:
		return field.ErrorList{field.Forbidden(at.Child("endpoint"), "not together with `inference_service`; remove one of them")}
	}
	return nil
}

// taskEmbeddings is the task that OME's webhook lets nobody do.
const taskEmbeddings = "text-to-embeddings"

// scenarios are the forms of traffic scenarios by task.
var scenarios = map[string]struct {
	form *regexp.Regexp
	say  string
}{
	"text-to-text": {
		regexp.MustCompile(`^(N\(\d+,\d+\)/\(\d+,\d+\)|U\(\d+,\d+\)(/\(\d+,\d+\))?|D\(\d+,\d+\))$`),
		"`D(<in>,<out>)`, `N(<mean>,<deviation>)/(<mean>,<deviation>)` or `U(<min>,<max>)/(<min>,<max>)`",
	},
	taskEmbeddings:        {regexp.MustCompile(`^E\(\d+\)$`), "`E(<tokens>)`"},
	"image-to-text":       {regexp.MustCompile(`^I\(\d+,\d+(,\d+)?\)$`), "`I(<width>,<height>)` or `I(<width>,<height>,<images>)`"},
	"image-to-embeddings": {regexp.MustCompile(`^I\(\d+,\d+(,\d+)?\)$`), "`I(<width>,<height>)` or `I(<width>,<height>,<images>)`"},
}

// scenarioRule leaves text-to-embeddings through OME, for which no scenario works, to BJ-03.
func scenarioRule(j *v1beta1.BenchmarkJob, c kinds.Candidate) field.ErrorList {
	want, known := scenarios[j.Spec.Task]
	if !known || (j.Spec.Task == taskEmbeddings && !c.Direct) {
		return nil
	}
	var errs field.ErrorList
	for i, scenario := range j.Spec.TrafficScenarios {
		if !want.form.MatchString(scenario) {
			errs = append(errs, field.Invalid(specPath.Child("trafficScenarios").Index(i), scenario, "the task `"+j.Spec.Task+"` takes "+want.say+", without spaces"))
		}
	}
	return errs
}

func embeddingsRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	if s.Task != taskEmbeddings {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("task"), s.Task,
		"cannot be measured through OME: its webhook refuses every traffic scenario that genai-bench takes, and the defaults too; run genai-bench on its own")}
}

func temperatureRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	value, set := s.AdditionalRequestParams["temperature"]
	if _, err := strconv.ParseFloat(value, 64); !set || err == nil {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("additionalRequestParams").Key("temperature"), value, "must be a number, such as `0.7`")}
}

func ignoreEOSRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	value, set := s.AdditionalRequestParams["ignore_eos"]
	if !set || value == "true" || value == "false" {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("additionalRequestParams").Key("ignore_eos"), value, "must be `true` or `false`")}
}

func outputURI(s *v1beta1.BenchmarkJobSpec) string {
	if s.OutputLocation == nil || s.OutputLocation.StorageURI == nil {
		return ""
	}
	return *s.OutputLocation.StorageURI
}

var (
	outputPath    = specPath.Child("outputLocation")
	outputURIPath = outputPath.Child("storageUri")
)

func outputSchemeRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	if uri := outputURI(s); slices.Contains([]string{"hf", "vendor", "local"}, scheme(uri)) {
		return field.ErrorList{field.Invalid(outputURIPath, uri, "results can go to `oci://`, `pvc://`, `s3://`, `az://`, `gs://` and `github://`; with any other the job stays pending for ever")}
	}
	return nil
}

func outputNamespaceRule(j *v1beta1.BenchmarkJob, c kinds.Candidate) field.ErrorList {
	uri := outputURI(&j.Spec)
	rest, isClaim := strings.CutPrefix(uri, "pvc://")
	head, _, _ := strings.Cut(rest, "/")
	namespace, _, named := strings.Cut(head, ":")
	if !isClaim || !named || c.Object.GetNamespace() == "" || namespace == c.Object.GetNamespace() {
		return nil
	}
	return field.ErrorList{field.Invalid(outputURIPath, uri, "the claim is one of the namespace of the job, `"+c.Object.GetNamespace()+"`; leave the namespace out and create the claim there")}
}

func iterationRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	var errs field.ErrorList
	if n := s.MaxTimePerIteration; n != nil && *n < 1 {
		errs = append(errs, field.Invalid(specPath.Child("maxTimePerIteration"), *n, "must be at least 1 minute"))
	}
	if n := s.MaxRequestsPerIteration; n != nil && *n < 1 {
		errs = append(errs, field.Invalid(specPath.Child("maxRequestsPerIteration"), *n, "must be at least 1"))
	}
	return errs
}

func concurrencyRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	var errs field.ErrorList
	for i, n := range s.NumConcurrency {
		if n < 1 {
			errs = append(errs, field.Invalid(specPath.Child("numConcurrency").Index(i), n, "must be at least 1"))
		}
	}
	return errs
}

func notPassedOnRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	var errs field.ErrorList
	if s.Dataset != nil {
		errs = append(errs, withoutEffect(specPath.Child("dataset"), "OME does not pass it to genai-bench"))
	}
	if len(s.AdditionalRequestParams) > 0 {
		errs = append(errs, withoutEffect(specPath.Child("additionalRequestParams"), "OME does not pass them to genai-bench"))
	}
	return errs
}

func imageTaskRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	if s.Task != "image-to-text" {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("task"), s.Task, "genai-bench 0.0.2 and later call the task `image-text-to-text` and need a dataset, which OME cannot pass; the job will fail")}
}

func gpuTypeRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	if s.ServiceMetadata == nil || s.ServiceMetadata.GpuType != "A100" {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("serviceMetadata", "gpuType"), "A100", "genai-bench knows `A100-80G` and `A100-40G`, which OME does not accept; leave `service_metadata` out, or the job will fail")}
}

func githubOutputRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	if uri := outputURI(s); scheme(uri) == "github" {
		return field.ErrorList{field.Invalid(outputURIPath, uri, "OME passes flags that no release of genai-bench has, so the upload fails; use another storage")}
	}
	return nil
}

// urlArgumentsRule tells of the arguments that OME has no value for where it measures a
// URL. Two things to measure are left to BJ-01.
func urlArgumentsRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	endpoint := s.Endpoint.Endpoint
	if endpoint == nil || s.Endpoint.InferenceService != nil {
		return nil
	}
	at := specPath.Child("endpoint", "endpoint")
	errs := field.ErrorList{field.Invalid(at, endpoint.URL,
		"OME gives genai-bench no tokenizer for a URL, and genai-bench stops without one; measure an InferenceService with `inference_service`")}
	if endpoint.ModelName == "" {
		errs = append(errs, field.Required(at.Child("modelName"), "OME passes an empty name to genai-bench without it; name the model as requests do"))
	}
	pod := s.PodOverride
	hasKey := pod != nil && (len(pod.EnvFrom) > 0 || slices.ContainsFunc(pod.Env, func(e corev1.EnvVar) bool { return e.Name == "MODEL_API_KEY" }))
	if endpoint.APIFormat == "openai" && !hasKey {
		errs = append(errs, field.Required(specPath.Child("podOverride", "env"), "genai-bench wants a key for an OpenAI interface, and OME passes none for a URL; add the variable `MODEL_API_KEY`"))
	}
	return errs
}

func volumeLabelName(c kinds.Candidate) field.ErrorList {
	name := c.Object.GetName()
	if name == "" || len(validation.IsDNS1123Label(name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), name,
		"must be lower-case letters, digits and `-`, 63 at most and without dots: pods name volumes, containers or labels after it")}
}
