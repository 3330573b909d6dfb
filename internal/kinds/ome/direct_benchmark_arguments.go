package ome

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// benchmarkTasks are the tasks that genai-bench calls differently than OME.
// Source: sgl-project/genai-bench genai_bench/cli/option_groups.py@v0.0.4.
var benchmarkTasks = map[string]string{"image-to-text": "image-text-to-text"}

// arguments returns the arguments of genai-bench in the order of OME.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/utils/utils.go@v0.1.5.
func (b directBenchmark) arguments() []string {
	s, t := b.spec, b.target
	args := []string{
		"benchmark",
		"--api-backend", t.backend, "--api-base", t.url, "--api-model-name", t.model,
		"--task", cmp.Or(benchmarkTasks[s.Task], s.Task),
		"--max-time-per-run", strconv.Itoa(*s.MaxTimePerIteration),
		"--max-requests-per-run", strconv.Itoa(*s.MaxRequestsPerIteration),
	}
	if t.backend == backendOpenAI {
		args = append(args, "--api-key", "$("+apiKeyVariable+")")
	}
	args = append(args, "--model-tokenizer", t.tokenizer)
	for _, scenario := range s.TrafficScenarios {
		args = append(args, "--traffic-scenario", scenario)
	}
	for _, concurrency := range s.NumConcurrency {
		args = append(args, "--num-concurrency", strconv.Itoa(concurrency))
	}
	if s.ResultFolderName != nil {
		args = append(args, "--experiment-folder-name", *s.ResultFolderName)
	}
	if m := s.ServiceMetadata; m != nil {
		args = append(args,
			"--server-engine", m.Engine, "--server-gpu-type", cmp.Or(b.options.GPUType, m.GpuType),
			"--server-version", m.Version, "--server-gpu-count", strconv.Itoa(m.GpuCount))
	}
	if len(s.AdditionalRequestParams) > 0 {
		args = append(args, "--additional-request-params", requestParameters(s.AdditionalRequestParams))
	}
	if s.Dataset != nil {
		args = append(args, "--dataset-path", datasetPath(*s.Dataset.StorageURI))
	}
	return append(args, b.outputArguments()...)
}

// requestParameters writes parameters as a JSON object. A value that is JSON itself, such
// as a number, stays what it is; any other is a string.
func requestParameters(params map[string]string) string {
	values := map[string]json.RawMessage{}
	for name, text := range params {
		value := json.RawMessage(text)
		if !json.Valid(value) {
			value, _ = json.Marshal(text)
		}
		values[name] = value
	}
	text, _ := json.Marshal(values)
	return string(text)
}

// datasetPath is where genai-bench finds a dataset: a name on Hugging Face, a directory
// that the pod mounts anyway, or where the claim is mounted.
func datasetPath(uri string) string {
	rest := strings.TrimPrefix(uri, scheme(uri)+"://")
	if scheme(uri) == "pvc" {
		_, _, subpath := claimOf(uri)
		return path.Join(datasetMountPath, path.Base(subpath))
	}
	return rest
}

// claimOf returns the parts of a pvc:// URI: the namespace, where it names one, the claim
// and the path within it.
func claimOf(uri string) (namespace, claim, subpath string) {
	head, subpath, _ := strings.Cut(strings.TrimPrefix(uri, "pvc://"), "/")
	if namespace, claim, named := strings.Cut(head, ":"); named {
		return namespace, claim, subpath
	}
	return "", head, subpath
}

// outputArguments tell genai-bench where the results go. The bucket stands before
// --upload-results, which looks for it.
func (b directBenchmark) outputArguments() []string {
	output := b.spec.OutputLocation
	uri := *output.StorageURI
	name := scheme(uri)
	if name == "pvc" {
		return []string{"--experiment-base-dir", resultsMountPath}
	}
	var args []string
	flag := func(name, value string) {
		if name != "" && value != "" {
			args = append(args, name, value)
		}
	}
	store := outputStores[name]
	flag("--storage-provider", store.provider)
	head, prefix, _ := strings.Cut(strings.TrimPrefix(uri, name+"://"), "/")
	params := maps.Clone(output.Parameters)
	switch name {
	case "oci":
		parts := strings.SplitN(head+"/"+prefix, "/", 6)
		flag("--namespace", parts[1])
		flag("--storage-bucket", parts[3])
		flag("--storage-prefix", parts[5])
	case "s3":
		bucket, region, _ := strings.Cut(head, "@")
		flag("--storage-bucket", bucket)
		flag("--storage-prefix", prefix)
		params = withDefault(params, "aws_region", region)
	case "az":
		container, folder, _ := strings.Cut(prefix, "/")
		flag("--storage-bucket", container)
		flag("--storage-prefix", folder)
		params = withDefault(params, "azure_account_name", strings.TrimSuffix(head, azureDomain))
	case "gs":
		flag("--storage-bucket", head)
		flag("--storage-prefix", prefix)
	case "github":
		repository, tag, _ := strings.Cut(prefix, "@")
		flag("--github-owner", head)
		flag("--github-repo", repository)
		flag("--storage-bucket", cmp.Or(tag, "latest"))
	}
	if name == "oci" && output.StorageKey != nil {
		params = withDefault(params, "config_file", oracleConfigPath)
	}
	for _, param := range slices.Sorted(maps.Keys(store.flags)) {
		flag(store.flags[param], params[param])
	}
	if params["auth"] == authSecurityToken {
		flag("--security-token", "$("+securityTokenVariable+")")
	}
	return append(args, "--upload-results")
}

// withDefault returns the parameters with one that they do not have.
func withDefault(params map[string]string, name, value string) map[string]string {
	if _, set := params[name]; set {
		return params
	}
	with := map[string]string{name: value}
	maps.Copy(with, params)
	return with
}
