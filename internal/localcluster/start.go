package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

func startCommand() *cobra.Command {
	var opts cluster.Options
	var dir string
	cmd := &cobra.Command{
		Use:   "start",
		Short: "Start a cluster in the background and print the path of its kubeconfig when it is ready",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := complete(&opts, dir); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			if err := start(ctx, opts); err != nil {
				return err
			}
			fmt.Println(opts.Dir.Kubeconfig())
			return nil
		},
	}
	dirFlag(cmd.Flags(), &dir)
	clusterFlags(cmd.Flags(), &opts)
	return cmd
}

// report is one line that the background process writes to the `start` that waits for it.
type report struct {
	Step  string `json:",omitempty"`
	Error string `json:",omitempty"`
	Ready bool   `json:",omitempty"`
}

// start runs `serve` in a session of its own and waits until it says that the cluster is ready.
func start(ctx context.Context, opts cluster.Options) error {
	if pid, err := opts.Dir.Owner(); err != nil {
		return err
	} else if pid != 0 {
		return &state.RunningError{Dir: opts.Dir, PID: pid}
	}
	if err := opts.Dir.Create(); err != nil {
		return err
	}
	logs, err := openLog(opts.Dir)
	if err != nil {
		return err
	}
	defer func() { _ = logs.Close() }()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	input, err := json.Marshal(opts)
	if err != nil {
		return err
	}
	reports, reporting, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = reports.Close() }()
	child := exec.Command(self, "serve")
	child.Stdin, child.Stdout, child.Stderr = bytes.NewReader(input), logs, logs
	child.Dir = string(opts.Dir)
	child.ExtraFiles = []*os.File{reporting}
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		return fmt.Errorf("background process: %w", err)
	}
	_ = reporting.Close()
	defer context.AfterFunc(ctx, func() { _ = child.Process.Kill() })()
	if err := follow(reports); err != nil {
		end := child.Wait()
		if ctx.Err() != nil {
			return errors.New("interrupted: the cluster is not started")
		}
		return fmt.Errorf("%w (background process: %s)\n%s", err, ended(end), logTail(opts.Dir))
	}
	return nil
}

// follow prints the steps that the background process reports, until it is ready or gone.
func follow(reports io.Reader) error {
	step := stepPrinter(os.Stderr)
	decoder := json.NewDecoder(reports)
	for {
		var r report
		if err := decoder.Decode(&r); err != nil {
			return errors.New("the background process ended before the cluster was ready")
		}
		switch {
		case r.Ready:
			return nil
		case r.Error != "":
			return errors.New(r.Error)
		}
		step("%s", r.Step)
	}
}

func ended(err error) string {
	if err == nil {
		return "exit status 0"
	}
	return err.Error()
}
