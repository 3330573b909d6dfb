package kinds_test

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// withoutPods are the kinds that render workloads in direct mode and of whose objects
// operators make no pods, with the reason.
var withoutPods = map[string]string{
	"base_model":         "agents that run anyway download it",
	"cluster_base_model": "agents that run anyway download it",
	"pool":               "its endpoint picker is installed beside it",
}

// operatorsAlone are the kinds of whose objects operators make pods and that have no direct mode, with the reason.
var operatorsAlone = map[string]string{
	"llmkube_model_router": "what its proxy reads is LLMKube's own",
}

// TestKindsSayWhatTheyRun holds every kind whose objects become pods to say which.
func TestKindsSayWhatTheyRun(t *testing.T) {
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		renders, excused := k.Render != nil || operatorsAlone[k.TypeName] != "", withoutPods[k.TypeName] != ""
		excused = excused || k.DirectOnly != ""
		if says := k.Runs != nil; says != (renders && !excused) {
			t.Errorf("says what pods its operator makes = %t, renders pods = %t, reason for none = %t", says, renders, excused)
		}
	})
}
