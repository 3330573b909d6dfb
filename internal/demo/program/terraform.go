// Package program runs the programs that the demo and the benchmark are about: Terraform
// and the local control plane.
package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Terraform runs the commands of a terraform or tofu binary in one working directory.
type Terraform struct {
	// Binary and Dir are paths.
	Binary, Dir string
	// CLIConfig is the path of a CLI configuration that says where the provider is
	// installed from; empty: the user's own settings hold.
	CLIConfig string
	// Kubeconfig is the path of the kubeconfig; empty for the cluster of the environment.
	Kubeconfig string
}

// FindTerraform returns the path of the binary to use: the one asked for, or else
// terraform or tofu from PATH.
func FindTerraform(asked string) (string, error) {
	if asked != "" {
		return exec.LookPath(asked)
	}
	for _, name := range []string{"terraform", "tofu"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("neither terraform nor tofu is in PATH: install one of them, or set TERRAFORM=<path>")
}

// Name is the name of the binary, for messages.
func (t *Terraform) Name() string {
	return filepath.Base(t.Binary)
}

// ExitError is a command that ended with an exit code other than 0.
type ExitError struct {
	Command string
	Code    int
	// Output is everything that the command printed.
	Output string
}

func (e *ExitError) Error() string {
	return fmt.Sprintf("`%s` ended with exit code %d:\n%s", e.Command, e.Code, e.Output)
}

// interruptGrace is how long an interrupted command has to write its state.
const interruptGrace = 30 * time.Second

// Run returns what a command printed to stdout. When ctx ends, the command is interrupted.
func (t *Terraform) Run(ctx context.Context, args ...string) ([]byte, error) {
	stdout, _, err := t.run(ctx, args...)
	return stdout, err
}

// CPU returns the processor time of a command and of the provider that it ran.
func (t *Terraform) CPU(ctx context.Context, args ...string) (time.Duration, error) {
	_, state, err := t.run(ctx, args...)
	if err != nil {
		return 0, err
	}
	return state.UserTime() + state.SystemTime(), nil // with that of the processes it waited for
}

func (t *Terraform) run(ctx context.Context, args ...string) ([]byte, *os.ProcessState, error) {
	cmd := exec.CommandContext(ctx, t.Binary, args...)
	cmd.Dir, cmd.Env = t.Dir, t.environment()
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = interruptGrace
	var stdout, both bytes.Buffer
	cmd.Stdout, cmd.Stderr = writers{&stdout, &both}, &both
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, nil, &ExitError{Command: t.Name() + " " + strings.Join(args, " "), Code: exit.ExitCode(), Output: both.String()}
	}
	return stdout.Bytes(), cmd.ProcessState, err
}

// writers copies to several buffers.
type writers []*bytes.Buffer

func (w writers) Write(p []byte) (int, error) {
	for _, buffer := range w {
		buffer.Write(p)
	}
	return len(p), nil
}

// environment is that of this process without what would change the outcome: Terraform
// settings and, beside a kubeconfig, the user's Kubernetes settings.
func (t *Terraform) environment() []string {
	var env []string
	for _, variable := range os.Environ() {
		kubernetes := strings.HasPrefix(variable, "KUBE_") || strings.HasPrefix(variable, "KUBECONFIG=")
		if strings.HasPrefix(variable, "TF_") || kubernetes && t.Kubeconfig != "" {
			continue
		}
		env = append(env, variable)
	}
	env = append(env, "TF_IN_AUTOMATION=1", "TF_INPUT=0", "CHECKPOINT_DISABLE=1")
	if t.CLIConfig != "" {
		env = append(env, "TF_CLI_CONFIG_FILE="+t.CLIConfig)
	}
	if t.Kubeconfig != "" {
		env = append(env, "KUBE_CONFIG_PATH="+t.Kubeconfig)
	}
	return env
}
