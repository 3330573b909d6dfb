package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func configMap(name string, labels map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}
}

func TestManifestsWithAdmissionPolicies(t *testing.T) {
	configMaps := shared.client.CoreV1().ConfigMaps("policed")
	eventually(t, func(ctx context.Context) error {
		dry := metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}
		if _, err := configMaps.Create(ctx, configMap("bad", map[string]string{"forbidden": ""}), dry); err == nil || !strings.Contains(err.Error(), "the label is forbidden here") {
			return fmt.Errorf("the validating policy does not refuse: %w", err)
		}
		made, err := configMaps.Create(ctx, configMap("good", nil), dry)
		if err != nil {
			return err
		}
		if diff := cmp.Diff(map[string]string{"added": "yes"}, made.Labels); diff != "" {
			return fmt.Errorf("the mutating policy does not add its label (-want +got):\n%s", diff)
		}
		return nil
	})
}

func TestAuditLogHasOneLineARequest(t *testing.T) {
	const agent, requests = "audit-test/1.0", 3
	cfg := rest.CopyConfig(shared.rest)
	cfg.UserAgent = agent
	client, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for range requests {
		if _, err := client.CoreV1().Namespaces().Get(t.Context(), "default", metav1.GetOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(shared.auditLog)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var event struct{ Stage, Level, Verb, UserAgent, RequestURI string }
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			t.Fatalf("line %q: %v", lines.Text(), err)
		}
		if event.UserAgent == agent {
			got[strings.Join([]string{event.Level, event.Stage, event.Verb, event.RequestURI}, " ")]++
		}
	}
	want := map[string]int{"Metadata ResponseComplete get /api/v1/namespaces/default": requests}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("audit events of the user agent (-want +got):\n%s", diff)
	}
}

func TestOutage(t *testing.T) {
	namespaces := shared.client.CoreV1().Namespaces()
	if _, err := namespaces.Create(t.Context(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "survives"}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	watch, err := namespaces.Watch(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Stop()
	done := make(chan result, 1)
	go func() { done <- program("restart-apiserver", "--dir", shared.dir, "--for", "1s") }()

	for open := true; open; {
		select {
		case _, open = <-watch.ResultChan():
		case <-time.After(90 * time.Second):
			t.Fatal("an outage must cut open watches")
		}
	}
	server, err := url.Parse(shared.rest.Host)
	if err != nil {
		t.Fatal(err)
	}
	if conn, err := net.Dial("tcp", server.Host); err == nil {
		_ = conn.Close()
		t.Error("an outage must refuse connections")
	}
	if r := <-done; r.err != nil {
		t.Fatal(r)
	}
	if _, err := namespaces.Get(t.Context(), "survives", metav1.GetOptions{}); err != nil {
		t.Errorf("after restart-apiserver returns the API must serve, with the data from before: %v", err)
	}
}

func TestOutageWithoutCluster(t *testing.T) {
	dir := t.TempDir()
	r := program("restart-apiserver", "--dir", dir)
	if want := "no cluster runs in " + dir; r.code() != 1 || !strings.Contains(r.stderr, want) {
		t.Errorf("want exit code 1 and %q: %s", want, r)
	}
}
