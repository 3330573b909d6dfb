package llmkube

const validModel = `
apiVersion: inference.llmkube.dev/v1alpha1
kind: Model
metadata: {name: qwen}
spec:
  source: https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/q.gguf
  hardware: {accelerator: cuda, gpu: {enabled: true, count: 1}}
`

var modelCases = map[string]ruleCase{
	"valid": {
		reason: "a file on a hub and one GPU is what most people write",
		near:   []string{"M-01", "M-02", "M-03", "M-05", "M-07", "M-08", "M-09", "M-10", "M-11", "M-12", "M-13", "M-14", "M-15", "M-16", "M-17", "M-18", "M-19", "M-21", "M-22", "M-23", "M-24", "M-25", "M-26", "M-27", "M-28"},
	},
	"long name": {
		reason: "it becomes a label",
		patch:  `metadata: {name: mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm}`,
		want: []verdict{
			{"M-01", "metadata.name", `at most 63`, false},
		},
	},
	"long name with prefetch": {
		reason: "the Job has a longer name",
		patch:  `{metadata: {name: mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm}, spec: {prefetch: true}}`,
		want: []verdict{
			{"M-01", "metadata.name", `at most 54`, false},
		},
	},
	"name that leaves room for the Job": {
		reason: "54 and 9 make 63",
		patch:  `{metadata: {name: mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm}, spec: {prefetch: true}}`,
		near:   []string{"M-01", "M-16"},
	},
	"bare word": {
		reason: "it names no place",
		patch:  `spec: {source: "llama"}`,
		want: []verdict{
			{"M-02", "spec.source", `neither an address nor a repository`, false},
		},
	},
	"claim without path": {
		reason: "the volume has more than the model",
		patch:  `spec: {source: "pvc://weights"}`,
		want: []verdict{
			{"M-03", "spec.source", `pvc://<claim>/<path>`, false},
		},
	},
	"claim": {
		reason: "both parts are there",
		patch:  `spec: {source: "pvc://weights/m.gguf"}`,
		near:   []string{"M-03"},
	},
	"relative file": {
		reason: "the path starts after two slashes",
		patch:  `spec: {source: "file://models/m.gguf"}`,
		want: []verdict{
			{"M-05", "spec.source", `three slashes`, false},
			{"M-05", "spec.source", `by default allows none`, true},
		},
	},
	"local file": {
		reason: "it may be refused",
		patch:  `spec: {source: "/models/m.gguf", sha256: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`,
		near:   []string{"M-14"},
		want: []verdict{
			{"M-05", "spec.source", `by default allows none`, true},
		},
	},
	"bucket without Secret": {
		reason: "the download has no key",
		patch:  `spec: {source: "s3://bucket/m.gguf"}`,
		want: []verdict{
			{"M-07", "spec.sourceSecretRef", `AWS_ACCESS_KEY_ID`, false},
		},
	},
	"bucket without key": {
		reason: "there is nothing to load",
		patch:  `spec: {source: "s3://bucket", sourceSecretRef: {name: s3}}`,
		want: []verdict{
			{"M-07", "spec.source", `s3://<bucket>/<key>`, false},
		},
	},
	"bucket": {
		reason: "all is there",
		patch:  `spec: {source: "s3://bucket/m.gguf", sourceSecretRef: {name: s3}}`,
		near:   []string{"M-07"},
	},
	"hub without name": {
		reason: "a repository has two parts",
		patch:  `spec: {source: "hf://qwen"}`,
		want: []verdict{
			{"M-08", "spec.source", `hf://<org>/<name>`, false},
		},
	},
	"hub with revision": {
		reason: "this is the form",
		patch:  `spec: {source: "hf://qwen/q@main"}`,
		near:   []string{"M-08", "M-09"},
	},
	"hub file": {
		reason: "the download cannot fetch it",
		patch:  `spec: {source: "hf://qwen/q/m.gguf"}`,
		want: []verdict{
			{"M-09", "spec.source", `/resolve/`, false},
		},
	},
	"files of one file": {
		reason: "an address of a file has no files",
		patch:  `spec: {files: [a.gguf]}`,
		want: []verdict{
			{"M-10", "spec.files", `needs a source of several files`, false},
		},
	},
	"projector of one file": {
		reason: "an address of a file has no files",
		patch:  `spec: {mmproj: p.gguf}`,
		want: []verdict{
			{"M-10", "spec.mmproj", `needs a source of several files`, false},
			{"M-12", "spec.mmproj", "list its file in `files`", false},
		},
	},
	"files of a bare repository": {
		reason: "the address is built for hf:// only",
		patch:  `spec: {source: "qwen/q", files: [a.gguf]}`,
		want: []verdict{
			{"M-11", "spec.source", `hf://qwen/q`, false},
		},
	},
	"projector of a bare repository": {
		reason: "the address is built for hf:// only",
		patch:  `spec: {source: "qwen/q", mmproj: a.gguf}`,
		want: []verdict{
			{"M-11", "spec.source", `hf://qwen/q`, false},
			{"M-12", "spec.mmproj", `list its file`, false},
		},
	},
	"files": {
		reason: "this is the form",
		patch:  `spec: {source: "hf://qwen/q", files: [a.gguf, b/c.gguf], mmproj: p.gguf}`,
		near:   []string{"M-10", "M-11", "M-12", "M-13"},
	},
	"files with wildcards": {
		reason: "they are paths",
		patch:  `spec: {source: "hf://qwen/q", files: ["*.gguf", /a, a/../b], mmproj: "p?"}`,
		want: []verdict{
			{"M-13", "spec.files[0]", `must be the path of one file`, false},
			{"M-13", "spec.files[1]", `must be the path of one file`, false},
			{"M-13", "spec.files[2]", `must be the path of one file`, false},
			{"M-13", "spec.mmproj", `must be the path of one file`, false},
		},
	},
	"checksum of a remote file": {
		reason: "nothing compares it",
		patch:  `spec: {sha256: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`,
		want: []verdict{
			{"M-14", "spec.sha256", `local sources only`, true},
		},
	},
	"refresh of a claim": {
		reason: "it is never compared",
		patch:  `spec: {source: "pvc://weights/m.gguf", refreshPolicy: OnChange}`,
		want: []verdict{
			{"M-15", "spec.refreshPolicy", `never compared`, true},
		},
	},
	"refresh of a repository": {
		reason: "it is never compared",
		patch:  `spec: {source: "hf://a/b", refreshPolicy: OnChange}`,
		want: []verdict{
			{"M-15", "spec.refreshPolicy", `never compared`, true},
		},
	},
	"refresh of files": {
		reason: "files are compared",
		patch:  `spec: {source: "hf://a/b", files: [a.gguf], refreshPolicy: OnChange}`,
		near:   []string{"M-15"},
	},
	"prefetch of a claim": {
		reason: "there is nothing to download",
		patch:  `spec: {source: "pvc://weights/m.gguf", prefetch: true}`,
		want: []verdict{
			{"M-16", "spec.prefetch", `no effect`, true},
		},
	},
	"enabled without count": {
		reason: "no GPU is asked for",
		patch:  `spec: {hardware: {gpu: {count: 0}}}`,
		want: []verdict{
			{"M-17", "spec.hardware.gpu.enabled", `asks for no GPU`, true},
		},
	},
	"claims instead of a count": {
		reason: "claims are GPUs",
		patch:  `spec: {hardware: {gpu: {count: 0, resourceClaims: [{name: a, resourceClaimName: a}]}}}`,
		near:   []string{"M-17", "M-22", "M-23"},
	},
	"rocm on NVIDIA": {
		reason: "the pods follow the vendor",
		patch:  `spec: {hardware: {accelerator: rocm}}`,
		want: []verdict{
			{"M-18", "spec.hardware.accelerator", "\"amd\" and `gpu.runtime` to \"rocm\"", true},
		},
	},
	"rocm on AMD": {
		reason: "vendor and runtime agree",
		patch:  `spec: {hardware: {accelerator: rocm, gpu: {vendor: amd, runtime: rocm}}}`,
		near:   []string{"M-18", "M-19"},
	},
	"runtime on NVIDIA": {
		reason: "it is for AMD",
		patch:  `spec: {hardware: {gpu: {runtime: rocm}}}`,
		want: []verdict{
			{"M-19", "spec.hardware.gpu.runtime", "vendor `amd` only", true},
		},
	},
	"malformed split": {
		reason: "an entry is a range",
		patch:  `spec: {hardware: {gpu: {count: 2, sharding: {layerSplit: ["0-24", "39-25"]}}}}`,
		want: []verdict{
			{"M-21", "spec.hardware.gpu.sharding.layerSplit[1]", `<first>-<last>`, false},
		},
	},
	"short split": {
		reason: "one entry a GPU",
		patch:  `spec: {hardware: {gpu: {count: 3, sharding: {layerSplit: ["0-24", "25-39"]}}}}`,
		want: []verdict{
			{"M-21", "spec.hardware.gpu.sharding.layerSplit", `2 entries for 3 GPUs`, false},
		},
	},
	"split": {
		reason: "one entry a GPU",
		patch:  `spec: {hardware: {gpu: {count: 2, sharding: {layerSplit: ["0-24", "25-39"]}}}}`,
		near:   []string{"M-21"},
	},
	"pipeline": {
		reason: "llama.cpp has none",
		patch:  `spec: {hardware: {gpu: {sharding: {strategy: pipeline}}}}`,
		want: []verdict{
			{"M-21", "spec.hardware.gpu.sharding.strategy", "write `layer`", true},
		},
	},
	"claims and count": {
		reason: "both are rendered",
		patch:  `spec: {hardware: {gpu: {resourceClaims: [{name: a, resourceClaimName: a}]}}}`,
		want: []verdict{
			{"M-22", "spec.hardware.gpu.count", `the GPUs of both`, false},
		},
	},
	"claims of one name": {
		reason: "names are unique in a pod",
		patch:  `spec: {hardware: {gpu: {count: 0, resourceClaims: [{name: a, resourceClaimName: a}, {name: a, resourceClaimName: b}]}}}`,
		want: []verdict{
			{"M-23", "spec.hardware.gpu.resourceClaims[1].name", "another item of the list", false},
		},
	},
	"GPU memory in words": {
		reason: "it is a quantity",
		patch:  `spec: {hardware: {gpu: {memory: lots}}}`,
		want: []verdict{
			{"M-24", "spec.hardware.gpu.memory", `must be a quantity`, false},
		},
	},
	"GPU memory": {
		reason: "it is a quantity",
		patch:  `spec: {hardware: {gpu: {memory: 16Gi}}}`,
		near:   []string{"M-24"},
	},
	"memory of macOS": {
		reason: "nobody else reads it",
		patch:  `spec: {hardware: {memoryBudget: "0", memoryFraction: 1.5}}`,
		want: []verdict{
			{"M-25", "spec.hardware.memoryBudget", `more than 0`, false},
			{"M-25", "spec.hardware.memoryFraction", `at most 1`, false},
			{"M-25", "spec.hardware.memoryBudget", `only the agent for macOS`, true},
			{"M-25", "spec.hardware.memoryFraction", `only the agent for macOS`, true},
		},
	},
	"memory on macOS": {
		reason: "this is what it is for",
		patch:  `spec: {format: mlx, hardware: {accelerator: metal, memoryBudget: 24Gi, memoryFraction: 1}}`,
		near:   []string{"M-25", "M-28"},
	},
	"resources": {
		reason: "nothing reads them",
		patch:  `spec: {resources: {cpu: "2"}}`,
		want: []verdict{
			{"M-26", "spec.resources", `nothing reads it`, true},
		},
	},
	"safetensors as GGUF": {
		reason: "the engine gets the first file",
		patch:  `spec: {source: "hf://a/b", files: [a.safetensors, b.safetensors]}`,
		want: []verdict{
			{"M-27", "spec.format", "set `safetensors`", true},
		},
	},
	"safetensors": {
		reason: "the format is said",
		patch:  `spec: {source: "hf://a/b", format: safetensors, files: [a.safetensors]}`,
		near:   []string{"M-27"},
	},
	"mlx on CUDA": {
		reason: "only macOS serves it",
		patch:  `spec: {format: mlx}`,
		want: []verdict{
			{"M-28", "spec.format", `macOS`, true},
		},
	},
	"newer values": {
		reason:  "v0.9.19 added them",
		patch:   `spec: {source: "hf://a/b", hardware: {accelerator: vulkan, gpu: {vendor: amd, runtime: vulkan}}}`,
		dialect: "v0.8.7",
		want: []verdict{
			{"L-8.2", "spec.source", `does not know this scheme`, false},
			{"L-8.2", "spec.hardware.accelerator", `upgrade LLMKube`, false},
		},
	},
	"older values": {
		reason:  "v0.8.7 has them",
		dialect: "v0.8.7",
		near:    []string{"L-8.2"},
	},
}
