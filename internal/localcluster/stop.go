package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

// stopGrace is how long a cluster has to end by itself; it takes a tenth of a second.
const stopGrace = 5 * time.Second

func stopCommand() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "stop",
		Short: "Stop the cluster of a state directory, if one runs, and remove its state",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := state.New(path)
			if err != nil {
				return err
			}
			if err := stop(cmd.Context(), dir); err != nil {
				return err
			}
			return dir.Remove()
		},
	}
	dirFlag(cmd.Flags(), &path)
	return cmd
}

func stop(ctx context.Context, dir state.Dir) error {
	pid, err := dir.Owner()
	if err != nil || pid == 0 {
		return err
	}
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		if err := syscall.Kill(pid, sig); err != nil && err != syscall.ESRCH {
			return fmt.Errorf("stop process %d of %s: %w", pid, dir, err)
		}
		err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, stopGrace, true, func(context.Context) (bool, error) {
			owner, err := dir.Owner()
			return owner == 0, err
		})
		if err == nil {
			awaitExit(ctx, pid)
			return nil
		}
		if !wait.Interrupted(err) {
			return err
		}
		fmt.Fprintf(os.Stderr, "localcluster: process %d did not end after %s\n", pid, sig)
	}
	return fmt.Errorf("process %d of %s does not end", pid, dir)
}

// awaitExit waits for the process that gave its directory up to be gone, which takes the kernel a moment. It has no more
// than a second: a process whose parent does not collect it seems to live for ever.
func awaitExit(ctx context.Context, pid int) {
	_ = wait.PollUntilContextTimeout(ctx, 5*time.Millisecond, time.Second, true, func(context.Context) (bool, error) {
		return syscall.Kill(pid, 0) == syscall.ESRCH, nil
	})
}
