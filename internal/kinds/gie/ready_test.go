package gie

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"objective-ready":                "the InferenceObjective exists",
	"objective-ready-default_status": "the InferenceObjective exists",
	"model_rewrite-ready":            "the InferenceModelRewrite exists",
	"pool-ready":                     "accepted by Gateway edge/public, Gateway edge/internal",
	"pool-ready-no_parent":           "no Gateway has a route to it yet",
	"pool-ready-without_generation":  "accepted by Gateway edge/public",
	"pool-creating":                  "Gateway edge/public: Accepted=Unknown (Pending): Waiting for controller",
	"pool-creating-references":       "Gateway edge/public does not report ResolvedRefs yet",
	"pool-creating-second":           "Gateway edge/internal: Accepted=Unknown (Pending)",
	"pool-failed":                    "ResolvedRefs=False (InvalidExtensionRef): service llm/qwen-epp not found",
	"pool-failed-no_picker":          "Gateway edge/public: Accepted=False (EndpointPickerRefMissing)",
	"pool-stale":                     "Gateway edge/public has seen generation 3 of 4",
	"pool-stale-failed":              "Gateway edge/public has seen generation 1 of 2",
}

// statesWithout says which kinds or states of kinds have no fixture, and why.
var statesWithout = map[string]string{
	"objective": "it is ready as soon as it exists", "model_rewrite": "it is ready as soon as it exists",
}

func TestReady(t *testing.T) {
	kindstest.Ready(t, Kinds(), readyMessages, statesWithout)
}
