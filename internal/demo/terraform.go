package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// terraform runs the commands of a terraform or tofu binary in one working directory.
type terraform struct {
	binary, dir string
	// cliConfig names the folder that the provider is installed from; empty: the user's own settings hold.
	cliConfig string
	// kubeconfig is the path of the kubeconfig; empty for the user's own cluster.
	kubeconfig string
	ownCluster bool
	// applied says whether there may be something to destroy.
	applied bool
}

const planFile = "demo.tfplan"

// findTerraform returns the path of the binary to use.
func findTerraform(asked string) (string, error) {
	if asked != "" {
		return exec.LookPath(asked)
	}
	for _, name := range []string{"terraform", "tofu"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("neither terraform nor tofu is in PATH: install one of them, or name it with `make demo TERRAFORM=<path>`")
}

func (t *terraform) name() string {
	return filepath.Base(t.binary)
}

// exited is a command that ended with an exit code other than 0.
type exited struct {
	command string
	code    int
	output  string
}

func (e *exited) Error() string {
	return fmt.Sprintf("`%s` ended with exit code %d:\n%s", e.command, e.code, e.output)
}

// run returns what the command printed to stdout. When ctx ends, the command may still
// write its state.
func (t *terraform) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, t.binary, args...)
	cmd.Dir, cmd.Env = t.dir, t.environment()
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 30 * time.Second
	var stdout, both bytes.Buffer
	cmd.Stdout, cmd.Stderr = writers{&stdout, &both}, &both
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, &exited{command: t.name() + " " + strings.Join(args, " "), code: exit.ExitCode(), output: both.String()}
	}
	return stdout.Bytes(), err
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
// settings, and for the local control plane the user's Kubernetes settings.
func (t *terraform) environment() []string {
	var env []string
	for _, variable := range os.Environ() {
		kubernetes := strings.HasPrefix(variable, "KUBE_") || strings.HasPrefix(variable, "KUBECONFIG=")
		if strings.HasPrefix(variable, "TF_") || kubernetes && !t.ownCluster {
			continue
		}
		env = append(env, variable)
	}
	env = append(env, "TF_IN_AUTOMATION=1", "TF_INPUT=0", "CHECKPOINT_DISABLE=1")
	if t.cliConfig != "" {
		env = append(env, "TF_CLI_CONFIG_FILE="+t.cliConfig)
	}
	if t.kubeconfig != "" {
		env = append(env, "KUBE_CONFIG_PATH="+t.kubeconfig)
	}
	return env
}

// plan writes a plan and returns it, with the exit code: 0 for an empty plan, 2 for one
// with changes.
func (t *terraform) plan(ctx context.Context) (plan, int, error) {
	code := 0
	_, err := t.run(ctx, "plan", "-no-color", "-detailed-exitcode", "-out="+planFile)
	if exit, ok := errors.AsType[*exited](err); ok && exit.code == 2 {
		code, err = 2, nil
	}
	if err != nil {
		return plan{}, 0, err
	}
	var p plan
	return p, code, t.show(ctx, &p, planFile)
}

// show decodes the plan in a file, or the state.
func (t *terraform) show(ctx context.Context, into any, file ...string) error {
	out, err := t.run(ctx, append([]string{"show", "-no-color", "-json"}, file...)...)
	if err != nil {
		return err
	}
	return json.Unmarshal(out, into)
}

// apply applies the plan that was written last.
func (t *terraform) apply(ctx context.Context) error {
	t.applied = true
	_, err := t.run(ctx, "apply", "-no-color", planFile)
	return err
}

// destroy destroys everything that was applied.
func (t *terraform) destroy(ctx context.Context) error {
	_, err := t.run(ctx, "destroy", "-no-color", "-auto-approve")
	if err == nil {
		t.applied = false
	}
	return err
}
