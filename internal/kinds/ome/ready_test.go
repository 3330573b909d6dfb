package ome

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"accelerator_class-ready":        "the AcceleratorClass exists",
	"base_model-creating":            "state In_Transit: no node has the model yet",
	"base_model-failed":              "it failed on node-a, node-b",
	"base_model-ready":               "1 nodes have the model, 1 failed",
	"base_model-stale":               "the model is being deleted",
	"benchmark_job-creating":         "state Pending: there is no Job yet",
	"benchmark_job-creating-running": "state Running",
	"benchmark_job-failed":           "state Failed: Job has reached the specified backoff limit",
	"benchmark_job-ready":            "state Completed",
	"benchmark_job-stale":            "the benchmark is being deleted",
	"cluster_base_model-creating":    "state In_Transit: no node has the model yet",
	"cluster_base_model-failed":      "it failed on node-a, node-b",
	"cluster_base_model-ready":       "1 nodes have the model, 1 failed",
	"cluster_base_model-stale":       "the model is being deleted",
	"cluster_serving_runtime-ready":  "the ClusterServingRuntime exists",
	"fine_tuned_weight-ready":        "the FineTunedWeight exists",
	"ome_service-creating":           "Ready=False (Initializing): waiting for the engine",
	"ome_service-creating-no_status": "OME has not reported Ready; what it finds wrong with the service is in its Events only",
	"ome_service-failed":             "model BlockedByFailedLoad: ModelLoadFailed at chat-engine-0: CUDA out of memory",
	"ome_service-ready":              "Ready=True",
	"ome_service-ready-multi_node":   "Ready=True",
	"ome_service-ready-virtual":      "Ready=True (VirtualDeployment)",
	"ome_service-stale":              "OME has not reported DecoderReady",
	"serving_runtime-ready":          "the ServingRuntime exists",
}

// statesWithout says which kinds or states of kinds have no fixture, and why.
var statesWithout = map[string]string{
	"fine_tuned_weight":       "it is ready as soon as it exists",
	"serving_runtime":         "it is ready as soon as it exists",
	"cluster_serving_runtime": "it is ready as soon as it exists",
	"accelerator_class":       "it is ready as soon as it exists",
}

func TestReady(t *testing.T) {
	kindstest.Ready(t, Kinds(), readyMessages, statesWithout)
}

func TestServiceEndpoint(t *testing.T) {
	cases := map[string]struct{ reason, spec, want string }{
		"engine": {"The runtimes' port is 8080.", `{engine: {}}`, "http://chat.llm.svc:8080"},
		"router": {"The router is before the engine.", `{engine: {runner: {ports: [{containerPort: 1}]}}, router: {runner: {ports: [{containerPort: 30000}]}}}`, "http://chat.llm.svc:30000"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			object := kindstest.Parse(t, "apiVersion: ome.io/v1beta1\nkind: InferenceService\nmetadata: {name: chat, namespace: llm}\nspec: "+tc.spec)
			if got := serviceEndpoint(object, ""); got != tc.want {
				t.Errorf("%s: got %s, want %s", tc.reason, got, tc.want)
			}
		})
	}
}
