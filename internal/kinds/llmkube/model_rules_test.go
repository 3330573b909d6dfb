package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validModel = `
apiVersion: inference.llmkube.dev/v1alpha1
kind: Model
metadata: {name: qwen}
spec:
  source: https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/q.gguf
  hardware: {accelerator: cuda, gpu: {enabled: true, count: 1}}
`

var modelCases = map[string]kindstest.Case{
	"valid": {
		Reason: "a file on a hub and one GPU is what most people write",
		Near:   []string{"M-01", "M-02", "M-03", "M-05", "M-07", "M-08", "M-09", "M-10", "M-11", "M-12", "M-13", "M-14", "M-15", "M-16", "M-17", "M-18", "M-19", "M-21", "M-22", "M-23", "M-24", "M-25", "M-26", "M-27", "M-28"},
	},
	"long name": {
		Reason: "it becomes a label",
		Patch:  `metadata: {name: mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm}`,
		Want: []string{
			"M-01 metadata.name: at most 63",
		},
	},
	"long name with prefetch": {
		Reason: "the Job has a longer name",
		Patch:  `{metadata: {name: mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm}, spec: {prefetch: true}}`,
		Want: []string{
			"M-01 metadata.name: at most 54",
		},
	},
	"name that leaves room for the Job": {
		Reason: "54 and 9 make 63",
		Patch:  `{metadata: {name: mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm}, spec: {prefetch: true}}`,
		Near:   []string{"M-01", "M-16"},
	},
	"bare word": {
		Reason: "it names no place",
		Patch:  `spec: {source: "llama"}`,
		Want: []string{
			"M-02 spec.source: neither an address nor a repository",
		},
	},
	"claim without path": {
		Reason: "the volume has more than the model",
		Patch:  `spec: {source: "pvc://weights"}`,
		Want: []string{
			"M-03 spec.source: pvc://<claim>/<path>",
		},
	},
	"claim": {
		Reason: "both parts are there",
		Patch:  `spec: {source: "pvc://weights/m.gguf"}`,
		Near:   []string{"M-03"},
	},
	"relative file": {
		Reason: "the path starts after two slashes",
		Patch:  `spec: {source: "file://models/m.gguf"}`,
		Want: []string{
			"M-05 spec.source: three slashes",
			"warning M-05 spec.source: by default allows none",
		},
	},
	"local file": {
		Reason: "it may be refused",
		Patch:  `spec: {source: "/models/m.gguf", sha256: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`,
		Near:   []string{"M-14"},
		Want: []string{
			"warning M-05 spec.source: by default allows none",
		},
	},
	"bucket without Secret": {
		Reason: "the download has no key",
		Patch:  `spec: {source: "s3://bucket/m.gguf"}`,
		Want: []string{
			"M-07 spec.sourceSecretRef: AWS_ACCESS_KEY_ID",
		},
	},
	"bucket without key": {
		Reason: "there is nothing to load",
		Patch:  `spec: {source: "s3://bucket", sourceSecretRef: {name: s3}}`,
		Want: []string{
			"M-07 spec.source: s3://<bucket>/<key>",
		},
	},
	"bucket": {
		Reason: "all is there",
		Patch:  `spec: {source: "s3://bucket/m.gguf", sourceSecretRef: {name: s3}}`,
		Near:   []string{"M-07"},
	},
	"hub without name": {
		Reason: "a repository has two parts",
		Patch:  `spec: {source: "hf://qwen"}`,
		Want: []string{
			"M-08 spec.source: hf://<org>/<name>",
		},
	},
	"hub with revision": {
		Reason: "this is the form",
		Patch:  `spec: {source: "hf://qwen/q@v1"}`,
		Near:   []string{"M-08", "M-09"},
	},
	"hub file": {
		Reason: "the download cannot fetch it",
		Patch:  `spec: {source: "hf://qwen/q/m.gguf"}`,
		Want: []string{
			"M-09 spec.source: /resolve/",
		},
	},
	"files of one file": {
		Reason: "an address of a file has no files",
		Patch:  `spec: {files: [a.gguf]}`,
		Want: []string{
			"M-10 spec.files: needs a source of several files",
		},
	},
	"projector of one file": {
		Reason: "an address of a file has no files",
		Patch:  `spec: {mmproj: p.gguf}`,
		Want: []string{
			"M-10 spec.mmproj: needs a source of several files",
			"M-12 spec.mmproj: list its file in `files`",
		},
	},
	"files of a bare repository": {
		Reason: "the address is built for hf:// only",
		Patch:  `spec: {source: "qwen/q", files: [a.gguf]}`,
		Want: []string{
			"M-11 spec.source: hf://qwen/q",
		},
	},
	"projector of a bare repository": {
		Reason: "the address is built for hf:// only",
		Patch:  `spec: {source: "qwen/q", mmproj: a.gguf}`,
		Want: []string{
			"M-11 spec.source: hf://qwen/q",
			"M-12 spec.mmproj: list its file",
		},
	},
	"files": {
		Reason: "this is the form",
		Patch:  `spec: {source: "hf://qwen/q", files: [a.gguf, b/c.gguf], mmproj: p.gguf}`,
		Near:   []string{"M-10", "M-11", "M-12", "M-13"},
	},
	"files with wildcards": {
		Reason: "they are paths",
		Patch:  `spec: {source: "hf://qwen/q", files: ["*.gguf", /a, a/../b], mmproj: "p?"}`,
		Want: []string{
			"M-13 spec.files[0]: must be the path of one file",
			"M-13 spec.files[1]: must be the path of one file",
			"M-13 spec.files[2]: must be the path of one file",
			"M-13 spec.mmproj: must be the path of one file",
		},
	},
	"checksum of a remote file": {
		Reason: "nothing compares it",
		Patch:  `spec: {sha256: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`,
		Want: []string{
			"warning M-14 spec.sha256: local sources only",
		},
	},
	"refresh of a claim": {
		Reason: "it is never compared",
		Patch:  `spec: {source: "pvc://weights/m.gguf", refreshPolicy: OnChange}`,
		Want: []string{
			"warning M-15 spec.refreshPolicy: never compared",
		},
	},
	"refresh of a repository": {
		Reason: "it is never compared",
		Patch:  `spec: {source: "hf://a/b", refreshPolicy: OnChange}`,
		Want: []string{
			"warning M-15 spec.refreshPolicy: never compared",
		},
	},
	"refresh of files": {
		Reason: "files are compared",
		Patch:  `spec: {source: "hf://a/b", files: [a.gguf], refreshPolicy: OnChange}`,
		Near:   []string{"M-15"},
	},
	"prefetch of a claim": {
		Reason: "there is nothing to download",
		Patch:  `spec: {source: "pvc://weights/m.gguf", prefetch: true}`,
		Want: []string{
			"warning M-16 spec.prefetch: no effect",
		},
	},
	"tolerations of no Job": {
		Reason: "nothing is downloaded in advance",
		Patch:  `spec: {prefetchTolerations: [{key: gpu, operator: Exists}]}`,
		Want:   []string{"warning M-41 spec.prefetchTolerations: set `prefetch` to true"},
	},
	"tolerations": {
		Reason: "each of the forms that a pod takes",
		Patch:  `spec: {prefetch: true, prefetchTolerations: [{operator: Exists}, {key: gpu, value: h100}, {key: gpu, operator: Exists, effect: NoExecute, tolerationSeconds: 60}]}`,
		Near:   []string{"M-41", "M-42"},
	},
	"tolerations that no pod can have": {
		Reason: "the API server refuses the Job",
		Patch:  `spec: {prefetch: true, prefetchTolerations: [{value: h100}, {key: gpu, operator: Exists, value: h100}, {key: gpu, effect: NoSchedule, tolerationSeconds: 60}]}`,
		Want: []string{
			"M-42 spec.prefetchTolerations[0].operator: must be `Exists`",
			"M-42 spec.prefetchTolerations[1].value: remove it",
			"M-42 spec.prefetchTolerations[2].effect: must be `NoExecute`",
		},
	},
	"enabled without count": {
		Reason: "no GPU is asked for",
		Patch:  `spec: {hardware: {gpu: {count: 0}}}`,
		Want: []string{
			"warning M-17 spec.hardware.gpu.enabled: asks for no GPU",
		},
	},
	"claims instead of a count": {
		Reason: "claims are GPUs",
		Patch:  `spec: {hardware: {gpu: {count: 0, resourceClaims: [{name: a, resourceClaimName: a}]}}}`,
		Near:   []string{"M-17", "M-22", "M-23"},
	},
	"rocm on NVIDIA": {
		Reason: "the pods follow the vendor",
		Patch:  `spec: {hardware: {accelerator: rocm}}`,
		Want: []string{
			"warning M-18 spec.hardware.accelerator: \"amd\" and `gpu.runtime` to \"rocm\"",
		},
	},
	"rocm on AMD": {
		Reason: "vendor and runtime agree",
		Patch:  `spec: {hardware: {accelerator: rocm, gpu: {vendor: amd, runtime: rocm}}}`,
		Near:   []string{"M-18", "M-19"},
	},
	"cpu with a runtime of GPUs": {
		Reason: "the webhook stores vulkan",
		Patch:  `spec: {hardware: {accelerator: cpu, gpu: {vendor: amd, runtime: vulkan}}}`,
		Want:   []string{"M-18 spec.hardware.accelerator: write that, or leave it out"},
	},
	"cpu with a runtime of GPUs in direct mode": {
		Reason: "no webhook changes it",
		Patch:  `spec: {hardware: {accelerator: cpu, gpu: {vendor: amd, runtime: rocm}}}`, Direct: true, Near: []string{"M-18"},
	},
	"no accelerator with a runtime of GPUs": {
		Reason: "the webhook fills in what nobody has set",
		Patch:  `spec: {hardware: {accelerator: null, gpu: {vendor: amd, runtime: rocm}}}`, Near: []string{"M-18"},
	},
	"runtime on NVIDIA": {
		Reason: "it is for AMD",
		Patch:  `spec: {hardware: {gpu: {runtime: rocm}}}`,
		Want: []string{
			"warning M-19 spec.hardware.gpu.runtime: vendor `amd` only",
		},
	},
	"malformed split": {
		Reason: "an entry is a range",
		Patch:  `spec: {hardware: {gpu: {count: 2, sharding: {layerSplit: ["0-24", "39-25"]}}}}`,
		Want: []string{
			"M-21 spec.hardware.gpu.sharding.layerSplit[1]: <first>-<last>",
		},
	},
	"short split": {
		Reason: "one entry a GPU",
		Patch:  `spec: {hardware: {gpu: {count: 3, sharding: {layerSplit: ["0-24", "25-39"]}}}}`,
		Want: []string{
			"M-21 spec.hardware.gpu.sharding.layerSplit: 2 entries for 3 GPUs",
		},
	},
	"split": {
		Reason: "one entry a GPU",
		Patch:  `spec: {hardware: {gpu: {count: 2, sharding: {layerSplit: ["0-24", "25-39"]}}}}`,
		Near:   []string{"M-21"},
	},
	"pipeline": {
		Reason: "llama.cpp has none",
		Patch:  `spec: {hardware: {gpu: {sharding: {strategy: pipeline}}}}`,
		Want: []string{
			"warning M-21 spec.hardware.gpu.sharding.strategy: write `layer`",
		},
	},
	"claims and count": {
		Reason: "both are rendered",
		Patch:  `spec: {hardware: {gpu: {resourceClaims: [{name: a, resourceClaimName: a}]}}}`,
		Want: []string{
			"M-22 spec.hardware.gpu.count: the GPUs of both",
		},
	},
	"claims of one name": {
		Reason: "names are unique in a pod",
		Patch:  `spec: {hardware: {gpu: {count: 0, resourceClaims: [{name: a, resourceClaimName: a}, {name: a, resourceClaimName: b}]}}}`,
		Want: []string{
			"M-23 spec.hardware.gpu.resourceClaims[1].name: another item of the list",
		},
	},
	"GPU memory in words": {
		Reason: "it is a quantity",
		Patch:  `spec: {hardware: {gpu: {memory: lots}}}`,
		Want: []string{
			"M-24 spec.hardware.gpu.memory: must be a quantity",
		},
	},
	"GPU memory": {
		Reason: "it is a quantity",
		Patch:  `spec: {hardware: {gpu: {memory: 16Gi}}}`,
		Near:   []string{"M-24"},
	},
	"memory of macOS": {
		Reason: "nobody else reads it",
		Patch:  `spec: {hardware: {memoryBudget: "0", memoryFraction: 1.5}}`,
		Want: []string{
			"M-25 spec.hardware.memoryBudget: more than 0",
			"M-25 spec.hardware.memoryFraction: at most 1",
			"warning M-25 spec.hardware.memoryBudget: only the agent for macOS",
			"warning M-25 spec.hardware.memoryFraction: only the agent for macOS",
		},
	},
	"memory on macOS": {
		Reason: "this is what it is for",
		Patch:  `spec: {format: mlx, hardware: {accelerator: metal, memoryBudget: 24Gi, memoryFraction: 1}}`,
		Near:   []string{"M-25", "M-28"},
	},
	"resources": {
		Reason: "nothing reads them",
		Patch:  `spec: {resources: {cpu: "2"}}`,
		Want: []string{
			"warning M-26 spec.resources: nothing reads it",
		},
	},
	"safetensors as GGUF": {
		Reason: "the engine gets the first file",
		Patch:  `spec: {source: "hf://a/b", files: [a.safetensors, b.safetensors]}`,
		Want: []string{
			"warning M-27 spec.format: set `safetensors`",
		},
	},
	"safetensors": {
		Reason: "the format is said",
		Patch:  `spec: {source: "hf://a/b", format: safetensors, files: [a.safetensors]}`,
		Near:   []string{"M-27"},
	},
	"mlx on CUDA": {
		Reason: "only macOS serves it",
		Patch:  `spec: {format: mlx}`,
		Want: []string{
			"warning M-28 spec.format: macOS",
		},
	},
	"newer values": {
		Reason:  "v0.9.19 added them",
		Patch:   `spec: {source: "hf://a/b", hardware: {accelerator: vulkan, gpu: {vendor: amd, runtime: vulkan}}}`,
		Release: "v0.8.7",
		Want: []string{
			"L-8.2 spec.source: does not know this scheme",
			"L-8.2 spec.hardware.accelerator: upgrade LLMKube",
		},
	},
	"older values": {
		Reason:  "v0.8.7 has them",
		Release: "v0.8.7",
		Near:    []string{"L-8.2"},
	},
}
