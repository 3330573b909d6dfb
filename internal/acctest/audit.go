package acctest

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// Request is a request that an API server answered.
type Request struct {
	// Verb is that of Kubernetes, such as get, list, watch, create, patch and delete.
	Verb string
	// Resource is the plural and, behind a slash, the subresource; for what is not about
	// objects, such as discovery, it is the path.
	Resource string
	// Name is empty for requests about many objects.
	Name string
	// Code is the HTTP status of the answer.
	Code int
}

// event is what a line of the audit log tells that matters here.
type event struct {
	Verb, RequestURI, UserAgent string
	ObjectRef                   struct{ Resource, Subresource, Name string }
	ResponseStatus              struct{ Code int }
	RequestReceivedTimestamp    time.Time
}

// RequestsSince returns the provider's requests that arrived since then, in the order in which they were answered. A watch of
// before, which the log has when it ends, is none of them.
func (c *Cluster) RequestsSince(t *testing.T, since time.Time) []Request {
	t.Helper()
	requests, err := c.requests(since)
	if err != nil {
		t.Fatal(err)
	}
	return requests
}

func (c *Cluster) requests(since time.Time) ([]Request, error) {
	log, err := os.Open(c.AuditLog)
	if err != nil {
		return nil, err
	}
	defer log.Close() //nolint:errcheck // it was only read
	var out []Request
	reader := bufio.NewReader(log)
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil { // The end, or a line that is being written.
			return out, nil
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, err
		}
		if strings.HasPrefix(e.UserAgent, "terraform-provider-inference/") && !e.RequestReceivedTimestamp.Before(since) {
			out = append(out, e.request())
		}
	}
}

func (e event) request() Request {
	r := Request{Verb: e.Verb, Resource: e.ObjectRef.Resource, Name: e.ObjectRef.Name, Code: e.ResponseStatus.Code}
	if e.ObjectRef.Subresource != "" {
		r.Resource += "/" + e.ObjectRef.Subresource
	}
	if r.Resource == "" {
		r.Resource, _, _ = strings.Cut(e.RequestURI, "?")
	}
	return r
}
