// Package podnet is the way from the API server to the pods: an HTTP CONNECT proxy, which the API server takes for
// everything inside the cluster. A simulated pod has an address and no process, so the connection to one ends at a
// stand-in for its model server, here in this process; one to a pod that is a process goes to its node. Every other address
// is dialled.
//
// Mirrors kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/server/egressselector/egress_selector.go@v1.36.3.
package podnet

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/kubernetes"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/pki"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/tunnel"
)

// Network is the proxy and the stand-ins behind it.
type Network struct {
	listener net.Listener
	pki      *pki.Authority
	pods     netip.Prefix
	// node is the socket of the node whose pods are processes.
	node string
	// arriving are connections to pods, which the stand-ins answer.
	arriving chan net.Conn
}

// headerTimeout bounds how long a client may take to say what it wants.
const headerTimeout = 10 * time.Second

// Listen opens the proxy on a free port of 127.0.0.1, with the cluster's own certificate. pods is the range of the
// simulated pods' addresses, and node the socket of a node whose pods are processes, empty for none.
func Listen(authority *pki.Authority, pods netip.Prefix, node string) (*Network, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("network of the pods: %w", err)
	}
	return &Network{listener: l, pki: authority, pods: pods, node: node, arriving: make(chan net.Conn)}, nil
}

// URL is where the API server finds the proxy.
func (n *Network) URL() string { return "https://" + n.listener.Addr().String() }

// Run serves until ctx ends. client reads the pods.
func (n *Network) Run(ctx context.Context, client kubernetes.Interface) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	standIns := &http.Server{Handler: standIn{}, ConnContext: withPod, ReadHeaderTimeout: headerTimeout}
	// A later pod may have the address, and no connection outlives its pod.
	standIns.SetKeepAlivesEnabled(false)
	proxy := &http.Server{
		ReadHeaderTimeout: headerTimeout,
		Handler: tunnel.Dialer(func(_ context.Context, address string) (net.Conn, error) {
			return n.dial(ctx, client, address)
		}),
		// Connections cannot be taken over from HTTP/2.
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
	}
	context.AfterFunc(ctx, func() {
		_ = proxy.Close()
		_ = standIns.Close()
	})
	ended := make(chan error, 2)
	go func() { ended <- standIns.Serve(arrivals{n, ctx}) }()
	go func() { ended <- proxy.ServeTLS(n.listener, n.pki.ServingCert(), n.pki.ServingKey()) }()
	return <-ended
}

// ProcessAddresses are those of the node whose pods are processes, and of its pods.
var ProcessAddresses = netip.MustParsePrefix("10.241.0.0/16")

// dial reaches the stand-in of the pod that has the address, or what listens there.
func (n *Network) dial(ctx context.Context, client kubernetes.Interface, address string) (net.Conn, error) {
	at, err := netip.ParseAddrPort(address)
	if err == nil && n.node != "" && ProcessAddresses.Contains(at.Addr()) {
		return tunnel.Through(ctx, n.node, address)
	}
	if err != nil || !n.pods.Contains(at.Addr()) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", address)
	}
	found, err := client.CoreV1().Pods(metav1.NamespaceAll).List(ctx, metav1.ListOptions{
		FieldSelector: fields.OneTermEqualSelector("status.podIP", at.Addr().String()).String(),
	})
	if err != nil {
		return nil, err
	}
	for i := range found.Items {
		if listens(&found.Items[i]) {
			return n.arrive(ctx, &found.Items[i])
		}
	}
	return nil, fmt.Errorf("dial tcp %s: connect: connection refused", address)
}

// arrive hands one end of a connection to the stand-ins, and returns the other.
func (n *Network) arrive(ctx context.Context, pod *corev1.Pod) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case n.arriving <- toPod{far, pod}:
		return near, nil
	case <-ctx.Done():
		return nil, errors.Join(near.Close(), far.Close(), ctx.Err())
	}
}

// toPod is a connection to a pod.
type toPod struct {
	net.Conn
	pod *corev1.Pod
}

type podKey struct{}

func withPod(ctx context.Context, c net.Conn) context.Context {
	to, _ := c.(toPod)
	return context.WithValue(ctx, podKey{}, to.pod)
}

// arrivals is the listener of the stand-ins.
type arrivals struct {
	network *Network
	ctx     context.Context //nolint:containedctx // It is the life of the listener.
}

// Accept implements [net.Listener].
func (a arrivals) Accept() (net.Conn, error) {
	select {
	case c := <-a.network.arriving:
		return c, nil
	case <-a.ctx.Done():
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (a arrivals) Close() error { return nil }

// Addr implements [net.Listener].
func (a arrivals) Addr() net.Addr { return a.network.listener.Addr() }
