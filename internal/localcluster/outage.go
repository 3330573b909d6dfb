package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

func outageCommand() *cobra.Command {
	var path string
	var duration time.Duration
	cmd := &cobra.Command{
		Use:   "restart-apiserver",
		Short: "Make the API of a running cluster unavailable for a while, as its restart would",
		Long: "Cuts all connections to the API endpoint, refuses new ones for the time given, and then serves again on the " +
			"same port with the same data. It is an outage of the endpoint: the API server behind it keeps running, and the " +
			"controllers keep working. Returns when the API answers again.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := state.New(path)
			if err != nil {
				return err
			}
			if err := requestOutage(cmd.Context(), dir, duration); err != nil {
				return err
			}
			return awaitAPI(cmd.Context(), dir)
		},
	}
	dirFlag(cmd.Flags(), &path)
	cmd.Flags().DurationVar(&duration, "for", 3*time.Second, "how long the API is unavailable")
	return cmd
}

// requestOutage leaves the duration in a file, wakes the owner of the directory, and waits until it removes the file.
func requestOutage(ctx context.Context, dir state.Dir, duration time.Duration) error {
	pid, err := dir.Owner()
	if err != nil {
		return err
	}
	if pid == 0 {
		return fmt.Errorf("no cluster runs in %s: start one, or say where it is with --dir", dir)
	}
	f, err := os.OpenFile(dir.OutageRequest(), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if os.IsExist(err) {
		return fmt.Errorf("an outage of the cluster in %s is already going on: wait for its end", dir)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(duration.String())
	if err := f.Close(); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGUSR1); err != nil {
		return fmt.Errorf("process %d of %s: %w", pid, dir, err)
	}
	return wait.PollUntilContextCancel(ctx, 20*time.Millisecond, true, func(context.Context) (bool, error) {
		if _, err := os.Stat(dir.OutageRequest()); os.IsNotExist(err) {
			return true, nil
		}
		owner, err := dir.Owner()
		if err == nil && owner != pid {
			err = fmt.Errorf("the cluster in %s ended during the outage: see %s", dir, dir.Log())
		}
		return false, err
	})
}

// answerOutage does in the owner what requestOutage asked for.
func answerOutage(c *cluster.Cluster, dir state.Dir) error {
	content, err := os.ReadFile(dir.OutageRequest())
	if err != nil {
		return err
	}
	duration, err := time.ParseDuration(strings.TrimSpace(string(content)))
	if err == nil {
		c.Outage(duration)
	}
	if removed := os.Remove(dir.OutageRequest()); removed != nil {
		return removed
	}
	return err
}

func awaitAPI(ctx context.Context, dir state.Dir) error {
	cfg, err := clientcmd.BuildConfigFromFlags("", dir.Kubeconfig())
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		return err
	}
	var last error
	if err := wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, 30*time.Second, true, func(ctx context.Context) (bool, error) {
		last = client.Discovery().RESTClient().Get().AbsPath("/readyz").Do(ctx).Error()
		return last == nil, nil
	}); err != nil {
		return fmt.Errorf("the API does not answer after the outage: %w", last)
	}
	return nil
}
