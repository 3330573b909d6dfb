package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// asProgram makes the test binary the program itself, so that no second binary has to be linked.
const asProgram = "LOCALCLUSTER_TEST_AS_PROGRAM"

// shared is the cluster that most tests use, each with names of its own.
var shared struct {
	dir, kubeconfig, auditLog string
	rest                      *rest.Config
	client                    kubernetes.Interface
	dynamic                   dynamic.Interface
}

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(execute())
	}
	os.Exit(func() int {
		temp, err := os.MkdirTemp("", "localcluster-test-")
		if err != nil {
			panic(err)
		}
		defer func() { _ = os.RemoveAll(temp) }()
		if err := startShared(temp); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer func() {
			if r := program("stop", "--dir", shared.dir); r.err != nil {
				fmt.Fprintln(os.Stderr, r)
			}
		}()
		return m.Run()
	}())
}

func startShared(temp string) error {
	shared.dir, shared.auditLog = filepath.Join(temp, "state"), filepath.Join(temp, "audit.log")
	lws, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/lws").Output()
	if err != nil {
		return fmt.Errorf("folder of the LeaderWorkerSet module: %w", err)
	}
	args := []string{
		"start", "--dir", shared.dir, "--audit-log", shared.auditLog, "--manifests", "testdata/policy.yaml",
		"--crds", filepath.Join(strings.TrimSpace(string(lws)), "config", "crd", "bases"),
	}
	if _, err := os.Stat(llmazCRDs); err == nil {
		args = append(args, "--crds", llmazCRDs, "--stages", "stages/llmaz.yaml", "--mutate-webhook")
	}
	r := program(args...)
	if r.err != nil {
		return fmt.Errorf("%s", r)
	}
	fmt.Fprint(os.Stderr, r.stderr)
	shared.kubeconfig = strings.TrimSuffix(r.stdout, "\n")
	if shared.rest, err = clientcmd.BuildConfigFromFlags("", shared.kubeconfig); err != nil {
		return err
	}
	shared.rest.QPS, shared.rest.Burst = 500, 1000
	if shared.client, err = kubernetes.NewForConfig(shared.rest); err != nil {
		return err
	}
	shared.dynamic, err = dynamic.NewForConfig(shared.rest)
	return err
}

// result is what a run of the program gave.
type result struct {
	args           []string
	stdout, stderr string
	err            error
}

func (r result) code() int {
	if exit, ok := errors.AsType[*exec.ExitError](r.err); ok {
		return exit.ExitCode()
	}
	if r.err != nil {
		return -1
	}
	return 0
}

func (r result) String() string {
	return fmt.Sprintf("localcluster %s: %v\nstandard output: %s\nstandard error: %s", strings.Join(r.args, " "), r.err, r.stdout, r.stderr)
}

// command is the program, not started yet.
func command(args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

func program(args ...string) result {
	cmd := command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	return result{args: args, stdout: stdout.String(), stderr: stderr.String(), err: err}
}

func mustRun(t *testing.T, args ...string) result {
	t.Helper()
	r := program(args...)
	if r.err != nil {
		t.Fatal(r)
	}
	return r
}

// eventually tries until it works. The limit is far above what any test needs, for busy machines.
func eventually(t *testing.T, try func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	for {
		err := try(ctx)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatal(err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func serverVersion(kubeconfig string) (string, error) {
	cfg, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return "", err
	}
	client, err := discovery.NewDiscoveryClientForConfig(cfg)
	if err != nil {
		return "", err
	}
	v, err := client.ServerVersion()
	if err != nil {
		return "", err
	}
	return v.GitVersion, nil
}
