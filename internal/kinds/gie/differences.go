package gie

import (
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// poolDifferences compare direct mode with the upstream chart: a pool has no operator that would make its endpoint picker.
//
// Source: kubernetes-sigs/gateway-api-inference-extension config/charts/{inferencepool,epplib}@v1.5.0.
var poolDifferences = []kinds.Difference{
	{
		Topic:    "Names",
		Operator: "The chart cuts the name of the pool at 40 characters before it adds `-epp`, so the endpoint pickers of two pools can get one name.",
		Direct:   "Adds `-epp` to the whole name. A name of more than 59 characters is an error in the plan.",
		Test:     "TestRenderPoolErrors/LongName",
	},
	{
		Topic:    "Labels",
		Operator: "The chart labels objects with `app.kubernetes.io/name: <name>-epp`.",
		Direct:   "The value is the name of the pool. The objects also have the labels of the resource; the pool, the Service and the Deployment have its annotations.",
		Golden:   "pool/options",
	},
	{
		Topic:    "Endpoint picker of your own",
		Operator: "A pool takes whatever `endpoint_picker_ref` names.",
		Direct:   "Makes the endpoint picker itself. A reference to another one is an error in the plan; `mode = \"operator\"` takes it.",
		Test:     "TestRenderPoolErrors/OtherPicker",
	},
	{
		Topic:    "Failure mode",
		Operator: "The chart writes `FailOpen`.",
		Direct:   "Writes nothing unless `spec` does, and the API's default is `FailClose`.",
		Golden:   "pool/minimal",
	},
	{
		Topic:    "Engines other than vLLM",
		Operator: "The chart passes flags for their metrics, which the endpoint picker of the same release refuses at its start.",
		Direct:   "Writes `direct.engine` into the configuration file.",
		Golden:   "pool/engine-sglang",
	},
	{
		Topic:    "Changes of the configuration",
		Operator: "The endpoint picker of the chart keeps the configuration that it started with.",
		Direct:   "A change restarts the endpoint picker.",
		Golden:   "pool/config",
	},
	{
		Topic:    "Image",
		Operator: "The chart pulls the image at every start.",
		Direct:   "Leaves that to Kubernetes. The image is kept as it was when the resource was made, unless `direct.image` or `direct.upgrade_images` says otherwise.",
		Golden:   "pool/minimal",
	},
	{
		Topic:    "Permissions",
		Operator: "The chart makes two Roles, which let the endpoint picker read objectives of `inference.networking.x-k8s.io`.",
		Direct:   "Makes one Role, which lets it read objectives of `llm-d.ai` too, so an endpoint picker of llm-d runs with it.",
		Golden:   "pool/minimal",
	},
	{
		Topic:    "Metrics",
		Operator: "The chart can protect them by authentication and scrape them, for which it makes a ClusterRole and a ServiceMonitor.",
		Direct:   "Serves them to all who reach port 9090 of the endpoint picker, and makes no objects for monitoring. Nothing has permissions in the whole cluster.",
		Golden:   "pool/minimal",
	},
	{
		Topic:    "Gateway",
		Operator: "The chart can make an HTTPRoute, and what Istio and GKE need: a DestinationRule, a HealthCheckPolicy and a GCPBackendPolicy.",
		Direct:   "Makes none of them. Make them beside the pool.",
		Golden:   "pool/minimal",
	},
}
