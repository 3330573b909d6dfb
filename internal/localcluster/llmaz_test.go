package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"sigs.k8s.io/yaml"
)

// llmazCRDs is beside the repository, whose root is two folders up.
const llmazCRDs = "../../../shared/crds/llmaz/v0.1.4"

func needLlmaz(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(llmazCRDs); err != nil {
		t.Skipf("llmaz's own references are not beside the repository: %v", err)
	}
}

func llmaz(resource string) dynamic.NamespaceableResourceInterface {
	group := "inference.llmaz.io"
	if resource == "openmodels" {
		group = "llmaz.io"
	}
	return shared.dynamic.Resource(schema.GroupVersionResource{Group: group, Version: "v1alpha1", Resource: resource})
}

func parse(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	obj := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(text), &obj.Object); err != nil {
		t.Fatal(err)
	}
	return obj
}

const playgroundYAML = `
apiVersion: inference.llmaz.io/v1alpha1
kind: Playground
spec:
  replicas: 2
  modelClaim: {modelName: qwen}
`

const serviceYAML = `
apiVersion: inference.llmaz.io/v1alpha1
kind: Service
spec:
  modelClaims: {models: [{name: qwen}]}
  workloadTemplate:
    workerTemplate:
      spec:
        containers: [{name: model-runner, image: example.org/model}]
`

func TestStagesPlayLlmaz(t *testing.T) {
	needLlmaz(t)
	type outcome struct {
		Progressing, Available string
		Replicas               int64
	}
	cases := map[string]struct {
		reason           string
		resource, object string
		outcome          string
		want             outcome
	}{
		"playground-ready": {
			reason:   "A Playground turns available, and Progressing stays as it was.",
			resource: "playgrounds", object: playgroundYAML,
			want: outcome{Progressing: "True/Pending", Available: "True/PlaygroundReady", Replicas: 2},
		},
		"playground-never": {
			reason:   "A Playground can be kept from turning available.",
			resource: "playgrounds", object: playgroundYAML, outcome: "never",
			want: outcome{Progressing: "True/Pending"},
		},
		"playground-abort": {
			reason:   "A Playground can be aborted.",
			resource: "playgrounds", object: playgroundYAML, outcome: "abort",
			want: outcome{Progressing: "False/AbortProcessing"},
		},
		"service-ready": {
			reason:   "A Service turns available, with the default number of replicas.",
			resource: "services", object: serviceYAML,
			want: outcome{Progressing: "True/ServiceInProgress", Available: "True/ServiceReady", Replicas: 1},
		},
		"service-never": {
			reason:   "A Service can be kept from turning available.",
			resource: "services", object: serviceYAML, outcome: "never",
			want: outcome{Progressing: "True/ServiceInProgress"},
		},
	}
	reached := func(ctx context.Context, resource, name string, want outcome) error {
		obj, err := llmaz(resource).Namespace("default").Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		got := outcome{Progressing: conditionStatus(obj, "Progressing"), Available: conditionStatus(obj, "Available")}
		got.Replicas, _, _ = unstructured.NestedInt64(obj.Object, "status", "replicas")
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("(-want +got):\n%s", diff)
		}
		return nil
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			obj := parse(t, tc.object)
			obj.SetName(name)
			if tc.outcome != "" {
				obj.SetAnnotations(map[string]string{"localcluster/outcome": tc.outcome})
			}
			objects := llmaz(tc.resource).Namespace("default")
			if _, err := objects.Create(t.Context(), obj, metav1.CreateOptions{}); err != nil {
				t.Fatal(err)
			}
			eventually(t, func(ctx context.Context) error {
				if err := reached(ctx, tc.resource, name, tc.want); err != nil {
					return fmt.Errorf("%s %w", tc.reason, err)
				}
				return nil
			})
			if tc.outcome == "" {
				return
			}
			// A later object without the annotation is the clock: once it is available, this one would have been.
			witness := parse(t, tc.object)
			witness.SetName(name + "-witness")
			if _, err := objects.Create(t.Context(), witness, metav1.CreateOptions{}); err != nil {
				t.Fatal(err)
			}
			eventually(t, func(ctx context.Context) error { return available(ctx, objects, witness.GetName()) })
			if err := reached(t.Context(), tc.resource, name, tc.want); err != nil {
				t.Errorf("%s It must stay so: %v", tc.reason, err)
			}
			// Whatever held it back, it turns available when that is gone.
			patch := []byte(`{"metadata":{"annotations":{"localcluster/outcome":null}}}`)
			if _, err := objects.Patch(t.Context(), name, "application/merge-patch+json", patch, metav1.PatchOptions{}); err != nil {
				t.Fatal(err)
			}
			eventually(t, func(ctx context.Context) error { return available(ctx, objects, name) })
		})
	}
}

func available(ctx context.Context, objects dynamic.ResourceInterface, name string) error {
	obj, err := objects.Get(ctx, name, metav1.GetOptions{})
	if err == nil && !strings.HasPrefix(conditionStatus(obj, "Available"), "True/") {
		err = fmt.Errorf("%s without the annotation is not available: %v", name, obj.Object["status"])
	}
	return err
}

func TestMutatingWebhook(t *testing.T) {
	needLlmaz(t)
	model := parse(t, `
apiVersion: llmaz.io/v1alpha1
kind: OpenModel
metadata: {name: qwen}
spec:
  familyName: qwen2
  source: {modelHub: {modelID: Qwen/Qwen2-0.5B}}
  inferenceConfig: {flavors: [{name: a10, limits: {cpu: 1000m, memory: 1024Mi, nvidia.com/gpu: 4}}]}
`)
	made, err := llmaz("openmodels").Create(t.Context(), model, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := made.GetLabels()["llmaz.io/model-family-name"]; got != "qwen2" {
		t.Errorf("label llmaz.io/model-family-name is %q, want qwen2", got)
	}
	flavors, _, _ := unstructured.NestedSlice(made.Object, "spec", "inferenceConfig", "flavors")
	want := []any{map[string]any{"name": "a10", "limits": map[string]any{"cpu": "1", "memory": "1Gi", "nvidia.com/gpu": "4"}}}
	if diff := cmp.Diff(want, flavors); diff != "" {
		t.Errorf("flavors after creation (-want +got):\n%s", diff)
	}

	patch := []byte(`{"spec":{"familyName":"qwen3"}}`)
	made, err = llmaz("openmodels").Patch(t.Context(), "qwen", "application/merge-patch+json", patch, metav1.PatchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := made.GetLabels()["llmaz.io/model-family-name"]; got != "qwen3" {
		t.Errorf("after an update label llmaz.io/model-family-name is %q, want qwen3", got)
	}

	service := parse(t, serviceYAML)
	service.SetName("mutated")
	if made, err = llmaz("services").Namespace("default").Create(t.Context(), service, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	containers, _, _ := unstructured.NestedSlice(made.Object, "spec", "workloadTemplate", "workerTemplate", "spec", "containers")
	if diff := cmp.Diff([]any{map[string]any{"name": "model-runner", "image": "example.org/model", "resources": map[string]any{}}}, containers); diff != "" {
		t.Errorf("containers after creation (-want +got):\n%s", diff)
	}
}
