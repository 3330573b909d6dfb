// Package faults puts a proxy in front of a real API server, which answers one request of
// many as a bad network or an overloaded server would.
package faults

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// Proxy is a proxy with the credentials of a kubeconfig.
type Proxy struct {
	// URL and CA are how a client finds it; CA is PEM.
	URL, CA string

	server   *httptest.Server
	upstream http.Handler

	mu       sync.Mutex
	fault    Fault
	at       int // the request that the fault is for, counted down
	writes   bool
	requests []string
	token    string
	resets   int
	watched  chan struct{} // closed by the first watch since Require
	closed   bool
}

// New starts a proxy of a local control plane for the time of a test. It expects no credentials.
func New(t testing.TB, kubeconfig string) *Proxy {
	t.Helper()
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	transport, err := rest.TransportFor(config)
	if err != nil {
		t.Fatal(err)
	}
	target, err := url.Parse(config.Host)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{upstream: &httputil.ReverseProxy{
		Transport: transport, FlushInterval: -1,
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(target); r.Out.Header.Del("Authorization") },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}}
	p.server = httptest.NewUnstartedServer(http.HandlerFunc(p.serve))
	p.server.Listener = resetting{p.server.Listener, p}
	// The cluster's own: that of httptest has an RSA key, and every plan and apply has connections of its own.
	pki := filepath.Join(filepath.Dir(kubeconfig), "pki")
	certificate, err := tls.LoadX509KeyPair(filepath.Join(pki, "tls.crt"), filepath.Join(pki, "tls.key"))
	if err != nil {
		t.Fatal(err)
	}
	p.server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	p.server.StartTLS()
	t.Cleanup(func() {
		p.server.CloseClientConnections()
		p.server.Close()
	})
	p.URL = p.server.URL
	p.CA = string(config.CAData)
	return p
}

// Arm makes the request number n from here on, counted from 0, meet a fault.
func (p *Proxy) Arm(f Fault, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault, p.at, p.requests, p.writes = f, n, nil, false
}

// ArmWrite is [Proxy.Arm], and counts the requests that change something.
func (p *Proxy) ArmWrite(f Fault, n int) {
	p.Arm(f, n)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.writes = true
}

// Disarm lets everything pass again, and returns the requests since [Proxy.Arm].
func (p *Proxy) Disarm() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = nil
	return p.requests
}

// Close lets nothing pass, until [Proxy.Open].
func (p *Proxy) Close() { p.close(true) }

// Open lets everything pass again.
func (p *Proxy) Open() { p.close(false) }

func (p *Proxy) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}

func (p *Proxy) close(closed bool) {
	p.mu.Lock()
	p.closed = closed
	p.mu.Unlock()
}

// Require refuses every request without this bearer token, and ends those that are open.
func (p *Proxy) Require(token string) {
	p.mu.Lock()
	p.token, p.watched = token, make(chan struct{})
	p.mu.Unlock()
	p.server.CloseClientConnections()
}

// UntilWatched waits for a watch with the token that is required.
func (p *Proxy) UntilWatched(t testing.TB) {
	t.Helper()
	p.mu.Lock()
	watched := p.watched
	p.mu.Unlock()
	select {
	case <-watched:
	case <-time.After(2 * time.Minute):
		t.Fatal("nobody watches with the new token")
	}
}

// Reset ends all connections, and the next n before their TLS handshake.
func (p *Proxy) Reset(n int) {
	p.mu.Lock()
	p.resets = n
	p.mu.Unlock()
	p.server.CloseClientConnections()
}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	fault, refused := p.next(r)
	switch {
	case p.isClosed():
		panic(http.ErrAbortHandler)
	case refused:
		refuse(w, http.StatusUnauthorized, "Unauthorized", "the token has expired")
	case fault != nil:
		fault(w, r, p.upstream)
	default:
		p.upstream.ServeHTTP(w, r)
	}
}

// next counts a request, and returns what it meets.
func (p *Proxy) next(r *http.Request) (fault Fault, refused bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.token != "" && r.Header.Get("Authorization") != "Bearer "+p.token {
		return nil, true
	}
	if p.watched != nil && r.URL.Query().Has("watch") {
		close(p.watched)
		p.watched = nil
	}
	if p.writes && r.Method == http.MethodGet {
		return nil, false
	}
	p.requests = append(p.requests, r.Method+" "+r.URL.Path)
	if p.fault != nil && p.at == 0 {
		fault = p.fault
	}
	p.at--
	return fault, false
}

// resetting is a listener whose connections can be reset before they are used.
type resetting struct {
	net.Listener
	proxy *Proxy
}

// Accept implements [net.Listener].
func (l resetting) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil || !l.proxy.resetsNext() {
			return conn, err
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}
}

func (p *Proxy) resetsNext() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.resets == 0 {
		return false
	}
	p.resets--
	return true
}
