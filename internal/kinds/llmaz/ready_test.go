package llmaz

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"open_model-ready":                 "the OpenModel exists",
	"backend_runtime-ready":            "the BackendRuntime exists",
	"playground-creating":              "Progressing=True (Pending): Waiting for inferenceService ready",
	"playground-creating-no_condition": "see whether its runtime",
	"playground-creating-again":        "Available=False (PlaygroundNotReady): Playground is not ready",
	"playground-ready":                 "Available=True (PlaygroundReady)",
	"playground-blocked":               "Progressing=False (AbortProcessing): model qwenn not found",
	"playground-blocked-after_ready":   "Progressing=False (AbortProcessing): model qwenn not found",
	"playground-stale":                 "1 replicas exist, 3 are wanted",
	"service-creating":                 "Progressing=True (ServiceInProgress)",
	"service-creating-no_condition":    "see whether the claimed models exist",
	"service-creating-again":           "Available=False (ServiceNotReady): Waiting for leaderWorkerSet ready",
	"service-ready":                    "Available=True (ServiceReady)",
	"service-ready-v0_1_0":             "Available=True (ServiceReady)",
	"service-ready-scaled_to_zero":     "Available=True (ServiceReady)",
	"service-stale":                    "2 replicas exist, 4 are wanted",
}

// statesWithout says which kinds or states of kinds have no fixture, and why.
var statesWithout = map[string]string{
	"open_model":        "it is ready as soon as it exists",
	"backend_runtime":   "it is ready as soon as it exists",
	"playground-failed": "what the controller gives it up for may still come",
	"service-failed":    "the controller has no condition for failure",
}

func TestReady(t *testing.T) {
	kindstest.Ready(t, Kinds(), readyMessages, statesWithout)
}
