package cluster

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestClassification shows what each answer to a request means.
func TestClassification(t *testing.T) {
	tests := map[string]struct {
		reason string
		step   http.HandlerFunc
		want   string
	}{
		"Object":         {"the type is served and the object is not there", notFound, "NotFound"},
		"Namespace":      {"the object cannot be made without its namespace; it is no news about the object's type", refuse(404, metav1.StatusReasonNotFound, `namespaces "ns" not found`, &metav1.StatusDetails{Name: "ns", Kind: "namespaces"}), "NamespaceMissing"},
		"UnknownGroup":   {"a group that is not served answers with text", plain(404, "404 page not found"), "TypeMissing"},
		"UnknownType":    {"a type that is not served answers without details", refuse(404, metav1.StatusReasonNotFound, "the server could not find the requested resource", &metav1.StatusDetails{}), "TypeMissing"},
		"NoDetails":      {"details may be missing altogether", refuse(404, metav1.StatusReasonNotFound, "the server could not find the requested resource", nil), "TypeMissing"},
		"Forbidden":      {"permissions are missing", forbidden, "Forbidden"},
		"Unauthorized":   {"credentials are not accepted", refuse(401, metav1.StatusReasonUnauthorized, "Unauthorized", nil), "Unauthorized"},
		"Throttled":      {"an overloaded server has not answered the question", plain(429, "slow down"), "Unreachable"},
		"Starting":       {"a server that starts has not answered the question", plain(503, "starting"), "Unreachable"},
		"BadGateway":     {"a load balancer knows nothing of objects", plain(502, "<html>bad gateway</html>"), "Unreachable"},
		"GatewayTimeout": {"a load balancer knows nothing of objects", plain(504, "timeout"), "Unreachable"},
		"ServerTimeout":  {"the server gave up asking its database", refuse(500, metav1.StatusReasonServerTimeout, "try again", nil), "Unreachable"},
		"NoKubernetes":   {"a login page is no answer", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>log in</html>")) }, "Unreachable"},
		"ServerError":    {"a server error is an answer, about the request", refuse(500, metav1.StatusReasonInternalError, "webhook failed", nil), ""},
		"Invalid":        {"an invalid object is an answer", refuse(422, metav1.StatusReasonInvalid, "invalid", nil), ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			client, _ := newTestClient(t, tc.step)
			_, err := client.Get(t.Context(), widget, "ns", "w")
			if got := classOf(err); got != tc.want {
				t.Errorf("%s: %v is %q, want %q", tc.reason, err, got, tc.want)
			}
			var request *RequestError
			if !errors.As(err, &request) || !strings.HasPrefix(err.Error(), "get Widget ns/w: ") {
				t.Errorf("%s: %q does not name the request", tc.reason, err)
			}
		})
	}
}

// TestClassificationWithoutServer shows the cases without any answer.
func TestClassificationWithoutServer(t *testing.T) {
	client := clientOf(t, Config{Host: "https://127.0.0.1:1"})
	_, refused := client.Get(t.Context(), widget, "ns", "w")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, cancelled := client.Get(ended, widget, "ns", "w")
	_, unnamed := client.Get(t.Context(), widget, "ns", "")
	_, homeless := client.Get(t.Context(), widget, "", "w")
	breaking, _ := newTestClient(t, hangUp)
	_, broken := breaking.Apply(t.Context(), widget, object("u", 1), ApplyOptions{})
	tests := map[string]struct {
		reason string
		err    error
		want   string
	}{
		"HangUp":      {"a connection that breaks is no answer", broken, "Unreachable"},
		"Refused":     {"nobody listens", refused, "Unreachable"},
		"Cancelled":   {"the caller stopped; that says nothing about the server", cancelled, ""},
		"EndedWait":   {"time was up; the server answered all along", &WaitError{Resource: widget, Err: context.DeadlineExceeded}, ""},
		"BrokenWait":  {"time was up and the server was away", &WaitError{Resource: widget, Err: context.DeadlineExceeded, Last: refused}, "Unreachable"},
		"NoMatch":     {"discovery does not list the type", &meta.NoResourceMatchError{}, "TypeMissing"},
		"NoName":      {"a request that cannot be made has not been made", unnamed, ""},
		"NoNamespace": {"a request that cannot be made has not been made", homeless, ""},
		"Nil":         {"no error is nothing", nil, ""},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if got := classOf(tc.err); got != tc.want {
				t.Errorf("%s: %v is %q, want %q", tc.reason, tc.err, got, tc.want)
			}
		})
	}
	if unnamed == nil || homeless == nil {
		t.Error("an object without name or namespace was asked for")
	}
}

// classOf returns the one class of an error, and all of them when there are several.
func classOf(err error) string {
	var out []string
	for _, class := range []struct {
		name string
		is   func(error) bool
	}{
		{"NotFound", IsNotFound},
		{"NamespaceMissing", IsNamespaceMissing},
		{"TypeMissing", IsTypeMissing},
		{"Unreachable", IsUnreachable},
		{"Forbidden", IsForbidden},
		{"Unauthorized", IsUnauthorized},
	} {
		if class.is(err) {
			out = append(out, class.name)
		}
	}
	return strings.Join(out, " and ")
}

// TestWarnings shows that warnings of the server reach who asked for them.
func TestWarnings(t *testing.T) {
	warn := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Warning", `299 - "example.org/v1 Widget is deprecated"`)
		answer(200, object("u", 1))(w, r)
	}
	client, _ := newTestClient(t, warn)
	ctx, warnings := WithWarnings(t.Context())
	for range 2 {
		if _, err := client.Get(ctx, widget, "ns", "w"); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"example.org/v1 Widget is deprecated"}, warnings.All()); diff != "" {
		t.Errorf("a warning is told once (-want +got):\n%s", diff)
	}
}
