//go:build linux

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"golang.org/x/sys/unix"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/kubelet"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/podnet"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/processes"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/tunnel"
)

// inner is the node, inside of its namespaces.
func inner(ctx context.Context, o options) error {
	if err := ownMounts(); err != nil {
		return err
	}
	images, err := processes.ReadImages(o.images)
	if err != nil {
		return err
	}
	network, err := processes.NewNetwork(podnet.ProcessAddresses)
	if err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 200, 400
	config.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", apiSocket(o))
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "unix", o.socket)
	if err != nil {
		return fmt.Errorf("way to the pods: %w", err)
	}
	go func() { _ = waysIn().Serve(listener) }()
	node := kubelet.Node{Name: o.name, Address: network.Node(), Dir: o.dir}
	if err := kubelet.Start(ctx, node, config, processes.New(o.dir, images, network), processes.ImageService{Images: images}); err != nil {
		return err
	}
	if err := untilReady(ctx, config, o.name); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(os.Stdout, o.name); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// waysIn reaches what listens in the namespace: pods and the kubelet.
func waysIn() *http.Server {
	return &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: tunnel.Dialer(func(ctx context.Context, address string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", address)
	})}
}

// ownMounts keeps mounts from the machine, shows the processes of the namespace, and has the links in /var/log that the kubelet
// makes to its logs here.
func ownMounts() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("namespace of mounts: %w", err)
	}
	for path, kind := range map[string]string{"/proc": "proc", "/var/log": "tmpfs"} {
		if err := unix.Mount(kind, path, kind, 0, ""); err != nil {
			return fmt.Errorf("mount of %s: %w", path, err)
		}
	}
	return nil
}

func untilReady(ctx context.Context, config *rest.Config, name string) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
		node, err := client.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return false, nil //nolint:nilerr // it does not exist yet
		}
		for _, c := range node.Status.Conditions {
			if c.Type == corev1.NodeReady {
				return c.Status == corev1.ConditionTrue && len(node.Spec.Taints) == 0, nil
			}
		}
		return false, nil
	})
}
