package llmkube

import (
	"fmt"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// A file that every runtime can load, and a repository.
const (
	aFile       = "source: https://example.com/q.gguf"
	aRepository = "source: hf://Qwen/Qwen2.5-7B-Instruct"
)

// serving is a patch of the service and the definition of its model.
func serving(tc kindstest.Case, service, model string) kindstest.Case {
	tc.Patch = fmt.Sprintf("{metadata: {namespace: llm}, spec: {%s}}", service)
	tc.References = []string{fmt.Sprintf(
		"{apiVersion: inference.llmkube.dev/v1alpha1, kind: Model, metadata: {name: qwen, namespace: llm}, spec: {%s}}", model)}
	return tc
}

// Runtimes with the ports of their engines.
const (
	onVLLM   = "runtime: vllm, endpoint: {port: 8000}"
	onSGLang = "runtime: sglang, endpoint: {port: 30000}"
	onTGI    = "runtime: tgi, endpoint: {port: 80}"
)

func forGPU(gpu string) string { return aFile + ", hardware: {gpu: {" + gpu + "}}" }

const (
	noGPU     = aFile
	oneGPU    = aFile + ", hardware: {gpu: {count: 1}}"
	twoGPUs   = aFile + ", hardware: {gpu: {count: 2}}"
	claimGPUs = aFile + ", hardware: {gpu: {resourceClaims: [{name: gpu, resourceClaimName: c}]}}"
)

var servedModelCases = map[string]kindstest.Case{
	"repository for llama.cpp": serving(kindstest.Case{
		Reason: "no container can fetch it", Want: []string{"I-26 spec.modelRef: list the file in `files`"},
	}, "", aRepository),
	"files of a repository for llama.cpp": serving(kindstest.Case{
		Reason: "the first of them is served", Near: []string{"I-26"},
	}, "", aRepository+", files: [q.gguf]"),
	"repository that llama.cpp fetches": serving(kindstest.Case{
		Reason: "nothing is downloaded for it", Near: []string{"I-26"},
	}, "skipModelInit: true, extraArgs: [-hf, Qwen/Qwen2.5-7B-Instruct]", aRepository),
	"repository for vLLM": serving(kindstest.Case{
		Reason: "vLLM would fetch it itself", Want: []string{"I-27 spec.skipModelInit: set it to true"},
	}, onVLLM+", resources: {gpu: 1}", aRepository),
	"repository that vLLM fetches": serving(kindstest.Case{
		Reason: "nothing is downloaded for it", Near: []string{"I-27"},
	}, onVLLM+", skipModelInit: true, resources: {gpu: 1}", aRepository),
	"options of the agent": serving(kindstest.Case{
		Reason: "nobody reads them on Kubernetes",
		Want: []string{
			"warning I-30 spec.turboQuantBits: remove it", "warning I-30 spec.pagedSSDCacheDir: remove it", "warning I-30 spec.pagedSSDCacheMaxSize: remove it",
			"warning I-30 spec.hotCacheMaxSize: remove it", "warning I-30 spec.evictionProtection: remove it",
		},
	}, "turboQuantBits: 3, pagedSSDCacheDir: /c, pagedSSDCacheMaxSize: 1Gi, hotCacheMaxSize: 1Gi, evictionProtection: true", noGPU),
	"options of the agent on a Mac": serving(kindstest.Case{
		Reason: "the agent reads them", Near: []string{"I-30"},
	}, "turboQuantBits: 3", aFile+", hardware: {accelerator: metal}"),
	"draft that is no file of the model": serving(kindstest.Case{
		Reason: "it would not be there", Want: []string{"I-50 spec.speculativeDecoding.draftModel: add it there"},
	}, "speculativeDecoding: {type: draft-simple, draftModel: d.gguf}", aRepository+", files: [q.gguf]"),
	"draft beside the model": serving(kindstest.Case{
		Reason: "it comes with the model", Near: []string{"I-50"},
	}, "speculativeDecoding: {type: draft-simple, draftModel: d.gguf}", aRepository+", files: [q.gguf, d.gguf]"),
	"no root, with a cache": serving(kindstest.Case{
		Reason: "the cache is prepared as root", Want: []string{"I-72 spec.podSecurityContext.runAsNonRoot: never start"},
	}, "podSecurityContext: {runAsNonRoot: true, fsGroup: 102}", aFile),
	"no root, without a cache": serving(kindstest.Case{
		Reason: "nothing is prepared", Near: []string{"I-72"},
	}, "podSecurityContext: {runAsNonRoot: true, fsGroup: 102}, modelCache: {persistence: Ephemeral}, resources: {ephemeralStorage: 9Gi}", aFile),
	"no root, without a download": serving(kindstest.Case{
		Reason: "nothing is prepared", Near: []string{"I-72"},
	}, onVLLM+", skipModelInit: true, podSecurityContext: {runAsNonRoot: true, fsGroup: 102}, resources: {gpu: 1}", aFile),
	"no root, another runtime": serving(kindstest.Case{
		Reason: "it loads the model itself", Near: []string{"I-72"},
	}, onTGI+", podSecurityContext: {runAsNonRoot: true, fsGroup: 102}, resources: {gpu: 1}", aFile),
	"no root, v0.8.7": serving(kindstest.Case{
		Reason: "nothing is prepared there", Release: "v0.8.7", Near: []string{"I-72"},
	}, "podSecurityContext: {runAsNonRoot: true, fsGroup: 102}", aFile),
	"cache of a claim": serving(kindstest.Case{
		Reason: "the model is on a volume already", Want: []string{"warning I-85 spec.modelCache.claimName: is ignored"},
	}, "modelCache: {claimName: c}", "source: pvc://weights/q.gguf"),
	"cache of a runtime that loads nothing": serving(kindstest.Case{
		Reason: "tgi has a cache of its own", Want: []string{"warning I-85 spec.modelCache.claimName: is ignored"},
	}, onTGI+", modelCache: {claimName: c}, resources: {gpu: 1}", aFile),
	"cache of an engine that loads": serving(kindstest.Case{
		Reason: "nothing is downloaded before it", Want: []string{"warning I-85 spec.modelCache.claimName: is ignored"},
	}, onVLLM+", skipModelInit: true, modelCache: {claimName: c}, resources: {gpu: 1}", aFile),
	"cache of a file": serving(kindstest.Case{
		Reason: "the file is kept there", Near: []string{"I-85"},
	}, "modelCache: {claimName: c}", aFile),
	"gated file for vLLM": serving(kindstest.Case{
		Reason: "the download has no token", Want: []string{"warning M-31 spec.vllmConfig.hfTokenSecretRef: no token"},
	}, onVLLM+", vllmConfig: {hfTokenSecretRef: {name: hf, key: token}}, resources: {gpu: 1}", "source: 'https://huggingface.co/o/m/resolve/main/m.gguf'"),
	"gated file for SGLang": serving(kindstest.Case{
		Reason: "the download has no token", Want: []string{"warning M-31 spec.sglangConfig.hfTokenSecretRef: no token"},
	}, onSGLang+", sglangConfig: {hfTokenSecretRef: {name: hf, key: token}}, resources: {gpu: 1}", "source: 'https://huggingface.co/o/m/resolve/main/m.gguf'"),
	"token of another host": serving(kindstest.Case{
		Reason: "the file is not on the hub", Near: []string{"M-31"},
	}, onVLLM+", vllmConfig: {hfTokenSecretRef: {name: hf, key: token}}, resources: {gpu: 1}", aFile),
	"gated file that vLLM loads": serving(kindstest.Case{
		Reason: "vLLM sends the token", Near: []string{"M-31"},
	}, onVLLM+", skipModelInit: true, vllmConfig: {hfTokenSecretRef: {name: hf, key: token}}, resources: {gpu: 1}", "source: 'https://huggingface.co/o/m/resolve/main/m.gguf'"),
	"another model": {
		Reason: "a model that is not given is taken on trust", Patch: "{metadata: {namespace: llm}, spec: {modelRef: other}}",
		References: []string{"{apiVersion: inference.llmkube.dev/v1alpha1, kind: Model, metadata: {name: qwen, namespace: llm}, spec: {source: hf://o/m}}"},
		Near:       []string{"I-26"},
	},
	"model of another namespace": {
		Reason: "services see their own namespace", Patch: "{metadata: {namespace: llm}, spec: {modelRef: qwen}}",
		References: []string{"{apiVersion: inference.llmkube.dev/v1alpha1, kind: Model, metadata: {name: qwen, namespace: other}, spec: {source: hf://o/m}}"},
		Near:       []string{"I-26"},
	},
}
