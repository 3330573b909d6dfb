//go:build linux

// Package processes is a container runtime whose containers are processes of this machine, for the kubelet: images are
// programs that the machine has, and each pod has a network namespace. What is the kubelet's own, it does itself: probes,
// restarts and their back-off, hooks, volumes, logs.
//
// A container sees the system folders of the machine, read-only, and nothing else of it. All are the same user, and a limit
// of memory is watched rather than enforced by a cgroup, so that no privilege is needed.
//
// Mirrors kubernetes/cri-api pkg/apis/services.go@v0.36.3.
package processes

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	apitest "k8s.io/cri-api/pkg/apis/testing"
)

// name is what the kubelet calls the runtime: container IDs begin with it.
const name = "processes"

// Runtime implements the kubelet's interfaces of a runtime and of its images.
type Runtime struct {
	// What is left out here is answered with nothing: statistics, checkpoints, streams.
	*apitest.FakeRuntimeService

	dir     string
	images  Images
	network *Network

	mu         sync.Mutex
	last       int
	sandboxes  map[string]*sandbox
	containers map[string]*container
}

// New returns a runtime that has its files in dir.
func New(dir string, images Images, network *Network) *Runtime {
	return &Runtime{
		FakeRuntimeService: apitest.NewFakeRuntimeService(), dir: dir, images: images, network: network,
		sandboxes: map[string]*sandbox{}, containers: map[string]*container{},
	}
}

// Version implements the kubelet's interface.
func (r *Runtime) Version(context.Context, string) (*runtimeapi.VersionResponse, error) {
	return &runtimeapi.VersionResponse{Version: "0.1.0", RuntimeName: name, RuntimeVersion: "0.1.0", RuntimeApiVersion: "v1"}, nil
}

// Status implements the kubelet's interface.
func (r *Runtime) Status(context.Context, bool) (*runtimeapi.StatusResponse, error) {
	return &runtimeapi.StatusResponse{Status: &runtimeapi.RuntimeStatus{Conditions: []*runtimeapi.RuntimeCondition{
		{Type: runtimeapi.RuntimeReady, Status: true}, {Type: runtimeapi.NetworkReady, Status: true},
	}}}, nil
}

// id is a new one, of a sandbox or a container. The caller holds the lock.
func (r *Runtime) id() string {
	r.last++
	return fmt.Sprintf("%012x", r.last)
}

// containersOf are those of a sandbox.
func (r *Runtime) containersOf(sandbox string) []*container {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Collect(maps.Values(r.containers)), func(c *container) bool { return c.sandbox.id != sandbox })
}

func (r *Runtime) container(id string) (*container, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c, ok := r.containers[id]; ok {
		return c, nil
	}
	return nil, fmt.Errorf("container %q: %w", id, errNotFound)
}

// matches reports whether labels are those that a filter asks for.
func matches(labels, want map[string]string) bool {
	for key, value := range want {
		if labels[key] != value {
			return false
		}
	}
	return true
}
