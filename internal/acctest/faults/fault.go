package faults

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Fault answers a request; next is the API server.
type Fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

// moment is long against a request and short against a test.
const moment = 50 * time.Millisecond

// Faults are what can befall one request, by name.
var Faults = map[string]Fault{
	"late":          late,
	"dropped":       func(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) },
	"answer lost":   answerLost,
	"answer cut":    answerCut,
	"slow answer":   slowAnswer,
	"throttled":     answer(http.StatusTooManyRequests, metav1.StatusReasonTooManyRequests, "too many requests"),
	"server error":  answer(http.StatusInternalServerError, metav1.StatusReasonInternalError, "etcdserver: request timed out"),
	"unavailable":   answer(http.StatusServiceUnavailable, metav1.StatusReasonServiceUnavailable, "the server is starting"),
	"proxy timeout": proxyTimeout,
	"token expired": answer(http.StatusUnauthorized, metav1.StatusReasonUnauthorized, "Unauthorized"),
}

// Busy refuses a patch as the API server does while others write the same object, and lets every other request pass.
func Busy(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.Method != http.MethodPatch {
		next.ServeHTTP(w, r)
		return
	}
	refuse(w, http.StatusConflict, metav1.StatusReasonConflict, "the object has been modified; please apply your changes to the latest version and try again")
}

// pause lets a moment pass, unless the client goes away before.
func pause(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(moment):
	}
}

func late(w http.ResponseWriter, r *http.Request, next http.Handler) {
	pause(r)
	next.ServeHTTP(w, r)
}

// answer refuses before the API server sees the request.
func answer(code int, reason metav1.StatusReason, message string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { refuse(w, code, reason, message) }
}

func refuse(w http.ResponseWriter, code int, reason metav1.StatusReason, message string) {
	status := metav1.Status{Status: metav1.StatusFailure, Code: int32(code), Reason: reason, Message: message} //nolint:gosec // an HTTP status
	status.Kind, status.APIVersion = "Status", "v1"
	if code == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "1")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(status)
}

// proxyTimeout has the API server do what it is asked, and a proxy before it lose patience.
func proxyTimeout(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if record(r, next) != nil {
		w.WriteHeader(http.StatusGatewayTimeout)
	}
}

// answerLost has the API server do what it is asked, and the connection break before it
// answers.
func answerLost(_ http.ResponseWriter, r *http.Request, next http.Handler) {
	record(r, next)
	panic(http.ErrAbortHandler)
}

// answerCut breaks the connection in the middle of the answer.
func answerCut(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if got := record(r, next); got != nil {
		begin(w, got)
	}
	panic(http.ErrAbortHandler)
}

// slowAnswer pauses in the middle of the answer.
func slowAnswer(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.URL.Query().Has("watch") {
		late(w, r, next)
		return
	}
	got := record(r, next)
	rest := begin(w, got)
	pause(r)
	_, _ = w.Write(rest)
}

// record has a request answered and returns the answer, nil for a watch, whose answer has
// no end: the watch is over at once.
func record(r *http.Request, next http.Handler) *httptest.ResponseRecorder {
	if r.URL.Query().Has("watch") {
		panic(http.ErrAbortHandler)
	}
	got := httptest.NewRecorder()
	next.ServeHTTP(got, r)
	return got
}

// begin writes the first half of an answer and returns the second.
func begin(w http.ResponseWriter, got *httptest.ResponseRecorder) []byte {
	maps.Copy(w.Header(), got.Header())
	body := got.Body.Bytes()
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(got.Code)
	half := len(body) / 2
	_, _ = w.Write(body[:half])
	_ = http.NewResponseController(w).Flush()
	return body[half:]
}
