package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

// sharesTerminal says whether a command started now would be in the foreground of a terminal, together with this
// process. It must then stay in the process group of this one.
func sharesTerminal() bool { return term.IsTerminal(int(os.Stdin.Fd())) }

// runIn runs a command with access to the cluster and returns its exit code as exitCode. When ctx ends the command has
// ten seconds to end. In a group of its own, what it started ends with it.
func runIn(ctx context.Context, dir state.Dir, args []string, ownGroup bool) error {
	// The kernel ends the command with the thread that started it: that has to be the whole process.
	runtime.LockOSThread()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+dir.Kubeconfig(), "KUBE_CONFIG_PATH="+dir.Kubeconfig())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = endWithParent()
	cmd.SysProcAttr.Setpgid = ownGroup
	target := func() int {
		if ownGroup {
			return -cmd.Process.Pid
		}
		return cmd.Process.Pid
	}
	cmd.Cancel = func() error { return syscall.Kill(target(), syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the command: %w", err)
	}
	err := cmd.Wait()
	if ownGroup {
		_ = syscall.Kill(target(), syscall.SIGKILL)
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return exitCode(128 + int(status.Signal()))
	}
	return exitCode(exit.ExitCode())
}
