package cluster

import (
	"net/http"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestApplyIsPatient shows what an apply is repeated for.
func TestApplyIsPatient(t *testing.T) {
	cut := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	tests := map[string]struct {
		reason   string
		first    http.HandlerFunc
		options  ApplyOptions
		requests int
	}{
		"Cut":         {"a connection that breaks is made anew", cut, ApplyOptions{}, 2},
		"Unavailable": {"a server that starts is ready soon", refuse(503, metav1.StatusReasonServiceUnavailable, "starting", nil), ApplyOptions{}, 2},
		"Webhook":     {"a webhook that cannot be called may be up soon", refuse(500, metav1.StatusReasonInternalError, "failed calling webhook", nil), ApplyOptions{}, 2},
		"Timeout":     {"a server that gave up may have time now", refuse(504, metav1.StatusReasonTimeout, "timeout", nil), ApplyOptions{}, 2},
		"DryRun":      {"a plan does not wait", refuse(503, metav1.StatusReasonServiceUnavailable, "starting", nil), ApplyOptions{DryRun: true}, 1},
		"Unknown":     {"an unknown field, a 500 without a reason, stays unknown", refuse(500, "", ".spec.x: field not declared in schema", nil), ApplyOptions{}, 1},
		"Forbidden":   {"a permission does not come by itself", refuse(403, metav1.StatusReasonForbidden, "no", nil), ApplyOptions{}, 1},
		"Conflict":    {"the other manager stays", refuse(409, metav1.StatusReasonConflict, "conflict", nil), ApplyOptions{}, 1},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, tc.first, answer(200, object("u", 2)))
			client.pace.patience = time.Minute
			_, err := client.Apply(t.Context(), widget, object("u", 1), tc.options)
			if (err == nil) != (tc.requests > 1) {
				t.Errorf("%s: %v", tc.reason, err)
			}
			if n := len(server.requests()); n != tc.requests {
				t.Errorf("%s: %d requests, want %d", tc.reason, n, tc.requests)
			}
		})
	}
}

// TestPatienceEnds shows the last answer once the patience is over.
func TestPatienceEnds(t *testing.T) {
	client, server := newTestClient(t, refuse(503, metav1.StatusReasonServiceUnavailable, "starting", nil))
	client.pace.patience = 10 * time.Millisecond
	_, err := client.Apply(t.Context(), widget, object("u", 1), ApplyOptions{})
	if answer, _ := status(err); answer.Message != "starting" {
		t.Errorf("got %v, want the answer of the server", err)
	}
	if n := len(server.requests()); n < 2 {
		t.Errorf("%d requests, want several", n)
	}
}
