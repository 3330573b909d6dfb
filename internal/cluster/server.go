package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

// maxAnswer is how much of an answer is read, in bytes.
const maxAnswer = 1 << 20

// Server is an HTTP server that is no API server: behind the proxy of one, or at a URL.
type Server struct {
	client *http.Client
	base   *url.URL
	token  string
	// proxied is true when an API server stands before it, which has answers of its own.
	proxied bool
}

// Service is what stands behind a core Service, asked through the API server's proxy: scheme is "http"
// or "https", port a number or a name, path what its own paths begin with. The identity of the client needs the permission to get
// and create services/proxy.
func (c *Client) Service(scheme, namespace, name, port, path string) *Server {
	at := name + ":" + port
	if scheme == "https" {
		at = "https:" + at
	}
	base := c.rest.Get().AbsPath("/api/v1/namespaces", namespace, "services", at, "proxy", path).URL()
	client := http.DefaultClient
	if behind, ok := c.rest.(*rest.RESTClient); ok && behind.Client != nil {
		client = behind.Client
	}
	return &Server{client: client, base: base, proxied: true}
}

// Outside is a server at a URL; token is a bearer token, "" for none. ca are the PEM certificates that its own is
// verified with, empty for those of the system; the error is about them.
func Outside(base *url.URL, token string, ca []byte) (*Server, error) {
	client := http.DefaultClient
	if standard, ok := http.DefaultTransport.(*http.Transport); ok && len(ca) > 0 {
		verified, err := rest.TLSConfigFor(&rest.Config{TLSClientConfig: rest.TLSClientConfig{CAData: ca}})
		if err != nil {
			return nil, err
		}
		transport := standard.Clone()
		transport.TLSClientConfig = verified
		client = &http.Client{Transport: transport}
	}
	return &Server{client: client, base: base, token: token}, nil
}

// Answer is what a server answered.
type Answer struct {
	Code int
	Body []byte
	// Refused is what the API server says when it does not pass the request on or cannot, "" else.
	Refused string
}

// Ask makes one request. path is decoded and begins with a slash; body is JSON, nil for none; of the answer at most 1 MiB is read. An error is none of the server's.
func (s *Server) Ask(ctx context.Context, method, path string, body []byte) (Answer, error) {
	at := *s.base
	at.Path, at.RawPath = strings.TrimSuffix(at.Path, "/")+path, ""
	req, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if s.token != "" {
		req.Header.Set("Authorization", "Bearer "+s.token)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	answer := Answer{Code: resp.StatusCode}
	if answer.Body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1)); err != nil {
		return answer, fmt.Errorf("reading the answer: %w", err)
	}
	if len(answer.Body) > maxAnswer {
		return answer, fmt.Errorf("the answer is longer than %d bytes", maxAnswer)
	}
	var status metav1.Status
	if s.proxied && answer.Code >= http.StatusBadRequest && json.Unmarshal(answer.Body, &status) == nil && status.Kind == "Status" {
		answer.Refused = status.Message
	}
	return answer, nil
}
