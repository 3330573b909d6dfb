package played

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// stale is for how long OME goes on to say Ready of a group of hosts whose pods have gone and do not come back.
const stale = 25 * time.Second

// ome makes a Deployment of the engine of an InferenceService, or a LeaderWorkerSet where the engine has a leader. Its status has
// no generation that could be compared. Ready stays True as long as old pods serve, and of a group of hosts for longer.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice@v0.1.5.
var ome = []controller{{schema.GroupVersionResource{Group: "ome.io", Version: "v1beta1", Resource: "inferenceservices"}, omeService}}

func omeService(ctx context.Context, v *visit) error {
	name := v.object.GetName() + "-engine"
	want := number(v.object, 1, "spec", "engine", "minReplicas")
	var made *unstructured.Unstructured
	var err error
	if leader := field(v.object, "spec", "engine", "leader"); leader != nil {
		_, made, err = v.workload(ctx, sets, "LeaderWorkerSet", name, map[string]any{"replicas": want, "leaderWorkerTemplate": map[string]any{
			"size":           1 + number(v.object, 1, "spec", "engine", "worker", "size"),
			"leaderTemplate": map[string]any{"spec": runner(v.object, "leader")},
			"workerTemplate": map[string]any{"spec": runner(v.object, "worker")},
		}})
	} else {
		_, made, err = v.workload(ctx, deployments, "Deployment", name, deployment(name, want, runner(v.object)))
	}
	if err != nil {
		return err
	}
	was := holds(v.object, "Ready")
	ready := served(made) || was && (made.GetKind() == "Deployment" && number(made, 0, "status", "availableReplicas") > 0 || time.Since(v.changed) < stale)
	state, reason, message := "UpToDate", "MinimumReplicasAvailable", "The workload has its pods"
	if !ready {
		state, reason, message = "InProgress", "Initializing", "The workload has no pods yet"
	}
	v.object.Object["status"] = map[string]any{
		"modelStatus": map[string]any{"transitionStatus": state, "modelRevisionStates": map[string]any{"targetModelState": "Loaded", "activeModelState": "Loaded"}},
		"conditions": []any{
			condition("IngressReady", true, "IngressDisabled", ""), condition("EngineReady", ready, reason, message), condition("Ready", ready, reason, message),
		},
	}
	return nil
}

// runner is the pod of a part of the engine.
func runner(o *unstructured.Unstructured, part ...string) map[string]any {
	at := append([]string{"spec", "engine"}, append(part, "runner", "image")...)
	return pod("ome-container", field(o, at...))
}
