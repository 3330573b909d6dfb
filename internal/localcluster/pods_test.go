package main

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

func gpuPod(labels map[string]string, image string, gpus int64) corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: labels},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{
			Name: "main", Image: image,
			Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"nvidia.com/gpu": *resource.NewQuantity(gpus, resource.DecimalSI)}},
		}}},
	}
}

func deployment(name, image string, gpus int64) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: appsv1.DeploymentSpec{
			Replicas: ptr.To[int32](2),
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: gpuPod(labels, image, gpus),
		},
	}
}

func TestDeploymentOnGPUNodesBecomesAvailable(t *testing.T) {
	deployments := shared.client.AppsV1().Deployments("default")
	if _, err := deployments.Create(t.Context(), deployment("serves", "example.org/model:1", 1), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, func(ctx context.Context) error {
		d, err := deployments.Get(ctx, "serves", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if d.Status.AvailableReplicas != 2 {
			return fmt.Errorf("%d of 2 replicas are available", d.Status.AvailableReplicas)
		}
		return nil
	})
}

func TestTooManyGPUsAreUnschedulable(t *testing.T) {
	if _, err := shared.client.AppsV1().Deployments("default").Create(t.Context(), deployment("too-big", "example.org/model:1", 9), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, func(ctx context.Context) error {
		pods, err := shared.client.CoreV1().Pods("default").List(ctx, metav1.ListOptions{LabelSelector: "app=too-big"})
		if err != nil {
			return err
		}
		for _, pod := range pods.Items {
			for _, c := range pod.Status.Conditions {
				if c.Type == corev1.PodScheduled && c.Reason == corev1.PodReasonUnschedulable {
					return nil
				}
			}
		}
		return fmt.Errorf("no pod is unschedulable")
	})
}

func TestJobCompletes(t *testing.T) {
	template := gpuPod(nil, "example.org/benchmark", 1)
	template.Spec.RestartPolicy = corev1.RestartPolicyNever
	jobs := shared.client.BatchV1().Jobs("default")
	if _, err := jobs.Create(t.Context(), &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "benchmark"}, Spec: batchv1.JobSpec{Template: template}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, func(ctx context.Context) error {
		j, err := jobs.Get(ctx, "benchmark", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if j.Status.Succeeded != 1 {
			return fmt.Errorf("the job has not succeeded: %v", j.Status.Conditions)
		}
		return nil
	})
}

// observed is what a diagnosis reads from a pod.
type observed struct {
	Phase, Init, Main, Last string
	Ready                   bool
}

func observe(pod *corev1.Pod) observed {
	o := observed{Phase: string(pod.Status.Phase)}
	for _, s := range pod.Status.InitContainerStatuses {
		o.Init, _ = stateOf(s.State)
	}
	for _, s := range pod.Status.ContainerStatuses {
		o.Main, _ = stateOf(s.State)
		o.Last, _ = stateOf(s.LastTerminationState)
		o.Ready = s.Ready
	}
	return o
}

func stateOf(s corev1.ContainerState) (string, bool) {
	switch {
	case s.Waiting != nil:
		return s.Waiting.Reason, true
	case s.Running != nil:
		return "Running", true
	case s.Terminated != nil:
		return fmt.Sprintf("%s %d", s.Terminated.Reason, s.Terminated.ExitCode), true
	}
	return "", false
}

func TestImagesMisbehaveByTheirNames(t *testing.T) {
	cases := map[string]struct {
		reason     string
		init, main string
		restart    corev1.RestartPolicy
		want       observed
		event      string
	}{
		"crash": {
			reason: "A container that ends again and again backs off, and its last end is told.",
			main:   "example.org/localcluster/crash:v1",
			want:   observed{Phase: "Running", Main: "CrashLoopBackOff", Last: "Error 1"},
			event:  "BackOff",
		},
		"crash-never": {
			reason: "A pod that does not restart fails.",
			main:   "example.org/localcluster/crash", restart: corev1.RestartPolicyNever,
			want:  observed{Phase: "Failed", Main: "Error 1"},
			event: "BackOff",
		},
		"oom": {
			reason: "A container killed for its memory says so in its last state.",
			main:   "example.org/localcluster/oom",
			want:   observed{Phase: "Running", Main: "CrashLoopBackOff", Last: "OOMKilled 137"},
			event:  "BackOff",
		},
		"no-pull": {
			reason: "An image that cannot be pulled keeps the pod pending.",
			main:   "registry.example.org:5000/a/b/localcluster/no-pull@sha256:abc",
			want:   observed{Phase: "Pending", Main: "ImagePullBackOff"},
			event:  "Failed",
		},
		"pending": {
			reason: "A container that is never created keeps the pod pending without a failure.",
			main:   "example.org/localcluster/pending",
			want:   observed{Phase: "Pending", Main: "ContainerCreating"},
		},
		"slow": {
			reason: "A slow container is ready in the end.",
			main:   "example.org/localcluster/slow",
			want:   observed{Phase: "Running", Main: "Running", Ready: true},
		},
		"init-no-pull": {
			reason: "An init container that misbehaves holds the pod back.",
			init:   "example.org/localcluster/no-pull", main: "example.org/model",
			want:  observed{Phase: "Pending", Init: "ImagePullBackOff", Main: "PodInitializing"},
			event: "Failed",
		},
		"init-crash": {
			reason: "A crashing model loader is seen in the init container.",
			init:   "example.org/localcluster/crash", main: "example.org/model",
			want:  observed{Phase: "Pending", Init: "CrashLoopBackOff", Main: "PodInitializing"},
			event: "BackOff",
		},
		"lookalike": {
			reason: "Only the whole last part of the name counts.",
			main:   "example.org/localcluster/crash-dump",
			want:   observed{Phase: "Running", Main: "Running", Ready: true},
		},
	}
	pods := shared.client.CoreV1().Pods("default")
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.PodSpec{
				RestartPolicy: tc.restart, Containers: []corev1.Container{{Name: "main", Image: tc.main}},
			}}
			if tc.init != "" {
				pod.Spec.InitContainers = []corev1.Container{{Name: "loader", Image: tc.init}}
			}
			if _, err := pods.Create(t.Context(), pod, metav1.CreateOptions{}); err != nil {
				t.Fatal(err)
			}
			eventually(t, func(ctx context.Context) error {
				now, err := pods.Get(ctx, name, metav1.GetOptions{})
				if err != nil {
					return err
				}
				if diff := cmp.Diff(tc.want, observe(now)); diff != "" {
					return fmt.Errorf("%s (-want +got):\n%s", tc.reason, diff)
				}
				return nil
			})
			if tc.event != "" {
				eventually(t, func(ctx context.Context) error { return hasWarning(ctx, name, tc.event) })
			}
		})
	}
}

func hasWarning(ctx context.Context, pod, reason string) error {
	events, err := shared.client.CoreV1().Events("default").List(ctx, metav1.ListOptions{
		FieldSelector: "type=Warning,involvedObject.name=" + pod + ",reason=" + reason,
	})
	if err == nil && len(events.Items) == 0 {
		err = fmt.Errorf("pod %s has no event %s", pod, reason)
	}
	return err
}
