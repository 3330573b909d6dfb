package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Reason is why a hub gave no facts.
type Reason int

// Reasons.
const (
	// Unreachable is a hub that does not answer, or with a fault of its own.
	Unreachable Reason = iota
	// Slow is one that did not answer in time.
	Slow
	// RateLimited is one that limits requests.
	RateLimited
	// NotFound is a repository that is not there, or that is hidden from who asks.
	NotFound
	// RevisionNotFound is a revision that the repository does not have.
	RevisionNotFound
	// FileNotFound is a file that the revision does not have.
	FileNotFound
	// Gated is a repository whose owner has granted no access.
	Gated
	// Unauthorized is a token that the hub rejects.
	Unauthorized
	// Truncated is an answer that is cut short.
	Truncated
	// TooLarge is an answer that is longer than any good one.
	TooLarge
	// Unreadable is an answer that is not what it should be.
	Unreadable
)

// Error is why a hub gave no facts, and what it said.
type Error struct {
	Reason Reason
	// At is the URL that was asked, without what is secret.
	At string
	// Said is what the hub or the network said.
	Said string
	// After is how long to wait before the next request, 0 where the hub does not say.
	After time.Duration
}

// Error implements error.
func (e *Error) Error() string { return "GET " + e.At + ": " + e.Said }

// ReasonOf is the reason of an error, and false where it is none of a hub.
func ReasonOf(err error) (*Error, bool) {
	var e *Error
	return e, errors.As(err, &e)
}

// refused reads the answer of a hub that is not the one asked for.
// Source: huggingface/huggingface_hub src/huggingface_hub/utils/_http.py@v0.34.0 (X-Error-Code).
func refused(resp *http.Response, at string, token bool) *Error {
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
	said := fmt.Sprintf("HTTP %d", resp.StatusCode)
	if message := resp.Header.Get("X-Error-Message"); message != "" {
		said += ": " + message
	} else if words := strings.TrimSpace(string(text)); words != "" && !strings.HasPrefix(words, "<") {
		said += ": " + words
	}
	e := &Error{At: at, Said: said}
	switch code := resp.Header.Get("X-Error-Code"); {
	case resp.StatusCode == http.StatusTooManyRequests:
		e.Reason, e.After = RateLimited, waitOf(resp.Header)
	case resp.StatusCode >= 500:
		e.Reason = Unreachable
	case code == "GatedRepo":
		e.Reason = Gated
	case code == "RevisionNotFound":
		e.Reason = RevisionNotFound
	case code == "EntryNotFound":
		e.Reason = FileNotFound
	case resp.StatusCode == http.StatusForbidden:
		e.Reason = Gated
	case code == "RepoNotFound", resp.StatusCode == http.StatusNotFound:
		e.Reason = NotFound
	case resp.StatusCode == http.StatusUnauthorized && token:
		e.Reason = Unauthorized
	case resp.StatusCode == http.StatusUnauthorized:
		e.Reason = NotFound // a hub does not tell strangers what it hides
	default:
		e.Reason = Unreadable
	}
	return e
}

// waitOf is how long to wait before the next request: Hugging Face says it as `RateLimit: "api";r=0;t=55`.
// Source: huggingface/huggingface_hub src/huggingface_hub/utils/_http.py@v1.28.0 (parse_ratelimit_headers).
func waitOf(header http.Header) time.Duration {
	if after := retryAfter(header.Get("Retry-After")); after > 0 {
		return after
	}
	for part := range strings.SplitSeq(header.Get("RateLimit"), ";") {
		if seconds, found := strings.CutPrefix(strings.TrimSpace(part), "t="); found {
			return retryAfter(seconds)
		}
	}
	return 0
}

// retryAfter reads the header of that name, in seconds.
func retryAfter(text string) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(time.Until(at).Round(time.Second), 0)
	}
	return 0
}

// failed is an answer that did not come, or not whole.
func failed(err error, at string) *Error {
	reason := Unreachable
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		reason = Slow
	case errors.Is(err, io.ErrUnexpectedEOF):
		reason = Truncated
	}
	said := err.Error()
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		said = inner.Error() // without the URL, which may have a token
	}
	return &Error{Reason: reason, At: at, Said: said}
}
