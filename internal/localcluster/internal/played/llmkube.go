package played

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

func llmkubeResource(plural string) schema.GroupVersionResource {
	return schema.GroupVersionResource{Group: "inference.llmkube.dev", Version: "v1alpha1", Resource: plural}
}

// llmkube looks at a Model once: one that is Ready keeps the condition of the generation by which it became so. Of an
// InferenceService it makes a Deployment, and says about the new generation what the Deployment was like before it changed that.
//
// Mirrors defilantech/LLMKube internal/controller/{model,inferenceservice}_controller.go@v0.9.19.
var llmkube = []controller{{llmkubeResource("models"), model}, {llmkubeResource("inferenceservices"), llmkubeService}}

func model(_ context.Context, v *visit) error {
	if field(v.object, "status", "phase") != "Ready" {
		v.object.Object["status"] = map[string]any{"phase": "Ready", "conditions": []any{v.observed("Available", true, "ModelReady", "The weights are there")}}
	}
	return nil
}

// observed is a condition that names the generation at hand.
func (v *visit) observed(kind string, holds bool, reason, message string) map[string]any {
	c := condition(kind, holds, reason, message)
	c["observedGeneration"] = v.object.GetGeneration()
	return c
}

func llmkubeService(ctx context.Context, v *visit) error {
	want := number(v.object, 1, "spec", "replicas")
	spec := deployment(v.object.GetName(), want, pod("llama-server", field(v.object, "spec", "image")))
	spec["strategy"] = map[string]any{"type": "Recreate"}
	before, after, err := v.workload(ctx, deployments, "Deployment", v.object.GetName(), spec)
	if err != nil {
		return err
	}
	if before == nil {
		before = after
	}
	ready := number(before, 0, "status", "readyReplicas")
	phase, conditions := "Ready", []any{v.observed("Available", true, "InferenceReady", "All pods answer")}
	if ready < want {
		phase = "Progressing"
		conditions = []any{v.observed("Available", false, "Progressing", "Pods are on their way"), v.observed("Progressing", true, "Progressing", "Pods are on their way")}
	}
	v.object.Object["status"] = map[string]any{
		"phase": phase, "desiredReplicas": want, "replicas": want, "readyReplicas": ready, "modelReady": true, "conditions": conditions,
	}
	return nil
}
