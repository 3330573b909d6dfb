package llmkube

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"llmkube_model-creating":                   "LLMKube reports nothing",
	"llmkube_model-creating-pending":           "phase Pending; Progressing=True (PVCNotBound): claim weights is Pending",
	"llmkube_model-ready":                      "Available=True (WorkloadResolved)",
	"llmkube_model-ready-degraded_lingers":     "Available=True (ModelReady)",
	"llmkube_model-failed":                     "Degraded=True (PVCNotFound): claim weights not found",
	"llmkube_model-failed-prefetch":            "Progressing=False (PrefetchFailed): job m-prefetch failed",
	"llmkube_model-ready-changed_since":        "Available=True (WorkloadResolved)",
	"llmkube_model-stale":                      "the change has not been seen yet; before it: Degraded=True",
	"llmkube_service-creating":                 "phase Creating; Progressing=True (Creating)",
	"llmkube_service-creating-no_status":       "LLMKube reports nothing",
	"llmkube_service-creating-waiting_for_gpu": "phase WaitingForGPU (nvidia.com/gpu: 1)",
	"llmkube_service-blocked-model":            "Degraded=True (Failed): Model not found",
	"llmkube_service-creating-some_ready":      "phase Progressing; Progressing=True (Creating): 1/2",
	"llmkube_service-creating-below_minimum":   "phase Progressing; Progressing=True (Creating): 1/2",
	"llmkube_service-ready":                    "Available=True (InferenceReady)",
	"llmkube_service-ready-autoscaled":         "3 pods are ready, as many as the autoscaler wants at least",
	"llmkube_service-ready-stopped":            "phase Stopped, as asked for",
	"llmkube_service-ready-suspended":          "phase Suspended, as asked for",
	"llmkube_service-failed":                   "Degraded=True (Failed): Failed to create Deployment",
	"llmkube_service-stale":                    "the change has not been seen yet; before it: Available=True",
	"llmkube_service-stale-replicas":           "1 of 2 pods are ready",
	"llmkube_service-stale-suspended":          "phase Suspended, although pods are wanted",
	"llmkube_service-stale-autoscaled":         "the change has not been seen yet",

	"llmkube_gpu_quota-ready": "the GPUQuota exists; its status does not show whether LLMKube enforces it",

	"llmkube_lora_adapter-creating":           "LLMKube reports nothing",
	"llmkube_lora_adapter-creating-engine":    "Loaded=False (LoadUnsuccessful): post http://chat.llm.svc:30000/load_lora_adapter",
	"llmkube_lora_adapter-creating-finalizer": "Loaded=False (FinalizerAdded): first reconcile",
	"llmkube_lora_adapter-creating-no_port":   "Loaded=False (InvalidPort): service llm/chat not found yet",
	"llmkube_lora_adapter-ready":              "Loaded=True (ReconcileSuccess): loaded as",
	"llmkube_lora_adapter-failed":             "Loaded=False (RuntimeMismatch): skipped: target runtime is not sglang",
	"llmkube_lora_adapter-blocked-service":    "Loaded=False (InferenceServiceNotFound)",
	"llmkube_lora_adapter-blocked-refused":    "400 Bad Request",
	"llmkube_lora_adapter-stale":              "the change has not been seen yet; before it: Loaded=True",

	"llmkube_model_pool-creating":          "LLMKube reports nothing",
	"llmkube_model_pool-creating-default":  "phase Pending; SlotAllocated=False (Swapping): No member resident yet",
	"llmkube_model_pool-creating-deferred": "phase Swapping; SwapDeferred=True (PodsBusy)",
	"llmkube_model_pool-ready":             "phase Ready; chat runs",
	"llmkube_model_pool-ready-cold":        "phase Pending; no member runs before a request comes",
	"llmkube_model_pool-failed":            "phase Degraded; MetalSupported=False (MetalMembersUnsupported)",
	"llmkube_model_pool-blocked-members":   "phase Degraded; MembersValid=False (MissingMembers): Member InferenceServices not found: [code]",
	"llmkube_model_pool-stale":             "the change has not been seen yet; before it: phase Ready",

	"llmkube_model_router-creating":              "phase Provisioning; Available=False (DeploymentNotReady): Waiting for proxy pods",
	"llmkube_model_router-creating-no_status":    "LLMKube reports nothing",
	"llmkube_model_router-creating-gateway":      "LLMKube reports nothing",
	"llmkube_model_router-ready":                 "phase Ready; Available=True (DeploymentReady)",
	"llmkube_model_router-ready-gateway":         "GatewayReady=True (Exposed): compiled 1 rule(s) onto edge",
	"llmkube_model_router-failed":                "Validated=False (SpecInvalid): spec.defaultRoute",
	"llmkube_model_router-failed-gateway":        "GatewayReady=False (GatewayCRDsNotInstalled): Envoy AI Gateway",
	"llmkube_model_router-blocked-address":       "Available=False (CompileFailed): compiled router config failed validation",
	"llmkube_model_router-blocked-credentials":   "phase Degraded; backend overflow: credentials Secret \"openai-key\" not found",
	"llmkube_model_router-blocked-gateway_fails": "GatewayReady=False (ReconcileFailed)",
}

// statesWithout says which states of kinds have no fixture, and why.
var statesWithout = map[string]string{
	"llmkube_gpu_quota":          "it is ready as soon as it exists",
	"llmkube_model_router-stale": "nothing in a router tells which generation its status is about; the Deployment of its proxy does",
}

func TestReady(t *testing.T) {
	kindstest.Ready(t, Kinds(), readyMessages, statesWithout)
}

// TestServiceLags is about services whose pods decide where LLMKube does not say Ready.
func TestServiceLags(t *testing.T) {
	cases := map[string]struct {
		reason, phase string
		ready         int64
		want          bool
	}{
		"stuck":   {"more pods are ready than are wanted by now", "Progressing", 3, true},
		"none":    {"no pod is ready yet", "Progressing", 0, false},
		"failed":  {"LLMKube has given it up", "Failed", 1, false},
		"stopped": {"no pods are what was asked for", "Stopped", 1, false},
	}
	for name, tc := range cases {
		live := &unstructured.Unstructured{Object: map[string]any{"status": map[string]any{"phase": tc.phase, "readyReplicas": tc.ready}}}
		if got := serviceLags(live); got != tc.want {
			t.Errorf("%s: %s, so the pods decide = %t, got %t", name, tc.reason, tc.want, got)
		}
	}
}
