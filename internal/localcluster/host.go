package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

// host starts a cluster in this process, which becomes the owner of its state directory until it ends.
func host(ctx context.Context, opts cluster.Options, step func(string, ...any)) (*cluster.Cluster, error) {
	// Before the directory has an owner: the signal would otherwise end a process that is not ready for it.
	outages := make(chan os.Signal, 1)
	signal.Notify(outages, syscall.SIGUSR1)
	if err := opts.Dir.Acquire(); err != nil {
		return nil, err
	}
	if err := opts.Dir.Clear(); err != nil {
		return nil, err
	}
	logs, err := openLog(opts.Dir)
	if err != nil {
		return nil, err
	}
	if err := logs.Truncate(0); err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	if err := logTo(logs, opts.VerboseLogging); err != nil {
		return nil, err
	}
	c, err := cluster.Start(ctx, opts, step)
	if err != nil {
		return nil, err
	}
	go func() {
		for range outages {
			if err := answerOutage(c, opts.Dir); err != nil {
				slog.Error("Outage", "error", err)
			}
		}
	}()
	return c, nil
}

func openLog(dir state.Dir) (*os.File, error) {
	f, err := os.OpenFile(dir.Log(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return f, nil
}

// logTo sends what all components say to one place; they use four different loggers.
func logTo(w io.Writer, verbose bool) error {
	level, least := 0, slog.LevelWarn
	if verbose {
		level, least = 2, slog.LevelInfo
	}
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	if err := flags.Parse([]string{
		"-v=" + strconv.Itoa(level), "-logtostderr=false", "-alsologtostderr=false", "-one_output=true",
		"-stderrthreshold=FATAL", "-legacy_stderr_threshold_behavior=false",
	}); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	klog.SetOutput(w)
	log.SetOutput(w)
	slog.SetDefault(slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: least})))
	ctrl.SetLogger(klog.NewKlogr())
	return nil
}

// logTail is the end of the log, without lines of the least severity, for the message of a failed start.
func logTail(dir state.Dir) string {
	const lines = 15
	content, err := os.ReadFile(dir.Log())
	if err != nil {
		return err.Error()
	}
	var kept []string
	for line := range strings.Lines(string(content)) {
		if !strings.HasPrefix(line, "I") {
			kept = append(kept, line)
		}
	}
	return fmt.Sprintf("last lines of %s:\n%s", dir.Log(), strings.Join(kept[max(0, len(kept)-lines):], ""))
}

// stepPrinter prints a line for each step, with the seconds since now.
func stepPrinter(w io.Writer) func(format string, args ...any) {
	begin := time.Now()
	return func(format string, args ...any) {
		_, _ = fmt.Fprintf(w, "localcluster: %6.2fs  %s\n", time.Since(begin).Seconds(), fmt.Sprintf(format, args...))
	}
}
