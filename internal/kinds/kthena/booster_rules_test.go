package kthena

import (
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

const validBooster = `
apiVersion: workload.serving.volcano.sh/v1alpha1
kind: ModelBooster
metadata: {name: big, namespace: llm}
spec:
  name: big
  modelMatch: {headers: {x-tier: {exact: premium}}, uri: {prefix: /v1/chat}}
  backend:
    name: b
    type: vLLM
    modelURI: hf://org/big
    cacheURI: pvc://weights
    replicas: 2
    schedulerName: volcano
    env: [{name: HF_ENDPOINT, value: "https://hub.test"}, {name: A, valueFrom: {secretKeyRef: {name: s, key: a}}}]
    envFrom: [{secretRef: {name: hub}}]
    workers:
    - type: server
      image: example.test/vllm:1
      replicas: 1
      pods: 2
      resources: {limits: {nvidia.com/gpu: "8"}}
      config: {served-model-name: big, max-model-len: 999999, enforce-eager: "", swap-space: 1.5}
`

// backendOf patches the backend, serverWith its one worker, and pairOf makes it two, with those fields.
func backendOf(fields string) string { return `spec: {backend: {` + fields + `}}` }

func serverWith(fields string) string { return backendOf(`workers: [{` + fields + `}]`) }

func serverConfig(config string) string {
	return serverWith(`type: server, image: i:1, replicas: 1, pods: 1, config: {served-model-name: big, ` + config + `}`)
}

func pairOf(prefill, decode string) string {
	return backendOf(`type: vLLMDisaggregated, workers: [{type: prefill, image: i:1, replicas: 1, ` + prefill + `}, {type: decode, image: i:1, replicas: 1, ` + decode + `}]`)
}

// transferBy is the config of a worker with a connector and a role.
func transferBy(connector, role string) string {
	return `config: {served-model-name: big, kv-transfer-config: '{"kv_connector": "` + connector + `", "kv_role": "` + role + `"}'}`
}

const (
	inBackend = "spec.backend"
	inWorkers = "spec.backend.workers"
	oneGPU    = `resources: {limits: {nvidia.com/gpu: "1"}}, `
)

var boosterCases = map[string]kindstest.Case{
	"a server": {
		Reason: "as it should be",
		Near:   []string{"MBO-10", "MBO-14", "MBO-15", "MBO-18", "MBO-20", "MBO-21", "MBO-23", "MBO-25", "MBO-26", "MBO-27", "MBO-28", "MBO-29", "MBO-30", "MBO-31", "MBO-33"},
	},
	"a pair": {
		Reason: "as it should be", Patch: pairOf(transferBy("NixlConnector", "kv_producer"), transferBy("NixlConnector", "kv_both")),
		Near: []string{"MBO-11", "MBO-12", "MBO-16", "MBO-17", "MBO-32"},
	},
	"two servers": {
		Reason: "a copy is one engine", Patch: backendOf(`workers: [{image: i:1, replicas: 1, pods: 1, config: {served-model-name: a}}, {image: i:1, replicas: 1, pods: 1, config: {served-model-name: a}}]`),
		Want: []string{"MBO-10 " + inWorkers + ": write one worker, of the type `server`"},
	},
	"a prefill worker alone": {
		Reason: "vLLM has none", Patch: serverWith(`type: prefill, image: i:1, replicas: 1, pods: 1`),
		Want: []string{"MBO-10 " + inWorkers + ": write one worker, of the type `server`"},
	},
	"a worker by default": {Reason: "it is a server", Patch: serverWith(`image: i:1, replicas: 1, pods: 1, config: {served-model-name: a}`), Near: []string{"MBO-10"}},
	"a server in a pair": {
		Reason: "it is neither", Patch: backendOf(`type: vLLMDisaggregated, workers: [{type: prefill, image: i:1, replicas: 1, config: {}}, {type: decode, image: i:1, replicas: 1, config: {served-model-name: a}}, {image: i:1, replicas: 1, config: {served-model-name: a}}]`),
		Want: []string{"MBO-11 " + inWorkers + "[2].type: write one of these"},
	},
	"no decode": {
		Reason: "no copy is made", Patch: backendOf(`type: vLLMDisaggregated, workers: [{type: prefill, image: i:1, replicas: 1, config: {}}]`),
		Want: []string{"MBO-12 " + inWorkers + ": and one of `decode`"},
	},
	"image with a space": {
		Reason: "the webhook refuses it", Patch: serverWith(`image: "a b", replicas: 1, pods: 1, config: {served-model-name: a}`),
		Want: []string{"MBO-14 " + inWorkers + "[0].image: must not contain spaces"},
	},
	"image with a line break": {
		Reason: "nor does a kubelet know it", Patch: serverWith(`image: "a:1\nb", replicas: 1, pods: 1, config: {served-model-name: a}`),
		Want: []string{"MBO-14 " + inWorkers + "[0].image: must not contain spaces"},
	},
	"no image": {
		Reason: "no pod is made", Patch: serverWith(`replicas: 1, pods: 1, config: {served-model-name: a}`),
		Want: []string{"MBO-15 " + inWorkers + "[0].image: a container needs an image"},
	},
	"transfer as an object": {
		Reason: "it has to be a text", Patch: pairOf(`config: {kv-transfer-config: {kv_connector: NixlConnector}}`, transferBy("NixlConnector", "kv_consumer")),
		Want: []string{
			"MBO-16 " + inWorkers + "[0].config: is no text of a JSON object with `kv_connector`",
			"MBO-28 " + inWorkers + "[0].config: write kv-transfer-config as text",
		},
	},
	"connector of another release": {
		Reason: "the router asks as if there were none", Patch: pairOf(transferBy("MooncakeConnectorV1", "kv_producer"), transferBy("MooncakeConnector", "kv_consumer")),
		Release: asServing, Want: []string{"warning MBO-16 " + inWorkers + "[0].config: does not know the connector `MooncakeConnectorV1`"},
	},
	"connector of the release": {
		Reason: "the main line knows it as the other one", Patch: pairOf(transferBy("MooncakeConnectorV1", "kv_producer"), transferBy("MooncakeConnector", "kv_consumer")),
		Release: mainLine, Near: []string{"MBO-16"},
	},
	"connector of nobody": {
		Reason: "no release knows it", Patch: pairOf(transferBy("P2pNcclConnector", "kv_producer"), transferBy("P2pNcclConnector", "kv_consumer")),
		Want: []string{
			"warning MBO-16 " + inWorkers + "[0].config: does not know the connector `P2pNcclConnector`",
			"warning MBO-16 " + inWorkers + "[1].config: does not know the connector `P2pNcclConnector`",
		},
	},
	"connector of one": {
		Reason: "nobody takes the cache", Patch: pairOf(transferBy("NixlConnector", "kv_producer"), "config: {served-model-name: a}"),
		Want: []string{"MBO-16 " + inWorkers + "[1].config: set it in the `config` of both, or of none"},
	},
	"connectors that differ": {
		Reason: "they do not read each other's cache", Patch: pairOf(transferBy("NixlConnector", "kv_producer"), transferBy("LMCacheConnectorV1", "kv_consumer")),
		Want: []string{"MBO-16 " + inWorkers + ": the connectors LMCacheConnectorV1, NixlConnector do not read what each other write"},
	},
	"connector without a role": {
		Reason: "vLLM asks for it", Patch: pairOf(transferBy("NixlConnector", ""), transferBy("NixlConnector", "kv_consumer")),
		Want: []string{"MBO-16 " + inWorkers + "[0].config: has no `kv_role`"},
	},
	"roles the wrong way": {
		Reason: "nothing would be produced", Patch: pairOf(transferBy("LMCacheConnectorV1", "kv_consumer"), transferBy("LMCacheConnectorV1", "kv_producer")),
		Want: []string{
			"MBO-16 " + inWorkers + "[0].config: is `kv_producer` or `kv_both`, not `kv_consumer`",
			"MBO-16 " + inWorkers + "[1].config: is `kv_consumer` or `kv_both`, not `kv_producer`",
		},
	},
	"prefill without config": {
		Reason: "the controller reads it unasked", Release: asServing, Patch: pairOf("", "config: {served-model-name: a}"),
		Want: []string{"MBO-17 " + inWorkers + "[0].config: write the arguments of vLLM, or jsonencode({})"},
	},
	"pair without config": {
		Reason: "later ones do not", Release: mainLine, Patch: pairOf("", "config: {served-model-name: a}"), Near: []string{"MBO-17"},
	},
	"scheme of a later release": {
		Reason: "v1.0.0 has not got it", Release: asServing, Patch: backendOf("modelURI: obs://b/m"),
		Want: []string{"MBO-01 " + inBackend + ".modelURI: knows `hf://`, `ms://`, `s3://` and `pvc://`"},
	},
	"scheme of the release":         {Reason: "the main line has it", Release: mainLine, Patch: backendOf("modelURI: obs://b/m"), Near: []string{"MBO-01"}},
	"another port of the main line": {Reason: "the router asks there", Release: mainLine, Patch: serverConfig("port: 9000"), Near: []string{"MBO-18"}},
	"another port in direct mode":   {Reason: "the probes ask there", Release: asServing, Direct: true, Patch: serverConfig("port: 65535"), Near: []string{"MBO-18"}},
	"no port": {
		Reason: "there are 65535", Patch: serverConfig("port: 65536"), Want: []string{"MBO-18 " + inWorkers + "[0].config: `port` must be a whole number from 1 to 65535"},
	},
	"ports that differ": {
		Reason: "the router asks one", Patch: pairOf("config: {port: 9000}", "config: {served-model-name: a}"),
		Want: []string{"MBO-18 " + inWorkers + "[0].config: give all of them the same `port`"},
	},
	"another port": {
		Reason: "nobody asks there", Release: asServing, Patch: serverConfig("port: 9000"), Want: []string{"MBO-18 " + inWorkers + "[0].config: remove `port`"},
	},
	"the port": {Reason: "it is that", Release: asServing, Patch: serverConfig(`port: "8000"`), Near: []string{"MBO-18"}},
	"weights on the claim": {
		Reason: "they are copied from there", Patch: backendOf("modelURI: pvc://weights/org/big"), Near: []string{"MBO-19"},
	},
	"weights on another claim": {
		Reason: "it is not mounted", Patch: backendOf("modelURI: pvc://other/org/big"), Want: []string{"MBO-19 " + inBackend + ".modelURI: only the claim of `cache_uri` is mounted"},
	},
	"weights on a claim without cache": {
		Reason: "nor is it", Patch: backendOf("modelURI: pvc://weights, cacheURI: null"), Want: []string{"MBO-19 " + inBackend + ".modelURI: set `cache_uri` to `pvc://<claim>`", "MBO-34 " + inBackend + ".cacheURI: without one no pod can be created"},
	},
	"weights beside the claim": {
		Reason: "the path leads out of it", Patch: backendOf("modelURI: pvc://weights/../etc"), Want: []string{"MBO-19 " + inBackend + ".modelURI: only the claim"},
	},
	"no replicas": {
		Reason: "it is 0", Patch: serverWith(`image: i:1, pods: 1, config: {served-model-name: a}`), Want: []string{"MBO-20 " + inWorkers + "[0].replicas: there is no default"},
	},
	"no pods": {
		Reason: "it is 0", Patch: serverWith(`image: i:1, replicas: 1, config: {served-model-name: a}`), Want: []string{"MBO-21 " + inWorkers + "[0].pods: there is no default"},
	},
	"name with a dot": {
		Reason: "no Service has one", Patch: "metadata: {name: big.one}", Want: []string{"MBO-23 metadata.name: start with a letter"},
	},
	"long name": {
		Reason: "the container has 17 more", Patch: "metadata: {name: " + strings.Repeat("n", 47) + "}", Want: []string{"MBO-23 metadata.name: shorten it by 1"},
	},
	"long name of the backend": {
		Reason: "the volume has 8 more", Patch: "metadata: {name: \"\"}\nspec: {backend: {name: " + strings.Repeat("n", 56) + "}}",
		Want: []string{"MBO-23 " + inBackend + ".name: shorten it by 1"},
	},
	"names that are long together": {
		Reason: "pods have both, and 13 more", Patch: "metadata: {name: " + strings.Repeat("n", 46) + "}\nspec: {backend: {name: abcde}}",
		Want: []string{"MBO-23 metadata.name: would have names of up to 65 characters"},
	},
	"names that just fit": {
		Reason: "63 characters", Patch: "metadata: {name: " + strings.Repeat("n", 46) + "}\nspec: {backend: {name: abc}}", Near: []string{"MBO-23"},
	},
	"no name to serve under": {
		Reason: "it is the path of the weights", Patch: serverWith(`image: i:1, replicas: 1, pods: 1`),
		Want: []string{"warning MBO-25 " + inWorkers + "[0].config: set `served-model-name`"},
	},
	"name with underscores": {
		Reason: "the router does not see it", Patch: serverWith(`image: i:1, replicas: 1, pods: 1, config: {served_model_name: a}`),
		Want: []string{"warning MBO-25 " + inWorkers + "[0].config: spelt with dashes"},
	},
	"prefill without a name": {
		Reason: "requests go to decode", Patch: pairOf("config: {}", "config: {served-model-name: a}"), Near: []string{"MBO-25", "MBO-17"},
	},
	"a million": {
		Reason: "it gets an exponent", Patch: serverConfig("max-model-len: 1000000"), Want: []string{"MBO-26 " + inWorkers + "[0].config: write max-model-len as text"},
	},
	"arguments that vLLM refuses": {
		Reason: "one is gone, one is no number and one is misspelt, in both modes, at the argument of the config",
		Direct: true,
		Patch:  serverWith(oneGPU + `type: server, image: "vllm/vllm-openai:v0.10.0", replicas: 1, pods: 1, config: {served-model-name: big, enable-reasoning: "", seed: one}`),
		Want: []string{
			"EL-6 " + inWorkers + "[0].config[enable-reasoning]: vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place",
			"EL-8 " + inWorkers + "[0].config[seed]: --seed of vLLM 0.10.0 is a whole number",
		},
	},
	"image without Ray": {
		Reason: "Kthena starts it for an engine of several pods",
		Patch:  serverWith(`type: server, image: "vllm/vllm-openai:v0.18.0", replicas: 1, pods: 2, resources: {limits: {nvidia.com/gpu: "1"}}, config: {served-model-name: big}`),
		Want:   []string{"EL-14 " + inWorkers + "[0].image: it has no Ray, which " + inWorkers + "[0].pods asks for: name vllm/vllm-openai:v0.17.1"},
	},
	"image with Ray": {
		Reason: "it is the last that has it", Patch: serverWith(`type: server, image: "vllm/vllm-openai:v0.17.1", replicas: 1, pods: 2, resources: {limits: {nvidia.com/gpu: "1"}}, config: {served-model-name: big}`), Near: []string{"EL-14"},
	},
	"image without Ray of one pod": {
		Reason: "that does without", Patch: serverWith(oneGPU + `type: server, image: "vllm/vllm-openai:v0.18.0", replicas: 1, pods: 1, config: {served-model-name: big}`), Near: []string{"EL-14"},
	},
	"argument that no version has": {
		Reason: "the image tells no version, and underscores are dashes", Patch: serverConfig("max_model_length: 8"),
		Want: []string{"warning EL-7 " + inWorkers + "[0].config[max_model_length]: did you mean --max-model-len?"},
	},
	"arguments that vLLM takes": {
		Reason: "the version before has the one, and what another rule refuses is left to it",
		Patch:  serverWith(oneGPU + `type: server, image: "vllm/vllm-openai:v0.9.2", replicas: 1, pods: 1, config: {served-model-name: big, enable-reasoning: "", reasoning-parser: r, seed: 1}`),
		Near:   []string{"EL-6", "EL-7", "EL-8"},
	},
	"parts of another number": {
		Reason: "two hosts of eight devices, and half of them have a part",
		Patch:  serverWith(`type: server, image: "a:1", replicas: 1, pods: 2, resources: {limits: {nvidia.com/gpu: "8"}}, config: {served-model-name: big, tensor_parallel_size: 8}`),
		Want:   []string{"warning EL-1 " + inWorkers + "[0].config[tensor_parallel_size]: makes 8 parts, and the pods of a group have 16 accelerators: the others stay idle"},
	},
	"parts of the same number": {
		Reason: "each device has a part",
		Patch:  serverWith(`type: server, image: "a:1", replicas: 1, pods: 2, resources: {limits: {nvidia.com/gpu: "8"}}, config: {served-model-name: big, tensor-parallel-size: 8, pipeline-parallel-size: 2}`),
		Near:   []string{"EL-1"},
	},
	"no device and any version": {
		Reason: "the image is for devices, and tomorrow another one; a branch moves",
		Patch:  serverWith(`type: server, image: "vllm/vllm-openai:latest", replicas: 1, pods: 1, config: {served-model-name: big, revision: main}`),
		Want: []string{
			"warning EL-3 " + inWorkers + "[0].image: name a version or a digest",
			"warning EL-4 " + inWorkers + "[0].config[revision]: name a commit or a tag",
			"warning EL-9 " + inWorkers + "[0].resources.limits: vllm/vllm-openai:latest needs an accelerator, and the container engine asks for none",
		},
	},
	"a device and a digest": {
		Reason: "neither moves, and the class of runtimes or a limit gives devices",
		Patch:  serverWith(oneGPU + `type: server, image: "vllm/vllm-openai@sha256:1", replicas: 1, pods: 1, config: {served-model-name: big, revision: v1}`),
		Near:   []string{"EL-3", "EL-4", "EL-9"},
	},
	"a million as text": {Reason: "a text stays", Patch: serverConfig(`max-model-len: "1000000"`), Near: []string{"MBO-26"}},
	"a switch": {
		Reason: "vLLM takes no value for it", Patch: serverConfig("enforce-eager: true"), Want: []string{"warning MBO-27 " + inWorkers + "[0].config: write enforce-eager as an empty text"},
	},
	"a list": {
		Reason: "Go prints it in brackets", Patch: serverConfig("allowed-origins: [a]"), Want: []string{"MBO-28 " + inWorkers + "[0].config: write allowed-origins as text"},
	},
	"argument twice": {
		Reason: "both are the same", Patch: serverConfig("swap-space: 1, swap_space: 2"), Want: []string{"warning MBO-29 " + inWorkers + "[0].config: swap-space, swap_space would be given twice"},
	},
	"the model": {
		Reason: "Kthena sets it", Patch: serverConfig("model: a"), Want: []string{"warning MBO-29 " + inWorkers + "[0].config: model would be given twice"},
	},
	"token in env": {
		Reason: "the downloader does not get it", Patch: backendOf("env: [{name: HF_AUTH_TOKEN, value: t}]"), Want: []string{"warning MBO-30 " + inBackend + ".env[0].name: and name that in `env_from`"},
	},
	"endpoint of a Secret": {
		Reason: "only a value is passed on", Patch: backendOf("env: [{name: ENDPOINT, valueFrom: {secretKeyRef: {name: s, key: a}}}]"),
		Want: []string{"warning MBO-30 " + inBackend + ".env[0].valueFrom: name the Secret in `env_from` too"},
	},
	"hosts without accelerators": {
		Reason: "Ray is told of none", Patch: serverWith(`image: i:1, replicas: 1, pods: 2, config: {served-model-name: a}`),
		Want: []string{"warning MBO-31 " + inWorkers + "[0].resources: set a limit of one of them"},
	},
	"connector that is installed": {
		Reason: "every start does", Patch: pairOf(oneGPU+transferBy("NixlConnector", "kv_producer"), oneGPU+transferBy("NixlConnector", "kv_consumer")),
		Want: []string{"warning MBO-32 " + inWorkers + "[0].config: use an image that has it", "warning MBO-32 " + inWorkers + "[1].config: use an image that has it"},
	},
	"no regular expression": {
		Reason: "Go reads it", Patch: `spec: {modelMatch: {uri: {prefix: null, regex: "("}}}`, Want: []string{"MBO-33 spec.modelMatch.uri.regex: is no regular expression"},
	},
	"two ways to match": {
		Reason: "one counts", Patch: `spec: {modelMatch: {uri: {exact: /v1/a}}}`, Want: []string{"MBO-33 spec.modelMatch.uri: set one"},
	},
	"direct: no cache": {Reason: "weights are mounted elsewhere", Direct: true, Patch: backendOf("cacheURI: null"), Near: []string{"MBO-34"}},
	"direct: longest names": {
		Reason: "52 characters", Direct: true, Patch: "metadata: {name: " + strings.Repeat("n", 39) + "}", Near: []string{"DM-01"},
	},
	"direct: names too long": {
		Reason: "one more", Direct: true, Patch: "metadata: {name: " + strings.Repeat("n", 40) + "}",
		Want: []string{"DM-01 metadata.name: shorten this name or that of the backend by 1"},
	},
}
