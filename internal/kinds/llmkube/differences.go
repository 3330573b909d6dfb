package llmkube

import (
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// serviceDifferences compare direct mode with LLMKube's controller.
//
// Source: defilantech/LLMKube internal/controller@v0.9.19, and @v0.8.7 where that is named.
var serviceDifferences = []kinds.Difference{
	{
		Topic:    "Port of the Service",
		Operator: "The Service sends to its own port. vLLM, SGLang and TGI listen elsewhere unless `endpoint` is set, so it leads nowhere.",
		Direct:   "The Service sends to the port of the container, whatever number either has.",
		Golden:   "service/vllm",
	},
	{
		Topic:    "Address of the engine",
		Operator: "Lets engines listen on `::`, which needs IPv6.",
		Direct:   "Lets them listen on `0.0.0.0`, unless `bind_address` says otherwise.",
		Golden:   "service/minimal",
	},
	{
		Topic:    "Shared memory",
		Operator: "Leaves the processes of several GPUs the 64 MiB of `/dev/shm` that containers get.",
		Direct:   "Mounts memory there for vLLM, SGLang and Text Generation Inference, unless `extra_volume_mounts` does.",
		Golden:   "service/sglang",
	},
	{
		Topic:    "Version of llama.cpp",
		Operator: "Has a tag that moves for processors.",
		Direct:   "Has the build that it has for GPUs of NVIDIA.",
		Golden:   "service/minimal",
	},
	{
		Topic:    "Claim for the weights",
		Operator: "All services of a namespace share `llmkube-model-cache`, which pulls their pods to one node and is never deleted. An installation can have one claim for each service instead.",
		Direct:   "Each service has `<name>-model-cache`, as `direct.cache` says, which is deleted with the service. A claim in `spec.model_cache.claim_name` is used as it is and stays.",
		Golden:   "service/minimal",
	},
	{
		Topic:    "Names of files",
		Operator: "Names the file of a GGUF model after the header of the file.",
		Direct:   "Names it after the Model. Do not let both modes use one claim.",
		Golden:   "service/minimal",
	},
	{
		Topic:    "Checksum",
		Operator: "Verifies `sha256` only of files that its controller fetches itself, which are local ones.",
		Direct:   "Verifies it after the download from any source.",
		Golden:   "service/source-checksum",
		Test:     "TestDownload",
	},
	{
		Topic:    "Token for Hugging Face",
		Operator: "Downloads without a token, so gated models fail.",
		Direct:   "Downloads with the token of the runtime, where one is set.",
		Golden:   "service/vllm-files",
		Test:     "TestDownloadAuthenticates",
	},
	{
		Topic:    "Downloads at the same time",
		Operator: "Pods that share a claim download to one temporary file.",
		Direct:   "Each pod downloads to a file of its own and renames it at the end.",
		Test:     "TestDownloadLeavesOthersAlone",
	},
	{
		Topic:    "Prefetch",
		Operator: "`prefetch` makes a Job that downloads the model ahead of the first pod.",
		Direct:   "Downloads nothing ahead, and warns.",
		Golden:   "service/source-checksum",
	},
	{
		Topic:    "Models on a claim that binds late",
		Operator: "Waits until the claim of a `pvc://` model is bound before it makes pods. A claim that waits for its first pod never is.",
		Direct:   "Makes the pods at once.",
		Golden:   "service/source-claim",
	},
	{
		Topic:    "Models on the nodes",
		Operator: "Refuses local files outside the folders that its installation allows, and cannot serve one without a cache.",
		Direct:   "Refuses them in the plan outside `direct.host_folders`, and copies them without a cache too.",
		Golden:   "service/source-local-ephemeral",
		Test:     "TestRenderServiceErrors/FolderNotAllowed",
	},
	{
		Topic:    "Settings of the installation",
		Operator: "One set of flags holds for all services: the group of the volumes, certificates, the image of the download, annotations for Prometheus.",
		Direct:   "Each service has its own in `direct`, such as `fs_group`, `ca_config_map` and `prepare_cache`.",
		Golden:   "service/restricted",
	},
	{
		Topic:    "Image of llama.cpp",
		Operator: "Takes the image for the processor when only the service or a resource claim asks for a GPU.",
		Direct:   "Takes the image for NVIDIA's GPUs whenever the pods get one.",
		Golden:   "service/gpu-of-service",
	},
	{
		Topic:    "Node selectors and tolerations",
		Operator: "v0.8.7 drops those of a service without a GPU.",
		Direct:   "Keeps them.",
		Golden:   "service/nodes",
	},
	{
		Topic:    "Priority",
		Operator: "Names the PriorityClass `llmkube-<priority>` in every pod.",
		Direct:   "Names none unless `priority_class_name` or `direct.priority_classes` is set. A `priority` without effect is warned of.",
		Golden:   "service/priority-unknown",
	},
	{
		Topic:    "Protection against moves",
		Operator: "Annotates the pods for Karpenter depending on whether the service is ready.",
		Direct:   "Annotates them unless `protect_startup` is false and `protect_always` is not set. Readiness changes no pod.",
		Golden:   "service/disruption-never",
	},
	{
		Topic:    "Updates",
		Operator: "Without a GPU, starts a new pod before the old one ends. On a claim that one node can mount, they wait for each other.",
		Direct:   "Ends the old pod first where the weights are on such a claim.",
		Golden:   "service/minimal",
	},
	{
		Topic:    "What needs LLMKube's processes",
		Operator: "Serves models on a Mac, makes objects for a gateway and for objectives (`slo`), replaces pods of an age, and lets a rollout wait for idle pods.",
		Direct:   "Each is an error in the plan.",
		Test:     "TestRenderServiceErrors/OperatorParts",
	},
}
