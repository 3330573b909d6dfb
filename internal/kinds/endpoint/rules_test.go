package endpoint

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

const validEndpoint = `apiVersion: inference.inferops.dev/v1alpha1
kind: Endpoint
metadata: {name: chat, namespace: llm}
spec:
  model: {repository: Qwen/Qwen2.5-7B-Instruct}
  accelerators: {count: 1}
`

func TestRules(t *testing.T) {
	kindstest.Rules(t, Kinds(), map[string]kindstest.Table{
		"endpoint": {Valid: validEndpoint, Fits: kindstest.Fits[v1alpha1.Endpoint], Cases: kindstest.Merge(cases, engineCases)},
	})
}

// gguf is a model for llama.cpp.
const gguf = "model: {repository: a/b, file: m.gguf}"

var cases = map[string]kindstest.Case{
	"valid": {Reason: "five lines serve a model", Near: []string{"EP-1", "EP-2", "EP-4", "EP-5"}},
	"predownload": {
		Reason: "Jobs and pods share the volume", Patch: "spec: {cache: {size: 1Gi, predownload: {}}}", Near: []string{"EP-23"},
	},
	"predownload to a volume of one pod": {
		Reason: "the second download would wait for ever", Patch: "spec: {cache: {size: 1Gi, accessMode: ReadWriteOncePod, predownload: {}}}",
		Want: []string{"EP-23 spec.cache.accessMode: lets one pod alone mount the volume"},
	},
	"predownload of llama.cpp from another hub": {
		Reason: "the script knows the addresses of one hub", Patch: "spec: {model: {repository: a/b, file: m.gguf, hubEndpoint: 'https://hub.example.org'}, cache: {size: 1Gi, predownload: {}}}",
		Want: []string{"EP-23 spec.cache.predownload: remove one of them"},
	},
	"prefill": {
		Reason: "SGLang and its router serve so", Patch: "spec: {engine: {name: sglang}, prefill: {acceleratorCount: 2}}", Near: []string{"EP-1", "EP-22"},
	},
	"prefill of vLLM": {
		Reason: "nothing would pass the cache on", Patch: "spec: {prefill: {}}", Want: []string{"EP-22 spec.prefill: install llm-d and lead requests to its pool"},
	},
	"prefill of TGI": {
		Reason: "it has none", Patch: "spec: {engine: {name: tgi}, prefill: {}}", Want: []string{"EP-22 spec.prefill: tgi computes prompts and completions in one pod"},
	},
	"prefill of hosts": {
		Reason: "groups have no phases", Patch: "spec: {engine: {name: sglang}, hosts: 2, prefill: {}}", Want: []string{"EP-22 spec.prefill: set `hosts` to 1"},
	},
	"prefill of a pool": {
		Reason: "two would choose", Patch: "spec: {engine: {name: sglang}, prefill: {}, route: {gateways: [{name: g}], pool: {}}}",
		Want: []string{"EP-22 spec.prefill: the endpoint picker of `route.pool` and the router"},
	},
	"prefill with devices of a class": {
		Reason: "there is one template", Patch: "spec: {engine: {name: sglang}, accelerators: {deviceClass: gpu.nvidia.com}, prefill: {acceleratorCount: 2}}",
		Want: []string{"EP-22 spec.prefill.acceleratorCount: by one template for all pods"},
	},
	"long name with prefill": {
		Reason: "a label would be too long", Patch: "{metadata: {name: a-name-of-fifty-six-characters-which-is-really-quite-long}, spec: {engine: {name: sglang}, prefill: {}}}",
		Want: []string{"EP-1 metadata.name: at most 55 are allowed with `prefill`"},
	},
	"name of a number": {
		Reason: "a Service could not have it", Patch: `metadata: {name: 7b-chat}`, Want: []string{"EP-1 metadata.name: start with a letter"},
	},
	"long name": {
		Reason: "a group of one host is a Deployment", Patch: `metadata: {name: a-name-of-forty-nine-characters-which-is-quite-long}`, Near: []string{"EP-1"},
	},
	"long name with hosts": {
		Reason: "the workers would never be created", Patch: `{metadata: {name: a-name-of-forty-nine-characters-which-is-quite-long}, spec: {hosts: 2}}`,
		Want: []string{"EP-1 metadata.name: at most 48 are allowed with several hosts"},
	},
	"no weights": {
		Reason: "there is nothing to serve", Patch: `spec: {model: {repository: null}}`, Want: []string{"EP-2 spec.model: by `repository`, by `claim` or by `source`"},
	},
	"two sources": {
		Reason: "only one could be served", Patch: `spec: {model: {claim: {name: w}}}`, Want: []string{"EP-2 spec.model.claim: remove one of them"},
	},
	"claim": {Reason: "weights may be there already", Patch: `spec: {model: {repository: null, claim: {name: w}}}`, Near: []string{"EP-2"}},
	"revision": {
		Reason: "vLLM takes one", Patch: `spec: {model: {revision: v1}}`, Near: []string{"EP-3"},
	},
	"revision of llama.cpp": {
		Reason: "it would serve another one", Patch: "spec: {model: {file: m.gguf, revision: v1}}", Want: []string{"EP-3 spec.model.revision: takes no revision"},
	},
	"revision of a claim": {
		Reason: "it would mean nothing", Patch: `spec: {model: {repository: null, claim: {name: w}, revision: v1}}`,
		Want: []string{"EP-3 spec.model.revision: claims and addresses have no revisions"},
	},
	"file": {Reason: "it chooses llama.cpp", Patch: "spec: {" + gguf + "}", Near: []string{"EP-4"}},
	"file of another engine": {
		Reason: "vLLM would not load it", Patch: "spec: {" + gguf + ", engine: {name: vllm}}", Want: []string{"EP-4 spec.model.file: the engine is vllm"},
	},
	"llama.cpp without a file": {
		Reason: "a repository has many", Patch: "spec: {engine: {name: llamacpp}}", Want: []string{"EP-4 spec.model.file: name it"},
	},
	"no accelerator": {
		Reason: "the pods would fail", Patch: "spec: {accelerators: {count: 0}}", Want: []string{"EP-5 spec.accelerators: the image of vllm that is filled in needs a GPU"},
	},
	"no accelerator and an image": {
		Reason: "it may be one for processors", Patch: "spec: {accelerators: null, engine: {image: 'vllm/cpu:v1'}}", Near: []string{"EP-5"},
	},
	"llama.cpp on the processor": {
		Reason: "there is an image for it", Patch: "spec: {accelerators: null, " + gguf + "}", Near: []string{"EP-5"},
	},
	"GPUs of others": {
		Reason: "the image is not for them", Patch: "spec: {accelerators: {count: 1, resource: amd.com/gpu}}", Want: []string{"EP-5 spec.accelerators.resource: for GPUs of NVIDIA"},
	},
	"parts of GPUs": {
		Reason: "they are of NVIDIA", Patch: "spec: {accelerators: {count: 1, resource: nvidia.com/mig-1g.10gb}}", Near: []string{"EP-5"},
	},
	"hosts": {Reason: "vLLM spreads a model", Patch: "spec: {hosts: 2}", Near: []string{"EP-6", "EP-1"}},
	"hosts of TGI": {
		Reason: "it cannot", Patch: "spec: {hosts: 2, engine: {name: tgi}}", Want: []string{"EP-6 spec.hosts: tgi serves a model on one host"},
	},
	"hosts without accelerators": {
		Reason: "nothing would be split", Patch: "spec: {hosts: 2, accelerators: null, engine: {image: 'vllm/cpu:v1'}}",
		Want: []string{"EP-6 spec.accelerators: set `accelerators.count`"},
	},
	"autoscaling": {Reason: "one copy at least", Patch: "spec: {autoscaling: {max: 1}}", Near: []string{"EP-7", "EP-8"}},
	"two numbers of copies": {
		Reason: "they would contradict each other", Patch: "spec: {replicas: 2, autoscaling: {max: 3}}", Want: []string{"EP-7 spec.autoscaling: in `replicas` already"},
	},
	"bounds": {
		Reason: "no number fits", Patch: "spec: {autoscaling: {min: 3, max: 2}}", Want: []string{"EP-7 spec.autoscaling.max: must not be less than `min`, 3"},
	},
	"share of no processors": {
		Reason: "the autoscaler could not divide", Patch: "spec: {autoscaling: {max: 2, metric: cpu}, resources: {requests: {memory: 1Gi}}}",
		Want: []string{"EP-8 spec.autoscaling.metric: set `cpu` in `resources.requests`"},
	},
	"share of processors": {
		Reason: "a limit is a request too", Patch: `spec: {autoscaling: {max: 2, metric: cpu}, resources: {limits: {cpu: "2"}}}`, Near: []string{"EP-8"},
	},
	"adapters": {Reason: "SGLang has them", Patch: "spec: {engine: {name: sglang}, adapters: [{name: a, repository: x/y}]}", Near: []string{"EP-9", "EP-10"}},
	"adapters of llama.cpp": {
		Reason: "it takes files", Patch: "spec: {" + gguf + ", adapters: [{name: a, repository: x/y}]}", Want: []string{"EP-9 spec.adapters: no adapters with llamacpp"},
	},
	"adapter from nowhere": {
		Reason: "there is nothing to load", Patch: "spec: {adapters: [{name: a}]}", Want: []string{"EP-10 spec.adapters[0]: exactly one of `repository` and `path`"},
	},
	"adapter without a claim": {
		Reason: "the path is on one", Patch: "spec: {adapters: [{name: a, path: b}]}", Want: []string{"EP-10 spec.adapters[0].path: there is none"},
	},
	"adapter on the claim": {
		Reason: "it is beside the model", Patch: "spec: {model: {repository: null, claim: {name: w}}, adapters: [{name: a, path: b}]}", Near: []string{"EP-10"},
	},
	"name for TGI": {
		Reason: "it has none", Patch: "spec: {engine: {name: tgi}, servedModelName: m}", Want: []string{"EP-11 spec.servedModelName: answers to every name"},
	},
	"served name": {Reason: "vLLM has one", Patch: "spec: {servedModelName: m}", Near: []string{"EP-11"}},
	"cache":       {Reason: "the model is downloaded", Patch: "spec: {cache: {size: 5Gi}}", Near: []string{"EP-12"}},
	"cache of a claim": {
		Reason: "it would stay empty", Patch: "spec: {model: {repository: null, claim: {name: w}}, cache: {size: 5Gi}}", Want: []string{"EP-12 spec.cache: nothing is downloaded"},
	},
	"cache of adapters": {
		Reason: "they are downloaded", Patch: "spec: {model: {repository: null, claim: {name: w}}, adapters: [{name: a, repository: x/y}], cache: {size: 5Gi}}", Near: []string{"EP-12"},
	},
	"port in arguments": {
		Reason: "the Service would lead nowhere", Patch: `spec: {engine: {args: [--port, "80"]}}`, Want: []string{"EP-13 spec.engine.args[0]: set `service.port`"},
	},
	"model in arguments": {
		Reason: "it is given twice", Patch: `spec: {engine: {args: ["--model=x"]}}`, Want: []string{"EP-13 spec.engine.args[0]: set `service.port`, `model` or `hosts`"},
	},
	"route": {
		Reason: "a Gateway leads to it", Patch: `spec: {route: {gateways: [{name: g}], pathPrefix: /chat, stripPrefix: true, timeouts: {request: 5m, backendRequest: 5m}, pool: {}}}`,
		Near: []string{"EP-14", "EP-15", "EP-16"},
	},
	"route without a prefix": {
		Reason: "nothing would be taken off", Patch: `spec: {route: {gateways: [{name: g}], stripPrefix: true}}`,
		Want: []string{"EP-14 spec.route.stripPrefix: set `path_prefix`, or remove it"},
	},
	"route that takes off nothing": {
		Reason: "it is not asked to", Patch: `spec: {route: {gateways: [{name: g}], stripPrefix: false}}`, Near: []string{"EP-14"},
	},
	"attempt that outlasts its request": {
		Reason: "the API refuses it", Patch: `spec: {route: {gateways: [{name: g}], timeouts: {request: 1m, backendRequest: 61s}}}`,
		Want: []string{"EP-15 spec.route.timeouts.backendRequest: must not be longer than `request`, 1m"},
	},
	"attempt without a bound": {
		Reason: "the request has one", Patch: `spec: {route: {gateways: [{name: g}], timeouts: {request: 1m, backendRequest: 0s}}}`,
		Want: []string{"EP-15 spec.route.timeouts.backendRequest: must not be longer"},
	},
	"request without a bound": {
		Reason: "each attempt may have one", Patch: `spec: {route: {gateways: [{name: g}], timeouts: {request: 0s, backendRequest: 5m}}}`, Near: []string{"EP-15"},
	},
	"pool of llama.cpp": {
		Reason: "its metrics have other names", Patch: "spec: {" + gguf + ", route: {gateways: [{name: g}], pool: {}}}",
		Want: []string{"EP-16 spec.route.pool: not those of llamacpp; name one of yours in `picker`"},
	},
	"pool of llama.cpp with a picker": {
		Reason: "it may know them", Patch: "spec: {" + gguf + ", route: {gateways: [{name: g}], pool: {picker: {name: p}}}}", Near: []string{"EP-16"},
	},
	"Prometheus": {
		Reason: "it knows the requests", Patch: `spec: {autoscaling: {max: 2, prometheus: {serverAddress: "http://p:9090"}}}`, Near: []string{"EP-17"},
	},
	"Prometheus for processors": {
		Reason: "it is not asked", Patch: `spec: {autoscaling: {max: 2, metric: cpu, prometheus: {serverAddress: "http://p:9090"}}, resources: {requests: {cpu: "2"}}}`,
		Want: []string{"EP-17 spec.autoscaling.prometheus: or scale by `requests`"},
	},
	"device class": {
		Reason: "the driver of the devices gives them", Patch: `spec: {accelerators: {deviceClass: gpu.nvidia.com, selectors: ["true"]}}`, Near: []string{"EP-18", "EP-5"},
	},
	"device class and resource": {
		Reason: "the pods would have twice as many", Patch: `spec: {accelerators: {deviceClass: gpu.nvidia.com, resource: nvidia.com/gpu}}`,
		Want: []string{"EP-18 spec.accelerators.resource: those of `device_class` already"},
	},
	"selectors of a device plugin": {
		Reason: "it has none", Patch: `spec: {accelerators: {selectors: ["true"]}}`, Want: []string{"EP-18 spec.accelerators.selectors: set `device_class`"},
	},
	"device class that is none": {
		Reason: "no object has that name", Patch: `spec: {accelerators: {deviceClass: GPU}}`, Want: []string{"EP-18 spec.accelerators.deviceClass: must be the name of a DeviceClass"},
	},
	"source": {
		Reason: "llama.cpp serves a file", Patch: `spec: {model: {repository: null, source: "https://example.org/m.gguf"}}`, Near: []string{"EP-2", "EP-4", "EP-19", "EP-20"},
	},
	"source and repository": {
		Reason: "only one could be served", Patch: `spec: {model: {source: "https://example.org/m.gguf"}}`, Want: []string{"EP-2 spec.model.source: remove one of them"},
	},
	"source without files": {
		Reason: "nothing would be fetched", Patch: `spec: {model: {repository: null, source: "https://example.org/m"}}`,
		Want: []string{"EP-19 spec.model.files: vllm loads more than https://example.org/m: name the files below it"},
	},
	"files": {
		Reason: "vLLM loads a folder", Patch: `spec: {model: {repository: null, source: "s3://bucket/m", files: [config.json], s3: {secretName: s}}}`, Near: []string{"EP-19", "EP-20"},
	},
	"files without a source": {
		Reason: "they are nowhere", Patch: `spec: {model: {files: [config.json]}}`, Want: []string{"EP-19 spec.model.files: below `source`, and there is none"},
	},
	"file that is not fetched": {
		Reason: "llama.cpp would not find it", Patch: `spec: {model: {repository: null, source: "https://example.org/m", file: a.gguf, files: [b.gguf]}}`,
		Want: []string{"EP-19 spec.model.file: add it to `files`"},
	},
	"bucket without credentials": {
		Reason: "the server would refuse", Patch: `spec: {model: {repository: null, source: "s3://bucket/m.gguf"}}`, Want: []string{"EP-20 spec.model.s3: in `s3.secret_name`"},
	},
	"credentials without a bucket": {
		Reason: "nobody would ask for them", Patch: `spec: {model: {s3: {secretName: s}}}`, Want: []string{"EP-20 spec.model.s3: in no bucket; remove it"},
	},
	"hub": {Reason: "a mirror has the repository", Patch: `spec: {model: {hubEndpoint: "https://hub.example.org"}}`, Near: []string{"EP-21"}},
	"hub of a claim": {
		Reason: "it would not be asked", Patch: `spec: {model: {repository: null, claim: {name: w}, hubEndpoint: "https://hub.example.org"}}`,
		Want: []string{"EP-21 spec.model.hubEndpoint: nothing is downloaded from a hub"},
	},
	"arguments": {Reason: "the engine has them", Patch: `spec: {engine: {args: ["--model-impl", auto]}}`, Near: []string{"EP-13"}},
}

// engineCases are about the arguments that an endpoint adds for its engine.
var engineCases = map[string]kindstest.Case{
	"arguments that contradict": {
		Reason: "two types, a branch that moves, and a cache that holds less than the context",
		Patch:  `spec: {engine: {name: sglang, args: [--dtype, auto, --dtype=half, --revision, main, --context-length, "8192", --max-total-tokens, "4096"]}}`,
		Want: []string{
			`warning EL-2 spec.engine.args[2]: --dtype is "half" here and "auto" in spec.engine.args[0]`,
			"warning EL-4 spec.engine.args[3]: name a commit or a tag",
			"warning EL-5 spec.engine.args[5]: limits the cache to 4096 tokens",
		},
	},
	"arguments that agree": {
		Reason: "each is given once, the revision is a tag, and the cache holds the context",
		Patch:  `spec: {engine: {name: sglang, args: [--dtype, auto, --revision, v1, --context-length, "4096", --max-total-tokens, "4096"]}}`,
		Near:   []string{"EL-2", "EL-4", "EL-5"},
	},
	"arguments that the engine refuses": {
		Reason: "v0.18.0 has another name, and the value is no number",
		Patch:  `spec: {engine: {image: "vllm/vllm-openai:v0.18.0", args: [--frobnicate, --max-model-len, long]}}`,
		Want: []string{
			"EL-6 spec.engine.args[0]: vLLM 0.18.0 does not start with it", "EL-8 spec.engine.args[2]: --max-model-len of vLLM 0.18.0",
		},
	},
	"arguments that the engine takes": {
		Reason: "their names and values are right", Patch: `spec: {engine: {image: "vllm/vllm-openai:v0.18.0", args: [--max-model-len, 8k]}}`, Near: []string{"EL-6", "EL-8"},
	},
	"image without Ray": {
		Reason: "an argument asks for it", Patch: `spec: {engine: {image: "vllm/vllm-openai:v0.18.0", args: [--distributed-executor-backend, ray]}}`,
		Want: []string{"EL-14 spec.engine.image: it has no Ray, which spec.engine.args[0] asks for: name vllm/vllm-openai:v0.17.1"},
	},
	"image with Ray": {
		Reason: "it is the last that has it", Patch: `spec: {engine: {image: "vllm/vllm-openai:v0.17.1", args: [--distributed-executor-backend, ray]}}`, Near: []string{"EL-14"},
	},
	"argument that is misspelt": {
		Reason: "the image does not tell the version", Patch: `spec: {engine: {image: "example.test/vllm:main", args: [--max-model-length, "8"]}}`,
		Want: []string{"warning EL-7 spec.engine.args[0]: did you mean --max-model-len?"},
	},
	"argument that is rendered": {
		Reason: "it is checked with the version of the image that is filled in", Direct: true, Patch: `spec: {engine: {args: [--max-model-length, "8"]}}`, Near: []string{"EL-7"},
	},
	"argument that is not": {Reason: "it is near to none", Patch: `spec: {engine: {args: [--frobnicate]}}`, Near: []string{"EL-7"}},
	"revision that moves": {
		Reason: "main is a branch", Patch: `spec: {model: {revision: main}}`, Want: []string{"warning EL-4 spec.model.revision: name a commit or a tag"},
	},
	"revision that stays": {Reason: "this is a tag", Patch: `spec: {model: {revision: v1}}`, Near: []string{"EL-4"}},
}
