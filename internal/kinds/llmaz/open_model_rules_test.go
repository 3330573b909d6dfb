package llmaz

const validOpenModel = `
apiVersion: llmaz.io/v1alpha1
kind: OpenModel
metadata: {name: qwen2--5-0--5b}
spec:
  familyName: qwen2.5
  source: {modelHub: {modelID: Qwen/Qwen2.5-0.5B-Instruct}}
  inferenceConfig:
    flavors:
    - {name: t4, limits: {nvidia.com/gpu: 1}}
    - {name: a10, limits: {nvidia.com/gpu: 1}}
`

var openModelCases = map[string]ruleCase{
	"valid": {
		reason: "a model on a hub with two flavors is what most people write",
		near:   []string{"OM-W1", "OM-C1", "OM-C2", "OM-C3", "OM-C8", "OM-W9", "N-5"},
	},
	"no source": {
		reason: "nothing says where the weights are",
		patch:  `spec: {source: {modelHub: null}}`,
		want:   []verdict{{"OM-W1", "spec.source", "set `model_hub`", false}},
	},
	"two sources": {
		reason: "the URI would be ignored",
		patch:  `spec: {source: {uri: "oss://b.endpoint/dir"}}`,
		want:   []verdict{{"OM-C3", "spec.source.uri", "not together with `model_hub`", false}},
	},
	"uri without scheme": {
		reason: "a bare path names no kind of place",
		patch:  `spec: {source: {modelHub: null, uri: /mnt/models}}`,
		want:   []verdict{{"OM-W2", "spec.source.uri", "exactly one `://`", false}},
	},
	"uri with two schemes": {
		reason: "llmaz splits at every ://",
		patch:  `spec: {source: {modelHub: null, uri: "oss://b.e/http://x"}}`,
		want:   []verdict{{"OM-W2", "spec.source.uri", "exactly one `://`", false}},
	},
	"uri only": {
		reason: "one colon more is not a second scheme",
		patch:  `spec: {source: {modelHub: null, uri: "ollama://qwen2:0.5b"}}`,
		near:   []string{"OM-W1", "OM-W2"},
	},
	"uri of Google Cloud Storage by its usual scheme": {
		reason: "llmaz calls it gcs",
		patch:  `spec: {source: {modelHub: null, uri: "gs://bucket/dir"}}`,
		want:   []verdict{{"OM-W3", "spec.source.uri", "is `gcs`, not `gs`", false}},
	},
	"uri scheme in upper case": {
		reason: "schemes are compared without regard to case",
		patch:  `spec: {source: {modelHub: null, uri: "GCS://bucket/dir"}}`, dialect: "v0.1.4",
		near: []string{"OM-W3", "OM-W5"},
	},
	"uri scheme newer than llmaz": {
		reason: "s3 came with v0.1.4",
		patch:  `spec: {source: {modelHub: null, uri: "s3://bucket/dir"}}`, dialect: "v0.1.0",
		want: []verdict{{"OM-W3", "spec.source.uri", "v0.1.0 knows the schemes", false}},
	},
	"uri scheme newer than a llmaz that is not used": {
		reason: "direct mode reads s3 whatever llmaz is installed",
		patch:  `spec: {source: {modelHub: null, uri: "s3://bucket/dir"}}`, dialect: "v0.1.0", direct: true,
		near: []string{"OM-W3"},
	},
	"oss without endpoint": {
		reason: "the bucket ends at the first dot",
		patch:  `spec: {source: {modelHub: null, uri: "oss://bucket/dir"}}`,
		want:   []verdict{{"OM-W4", "spec.source.uri", "oss://<bucket>.<endpoint>/<path>", false}},
	},
	"oss without path": {
		reason: "the endpoint ends at the first slash",
		patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint"}}`,
		want:   []verdict{{"OM-W4", "spec.source.uri", "oss://<bucket>.<endpoint>/<path>", false}},
	},
	"oss directory": {
		reason: "a last segment without a dot is a directory to llmaz and to its loader",
		patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models/qwen2-7b"}}`,
		near:   []string{"OM-W4", "OM-C6"},
	},
	"oss file": {
		reason: "a GGUF file is a file to both",
		patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models/qwen2-q5.gguf"}}`,
		near:   []string{"OM-C6"},
	},
	"oss directory with a dot": {
		reason: "the loader would take it for a file",
		patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models/Qwen2.5-7B"}}`,
		want:   []verdict{{"OM-C6", "spec.source.uri", "without a dot", true}},
	},
	"oss directory with a slash": {
		reason: "the last segment is empty",
		patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models/"}}`,
		want:   []verdict{{"OM-C6", "spec.source.uri", "without a slash after it", true}},
	},
	"oss directory below a GGUF directory": {
		reason: "llmaz looks for .gguf anywhere in the path, the loader only at its end",
		patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models.gguf/qwen"}}`,
		want:   []verdict{{"OM-C6", "spec.source.uri", "disagree", true}},
	},
	"bucket without path": {
		reason: "an object store address has a slash after the bucket",
		patch:  `spec: {source: {modelHub: null, uri: "s3://bucket"}}`,
		want:   []verdict{{"OM-W5", "spec.source.uri", "s3://<bucket>/<path>", false}},
	},
	"bucket with an empty path": {
		reason: "the slash is enough for llmaz",
		patch:  `spec: {source: {modelHub: null, uri: "s3://bucket/"}}`,
		near:   []string{"OM-W5"},
	},
	"relative host path": {
		reason: "two slashes are part of the scheme, so the path has none",
		patch:  `spec: {source: {modelHub: null, uri: "host://mnt/models"}}`,
		want:   []verdict{{"OM-C4", "spec.source.uri", "three slashes", false}},
	},
	"host path that climbs": {
		reason: "Kubernetes refuses .. in the path of a host volume",
		patch:  `spec: {source: {modelHub: null, uri: "host:///mnt/../models"}}`,
		want:   []verdict{{"OM-C4", "spec.source.uri", "without `..`", false}},
	},
	"absolute host path": {
		reason: "dots in a name do not climb",
		patch:  `spec: {source: {modelHub: null, uri: "host:///mnt/models..old"}}`,
		near:   []string{"OM-C4"},
	},
	"file of ModelScope": {
		reason: "an empty name counts too",
		patch:  `spec: {source: {modelHub: {name: ModelScope, filename: ""}}}`,
		want:   []verdict{{"OM-W6", "spec.source.modelHub.filename", "Hugging Face only", false}},
	},
	"file of Hugging Face": {
		reason: "the hub that can load one file",
		patch:  `spec: {source: {modelHub: {name: Huggingface, filename: q.gguf}}}`,
		near:   []string{"OM-W6", "OM-W7", "OM-W8"},
	},
	"file and patterns": {
		reason: "a file leaves nothing to select, and an empty list counts too",
		patch:  `spec: {source: {modelHub: {filename: q.gguf, allowPatterns: [], ignorePatterns: ["*.bin"]}}}`,
		want: []verdict{
			{"OM-W7", "spec.source.modelHub.allowPatterns", "not together with `filename`", false},
			{"OM-W8", "spec.source.modelHub.ignorePatterns", "not together with `filename`", false},
		},
	},
	"patterns of ModelScope": {
		reason: "patterns work on both hubs",
		patch:  `spec: {source: {modelHub: {name: ModelScope, allowPatterns: ["*.safetensors"], ignorePatterns: []}}}`,
		near:   []string{"OM-W6", "OM-W7", "OM-W8"},
	},
	"family name is no label value": {
		reason: "a slash is not allowed in label values",
		patch:  `spec: {familyName: Qwen/Qwen2}`,
		want:   []verdict{{"OM-C1", "spec.familyName", "value of the label `llmaz.io/model-family-name`", false}},
	},
	"hub without model": {
		reason: "the loader has nothing to load",
		patch:  `spec: {source: {modelHub: {modelID: null, name: Huggingface}}}`,
		want:   []verdict{{"OM-C2", "spec.source.modelHub.modelID", "name the model on the hub", false}},
	},
	"flavors of the same name": {
		reason: "the second could never be chosen",
		patch:  `spec: {inferenceConfig: {flavors: [{name: t4}, {name: a10}, {name: t4}]}}`,
		want:   []verdict{{"OM-C8", "spec.inferenceConfig.flavors[2].name", "a name of its own", false}},
	},
	"impossible limits": {
		reason: "they become the limits of a container",
		patch:  `spec: {inferenceConfig: {flavors: [{name: a, limits: {nvidia.com/gpu: "0.5", gpu: 1, cpu: -1, "nvidia.com/g pu": 1, requests.x.io/y: 1, "kubernetes.io/g pu": 1}}]}}`,
		want: []verdict{
			{"OM-C9", "spec.inferenceConfig.flavors[0].limits[cpu]", "must not be negative", false},
			{"OM-C9", "spec.inferenceConfig.flavors[0].limits[gpu]", "`<domain>/<name>`, such as `nvidia.com/gpu`", false},
			{"OM-C9", "spec.inferenceConfig.flavors[0].limits[kubernetes.io/g pu]", "every other resource is named", false},
			{"OM-C9", "spec.inferenceConfig.flavors[0].limits[nvidia.com/g pu]", "of letters, digits", false},
			{"OM-C9", "spec.inferenceConfig.flavors[0].limits[nvidia.com/gpu]", "whole number", false},
			{"OM-C9", "spec.inferenceConfig.flavors[0].limits[requests.x.io/y]", "of letters, digits", false},
		},
	},
	"unusual limits": {
		reason: "CPU may be divided, and a whole number may be spelled with a suffix",
		patch:  `spec: {inferenceConfig: {flavors: [{name: a, limits: {nvidia.com/gpu: 2000m, cpu: 500m, hugepages-2Mi: 1Gi, memory: 0, nvidia.com/mig-1g.5gb: 1}}]}}`,
		near:   []string{"OM-C9"},
	},
	"name in upper case": {
		reason: "the name of an object is a DNS label",
		patch:  `metadata: {name: Qwen}`,
		want:   []verdict{{"OM-W9", "metadata.name", "lower-case letters", false}},
	},
	"name in upper case in direct mode": {
		reason: "no object of that name is created",
		patch:  `metadata: {name: Qwen}`, direct: true,
		near: []string{"OM-W9"},
	},
	"name with dots": {
		reason: "the webhook takes a label, not a subdomain",
		patch:  `metadata: {name: qwen2.5-0.5b}`,
		want:   []verdict{{"N-5", "metadata.name", "write `qwen2--5-0--5b`", false}},
	},
	"name of 64 characters": {
		reason: "one more than a label value has",
		patch:  `metadata: {name: a234567890123456789012345678901234567890123456789012345678901234}`,
		want:   []verdict{{"N-6", "metadata.name", "has 64 characters; at most 63", false}},
	},
	"name of 63 characters": {
		reason: "as long as a label value may be",
		patch:  `metadata: {name: a23456789012345678901234567890123456789012345678901234567890123}`,
		near:   []string{"N-6", "OM-W9"},
	},
}
