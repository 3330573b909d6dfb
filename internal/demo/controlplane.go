package main

import (
	"bufio"
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

// controlPlane is where the example is applied.
type controlPlane struct {
	// kubeconfig is the path of its kubeconfig; empty for the user's own cluster.
	kubeconfig string
	// stop ends it, with everything in it.
	stop func() error
}

// stopTimeout is how long the control plane has to end; it takes a fraction of a second.
const stopTimeout = 20 * time.Second

// startControlPlane starts a local control plane unless there is one already. It does not
// outlive this process unless it is to be kept.
func startControlPlane(ctx context.Context, o options) (*controlPlane, error) {
	if o.own {
		return &controlPlane{stop: func() error { return nil }}, nil
	}
	dir := filepath.Join(o.dir, "cluster")
	args := []string{"--dir", dir}
	for _, folder := range o.crds {
		args = append(args, "--crds", folder)
	}
	if o.keep {
		return startKept(ctx, o.localcluster, dir, args)
	}
	return startChild(ctx, o.localcluster, args)
}

// startKept starts a control plane that runs until it is stopped.
func startKept(ctx context.Context, binary, dir string, args []string) (*controlPlane, error) {
	cmd := exec.CommandContext(ctx, binary, append([]string{"start"}, args...)...)
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
	return &controlPlane{kubeconfig: strings.TrimSpace(string(out)), stop: stop}, nil
}

// startChild starts a control plane that ends with this process, however that ends.
func startChild(ctx context.Context, binary string, args []string) (*controlPlane, error) {
	cmd := exec.CommandContext(ctx, binary, append([]string{"run"}, args...)...)
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
	return &controlPlane{kubeconfig: strings.TrimSpace(line), stop: stop}, nil
}
