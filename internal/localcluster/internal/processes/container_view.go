//go:build linux

package processes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	remote "k8s.io/cri-client/pkg"
	utilexec "k8s.io/utils/exec"
)

// ending is why a container has ended, in the words of other runtimes.
func (c *container) ending() string {
	switch {
	case c.state != runtimeapi.ContainerState_CONTAINER_EXITED:
		return ""
	case c.reason != "":
		return c.reason
	case c.code == 0:
		return "Completed"
	}
	return "Error"
}

// nanoseconds of a moment, 0 for none.
func nanoseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// ContainerStatus implements the kubelet's interface.
func (r *Runtime) ContainerStatus(_ context.Context, id string, _ bool) (*runtimeapi.ContainerStatusResponse, error) {
	c, err := r.container(id)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return &runtimeapi.ContainerStatusResponse{Status: &runtimeapi.ContainerStatus{
		Id: c.id, Metadata: c.config.GetMetadata(), State: c.state, Image: c.config.GetImage(), ImageRef: c.image.Name, ImageId: c.image.Name,
		CreatedAt: nanoseconds(c.created), StartedAt: nanoseconds(c.started), FinishedAt: nanoseconds(c.finished),
		ExitCode: c.code, Reason: c.ending(), LogPath: c.logPath(), Labels: c.config.GetLabels(), Annotations: c.config.GetAnnotations(), Mounts: c.config.GetMounts(),
	}}, nil
}

// ListContainers implements the kubelet's interface.
func (r *Runtime) ListContainers(_ context.Context, filter *runtimeapi.ContainerFilter) ([]*runtimeapi.Container, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []*runtimeapi.Container
	for _, c := range r.containers {
		if filter.GetId() != "" && filter.GetId() != c.id || filter.GetPodSandboxId() != "" && filter.GetPodSandboxId() != c.sandbox.id ||
			filter.GetState() != nil && filter.GetState().GetState() != c.state || !matches(c.config.GetLabels(), filter.GetLabelSelector()) {
			continue
		}
		found = append(found, &runtimeapi.Container{
			Id: c.id, PodSandboxId: c.sandbox.id, Metadata: c.config.GetMetadata(), Image: c.config.GetImage(), ImageRef: c.image.Name, ImageId: c.image.Name,
			State: c.state, CreatedAt: nanoseconds(c.created), Labels: c.config.GetLabels(), Annotations: c.config.GetAnnotations(),
		})
	}
	return found, nil
}

// ExecSync implements the kubelet's interface: probes and hooks that are commands.
func (r *Runtime) ExecSync(ctx context.Context, id string, words []string, timeout time.Duration) ([]byte, []byte, error) {
	c, err := r.container(id)
	if err != nil {
		return nil, nil, err
	}
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	var stdout, stderr bytes.Buffer
	cmd := c.command(words)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := c.sandbox.network.within(cmd.Start); err != nil {
		return nil, nil, err
	}
	over := context.AfterFunc(ctx, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	err = cmd.Wait()
	if !over() {
		return nil, nil, fmt.Errorf("%w: %q timed out after %s", remote.ErrCommandTimedOut, strings.Join(words, " "), timeout)
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = utilexec.CodeExitError{
			Err:  fmt.Errorf("command '%s' exited with %d: %s", strings.Join(words, " "), exit.ExitCode(), stderr.String()),
			Code: exit.ExitCode(),
		}
	}
	return stdout.Bytes(), stderr.Bytes(), err
}
