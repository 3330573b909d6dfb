package llmaz

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// playgroundDifferences and serviceDifferences compare direct mode with llmaz's controllers.
//
// Source: InftyAI/llmaz pkg/controller/inference/{playground,service}_controller.go and
// pkg/controller_helper@v0.1.4.
var (
	playgroundDifferences = slices.Concat(servingDifferences, []kinds.Difference{
		{
			Topic:    "Workload",
			Operator: "Makes an llmaz Service, and of that a LeaderWorkerSet, also for a model on one host.",
			Direct:   "Makes the workload itself, under the same name: a Deployment for a model on one host, which needs no other controller, and a LeaderWorkerSet for one on several. `direct.workload = \"LeaderWorkerSet\"` makes one for one host too.",
			Golden:   "playground/deployment",
		},
		{
			Topic:    "Several hosts",
			Operator: "From v0.1.2 on, serves every playground on one host, whatever `params.PP` of its flavor says.",
			Direct:   "Spreads the model over that many hosts, each with the limits of the flavor, where the runtime has `multi_host_commands`, as the built-in `vllm` has. The workers start with their leader, unless `direct.startup_policy` says otherwise.",
			Golden:   "playground/hosts-vllm",
		},
		{
			Topic:    "Start",
			Operator: "Leaves the time that the engine has to start to the runtime, 300 seconds in those that it ships.",
			Direct:   "Gives it `direct.startup_seconds` where that is set.",
			Golden:   "playground/startup-seconds",
		},
		{
			Topic:    "Built-in runtimes",
			Operator: "Ships vLLM v0.7.3, SGLang v0.4.5, Text Generation Inference 2.3.1, and llama.cpp and Ollama under tags that move. A newer image by `version` may not know the arguments.",
			Direct:   "Has newer versions, each under a tag that stays, and the arguments that these know. Text Generation Inference listens on all addresses.",
			Golden:   "playground/speculative-decoding",
		},
		{
			Topic:    "Tensor parallel size",
			Operator: "Passes none on one host, and ignores `params.TP` of the flavor.",
			Direct:   "Passes `params.TP`, or else the number of accelerators of the flavor, unless the arguments say it.",
			Golden:   "playground/tensor-parallel",
		},
		{
			Topic:    "Memory of built-in runtimes",
			Operator: "Limits it to 8 GiB for most engines, however many accelerators there are.",
			Direct:   "Multiplies it by the number of accelerators, unless `backend_runtime_config.resources` says it.",
			Golden:   "playground/tensor-parallel",
		},
		{
			Topic:    "Readiness of Ollama",
			Operator: "Has no probe for it, so a pod is ready before it has the model.",
			Direct:   "Asks Ollama for the model.",
			Golden:   "playground/runtime-ollama",
		},
		{
			Topic:    "End of pods",
			Operator: "Its runtime `vllm` asks port 8000 whether requests are done, where nothing listens. Every pod takes the whole 130 seconds to end.",
			Direct:   "Asks port 8080, where the engine listens, so a pod ends once its requests are done.",
			Golden:   "playground/runtime-vllm",
			Test:     "TestDrainScripts",
		},
		{
			Topic:    "Order of variables",
			Operator: "Merges the variables of the runtime and the playground in random order, which can restart the pods for no reason.",
			Direct:   "Keeps the order of the runtime, followed by the new variables of the playground.",
			Golden:   "playground/env-merge",
		},
		{
			Topic:    "Autoscaling",
			Operator: "Its HorizontalPodAutoscaler scales the playground, and stays when `elastic_config` is removed.",
			Direct:   "The HorizontalPodAutoscaler scales the workload. It is deleted with `elastic_config`.",
			Golden:   "playground/autoscaling",
		},
	})

	serviceDifferences = slices.Concat(servingDifferences, []kinds.Difference{
		{
			Topic:    "Workload",
			Operator: "Makes a LeaderWorkerSet, also for a group of one pod.",
			Direct:   "Makes a Deployment where `size` is 1 and nothing asks for what only a LeaderWorkerSet has: a `restart_policy` that recreates groups, `sub_group_policy`, `network_config`, placement by its annotations, or its variables. `direct.workload = \"LeaderWorkerSet\"` makes one all the same.",
			Golden:   "service/minimal",
		},
		{
			Topic:    "What engines need",
			Operator: "Passes containers on as they are.",
			Direct:   "Gives the container of an engine that it knows a tensor parallel size, `/dev/shm`, an address and probes, where they are left out.",
			Golden:   "service/tensor-parallel",
		},
		{
			Topic:    "Groups of pods",
			Operator: "Drops `restart_policy` and `sub_group_policy`. From v0.1.2 on it starts workers once their leader is ready, so a leader that needs them never is.",
			Direct:   "Passes on both, and `startup_policy` and `network_config` too. The workers start with their leader unless `startup_policy` says otherwise.",
			Golden:   "service/policies",
		},
	})
)

// servingDifferences are those that playgrounds and services share.
var servingDifferences = []kinds.Difference{
	{
		Topic:    "References",
		Operator: "Reads models and runtimes from the cluster, and takes up a change of one only when it next looks at the resource. A flavor that the model lacks gives no accelerators, without a word.",
		Direct:   "Reads them from `definitions`, so a change of one changes the workload in the same apply. What is missing is an error in the plan, a flavor too.",
		Test:     "TestRenderPlaygroundErrors/FlavorMissing",
	},
	{
		Topic:    "Labels",
		Operator: "Puts none of the labels and annotations of the resource on what it makes.",
		Direct:   "Puts the labels on every object, and the annotations on the workload.",
		Golden:   "playground/labels-leaderworkerset",
	},
	{
		Topic:    "Nodes",
		Operator: "Leaves the node selectors of flavors to its scheduler plugin. With another scheduler, pods run on any node that has the accelerators.",
		Direct:   "Turns those of the claimed flavors into a node selector or into node affinity that prefers earlier flavors, unless a template chooses nodes itself. `direct.flavor_affinity = false` leaves them out.",
		Golden:   "playground/flavors-preferred",
	},
	{
		Topic:    "Scheduler",
		Operator: "Sets the scheduler of its global configuration on the pods.",
		Direct:   "Sets none, so the cluster's default places the pods unless the template of a service names another.",
		Golden:   "playground/minimal",
	},
	{
		Topic:    "Restarts",
		Operator: "Deletes the pod of a container that restarts, also on one host, and with it the weights and the logs.",
		Direct:   "Restarts the container in place on one host. A group of several hosts starts anew as a whole.",
		Golden:   "service/minimal",
	},
	{
		Topic:    "Cache of the weights",
		Operator: "Loads the weights again in every new pod.",
		Direct:   "Does so too, unless `direct.cache` keeps them on a PersistentVolumeClaim.",
		Golden:   "playground/cache-size",
	},
	{
		Topic:    "Weights on the nodes",
		Operator: "In v0.1.4, gives the pods of a `host://` model two volumes of one name, and the API server refuses them.",
		Direct:   "Mounts the directory once, also beside a model that is loaded. Two `host://` models are an error in the plan.",
		Golden:   "playground/source-host-and-hub",
		Test:     "TestRenderPlaygroundErrors/TwoHosts",
	},
	{
		Topic:    "Weights in `s3://` and `gcs://`",
		Operator: "Starts its loader, which cannot read them, so the pods never start.",
		Direct:   "Is an error in the plan, unless the annotation `llmaz.io/skip-model-loader = \"true\"` leaves the loading to the engine.",
		Test:     "TestRenderPlaygroundErrors/S3Loaded",
	},
	{
		Topic:    "Variables of the loader",
		Operator: "Copies those of the first container. One that the loader sets itself, such as `HF_TOKEN`, is then there twice, and the API server refuses the pods.",
		Direct:   "Copies those of the container `model-runner`, without the ones that the loader sets itself.",
		Golden:   "service/template-as-written",
	},
}
