package ome

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRenderBenchmarkJob(t *testing.T) {
	rendertest.Run(t, "testdata/render/benchmark_job", RenderBenchmarkJob)
}

func TestServedModelNameOfCommandLines(t *testing.T) {
	cases := map[string]struct {
		reason string
		words  []string
		want   string
	}{
		"Separate":    {"The flag and its value are two words.", []string{"--served-model-name", "qwen"}, "qwen"},
		"Joined":      {"Or one.", []string{"--port=1", "--served-model-name=qwen"}, "qwen"},
		"Script":      {"A shell runs the engine.", []string{"sh", "-c", "exec vllm serve /m \\\n --served-model-name 'qwen' --port 1"}, "qwen"},
		"Variable":    {"Only the kubelet knows it.", []string{"--served-model-name", "$(NAME)"}, ""},
		"None":        {"The engine takes the path then.", []string{"vllm", "serve", "/m"}, ""},
		"WithoutEnd":  {"The value is missing.", []string{"--served-model-name"}, ""},
		"AnotherFlag": {"A flag that begins like it is another.", []string{"--served-model-names", "qwen"}, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if got := flagValue(tc.words, "--served-model-name"); got != tc.want {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
		})
	}
}

func TestRenderBenchmarkJobErrors(t *testing.T) {
	const (
		endpoint = "{endpoint: {url: 'http://x', apiFormat: openai, modelName: m}}"
		options  = "{tokenizer: a/b}"
		claim    = "{storageUri: 'pvc://c/d'}"
	)
	cases := map[string]struct {
		reason string
		// spec is added to a valid benchmark; the others replace its parts.
		spec, endpoint, output, options string
		want                            []string
	}{
		"NothingKnown": {
			reason:   "A service without definitions says neither how it calls its model nor which tokenizer that has.",
			endpoint: "{inferenceService: {name: s, namespace: llm}}", options: "{}",
			want: []string{
				`direct.modelName: Required value: requests name the model, and nobody says how the server calls it: set model_name, the model_name of spec.endpoint.endpoint, or --served-model-name in a runtime of references (DR-30)`,
				`direct.tokenizer: Required value: genai-bench needs the tokenizer of the model, and references has no model from Hugging Face that the service under test serves (it has the models: none): set tokenizer, or add the definitions of the service and of its model (DR-31)`,
			},
		},
		"KeyWithoutUse": {
			reason:   "A key that nobody reads must not look as if it protected something.",
			endpoint: "{endpoint: {url: 'http://x', apiFormat: cohere, modelName: m}}", options: "{tokenizer: a/b, apiKeySecret: {name: s, key: k}}",
			want: []string{`direct.apiKeySecret: Forbidden: servers of the API format cohere know their clients by Oracle's credentials: remove api_key_secret (DR-32)`},
		},
		"AmbiguousGPU": {
			reason: "genai-bench refuses A100 when it starts.",
			spec:   "serviceMetadata: {engine: vLLM, version: v1, gpuType: A100, gpuCount: 1}",
			want:   []string{`direct.gpuType: Required value: genai-bench distinguishes an A100 with 80 GB from one with 40 GB: set gpu_type to A100-80G or A100-40G (BJ-19)`},
		},
		"GPUWithoutServer": {
			reason:  "Alone the option would have no effect.",
			options: "{tokenizer: a/b, gpuType: H200}",
			want:    []string{`direct.gpuType: Forbidden: there is no spec.service_metadata that it would be part of: remove gpu_type, or set service_metadata (DR-33)`},
		},
		"ImagesWithoutDataset": {
			reason: "genai-bench has no images of its own.",
			spec:   "task: image-to-text",
			want:   []string{`spec.dataset: Required value: the task image-to-text needs a dataset of images: name one on Hugging Face with hf://, or files with pvc:// or local:// (BJ-18)`},
		},
		"DatasetStore": {
			reason: "genai-bench does not read datasets from object stores.",
			spec:   "dataset: {storageUri: 's3://b/p'}",
			want:   []string{`spec.dataset.storageUri: Invalid value: "s3://b/p": genai-bench reads a dataset from Hugging Face, hf://<name>, from a claim, pvc://<claim>/<path>, or from a path that pod_override mounts, local://<path>: use one of them (DR-34)`},
		},
		"DatasetNamespace": {
			reason: "A pod cannot mount a claim of another namespace.",
			spec:   "dataset: {storageUri: 'pvc://other:c/d'}",
			want:   []string{`spec.dataset.storageUri: Invalid value: "pvc://other:c/d": the claim is one of the namespace of the job, llm: leave the namespace out (DR-35)`},
		},
		"CredentialInParameters": {
			reason: "What OME puts into the arguments must come from a Secret.",
			output: "{storageUri: 's3://b', parameters: {aws_access_key_id: a, aws_secret_access_key: b}}",
			want: []string{
				`spec.outputLocation.parameters[aws_access_key_id]: Forbidden: a credential would be readable in the state and in the Job: put it in a Secret under the key AWS_ACCESS_KEY_ID and name that in spec.output_location.key (BJ-23)`,
				`spec.outputLocation.parameters[aws_secret_access_key]: Forbidden: a credential would be readable in the state and in the Job: put it in a Secret under the key AWS_SECRET_ACCESS_KEY and name that in spec.output_location.key (BJ-23)`,
			},
		},
		"UnknownParameter": {
			reason: "OME ignores what it does not know; a typing error would go unseen.",
			output: "{storageUri: 's3://b', parameters: {awsregion: a}}",
			want:   []string{`spec.outputLocation.parameters: Unsupported value: "awsregion": supported values: "aws_profile", "aws_region" (DR-36)`},
		},
		"UnknownAuth": {
			reason: "The benchmark and the model have different names for the same ways to sign in.",
			output: "{storageUri: 'oci://n/a/b/c/o/d', parameters: {auth: InstancePrincipal}}",
			want:   []string{`spec.outputLocation.parameters[auth]: Unsupported value: "InstancePrincipal": supported values: "user_principal", "instance_principal", "security_token", "instance_obo_user" (DR-37)`},
		},
		"TokenWithoutSecret": {
			reason: "The token has to come from somewhere.",
			output: "{storageUri: 'oci://n/a/b/c/o/d', parameters: {auth: security_token}}",
			want:   []string{`spec.outputLocation.key: Required value: the token comes from a Secret, under the key security_token: name that Secret (DR-38)`},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			or := func(text, otherwise string) string {
				if text == "" {
					return otherwise
				}
				return text
			}
			spec := "  endpoint: " + or(tc.endpoint, endpoint) + "\n  outputLocation: " + or(tc.output, claim) + "\n  maxTimePerIteration: 1\n  maxRequestsPerIteration: 1\n"
			if !strings.HasPrefix(tc.spec, "task:") {
				spec += "  task: text-to-text\n"
			}
			text := "apiVersion: ome.io/v1beta1\nkind: BenchmarkJob\nmetadata: {name: b, namespace: llm}\nspec:\n" + spec + "  " + tc.spec +
				"\n---\nkind: Direct\noptions: " + or(tc.options, options) + "\n"
			if diff := cmp.Diff(tc.want, rendertest.Errors(t, RenderBenchmarkJob, text)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
