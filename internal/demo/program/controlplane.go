package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// ControlPlane is a local control plane that runs.
type ControlPlane struct {
	// Kubeconfig is the path of its kubeconfig; empty for the user's own cluster.
	Kubeconfig string
	// Stop ends it, with everything in it.
	Stop func() error
}

// stopTimeout is how long the control plane has to end; it takes a fraction of a second.
const stopTimeout = 20 * time.Second

// StartKept starts a control plane that runs until it is stopped. Flags are those of
// `localcluster start` besides --dir.
func StartKept(ctx context.Context, binary, dir string, flags ...string) (*ControlPlane, error) {
	cmd := exec.CommandContext(ctx, binary, append([]string{"start", "--dir", dir}, flags...)...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("the control plane did not start; if an earlier one still runs, `make demo-stop` stops it: %w\n%s", err, log.String())
	}
	stop := func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		return exec.CommandContext(ctx, binary, "stop", "--dir", dir).Run()
	}
	return &ControlPlane{Kubeconfig: strings.TrimSpace(string(out)), Stop: stop}, nil
}

// StartChild starts a control plane that ends with this process, however that ends. Flags
// are those of `localcluster run` besides --dir.
func StartChild(ctx context.Context, binary, dir string, flags ...string) (*ControlPlane, error) {
	cmd := exec.CommandContext(ctx, binary, append([]string{"run", "--dir", dir}, flags...)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = stopTimeout
	var log bytes.Buffer
	cmd.Stderr = &log
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the control plane did not start; if an earlier one still runs, `make demo-stop` stops it: %w\n%s", cmd.Wait(), log.String())
	}
	stop := func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		_ = cmd.Wait() // It was told to end: how it did is of no interest.
		return nil
	}
	return &ControlPlane{Kubeconfig: strings.TrimSpace(line), Stop: stop}, nil
}
