// Package front is the public endpoint of the API server: a TCP relay that can be closed for a while. To a client an
// outage looks like a restart of the API server: open connections break, new ones are refused, then service resumes on
// the same port with the same data. The API server itself keeps running, as one process can hold it only once.
package front

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Front relays connections from Addr to a backend.
type Front struct {
	backend, addr string

	mu       sync.Mutex
	listener net.Listener // nil during an outage and after Close
	conns    map[net.Conn]struct{}
}

// Listen opens an endpoint on a free port of 127.0.0.1 for the backend, an address HOST:PORT.
func Listen(backend string) (*Front, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("public endpoint: %w", err)
	}
	f := &Front{backend: backend, addr: l.Addr().String(), conns: map[net.Conn]struct{}{}}
	f.open(l)
	return f, nil
}

// Addr is HOST:PORT of the endpoint; it stays the same over outages.
func (f *Front) Addr() string { return f.addr }

// Outage closes the endpoint with all its connections, waits for d, and opens it again. Another program may have taken
// the port meanwhile: it fails when the port is not free again within ten seconds.
func (f *Front) Outage(ctx context.Context, d time.Duration) error {
	f.Close()
	if err := sleep(ctx, d); err != nil {
		return err
	}
	deadline := time.Now().Add(10 * time.Second)
	for {
		l, err := net.Listen("tcp", f.addr)
		if err == nil {
			f.open(l)
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("reopen the public endpoint: %w", err)
		}
		if err := sleep(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// Close ends the endpoint and its connections.
func (f *Front) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.listener != nil {
		_ = f.listener.Close()
		f.listener = nil
	}
	for conn := range f.conns {
		// Pending data would otherwise reach the client: a reset is what a killed server sends.
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}
	clear(f.conns)
}

func (f *Front) open(l net.Listener) {
	f.mu.Lock()
	f.listener = l
	f.mu.Unlock()
	go f.accept(l)
}

func (f *Front) accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(10 * time.Millisecond) //nolint:forbidigo // out of file descriptors, say; there is no context to wait with
			continue
		}
		if f.track(l, conn) {
			go f.relay(l, conn)
		}
	}
}

func (f *Front) relay(l net.Listener, client net.Conn) {
	defer f.drop(client)
	server, err := net.Dial("tcp", f.backend)
	if err != nil || !f.track(l, server) {
		return
	}
	defer f.drop(server)
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(client, server)
}

// track remembers a connection that came through l, or closes it when l is no longer the open listener.
func (f *Front) track(l net.Listener, conn net.Conn) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.listener != l {
		_ = conn.Close()
		return false
	}
	f.conns[conn] = struct{}{}
	return true
}

func (f *Front) drop(conn net.Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = conn.Close()
	delete(f.conns, conn)
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
