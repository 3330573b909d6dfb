//go:build linux && serve

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/processes"
)

const (
	// asNode makes the test binary the program itself.
	asNode = "PROCESSNODE_TEST_AS_NODE"
	// controlPlane names the program of the local control plane.
	controlPlane = "LOCALCLUSTER"
	// nodeLog is where the node logs.
	nodeLog = "node.log"
)

var client kubernetes.Interface

func TestMain(m *testing.M) {
	var err error
	switch {
	case os.Getenv(asEngine) != "":
		err = engine(os.Args[1:])
	case os.Getenv(asNode) != "":
		err = execute(os.Args[1:])
	default:
		os.Exit(runTests(m))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "processnode-test-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	stop, err := start(dir)
	defer func() { stop() }()
	code := 1
	if err == nil {
		code = m.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	if log, err := os.ReadFile(filepath.Join(dir, nodeLog)); err == nil && code != 0 {
		_, _ = os.Stderr.Write(log)
	}
	return code
}

// start starts a cluster with one node, whose only image is this program.
func start(dir string) (stop func(), err error) {
	stop = func() {}
	socket, images := filepath.Join(dir, "node.sock"), filepath.Join(dir, "images.json")
	self, err := os.Executable()
	if err != nil {
		return stop, err
	}
	text, err := json.Marshal(processes.Images{{
		Name: "example.org/engine", Entrypoint: []string{"/engine"}, Env: []string{asEngine + "=1"}, Files: map[string]string{"/engine": self},
	}})
	if err != nil {
		return stop, err
	}
	if err := os.WriteFile(images, text, 0o600); err != nil {
		return stop, err
	}
	cluster := exec.Command(os.Getenv(controlPlane), "run", "--dir", filepath.Join(dir, "cluster"), "--nodes", "0", "--gpu-nodes", "0", "--process-node", socket)
	cluster.Stderr = os.Stderr
	kubeconfig, stopCluster, err := firstLine(cluster)
	if err != nil {
		return stopCluster, err
	}
	log, err := os.Create(filepath.Join(dir, nodeLog))
	if err != nil {
		return stopCluster, err
	}
	defer func() { _ = log.Close() }()
	node := exec.Command(self, "-kubeconfig", kubeconfig, "-socket", socket, "-images", images)
	node.Env, node.Stderr = append(os.Environ(), asNode+"=1"), log
	_, stopNode, err := firstLine(node)
	stop = func() { stopNode(); stopCluster() }
	if err != nil {
		return stop, err
	}
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return stop, err
	}
	client, err = kubernetes.NewForConfig(config)
	return stop, err
}

// firstLine starts a program and returns what it says once it is ready.
func firstLine(cmd *exec.Cmd) (line string, stop func(), err error) {
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", func() {}, err
	}
	if err := cmd.Start(); err != nil {
		return "", func() {}, err
	}
	stop = func() { _, _ = cmd.Process.Signal(os.Interrupt), cmd.Wait() }
	if line, err = bufio.NewReader(stdout).ReadString('\n'); err != nil {
		return "", stop, fmt.Errorf("%s is not ready: %w", cmd.Path, err)
	}
	return strings.TrimSpace(line), stop, nil
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
		case <-time.After(100 * time.Millisecond):
		}
	}
}
