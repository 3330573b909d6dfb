package played

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	playgrounds = schema.GroupVersionResource{Group: "inference.llmaz.io", Version: "v1alpha1", Resource: "playgrounds"}
	services    = schema.GroupVersionResource{Group: "inference.llmaz.io", Version: "v1alpha1", Resource: "services"}
	runtimes    = schema.GroupVersionResource{Group: "inference.llmaz.io", Version: "v1alpha1", Resource: "backendruntimes"}
)

// llmaz makes a Service of a Playground and a LeaderWorkerSet of a Service. Its statuses have no generation, and Available
// stays True once it was, whatever changes. The Playground and the Service controller overwrite each other for ever, so that
// the generation of such a Service grows.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/{playground,service}_controller.go@v0.1.4.
var llmaz = []controller{{playgrounds, playground}, {services, service}}

func playground(ctx context.Context, v *visit) error {
	name, namespace := v.object.GetName(), v.object.GetNamespace()
	image, err := v.runtimeImage(ctx)
	if err != nil {
		return err
	}
	template := pod("model-runner", image)
	if time.Now().Unix()%2 == 0 {
		template["schedulerName"] = "default-scheduler"
	}
	if _, err := v.applies(ctx, services, "Service", name, map[string]any{
		"replicas":    number(v.object, 1, "spec", "replicas"),
		"modelClaims": map[string]any{"models": []any{map[string]any{"name": field(v.object, "spec", "modelClaim", "modelName")}}},
		"workloadTemplate": map[string]any{
			"size": int64(1), "workerTemplate": map[string]any{"spec": template},
		},
	}); err != nil {
		return err
	}
	made, err := v.client.Resource(services).Namespace(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return v.available(number(made, 0, "status", "replicas"), v.was() || holds(made, "Available"))
}

// runtimeImage is the image of the BackendRuntime that a Playground names.
func (v *visit) runtimeImage(ctx context.Context) (string, error) {
	name, _ := field(v.object, "spec", "backendRuntimeConfig", "backendName").(string)
	if name == "" {
		return "example.org/server", nil
	}
	runtime, err := v.client.Resource(runtimes).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	image, _ := field(runtime, "spec", "image").(string)
	return image, nil
}

func service(ctx context.Context, v *visit) error {
	template, _ := field(v.object, "spec", "workloadTemplate", "workerTemplate").(map[string]any)
	unstructured.RemoveNestedField(template, "spec", "schedulerName")
	_, set, err := v.workload(ctx, sets, "LeaderWorkerSet", v.object.GetName(), map[string]any{
		"replicas":             number(v.object, 1, "spec", "replicas"),
		"leaderWorkerTemplate": map[string]any{"size": number(v.object, 1, "spec", "workloadTemplate", "size"), "workerTemplate": template},
	})
	if err != nil {
		return err
	}
	return v.available(number(set, 0, "status", "replicas"), v.was() || holds(set, "Available") && served(set))
}

// was reports whether the object has been available before.
func (v *visit) was() bool { return holds(v.object, "Available") }

func holds(o *unstructured.Unstructured, kind string) bool {
	conditions, _, _ := unstructured.NestedSlice(o.Object, "status", "conditions")
	for _, item := range conditions {
		if c, ok := item.(map[string]any); ok && c["type"] == kind {
			return c["status"] == "True"
		}
	}
	return false
}

func (v *visit) available(replicas int64, available bool) error {
	conditions := []any{condition("Progressing", true, "Pending", "The workload is on its way")}
	if available {
		conditions = append(conditions, condition("Available", true, "Ready", "It serves"))
	}
	v.object.Object["status"] = map[string]any{"replicas": replicas, "conditions": conditions, "selector": "leaderworkerset.sigs.k8s.io/name=" + v.object.GetName()}
	return nil
}
