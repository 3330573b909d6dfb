//go:build linux

package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"

	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/tunnel"
)

// outer is the process outside of the namespaces: it starts the one inside, and is its way to the API server.
func outer(ctx context.Context, o options) error {
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return err
	}
	server, err := url.Parse(config.Host)
	if err != nil {
		return err
	}
	if o.dir == "" {
		if o.dir, err = os.MkdirTemp("", "processnode-"); err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(o.dir) }()
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "unix", apiSocket(o))
	if err != nil {
		return fmt.Errorf("way to the API server: %w", err)
	}
	defer func() { _ = listener.Close() }()
	go relay(ctx, listener, server.Host)

	// The kernel ends the process inside, and with it all of its namespace, when the thread that started it ends.
	runtime.LockOSThread()
	cmd := exec.CommandContext(ctx, "/proc/self/exe", inside,
		"-kubeconfig", o.kubeconfig, "-socket", o.socket, "-images", o.images, "-name", o.name, "-dir", o.dir)
	// The kubelet removes files by patterns: none may ever mean one of the user's.
	cmd.Dir = o.dir
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = apart()
	if err := cmd.Run(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("the node ended: %w", err)
	}
	return nil
}

func apiSocket(o options) string { return filepath.Join(o.dir, "api.sock") }

// apart gives a process namespaces of its own, which takes one of users where this is not root.
func apart() *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWNET | syscall.CLONE_NEWPID | syscall.CLONE_NEWUTS,
		Pdeathsig:  syscall.SIGKILL,
	}
	if os.Geteuid() != 0 {
		attributes.Cloneflags |= syscall.CLONE_NEWUSER
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	return attributes
}

// relay passes connections on to an address.
func relay(ctx context.Context, listener net.Listener, address string) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			there, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
			if err != nil {
				_ = conn.Close()
				return
			}
			tunnel.Join(conn, there)
		}()
	}
}
