package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/podnet"
)

// TestModelServer asks the stand-in of a simulated pod through the API server's proxy of a Service, as a user would.
func TestModelServer(t *testing.T) {
	cases := map[string]struct {
		image string
		// says is what the list of models has to say at last, and first what it has to say before; "" for nothing.
		first, says string
	}{
		"answers":        {"example.org/model:1", "", `"id":"qwen"`},
		"still-loading":  {"example.org/localcluster/loading:1", "the model is being loaded", `"id":"qwen"`},
		"nobody-listens": {"example.org/localcluster/mute:1", "", "error trying to reach service"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deployment(name, tc.image, 1)
			d.Spec.Template.Spec.Containers[0].Args = []string{"--model", "/weights", "--served-model-name=qwen"}
			if _, err := shared.client.AppsV1().Deployments("default").Create(t.Context(), d, metav1.CreateOptions{}); err != nil {
				t.Fatal(err)
			}
			if _, err := shared.client.CoreV1().Services("default").Create(t.Context(), &corev1.Service{
				ObjectMeta: metav1.ObjectMeta{Name: name},
				Spec: corev1.ServiceSpec{
					Selector: map[string]string{"app": name},
					Ports:    []corev1.ServicePort{{Port: 80, TargetPort: intstr.FromInt32(8000)}},
				},
			}, metav1.CreateOptions{}); err != nil {
				t.Fatal(err)
			}
			seen := tc.first == ""
			eventually(t, func(ctx context.Context) error {
				text := throughService(ctx, name, "v1/models")
				seen = seen || strings.Contains(text, tc.first)
				if !strings.Contains(text, tc.says) {
					return fmt.Errorf("the answer is %s", text)
				}
				return nil
			})
			if !seen {
				t.Errorf("it never said %q", tc.first)
			}
		})
	}
}

func TestModelServerCompletes(t *testing.T) {
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "completes"},
		Spec:       gpuPod(nil, "example.org/model:1", 1).Spec,
	}
	if _, err := shared.client.CoreV1().Pods("default").Create(t.Context(), pod, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"v1/completions", "v1/chat/completions"} {
		eventually(t, func(ctx context.Context) error {
			raw, err := shared.client.CoreV1().RESTClient().Post().Namespace("default").Resource("pods").Name("completes:8000").
				SubResource("proxy").Suffix(path).Body([]byte(`{}`)).DoRaw(ctx)
			if err != nil || !strings.Contains(string(raw), podnet.Answer) {
				return fmt.Errorf("%s: %s %w", path, raw, err)
			}
			return nil
		})
	}
	_, err := shared.client.CoreV1().RESTClient().Get().Namespace("default").Resource("pods").Name("completes:8000").
		SubResource("proxy").Suffix("metrics").DoRaw(t.Context())
	if !apierrors.IsNotFound(err) {
		t.Errorf("a path that it does not have: %v, want a 404", err)
	}
}

// throughService is what is answered at a path behind a Service, or why there is no answer.
func throughService(ctx context.Context, name, path string) string {
	raw, err := shared.client.CoreV1().RESTClient().Get().Namespace("default").Resource("services").Name(name + ":80").
		SubResource("proxy").Suffix(path).DoRaw(ctx)
	if err != nil {
		return fmt.Sprintf("%s %v", raw, err)
	}
	return string(raw)
}

// TestModelServerKnowsItsModel asks for what the command line serves, for an adapter of it and for another model.
func TestModelServerKnowsItsModel(t *testing.T) {
	spec := gpuPod(nil, "example.org/model:1", 1).Spec
	spec.Containers[0].Args = []string{"--model=base", "--lora-modules", "law=a/b", "sql=a/c", "--port", "8000"}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "knows"}, Spec: spec}
	if _, err := shared.client.CoreV1().Pods("default").Create(t.Context(), pod, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ path, question, says string }{
		{"v1/chat/completions", `{"model":"base"}`, `"finish_reason":"stop"`},
		{"v1/chat/completions", `{"model":"sql"}`, `"model":"sql"`},
		{"v1/chat/completions", `{"model":"base","tools":[{"type":"function","function":{"name":"weather"}}]}`, `"name":"weather"`},
		{"v1/embeddings", `{"model":"base"}`, `"embedding":[0,1]`},
		{"v1/embeddings", `{"model":"other"}`, "the model other does not exist"},
	} {
		eventually(t, func(ctx context.Context) error {
			raw, err := shared.client.CoreV1().RESTClient().Post().Namespace("default").Resource("pods").Name("knows:8000").
				SubResource("proxy").Suffix(tc.path).Body([]byte(tc.question)).DoRaw(ctx)
			if !strings.Contains(string(raw), tc.says) {
				return fmt.Errorf("%s %s: %s %w", tc.path, tc.question, raw, err)
			}
			return nil
		})
	}
}
