package kthena

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// TestTemplateOf shows which template has what a pod asks of nodes.
func TestTemplateOf(t *testing.T) {
	const serving = "{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: ModelServing, metadata: {name: chat, namespace: llm}, spec: {template: {roles: [{name: prefill}, {name: decode}]}}}"
	labelled := func(labels map[string]string) tree.Cause {
		return tree.Cause{Reason: tree.NoNode, Lacks: []string{"nvidia.com/gpu"}, Labels: labels}
	}
	kindstest.Explains(t, Kinds(), "model_serving", map[string]kindstest.Blamed{
		"entry": {
			Reason: "the labels tell it", Object: serving, Cause: labelled(map[string]string{"modelserving.volcano.sh/role": "decode", "modelserving.volcano.sh/entry": "true"}),
			Want: []kinds.Place{{Field: "spec.template.roles[1].entryTemplate"}},
		},
		"worker": {
			Reason: "it has a template of its own", Object: serving, Cause: labelled(map[string]string{"modelserving.volcano.sh/role": "prefill"}),
			Want: []kinds.Place{{Field: "spec.template.roles[0].workerTemplate"}},
		},
		"older labels": {
			Reason: "the release before had another prefix", Object: serving, Cause: labelled(map[string]string{"modelinfer.volcano.sh/role": "prefill", "modelinfer.volcano.sh/entry": "true"}),
			Want: []kinds.Place{{Field: "spec.template.roles[0].entryTemplate"}},
		},
		"no labels": {Reason: "it may be any of them", Object: serving, Cause: labelled(nil), Want: []kinds.Place{{Field: "spec.template.roles"}}},
	})
}
