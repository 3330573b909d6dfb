package ome

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// TestServiceNodes shows where pods have from what they ask of nodes: the service wins over runtime and accelerator class.
func TestServiceNodes(t *testing.T) {
	service := func(spec string) string {
		return "{apiVersion: ome.io/v1beta1, kind: InferenceService, metadata: {name: chat, namespace: llm}, spec: {" + spec + "}}"
	}
	cause := func(labels map[string]string, lacks ...string) tree.Cause {
		return tree.Cause{Reason: tree.NoNode, Lacks: lacks, Unlabelled: len(lacks) == 0, Labels: labels}
	}
	const (
		index    = "leaderworkerset.sigs.k8s.io/worker-index"
		selector = "spec.acceleratorSelector.acceleratorClass"
		h200     = "{apiVersion: ome.io/v1beta1, kind: AcceleratorClass, metadata: {name: h200}, spec: {resources: [{name: nvidia.com/gpu, quantity: 8}]}}"
	)
	kindstest.Explains(t, Kinds(), "ome_service", map[string]kindstest.Blamed{
		"engine":  {Reason: "it is the one that every service has", Object: service(""), Cause: cause(nil, "nvidia.com/gpu"), Want: []kinds.Place{{Field: "spec.engine.runner.resources"}}},
		"decoder": {Reason: "the label tells the component", Object: service(""), Cause: cause(map[string]string{"component": "decoder"}, "memory"), Want: []kinds.Place{{Field: "spec.decoder.runner.resources"}}},
		"leader":  {Reason: "it has a runner of its own", Object: service(""), Cause: cause(map[string]string{"component": "engine", index: "0"}, "cpu"), Want: []kinds.Place{{Field: "spec.engine.leader.runner.resources"}}},
		"worker":  {Reason: "it has a runner of its own", Object: service(""), Cause: cause(map[string]string{"component": "engine", index: "1"}, "cpu"), Want: []kinds.Place{{Field: "spec.engine.worker.runner.resources"}}},
		"class": {
			Reason: "in groups the operator lets the class win", Object: service("acceleratorSelector: {acceleratorClass: h200}"), References: []string{h200},
			Cause: cause(map[string]string{"component": "engine", index: "1"}, "nvidia.com/gpu"),
			Want:  []kinds.Place{{Field: "spec.resources", Kind: "AcceleratorClass", Name: "h200", By: selector}, {Field: selector, Chooses: "class"}},
		},
		"class, direct": {
			Reason: "direct mode does not", Object: service("acceleratorSelector: {acceleratorClass: h200}"), References: []string{h200}, Direct: true,
			Cause: cause(map[string]string{"component": "engine", index: "1"}, "nvidia.com/gpu"), Want: []kinds.Place{{Field: "spec.engine.worker.runner.resources"}},
		},
		"class, other resource": {
			Reason: "the class says nothing of it", Object: service("acceleratorSelector: {acceleratorClass: h200}"), References: []string{h200},
			Cause: cause(map[string]string{"component": "engine", index: "1"}, "memory"), Want: []kinds.Place{{Field: "spec.engine.worker.runner.resources"}},
		},
		"labels":   {Reason: "the component has them", Object: service("router: {nodeSelector: {pool: cpu}}"), Cause: cause(map[string]string{"component": "router"}), Want: []kinds.Place{{Field: "spec.router.nodeSelector"}}},
		"affinity": {Reason: "it is all that asks for labels", Object: service("engine: {affinity: {nodeAffinity: {}}}"), Cause: cause(nil), Want: []kinds.Place{{Field: "spec.engine.affinity"}}},
	})
}
