package llmkube

import (
	"testing"

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
	"llmkube_model-stale":                      "the change has not been seen yet; before it: Available=True",
	"llmkube_model-stale-failed":               "the change has not been seen yet; before it: Degraded=True",
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
}

func TestReady(t *testing.T) {
	kindstest.Ready(t, Kinds(), readyMessages, nil)
}
