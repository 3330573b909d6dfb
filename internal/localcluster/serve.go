package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/cluster"
)

// serveCommand is the background process of `start`: options as JSON on standard input, reports to file descriptor 3.
func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "serve",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var opts cluster.Options
			if err := json.NewDecoder(os.Stdin).Decode(&opts); err != nil {
				return fmt.Errorf("options: %w: this command is for `localcluster start` alone", err)
			}
			return serve(cmd.Context(), opts, os.NewFile(3, "reports"))
		},
	}
}

func serve(ctx context.Context, opts cluster.Options, reports *os.File) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	starting, abandon := context.WithCancelCause(ctx)
	encoder := json.NewEncoder(reports)
	send := func(r report) {
		// A start that was killed has nobody who would stop the cluster.
		if err := encoder.Encode(r); err != nil {
			abandon(errors.New("`localcluster start` is gone"))
		}
	}
	c, err := host(starting, opts, func(format string, args ...any) { send(report{Step: fmt.Sprintf(format, args...)}) })
	if err != nil {
		send(report{Error: err.Error()})
		return err
	}
	send(report{Ready: true})
	if err := starting.Err(); err != nil {
		return context.Cause(starting)
	}
	_ = reports.Close()
	err = c.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return err
}
