package llmkube

import (
	"regexp"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// adapterReferences are the service that loads an adapter.
//
// Mirrors defilantech/LLMKube api/v1alpha1/loraadapter_types.go@v0.9.19.
var adapterReferences = []kinds.Reference{{Field: "spec.inferenceServiceRef.name", To: []string{"llmkube_service"}, Namespace: "namespace"}}

// adapterImmutable are all fields: LLMKube loads what an adapter says and unloads it with the object.
//
// Mirrors defilantech/LLMKube internal/controller/loraadapter_controller.go@v0.9.19.
var adapterImmutable = []kinds.Immutable{
	{Path: "spec.inferenceServiceRef", Why: staysLoaded, Modes: kinds.OperatorMode},
	{Path: "spec.name", Why: staysLoaded, Modes: kinds.OperatorMode},
	{Path: "spec.path", Why: "SGLang refuses a second adapter of a name until the first is unloaded, which LLMKube does when the object is deleted", Modes: kinds.OperatorMode},
}

const staysLoaded = "LLMKube unloads an adapter when the object is deleted, and otherwise the engine keeps the old one"

// adapterFinalizers is what LLMKube unloads an adapter by.
//
// Mirrors defilantech/LLMKube internal/controller/loraadapter_controller.go@v0.9.19.
var adapterFinalizers = []kinds.Finalizer{{
	Name: "loraadapter.inference.llmkube.dev/finalizer", Owner: "LLMKube's controller manager", Waits: "the engine was asked to unload the adapter",
	Remedy: "See whether LLMKube's controller manager runs, and what its log says of the object",
}}

// refusal is how the controller tells that the engine has answered, and not as it should.
var refusal = regexp.MustCompile(`^sglang \S+: 4[0-9][0-9] `)

// adapterReady judges an adapter by the condition Loaded, which names its generation. The controller tries again every
// half a minute, so it fails for good only where another try is the same: an engine that starts cannot be reached
// yet, and one that answers with a refusal has started.
//
// Mirrors defilantech/LLMKube internal/controller/loraadapter_controller.go@v0.9.19.
func adapterReady(live *unstructured.Unstructured) observe.Result {
	loaded, ok := observe.FindCondition(live, "Loaded")
	if !ok {
		return observe.Result{Message: silence}
	}
	if stale, outdated := outdated(live, "Loaded"); outdated {
		return stale
	}
	result := observe.Result{Message: loaded.String()}
	switch {
	case loaded.Is(metav1.ConditionTrue):
		result.Phase = observe.Ready
	case loaded.Reason == "RuntimeMismatch":
		result.Phase = observe.Failed
	case loaded.Reason == "InferenceServiceNotFound", refusal.MatchString(loaded.Message):
		result.Phase = observe.Blocked
	}
	return result
}
