package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// RequestError is a request that failed, with what it was about.
type RequestError struct {
	// Verb is what was asked for: "get", "apply", "create", "delete" or "watch".
	Verb            string
	Resource        Resource
	Namespace, Name string
	// Err is the answer of the API server or the reason why there is none.
	Err error
}

// Error returns the request and the answer.
func (e *RequestError) Error() string {
	return fmt.Sprintf("%s %s: %v", e.Verb, subject(e.Resource, e.Namespace, e.Name), e.Err)
}

// Unwrap returns the answer.
func (e *RequestError) Unwrap() error { return e.Err }

func requestError(verb string, r Resource, namespace, name string, err error) error {
	if !r.Namespaced {
		namespace = ""
	}
	return &RequestError{Verb: verb, Resource: r, Namespace: namespace, Name: name, Err: err}
}

// subject names an object as "Deployment llm/chat", and a type as "Deployment".
func subject(r Resource, namespace, name string) string {
	switch {
	case name == "":
		return r.Kind
	case namespace == "" || !r.Namespaced:
		return r.Kind + " " + name
	default:
		return r.Kind + " " + namespace + "/" + name
	}
}

// status returns what the API server answered.
func status(err error) (metav1.Status, bool) {
	var answer apierrors.APIStatus
	if !errors.As(err, &answer) {
		return metav1.Status{}, false
	}
	return answer.Status(), true
}

// missing returns what a 404 is about: the type and name of an object, or nothing when
// the type itself is not served.
func missing(err error) (kind, name string, is404 bool) {
	s, ok := status(err)
	if !ok || s.Code != http.StatusNotFound {
		return "", "", false
	}
	if s.Details == nil {
		return "", "", true
	}
	return s.Details.Kind, s.Details.Name, true
}

// IsNotFound reports whether the API server serves the type and says that the object
// does not exist.
func IsNotFound(err error) bool {
	kind, name, is404 := missing(err)
	return is404 && name != "" && !isForeignNamespace(err, kind)
}

// IsNamespaceMissing reports whether an object could not be created because its
// namespace does not exist.
func IsNamespaceMissing(err error) bool {
	kind, name, is404 := missing(err)
	return is404 && name != "" && isForeignNamespace(err, kind)
}

// isForeignNamespace reports whether a 404 about a namespace answers a request about
// something else.
func isForeignNamespace(err error, kind string) bool {
	var request *RequestError
	return kind == "namespaces" && (!errors.As(err, &request) || request.Resource.Plural != "namespaces")
}

// IsTypeMissing reports whether the API server does not serve the type, as when its
// CustomResourceDefinition is not installed. It says nothing about objects.
func IsTypeMissing(err error) bool {
	_, name, is404 := missing(err)
	return is404 && name == "" || meta.IsNoMatchError(err)
}

// IsUnreachable reports whether there is no answer that counts: the connection, TLS or
// the credential plugin failed, the request timed out, or the server or a proxy before
// it was overloaded or not ready.
func IsUnreachable(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	if s, ok := status(err); ok {
		switch s.Code {
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			return true
		}
		return s.Reason == metav1.StatusReasonServerTimeout || s.Reason == metav1.StatusReasonTimeout
	}
	// Whatever else a request fails with is not an answer of the API server.
	var request *RequestError
	return errors.As(err, &request)
}

// IsForbidden reports whether the identity of the client may not do this.
func IsForbidden(err error) bool { return apierrors.IsForbidden(err) }

// IsUnauthorized reports whether the API server does not accept the credentials.
func IsUnauthorized(err error) bool { return apierrors.IsUnauthorized(err) }

func isConflict(err error) bool { return apierrors.IsConflict(err) }

// IsDryRunUnsupported reports whether an admission webhook that has effects of its own kept a dry run from an answer.
//
// Mirrors k8s.io/apiserver pkg/admission/plugin/webhook/errors/statuserror.go@v0.36.3, NewDryRunUnsupportedErr.
func IsDryRunUnsupported(err error) bool {
	answer, ok := status(err)
	return ok && answer.Code == http.StatusBadRequest && strings.Contains(answer.Message, "does not support dry run")
}
