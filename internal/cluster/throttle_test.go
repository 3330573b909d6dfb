package cluster

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestThrottledWaitKeepsTheAnswer shows that a request whose turn comes after the deadline does not hide what the API
// server answered before.
func TestThrottledWaitKeepsTheAnswer(t *testing.T) {
	answers := &script{steps: []http.HandlerFunc{plain(404, "404 page not found")}}
	server := httptest.NewServer(answers)
	t.Cleanup(server.Close)
	slow, one := 0.001, int64(1)
	client := clientOf(t, Config{Host: server.URL, QPS: &slow, Burst: &one})

	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	err := client.WaitEstablished(ctx, widget)
	if !errors.Is(err, context.DeadlineExceeded) || !IsTypeMissing(err) || IsUnreachable(err) {
		t.Errorf("got %v, want the end of the context with the type that is missing", err)
	}
	if n := len(answers.requests()); n != 1 {
		t.Errorf("%d requests, want the one that the limit allows", n)
	}
}
