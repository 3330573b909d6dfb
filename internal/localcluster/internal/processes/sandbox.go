//go:build linux

package processes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// errNotFound is what the kubelet takes for gone.
var errNotFound = status.Error(codes.NotFound, "not found")

// sandbox is what the containers of a pod share: a network namespace.
type sandbox struct {
	id      string
	config  *runtimeapi.PodSandboxConfig
	created time.Time
	// network is nil once the sandbox was stopped.
	network *podNetwork
	// address outlives the network.
	address string
}

func (s *sandbox) state() runtimeapi.PodSandboxState {
	if s.network == nil {
		return runtimeapi.PodSandboxState_SANDBOX_NOTREADY
	}
	return runtimeapi.PodSandboxState_SANDBOX_READY
}

// RunPodSandbox implements the kubelet's interface.
func (r *Runtime) RunPodSandbox(_ context.Context, config *runtimeapi.PodSandboxConfig, _ string) (string, error) {
	network, err := r.network.add()
	if err != nil {
		return "", fmt.Errorf("network of pod %s: %w", config.GetMetadata().GetName(), err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &sandbox{id: r.id(), config: config, created: time.Now(), network: network, address: network.address.String()}
	r.sandboxes[s.id] = s
	return s.id, nil
}

// StopPodSandbox implements the kubelet's interface.
func (r *Runtime) StopPodSandbox(_ context.Context, id string) error {
	for _, c := range r.containersOf(id) {
		c.kill()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.sandboxes[id]
	if !ok || s.network == nil {
		return nil
	}
	network := s.network
	s.network = nil
	return network.remove()
}

// RemovePodSandbox implements the kubelet's interface.
func (r *Runtime) RemovePodSandbox(ctx context.Context, id string) error {
	if err := r.StopPodSandbox(ctx, id); err != nil {
		return err
	}
	var errs []error
	for _, c := range r.containersOf(id) {
		errs = append(errs, r.RemoveContainer(ctx, c.id))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.sandboxes, id)
	return errors.Join(errs...)
}

// PodSandboxStatus implements the kubelet's interface.
func (r *Runtime) PodSandboxStatus(_ context.Context, id string, _ bool) (*runtimeapi.PodSandboxStatusResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.sandboxes[id]
	if !ok {
		return nil, fmt.Errorf("sandbox %q: %w", id, errNotFound)
	}
	return &runtimeapi.PodSandboxStatusResponse{Status: &runtimeapi.PodSandboxStatus{
		Id: s.id, Metadata: s.config.GetMetadata(), State: s.state(), CreatedAt: s.created.UnixNano(),
		Network: &runtimeapi.PodSandboxNetworkStatus{Ip: s.address},
		Linux: &runtimeapi.LinuxPodSandboxStatus{Namespaces: &runtimeapi.Namespace{
			Options: s.config.GetLinux().GetSecurityContext().GetNamespaceOptions(),
		}},
		Labels: s.config.GetLabels(), Annotations: s.config.GetAnnotations(),
	}}, nil
}

// ListPodSandbox implements the kubelet's interface.
func (r *Runtime) ListPodSandbox(_ context.Context, filter *runtimeapi.PodSandboxFilter) ([]*runtimeapi.PodSandbox, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []*runtimeapi.PodSandbox
	for _, s := range r.sandboxes {
		if filter.GetId() != "" && filter.GetId() != s.id || filter.GetState() != nil && filter.GetState().GetState() != s.state() ||
			!matches(s.config.GetLabels(), filter.GetLabelSelector()) {
			continue
		}
		found = append(found, &runtimeapi.PodSandbox{
			Id: s.id, Metadata: s.config.GetMetadata(), State: s.state(), CreatedAt: s.created.UnixNano(),
			Labels: s.config.GetLabels(), Annotations: s.config.GetAnnotations(),
		})
	}
	return found, nil
}
