//go:build linux && serve

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

const image = "example.org/engine:v1"

// create makes a pod of containers, which has the name of its app.
func create(t *testing.T, name string, spec corev1.PodSpec) {
	t.Helper()
	spec.TerminationGracePeriodSeconds = ptr.To[int64](20)
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": name}}, Spec: spec}
	if _, err := client.CoreV1().Pods("default").Create(t.Context(), pod, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
}

// server is a container that serves, with its notes in a folder.
func server() corev1.Container {
	return corev1.Container{Name: "main", Image: image, Args: []string{"serve", "/notes"}, VolumeMounts: []corev1.VolumeMount{{Name: "notes", MountPath: "/notes"}}}
}

func notes(source corev1.VolumeSource) corev1.Volume {
	return corev1.Volume{Name: "notes", VolumeSource: source}
}

var scratch = corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}

// observed is what a diagnosis reads from a pod.
type observed struct {
	Main, Last string
	Ready      bool
	Restarted  bool
}

func observe(pod *corev1.Pod) observed {
	for _, s := range pod.Status.ContainerStatuses {
		return observed{Main: stateOf(s.State), Last: stateOf(s.LastTerminationState), Ready: s.Ready, Restarted: s.RestartCount > 0}
	}
	return observed{}
}

func stateOf(s corev1.ContainerState) string {
	switch {
	case s.Waiting != nil:
		return s.Waiting.Reason
	case s.Running != nil:
		return "Running"
	case s.Terminated != nil:
		return fmt.Sprintf("%s %d", s.Terminated.Reason, s.Terminated.ExitCode)
	}
	return ""
}

func expect(t *testing.T, name string, want observed) {
	t.Helper()
	eventually(t, func(ctx context.Context) error {
		pod, err := client.CoreV1().Pods("default").Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if diff := cmp.Diff(want, observe(pod)); diff != "" {
			return fmt.Errorf("(-want +got):\n%s\n%+v", diff, pod.Status.ContainerStatuses)
		}
		return nil
	})
}

// ask asks a pod, or a Service, through the API server.
func ask(ctx context.Context, kind, name, path string) (string, error) {
	raw, err := client.CoreV1().RESTClient().Get().Namespace("default").Resource(kind).Name(name).SubResource("proxy").Suffix(path).DoRaw(ctx)
	return string(raw), err
}

func httpGet(path string) corev1.ProbeHandler {
	return corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: path, Port: intstr.FromInt32(8080)}}
}

// TestServes has a pod with all sorts of volumes, variables and probes, whose init container comes first.
func TestServes(t *testing.T) {
	objects := client.CoreV1()
	if _, err := objects.Secrets("default").Create(t.Context(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "token"}, StringData: map[string]string{"token": "s3cret"}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := objects.ConfigMaps("default").Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "settings"}, Data: map[string]string{"a": "of the map"}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	main := server()
	main.ReadinessProbe = &corev1.Probe{ProbeHandler: httpGet("/notes/weights"), PeriodSeconds: 1}
	main.StartupProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(8080)}}, PeriodSeconds: 1}
	main.LivenessProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{Exec: &corev1.ExecAction{Command: []string{"/engine", "exists", "/notes/weights"}}}, PeriodSeconds: 1, FailureThreshold: 1}
	main.VolumeMounts = append(main.VolumeMounts, corev1.VolumeMount{Name: "settings", MountPath: "/settings"}, corev1.VolumeMount{Name: "token", MountPath: "/token"})
	main.Env = []corev1.EnvVar{
		{Name: "ADDRESS", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "status.podIP"}}},
		{Name: "TOKEN", ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{LocalObjectReference: corev1.LocalObjectReference{Name: "token"}, Key: "token"}}},
	}
	create(t, "serves", corev1.PodSpec{
		InitContainers: []corev1.Container{{Name: "loader", Image: image, Args: []string{"write", "/notes/weights", "of the loader"}, VolumeMounts: main.VolumeMounts[:1]}},
		Containers:     []corev1.Container{main},
		Volumes: []corev1.Volume{
			notes(scratch),
			{Name: "settings", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: "settings"}}}},
			{Name: "token", VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "token"}}},
		},
	})
	expect(t, "serves", observed{Main: "Running", Ready: true})
	pod, err := objects.Pods("default").Get(t.Context(), "serves", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"notes/weights": "of the loader", "settings/a": "of the map", "token/token": "s3cret", "env/TOKEN": "s3cret", "env/ADDRESS": pod.Status.PodIP, "env/HOSTNAME": "serves",
	} {
		if got, err := ask(t.Context(), "pods", "serves:8080", path); got != want {
			t.Errorf("%s is %q (%v), want %q", path, got, err, want)
		}
	}
	if token, err := ask(t.Context(), "pods", "serves:8080", "var/run/secrets/kubernetes.io/serviceaccount/token"); !strings.HasPrefix(token, "ey") {
		t.Errorf("the token of the service account is %q (%v)", token, err)
	}
	expectLog(t, "serves", corev1.PodLogOptions{}, "listening on 8080\n")
}

func expectLog(t *testing.T, name string, which corev1.PodLogOptions, want string) {
	t.Helper()
	log, err := client.CoreV1().Pods("default").GetLogs(name, &which).DoRaw(t.Context())
	if string(log) != want {
		t.Errorf("the log of %s is %q (%v), want %q", name, log, err, want)
	}
}

// TestFails has containers that end by themselves, by their memory and by their probe, and some that cannot begin.
func TestFails(t *testing.T) {
	small := corev1.ResourceRequirements{Limits: corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("64Mi")}}
	dead, never := server(), server()
	dead.LivenessProbe = &corev1.Probe{ProbeHandler: httpGet("/missing"), InitialDelaySeconds: 2, PeriodSeconds: 1, FailureThreshold: 3}
	never.ReadinessProbe = &corev1.Probe{ProbeHandler: httpGet("/missing"), PeriodSeconds: 1}
	cases := map[string]struct {
		container corev1.Container
		want      observed
		log       string
	}{
		"crash":     {corev1.Container{Image: image, Args: []string{"crash"}}, observed{Main: "CrashLoopBackOff", Last: "Error 3", Restarted: true}, "the model file is broken\n"},
		"memory":    {corev1.Container{Image: image, Args: []string{"eat"}, Resources: small}, observed{Main: "CrashLoopBackOff", Last: "OOMKilled 137", Restarted: true}, ""},
		"liveness":  {dead, observed{Main: "Running", Last: "Completed 0", Ready: true, Restarted: true}, "listening on 8080\n"},
		"readiness": {never, observed{Main: "Running"}, ""},
		"image":     {corev1.Container{Image: "example.org/other:v1"}, observed{Main: "ImagePullBackOff"}, ""},
		"program":   {corev1.Container{Image: image, Command: []string{"vllm", "serve"}}, observed{Main: "CrashLoopBackOff", Last: "StartError 128", Restarted: true}, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.container.Name = "main"
			create(t, name, corev1.PodSpec{Containers: []corev1.Container{tc.container}, Volumes: []corev1.Volume{notes(scratch)}})
			expect(t, name, tc.want)
			if tc.log != "" {
				expectLog(t, name, corev1.PodLogOptions{Previous: true}, tc.log)
			}
		})
	}
}

// TestEnds deletes a pod: its hook comes first, then the signal, and its Service has nobody left.
func TestEnds(t *testing.T) {
	folder := t.TempDir()
	main := server()
	main.Lifecycle = &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{Exec: &corev1.ExecAction{Command: []string{"/engine", "write", "/notes/stopping", ""}}}}
	create(t, "ends", corev1.PodSpec{Containers: []corev1.Container{main}, Volumes: []corev1.Volume{notes(corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: folder}})}})
	if _, err := client.CoreV1().Services("default").Create(t.Context(), &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: "ends"},
		Spec:       corev1.ServiceSpec{Selector: map[string]string{"app": "ends"}, Ports: []corev1.ServicePort{{Port: 80, TargetPort: intstr.FromInt32(8080)}}},
	}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, func(ctx context.Context) error {
		_, err := ask(ctx, "services", "ends:80", "env/HOME")
		return err
	})
	if err := client.CoreV1().Pods("default").Delete(t.Context(), "ends", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, func(ctx context.Context) error {
		_, err := client.CoreV1().Pods("default").Get(ctx, "ends", metav1.GetOptions{})
		if !apierrors.IsNotFound(err) {
			return fmt.Errorf("the pod is there: %w", err)
		}
		return nil
	})
	for _, note := range []string{"stopping", "terminated"} {
		if _, err := os.Stat(filepath.Join(folder, note)); err != nil {
			t.Errorf("the container has not noted it: %v", err)
		}
	}
	if answer, err := ask(t.Context(), "services", "ends:80", "env/HOME"); err == nil {
		t.Errorf("the Service answers %q", answer)
	}
}
