package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

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

var openModelCases = map[string]kindstest.Case{
	"valid": {
		Reason: "a model on a hub with two flavors is what most people write",
		Near:   []string{"OM-W1", "OM-C1", "OM-C2", "OM-C3", "OM-C8", "OM-W9", "N-5"},
	},
	"no source": {
		Reason: "nothing says where the weights are",
		Patch:  `spec: {source: {modelHub: null}}`,
		Want:   []string{"OM-W1 spec.source: set `model_hub`"},
	},
	"two sources": {
		Reason: "the URI would be ignored",
		Patch:  `spec: {source: {uri: "oss://b.endpoint/dir"}}`,
		Want:   []string{"OM-C3 spec.source.uri: not together with `model_hub`"},
	},
	"uri without scheme": {
		Reason: "a bare path names no kind of place",
		Patch:  `spec: {source: {modelHub: null, uri: /mnt/models}}`,
		Want:   []string{"OM-W2 spec.source.uri: exactly one `://`"},
	},
	"uri with two schemes": {
		Reason: "llmaz splits at every ://",
		Patch:  `spec: {source: {modelHub: null, uri: "oss://b.e/http://x"}}`,
		Want:   []string{"OM-W2 spec.source.uri: exactly one `://`"},
	},
	"uri only": {
		Reason: "one colon more is not a second scheme",
		Patch:  `spec: {source: {modelHub: null, uri: "ollama://qwen2:0.5b"}}`,
		Near:   []string{"OM-W1", "OM-W2"},
	},
	"uri of Google Cloud Storage by its usual scheme": {
		Reason: "llmaz calls it gcs",
		Patch:  `spec: {source: {modelHub: null, uri: "gs://bucket/dir"}}`,
		Want:   []string{"OM-W3 spec.source.uri: is `gcs`, not `gs`"},
	},
	"uri scheme in upper case": {
		Reason: "schemes are compared without regard to case",
		Patch:  `spec: {source: {modelHub: null, uri: "GCS://bucket/dir"}}`, Release: "v0.1.4",
		Near: []string{"OM-W3", "OM-W5"},
	},
	"uri scheme newer than llmaz": {
		Reason: "s3 came with v0.1.4",
		Patch:  `spec: {source: {modelHub: null, uri: "s3://bucket/dir"}}`, Release: "v0.1.0",
		Want: []string{"OM-W3 spec.source.uri: v0.1.0 knows the schemes"},
	},
	"uri scheme newer than a llmaz that is not used": {
		Reason: "direct mode reads s3 whatever llmaz is installed",
		Patch:  `spec: {source: {modelHub: null, uri: "s3://bucket/dir"}}`, Release: "v0.1.0", Direct: true,
		Near: []string{"OM-W3"},
	},
	"oss without endpoint": {
		Reason: "the bucket ends at the first dot",
		Patch:  `spec: {source: {modelHub: null, uri: "oss://bucket/dir"}}`,
		Want:   []string{"OM-W4 spec.source.uri: oss://<bucket>.<endpoint>/<path>"},
	},
	"oss without path": {
		Reason: "the endpoint ends at the first slash",
		Patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint"}}`,
		Want:   []string{"OM-W4 spec.source.uri: oss://<bucket>.<endpoint>/<path>"},
	},
	"oss directory": {
		Reason: "a last segment without a dot is a directory to llmaz and to its loader",
		Patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models/qwen2-7b"}}`,
		Near:   []string{"OM-W4", "OM-C6"},
	},
	"oss file": {
		Reason: "a GGUF file is a file to both",
		Patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models/qwen2-q5.gguf"}}`,
		Near:   []string{"OM-C6"},
	},
	"oss directory with a dot": {
		Reason: "the loader would take it for a file",
		Patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models/Qwen2.5-7B"}}`,
		Want:   []string{"warning OM-C6 spec.source.uri: without a dot"},
	},
	"oss directory with a slash": {
		Reason: "the last segment is empty",
		Patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models/"}}`,
		Want:   []string{"warning OM-C6 spec.source.uri: without a slash after it"},
	},
	"oss directory below a GGUF directory": {
		Reason: "llmaz looks for .gguf anywhere in the path, the loader only at its end",
		Patch:  `spec: {source: {modelHub: null, uri: "oss://bucket.endpoint/models.gguf/qwen"}}`,
		Want:   []string{"warning OM-C6 spec.source.uri: disagree"},
	},
	"bucket without path": {
		Reason: "an object store address has a slash after the bucket",
		Patch:  `spec: {source: {modelHub: null, uri: "s3://bucket"}}`,
		Want:   []string{"OM-W5 spec.source.uri: s3://<bucket>/<path>"},
	},
	"bucket with an empty path": {
		Reason: "the slash is enough for llmaz",
		Patch:  `spec: {source: {modelHub: null, uri: "s3://bucket/"}}`,
		Near:   []string{"OM-W5"},
	},
	"relative host path": {
		Reason: "two slashes are part of the scheme, so the path has none",
		Patch:  `spec: {source: {modelHub: null, uri: "host://mnt/models"}}`,
		Want:   []string{"OM-C4 spec.source.uri: three slashes"},
	},
	"host path that climbs": {
		Reason: "Kubernetes refuses .. in the path of a host volume",
		Patch:  `spec: {source: {modelHub: null, uri: "host:///mnt/../models"}}`,
		Want:   []string{"OM-C4 spec.source.uri: without `..`"},
	},
	"absolute host path": {
		Reason: "dots in a name do not climb",
		Patch:  `spec: {source: {modelHub: null, uri: "host:///mnt/models..old"}}`,
		Near:   []string{"OM-C4"},
	},
	"file of ModelScope": {
		Reason: "an empty name counts too",
		Patch:  `spec: {source: {modelHub: {name: ModelScope, filename: ""}}}`,
		Want:   []string{"OM-W6 spec.source.modelHub.filename: Hugging Face only"},
	},
	"file of Hugging Face": {
		Reason: "the hub that can load one file",
		Patch:  `spec: {source: {modelHub: {name: Huggingface, filename: q.gguf}}}`,
		Near:   []string{"OM-W6", "OM-W7", "OM-W8"},
	},
	"file and patterns": {
		Reason: "a file leaves nothing to select, and an empty list counts too",
		Patch:  `spec: {source: {modelHub: {filename: q.gguf, allowPatterns: [], ignorePatterns: ["*.bin"]}}}`,
		Want: []string{
			"OM-W7 spec.source.modelHub.allowPatterns: not together with `filename`",
			"OM-W8 spec.source.modelHub.ignorePatterns: not together with `filename`",
		},
	},
	"patterns of ModelScope": {
		Reason: "patterns work on both hubs",
		Patch:  `spec: {source: {modelHub: {name: ModelScope, allowPatterns: ["*.safetensors"], ignorePatterns: []}}}`,
		Near:   []string{"OM-W6", "OM-W7", "OM-W8"},
	},
	"family name is no label value": {
		Reason: "a slash is not allowed in label values",
		Patch:  `spec: {familyName: Qwen/Qwen2}`,
		Want:   []string{"OM-C1 spec.familyName: value of the label `llmaz.io/model-family-name`"},
	},
	"hub without model": {
		Reason: "the loader has nothing to load",
		Patch:  `spec: {source: {modelHub: {modelID: null, name: Huggingface}}}`,
		Want:   []string{"OM-C2 spec.source.modelHub.modelID: name the model on the hub"},
	},
	"flavors of the same name": {
		Reason: "the second could never be chosen",
		Patch:  `spec: {inferenceConfig: {flavors: [{name: t4}, {name: a10}, {name: t4}]}}`,
		Want:   []string{"OM-C8 spec.inferenceConfig.flavors[2].name: a name of its own"},
	},
	"impossible limits": {
		Reason: "they become the limits of a container",
		Patch:  `spec: {inferenceConfig: {flavors: [{name: a, limits: {nvidia.com/gpu: "0.5", gpu: 1, cpu: -1, "nvidia.com/g pu": 1, requests.x.io/y: 1, "kubernetes.io/g pu": 1}}]}}`,
		Want: []string{
			"OM-C9 spec.inferenceConfig.flavors[0].limits[cpu]: must not be negative",
			"OM-C9 spec.inferenceConfig.flavors[0].limits[gpu]: `<domain>/<name>`, such as `nvidia.com/gpu`",
			"OM-C9 spec.inferenceConfig.flavors[0].limits[kubernetes.io/g pu]: every other resource is named",
			"OM-C9 spec.inferenceConfig.flavors[0].limits[nvidia.com/g pu]: of letters, digits",
			"OM-C9 spec.inferenceConfig.flavors[0].limits[nvidia.com/gpu]: whole number",
			"OM-C9 spec.inferenceConfig.flavors[0].limits[requests.x.io/y]: of letters, digits",
		},
	},
	"unusual limits": {
		Reason: "CPU may be divided, and a whole number may be spelled with a suffix",
		Patch:  `spec: {inferenceConfig: {flavors: [{name: a, limits: {nvidia.com/gpu: 2000m, cpu: 500m, hugepages-2Mi: 1Gi, memory: 0, nvidia.com/mig-1g.5gb: 1}}]}}`,
		Near:   []string{"OM-C9"},
	},
	"name in upper case": {
		Reason: "the name of an object is a DNS label",
		Patch:  `metadata: {name: Qwen}`,
		Want:   []string{"OM-W9 metadata.name: lower-case letters"},
	},
	"name in upper case in direct mode": {
		Reason: "the provider block may ask for the other mode",
		Patch:  `metadata: {name: Qwen}`, Direct: true,
		Want: []string{"OM-W9 metadata.name: lower-case letters"},
	},
	"name with dots": {
		Reason: "the webhook takes a label, not a subdomain",
		Patch:  `metadata: {name: qwen2.5-0.5b}`,
		Want:   []string{"N-5 metadata.name: write `qwen2--5-0--5b`"},
	},
	"name with dots in direct mode": {
		Reason: "the provider block may ask for the other mode",
		Patch:  `metadata: {name: qwen2.5-0.5b}`, Direct: true,
		Want: []string{"N-5 metadata.name: write `qwen2--5-0--5b`"},
	},
	"name of 64 characters": {
		Reason: "one more than a label value has",
		Patch:  `metadata: {name: a234567890123456789012345678901234567890123456789012345678901234}`,
		Want:   []string{"N-6 metadata.name: has 64 characters; at most 63"},
	},
	"name of 63 characters": {
		Reason: "as long as a label value may be",
		Patch:  `metadata: {name: a23456789012345678901234567890123456789012345678901234567890123}`,
		Near:   []string{"N-6", "OM-W9"},
	},
}
