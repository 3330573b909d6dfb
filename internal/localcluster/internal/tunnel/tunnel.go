// Package tunnel passes connections on: HTTP CONNECT over TLS for the API server, and over a Unix socket from and to a
// network namespace, which nothing else leads into.
package tunnel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// Dialer reaches an address HOST:PORT.
type Dialer func(ctx context.Context, address string) (net.Conn, error)

// ServeHTTP implements [http.Handler]: it answers CONNECT with 200 and then with whatever the address answers.
func (dial Dialer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		http.Error(w, "only CONNECT", http.StatusMethodNotAllowed)
		return
	}
	there, err := dial(r.Context(), r.Host)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		_ = there.Close()
		http.Error(w, "the connection cannot be taken over", http.StatusInternalServerError)
		return
	}
	here, _, err := hijacker.Hijack()
	if err != nil {
		_ = there.Close()
		return
	}
	if _, err := io.WriteString(here, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		_, _ = here.Close(), there.Close()
		return
	}
	Join(here, there)
}

// Join copies both ways until one side ends, and closes both.
func Join(a, b net.Conn) {
	done := make(chan struct{}, 2)
	for _, pair := range [][2]net.Conn{{a, b}, {b, a}} {
		go func() {
			_, _ = io.Copy(pair[0], pair[1])
			done <- struct{}{}
		}()
	}
	<-done
	_, _ = a.Close(), b.Close()
}

// Through dials an address by asking the tunnel that listens on a Unix socket.
func Through(ctx context.Context, socket, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", socket)
	if err != nil {
		return nil, err
	}
	request := &http.Request{Method: http.MethodConnect, Host: address}
	if _, err := fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %[1]s\r\n\r\n", address); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	// What the other side says before it is asked would be lost in the buffer: no server of HTTP or TLS does.
	response, err := http.ReadResponse(bufio.NewReader(conn), request)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(response.Body)
		return nil, errors.Join(errors.New(strings.TrimSpace(string(text))), response.Body.Close(), conn.Close())
	}
	return conn, nil
}
