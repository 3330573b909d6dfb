package ome

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// modelDifferences compare direct mode with OME's model agent.
//
// Source: sgl-project/ome pkg/modelagent/gopher.go@v0.1.5.
var modelDifferences = []kinds.Difference{
	{
		Topic:    "Place of the files",
		Operator: "An agent downloads the files to a directory of every node that the storage selects, and labels the node.",
		Direct:   "A Job on one of these nodes downloads them once, to the claim `<name>-model`. Services mount the claim, and nodes need no label.",
		Golden:   "base_model/nodes",
	},
	{
		Topic:    "Sources",
		Operator: "Models at `s3://`, `gs://`, `az://` and `pvc://` never become ready.",
		Direct:   "They work. `oci://` needs `direct.image`, and `vendor://` and `github://` are errors in the plan.",
		Golden:   "base_model/s3",
		Test:     "TestRenderModelErrors/Vendor",
	},
	{
		Topic:    "Credentials of a model",
		Operator: "Reads the Secret of a cluster-scoped model in OME's namespace, and takes a token in `parameters`.",
		Direct:   "Reads the Secret in the namespace of the claim. A token in `parameters` is an error in the plan.",
		Test:     "TestRenderModelErrors/InlineToken",
	},
	{
		Topic:    "What is known of a model",
		Operator: "Parses the files, and fills in the architecture, size and format that the configuration leaves out.",
		Direct:   "Parses nothing. What the configuration leaves out stays unknown, and a runtime that a service names fits it all the same.",
		Golden:   "ome_service/runtime-unknown-model",
	},
}

// clusterModelDifferences are those and that of the scope.
var clusterModelDifferences = slices.Concat(modelDifferences, []kinds.Difference{{
	Topic:    "Scope",
	Operator: "Services of every namespace can serve the model.",
	Direct:   "Services of `direct.namespace` can, where the claim is.",
	Golden:   "cluster_base_model/hugging-face",
}})

// serviceDifferences compare direct mode with OME's controllers and pod webhook.
//
// Source: sgl-project/ome pkg/controller/v1beta1/inferenceservice, pkg/runtimeselector, pkg/webhook@v0.1.5.
var serviceDifferences = []kinds.Difference{
	{
		Topic:    "Weights in the pods",
		Operator: "Mounts a directory of the node, and selects nodes by the label of the model. Routers have the volume too.",
		Direct:   "Mounts the claim of the model read-only, or the one in `direct.model_claim_name`. Routers have no volume.",
		Golden:   "ome_service/router",
	},
	{
		Topic:    "Weights on the nodes",
		Operator: "Runs the pods of a `local://` model on nodes that its agent has labelled.",
		Direct:   "Runs them on the nodes that the storage of the model selects.",
		Golden:   "ome_service/model-host",
	},
	{
		Topic:    "Choice of the runtime",
		Operator: "Chooses among the runtimes of the cluster, and needs one even where the service brings its containers.",
		Direct:   "Chooses among `definitions`, and only what fits for certain. A service that brings its containers needs none.",
		Golden:   "ome_service/own-runner",
		Test:     "TestRenderInferenceServiceErrors/NothingCertain",
	},
	{
		Topic:    "Values over the runtime's",
		Operator: "Keeps the runtime's value where the service says false, 0 or an empty text.",
		Direct:   "Takes what the service says.",
		Golden:   "ome_service/merge",
	},
	{
		Topic:    "Settings for accelerators",
		Operator: "Can take them from an entry of the runtime for another architecture.",
		Direct:   "Takes them from the entry that fits the model.",
		Golden:   "ome_service/accelerator-entry",
	},
	{
		Topic:    "Label of the pods",
		Operator: "Labels the pods with `ome.io/inferenceservice`, by which routers find engines and OME's webhook finds pods.",
		Direct:   "Labels them with `inferops.dev/inferenceservice`, or `direct.service_label`, and writes that wherever containers mention OME's label.",
		Golden:   "ome_service/router",
	},
	{
		Topic:    "Annotations of Services",
		Operator: "Puts them on the pods as well, so a change of one restarts them. Those for the type and the address hold for the Services of the components too.",
		Direct:   "Leaves them, and those of autoscalers, off the pods. Those for the type and the address hold for the front Service alone.",
		Golden:   "ome_service/metadata",
	},
	{
		Topic:    "Ports of Services",
		Operator: "Takes the ports of the first container, which can be a sidecar.",
		Direct:   "Takes those of the main container, wherever it stands.",
		Golden:   "ome_service/sidecar-before",
	},
	{
		Topic:    "Services of several hosts",
		Operator: "The Service of a component leads to the leaders of all such components in the namespace, and the front Service to workers too.",
		Direct:   "Both lead to the leaders of this component alone.",
		Golden:   "ome_service/groups",
	},
	{
		Topic:    "Autoscaling",
		Operator: "Makes an autoscaler also where `min_replicas` equals `max_replicas`.",
		Direct:   "Makes none there, and sets the number itself.",
		Golden:   "ome_service/engine",
	},
	{
		Topic:    "KEDA",
		Operator: "Falls back to a query that matches no pod, and writes `operator`, which KEDA does not know.",
		Direct:   "Needs a query of yours, or it is an error in the plan. `operator` is left out.",
		Golden:   "ome_service/scale-keda",
		Test:     "TestRenderInferenceServiceErrors/KedaWithoutQuery",
	},
	{
		Topic:    "Pull policy",
		Operator: "Sets `IfNotPresent` in every container.",
		Direct:   "Sets none, so Kubernetes pulls an image with the tag `latest`, or without a tag, at every start.",
		Golden:   "ome_service/engine",
	},
	{
		Topic:    "What engines need",
		Operator: "Passes runners on as they are, and asks on one host whether the port is open where they have no readiness probe.",
		Direct:   "Gives the runner of an engine that it knows a tensor parallel size, `/dev/shm`, an address and probes of its health, where they are left out.",
		Golden:   "ome_service/tensor-parallel",
	},
	{
		Topic:    "Rollouts",
		Operator: "A Deployment gives up after 600 seconds without progress.",
		Direct:   "It never does, however long pods load weights.",
		Golden:   "ome_service/engine",
	},
	{
		Topic:    "Long names",
		Operator: "Shortens them, so two services can get one name.",
		Direct:   "Is an error in the plan.",
		Test:     "TestRenderInferenceServiceErrors/LongName",
	},
	{
		Topic:    "Other objects",
		Operator: "Makes a ConfigMap `modelconfig-...`, which nothing mounts, and where asked an Istio Sidecar. An installation can make an Ingress in place of the front Service.",
		Direct:   "Makes none of them, and always the front Service.",
		Golden:   "ome_service/engine",
	},
	{
		Topic:    "What needs OME",
		Operator: "Scales to none with Knative, runs Ray, loads fine-tuned weights, adds containers by annotations and migrates `predictor`.",
		Direct:   "Each is an error in the plan.",
		Test:     "TestRenderInferenceServiceErrors/Serverless",
	},
}

// benchmarkDifferences compare direct mode with OME's controller.
//
// Source: sgl-project/ome pkg/controller/v1beta1/benchmark@v0.1.5.
var benchmarkDifferences = []kinds.Difference{
	{
		Topic:    "Names of the Job",
		Operator: "The Job is named after the resource. Its container is too, unless `pod_override` is set.",
		Direct:   "The name of the Job ends in a hash of its pods. Its container is always `genai-bench`.",
		Golden:   "benchmark_job/url",
	},
	{
		Topic:    "Image of the benchmark",
		Operator: "Runs what its configuration names, `0.1.113` as it ships, which is no release of genai-bench.",
		Direct:   "Runs release 0.0.4, kept as it was when the resource was made, unless `pod_override` names another image.",
		Golden:   "benchmark_job/url",
	},
	{
		Topic:    "Target",
		Operator: "Calls the model of a service `vllm-model`, and reads the tokenizer from the files of the model on the node.",
		Direct:   "Takes the name, the tokenizer and the URL from the endpoint and `definitions`, or from `direct`. A tokenizer comes from Hugging Face, or from a volume of `pod_override`.",
		Golden:   "benchmark_job/service",
	},
	{
		Topic:    "Order",
		Operator: "Waits until the service is ready.",
		Direct:   "Starts at once. Terraform waits for the service first where the benchmark refers to it.",
		Golden:   "benchmark_job/service",
	},
	{
		Topic:    "Credentials of a benchmark",
		Operator: "Writes those in `output_location.parameters` into the arguments of the pod. Sets `HUGGINGFACE_API_KEY`, which genai-bench does not read.",
		Direct:   "Reads them from Secrets, and the key of the API too. In `parameters` they are errors in the plan. Sets `HF_TOKEN` as well.",
		Golden:   "benchmark_job/everything",
		Test:     "TestRenderBenchmarkJobErrors/CredentialInParameters",
	},
	{
		Topic:    "Dataset and parameters",
		Operator: "Passes on neither `dataset` nor `additional_request_params`.",
		Direct:   "Passes on both.",
		Golden:   "benchmark_job/everything",
	},
	{
		Topic:    "Tasks and GPUs",
		Operator: "`text-to-embeddings` cannot work, and `image-to-text` and `A100` have other names in genai-bench.",
		Direct:   "The first works with the scenarios of genai-bench, and the second gets its name there. `direct.gpu_type` names the GPU.",
		Golden:   "benchmark_job/embeddings",
	},
	{
		Topic:    "Results",
		Operator: "Mounts the claim at the path of the URI. `github://` fails.",
		Direct:   "Mounts it at `/results`, where it hides nothing of the image. Uploads to `github://` as genai-bench does.",
		Golden:   "benchmark_job/output-github",
	},
}
