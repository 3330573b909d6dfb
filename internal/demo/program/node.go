package program

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// image is what takes the place of a container image on a node whose pods are processes.
type image struct {
	Name       string            `json:"name"`
	Entrypoint []string          `json:"entrypoint"`
	Env        []string          `json:"env"`
	Dir        string            `json:"dir"`
	Files      map[string]string `json:"files"`
}

// images are those that a node has: the engine is Ollama's, under the command line of llama.cpp and under its own.
func images(tools string) []image {
	ollama := filepath.Join(tools, "ollama")
	return []image{
		// Source: ggml-org/llama.cpp .devops/cpu.Dockerfile@b10068.
		{
			Name: "ghcr.io/ggml-org/llama.cpp", Entrypoint: []string{"/app/llama-server"}, Env: []string{"LLAMA_ARG_HOST=0.0.0.0"}, Dir: "/app",
			Files: map[string]string{"/app/llama-server": filepath.Join(tools, "llamaserver"), "/app/ollama": ollama},
		},
		{
			Name: "ollama/ollama", Entrypoint: []string{"/app/ollama"}, Env: []string{"PATH=/app:/usr/sbin:/usr/bin:/sbin:/bin"},
			Files: map[string]string{"/app/ollama": ollama},
		},
	}
}

// NodeFlags are what a control plane is told of the node that [StartNode] starts with the same folder.
func NodeFlags(dir string) []string {
	return []string{"--nodes", "0", "--gpu-nodes", "0", "--process-node", socket(dir)}
}

func socket(dir string) string { return filepath.Join(dir, "node.sock") }

// StartNode starts a node whose pods are processes, which ends with this process, and waits until it is ready. tools is the
// folder with its programs, and dir one of its own.
func StartNode(tools, dir, kubeconfig string) (stop func(), err error) {
	text, err := json.Marshal(images(tools))
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "images.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	node := exec.Command(filepath.Join(tools, "processnode"), "-kubeconfig", kubeconfig, "-socket", socket(dir), "-images", file) //nolint:noctx // it ends by stop, and with this process
	var log bytes.Buffer
	node.Stderr = &log
	stdout, err := node.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := node.Start(); err != nil {
		return nil, fmt.Errorf("the node whose pods are processes is not built, run `make serving`: %w", err)
	}
	stop = func() {
		_ = node.Process.Signal(os.Interrupt)
		_ = node.Wait() // It was told to end: how it did is of no interest.
	}
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
		return nil, fmt.Errorf("the node whose pods are processes did not start: %w\n%s", node.Wait(), log.String())
	}
	return stop, nil
}
