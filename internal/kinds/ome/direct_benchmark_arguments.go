package ome

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// benchmarkTasks are the tasks that genai-bench calls differently than OME.
// Source: sgl-project/genai-bench genai_bench/cli/option_groups.py@v0.0.4.
var benchmarkTasks = map[string]string{"image-to-text": "image-text-to-text"}

// benchmarkFlags are the arguments of genai-bench in the order of OME.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/utils/utils.go@v0.1.5.
var benchmarkFlags = []render.Flag[directBenchmark]{
	{Name: "--api-backend", Of: func(b directBenchmark) any { return b.target.backend }},
	{Name: "--api-base", Of: func(b directBenchmark) any { return b.target.url }},
	{Name: "--api-model-name", Of: func(b directBenchmark) any { return b.target.model }},
	{Name: "--task", Of: func(b directBenchmark) any { return cmp.Or(benchmarkTasks[b.spec.Task], b.spec.Task) }},
	{Name: "--max-time-per-run", Field: "maxTimePerIteration"},
	{Name: "--max-requests-per-run", Field: "maxRequestsPerIteration"},
	{Name: "--api-key", Of: func(directBenchmark) any { return "$(" + apiKeyVariable + ")" }, When: func(b directBenchmark) bool { return b.target.backend == backendOpenAI }},
	{Name: "--model-tokenizer", Of: func(b directBenchmark) any { return b.target.tokenizer }},
	{Name: "--traffic-scenario", Field: "trafficScenarios", Repeats: true},
	{Name: "--num-concurrency", Field: "numConcurrency", Repeats: true},
	{Name: "--experiment-folder-name", Field: "resultFolderName"},
	{Name: "--server-engine", Field: "serviceMetadata.engine"},
	{Name: "--server-gpu-type", Of: func(b directBenchmark) any { return b.options.GPUType }},
	{Name: "--server-gpu-type", Field: "serviceMetadata.gpuType", When: func(b directBenchmark) bool { return b.options.GPUType == "" }},
	{Name: "--server-version", Field: "serviceMetadata.version"},
	{Name: "--server-gpu-count", Field: "serviceMetadata.gpuCount"},
	{Name: "--additional-request-params", Of: requestParameters},
	{Name: "--dataset-path", Of: func(b directBenchmark) any {
		if b.spec.Dataset == nil {
			return nil
		}
		return datasetPath(*b.spec.Dataset.StorageURI)
	}},
	{Of: func(b directBenchmark) any { return b.outputArguments() }},
}

// arguments returns the arguments of genai-bench.
func (b directBenchmark) arguments() []string {
	spec, _ := b.Object.Object["spec"].(map[string]any)
	return append([]string{"benchmark"}, render.CommandLine(b, spec, nil, benchmarkFlags)...)
}

// requestParameters writes parameters as a JSON object. A value that is JSON itself, such
// as a number, stays what it is; any other is a string.
func requestParameters(b directBenchmark) any {
	values := map[string]json.RawMessage{}
	for name, text := range b.spec.AdditionalRequestParams {
		value := json.RawMessage(text)
		if !json.Valid(value) {
			value, _ = json.Marshal(text)
		}
		values[name] = value
	}
	if len(values) == 0 {
		return nil
	}
	text, _ := json.Marshal(values)
	return string(text)
}

// datasetPath is where genai-bench finds a dataset: a name on Hugging Face, a directory
// that the pod mounts anyway, or where the claim is mounted.
func datasetPath(uri string) string {
	rest := strings.TrimPrefix(uri, scheme(uri)+"://")
	if scheme(uri) == "pvc" {
		_, _, subpath := weights.SplitClaim(rest)
		return path.Join(datasetMountPath, path.Base(subpath))
	}
	return rest
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
	params := output.Parameters
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
		params = render.Overlay(map[string]string{"aws_region": region}, params)
	case "az":
		container, folder, _ := strings.Cut(prefix, "/")
		flag("--storage-bucket", container)
		flag("--storage-prefix", folder)
		params = render.Overlay(map[string]string{"azure_account_name": strings.TrimSuffix(head, azureDomain)}, params)
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
		params = render.Overlay(map[string]string{"config_file": oracleConfigPath}, params)
	}
	for _, param := range slices.Sorted(maps.Keys(store.flags)) {
		flag(store.flags[param], params[param])
	}
	if params["auth"] == authSecurityToken {
		flag("--security-token", "$("+securityTokenVariable+")")
	}
	return append(args, "--upload-results")
}

// authSecurityToken is the way to tell Oracle who one is that needs a token.
const authSecurityToken = "security_token"

// securityTokenVariable has that token; genai-bench knows no variable of its own for it.
const securityTokenVariable = "OCI_SECURITY_TOKEN"

// outputStores are the stores that genai-bench uploads results to, by the scheme of their URIs.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/utils/utils.go@v0.1.5 and
// sgl-project/genai-bench genai_bench/cli/option_groups.py@v0.0.4.
var outputStores = map[string]struct {
	// provider is the name of the store; empty for Oracle's, the default.
	provider string
	// flags are the arguments of the parameters of a store; empty for one that is no argument.
	flags map[string]string
	// secrets are the keys of its Secret, by the parameters that OME has for them.
	secrets map[string]string
}{
	"oci": {
		flags:   map[string]string{"auth": "--auth", "config_file": "--config-file", "profile": "--profile", "region": "--region"},
		secrets: map[string]string{"security_token": "security_token"},
	},
	"s3": {
		provider: "aws",
		flags:    map[string]string{"aws_profile": "--storage-aws-profile", "aws_region": "--storage-aws-region"},
		secrets:  map[string]string{"aws_access_key_id": "AWS_ACCESS_KEY_ID", "aws_secret_access_key": "AWS_SECRET_ACCESS_KEY"},
	},
	"az": {
		provider: "azure",
		flags:    map[string]string{"azure_account_name": "--storage-azure-account-name"},
		secrets: map[string]string{
			"azure_account_key": "AZURE_STORAGE_ACCOUNT_KEY", "azure_connection_string": "AZURE_STORAGE_CONNECTION_STRING",
			"azure_sas_token": "AZURE_STORAGE_SAS_TOKEN",
		},
	},
	"gs": {
		provider: "gcp",
		flags: map[string]string{
			"gcp_project_id": "--storage-gcp-project-id", "gcp_credentials_path": "--storage-gcp-credentials-path", "secretKey": "",
		},
	},
	"github": {provider: "github", secrets: map[string]string{"github_token": "GITHUB_TOKEN"}},
	"pvc":    {},
}
