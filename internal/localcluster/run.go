package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/cluster"
)

func runCommand() *cobra.Command {
	var opts cluster.Options
	var dir string
	cmd := &cobra.Command{
		Use:   "run [flags] [-- COMMAND ARGS...]",
		Short: "Run a cluster while a command runs, or until interrupted, and no longer than the parent process lives",
		RunE: func(cmd *cobra.Command, args []string) error {
			temporary := dir == ""
			if temporary {
				var err error
				if dir, err = os.MkdirTemp("", "localcluster-"); err != nil {
					return err
				}
			}
			if err := complete(&opts, dir); err != nil {
				if temporary {
					err = errors.Join(err, os.Remove(dir))
				}
				return err
			}
			err := run(cmd.Context(), opts, args)
			if temporary {
				err = errors.Join(err, opts.Dir.Remove())
			}
			return err
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().StringVar(&dir, "dir", "", "state directory, kept at the end (default: a temporary one, removed at the end)")
	clusterFlags(cmd.Flags(), &opts)
	return cmd
}

var (
	errInterrupted = errors.New("interrupted")
	errParentDied  = errors.New("the parent process died")
)

// run ends when the command does, or else when it is interrupted or its parent dies.
func run(ctx context.Context, opts cluster.Options, args []string) error {
	ctx, end := context.WithCancelCause(ctx)
	go watchParent(ctx, end)
	shared := len(args) > 0 && sharesTerminal()
	go watchSignals(ctx, end, shared)

	c, err := host(ctx, opts, stepPrinter(os.Stderr))
	if err != nil {
		if errors.Is(context.Cause(ctx), errInterrupted) {
			return exitCode(130)
		}
		return fmt.Errorf("%w\n%s", err, logTail(opts.Dir))
	}
	if len(args) == 0 {
		fmt.Println(opts.Dir.Kubeconfig())
		if err := c.Wait(); !errors.Is(err, errInterrupted) {
			return err
		}
		return nil
	}
	go func() { end(c.Wait()) }()
	err = runIn(ctx, opts.Dir, args, !shared)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errInterrupted) {
		return cause
	}
	return err
}

// watchSignals ends ctx on an interrupt. A terminal interrupts a command that shares it by itself: the command then
// decides when to end.
func watchSignals(ctx context.Context, end context.CancelCauseFunc, shared bool) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	for {
		select {
		case <-ctx.Done():
			return
		case sig := <-signals:
			if sig != os.Interrupt || !shared {
				end(errInterrupted)
			}
		}
	}
}

// watchParent ends ctx when the process that started this one is gone, however it ended.
func watchParent(ctx context.Context, end context.CancelCauseFunc) {
	parent := os.Getppid()
	ticker := time.NewTicker(200 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if os.Getppid() != parent {
				end(errParentDied)
				return
			}
		}
	}
}
