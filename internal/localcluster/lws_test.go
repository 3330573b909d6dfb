package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func leaderWorkerSet(name string, size int64) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "leaderworkerset.x-k8s.io/v1",
		"kind":       "LeaderWorkerSet",
		"metadata":   map[string]any{"name": name},
		"spec": map[string]any{
			"replicas": int64(1),
			"leaderWorkerTemplate": map[string]any{
				"size": size,
				"workerTemplate": map[string]any{"spec": map[string]any{"containers": []any{map[string]any{
					"name": "model-runner", "image": "example.org/model",
					"resources": map[string]any{"limits": map[string]any{"nvidia.com/gpu": "1"}},
				}}}},
			},
		},
	}}
}

// conditionStatus is STATUS/REASON of a condition, empty where it is absent.
func conditionStatus(obj *unstructured.Unstructured, kind string) string {
	conditions, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
	for _, c := range conditions {
		if c, _ := c.(map[string]any); c["type"] == kind {
			return fmt.Sprintf("%v/%v", c["status"], c["reason"])
		}
	}
	return ""
}

func TestLeaderWorkerSet(t *testing.T) {
	sets := shared.dynamic.Resource(schema.GroupVersionResource{
		Group: "leaderworkerset.x-k8s.io", Version: "v1", Resource: "leaderworkersets",
	}).Namespace("default")

	_, err := sets.Create(t.Context(), leaderWorkerSet("empty", 0), metav1.CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), `admission webhook "vleaderworkerset.kb.io" denied the request`) {
		t.Errorf("the webhook must refuse a group of size 0: %v", err)
	}

	if _, err := sets.Create(t.Context(), leaderWorkerSet("groups", 2), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, func(ctx context.Context) error {
		set, err := sets.Get(ctx, "groups", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if got := conditionStatus(set, "Available"); !strings.HasPrefix(got, "True/") {
			return fmt.Errorf("Available is %q, want True", got)
		}
		return nil
	})
	pods, err := shared.client.CoreV1().Pods("default").List(t.Context(), metav1.ListOptions{
		LabelSelector: "leaderworkerset.sigs.k8s.io/name=groups",
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(pods.Items) != 2 {
		t.Errorf("a group of size 2 has %d pods", len(pods.Items))
	}
}
