package llmkube

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// TestServiceNodes shows where pods have from what they ask of nodes.
func TestServiceNodes(t *testing.T) {
	service := func(spec string) string {
		return "{apiVersion: inference.llmkube.dev/v1alpha1, kind: InferenceService, metadata: {name: chat, namespace: llm}, spec: {modelRef: qwen, " + spec + "}}"
	}
	model := func(gpu string) []string {
		return []string{"{apiVersion: inference.llmkube.dev/v1alpha1, kind: Model, metadata: {name: qwen, namespace: llm}, spec: {hardware: {gpu: {" + gpu + "}}}}"}
	}
	lacks := func(names ...string) tree.Cause { return tree.Cause{Reason: tree.NoNode, Lacks: names} }
	own := kinds.Place{Field: "spec.resources.gpu"}
	kindstest.Explains(t, Kinds(), "llmkube_service", map[string]kindstest.Blamed{
		"model": {
			Reason: "its number wins", Object: service("resources: {gpu: 1}"), References: model("count: 8"), Cause: lacks("nvidia.com/gpu"),
			Want: []kinds.Place{{Field: "spec.hardware.gpu.count", Kind: "Model", Name: "qwen", By: "spec.modelRef"}},
		},
		"service":       {Reason: "the model says nothing of it", Object: service("resources: {gpu: 8}"), References: model("vendor: amd"), Cause: lacks("amd.com/gpu"), Want: []kinds.Place{own}},
		"unknown model": {Reason: "it is taken to say nothing", Object: service("resources: {gpu: 8}"), Cause: lacks("nvidia.com/gpu"), Want: []kinds.Place{own}},
		"memory":        {Reason: "the service has it", Object: service("resources: {memory: 1Ti}"), References: model("count: 8"), Cause: lacks("memory"), Want: []kinds.Place{{Field: "spec.resources.memory"}}},
		"host memory": {
			Reason: "it wins over the memory", Object: service("resources: {memory: 1Gi, hostMemory: 1Ti, cpu: '900'}"), Cause: lacks("cpu", "memory"),
			Want: []kinds.Place{{Field: "spec.resources.cpu"}, {Field: "spec.resources.hostMemory"}},
		},
		"disk":   {Reason: "the service has it", Object: service("resources: {ephemeralStorage: 9Ti}"), Cause: lacks("ephemeral-storage"), Want: []kinds.Place{{Field: "spec.resources.ephemeralStorage"}}},
		"labels": {Reason: "the service has them", Object: service("nodeSelector: {gpu: b200}"), Cause: tree.Cause{Reason: tree.NoNode, Unlabelled: true}, Want: []kinds.Place{{Field: "spec.nodeSelector"}}},
		"affinity": {
			Reason: "it is all that asks for labels", Object: service("affinity: {nodeAffinity: {}}"), Cause: tree.Cause{Reason: tree.NotScheduled, Unlabelled: true},
			Want: []kinds.Place{{Field: "spec.affinity"}},
		},
	})
}
