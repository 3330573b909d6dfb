package cluster

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Conflict is a field that another manager owns with another value.
type Conflict struct {
	// Manager is the name of the owner, such as "kubectl-edit".
	Manager string
	// Operation is "Update" or "Apply": how the owner wrote the field.
	Operation string
	// Subresource is what the owner wrote through, such as "scale"; empty for the object itself.
	Subresource string
	// Time is when an Update was made; zero when the API server does not tell, which is
	// the rule: managedFields of the live object know.
	Time time.Time
	// Field is the path as the API server writes it, such as
	// `.spec.template.spec.containers[name="server"].image`.
	Field string
}

// conflictMessage matches what names the owner. The API server writes "using" for
// updates alone (k8s.io/apimachinery
// pkg/util/managedfields/internal/conflict.go@v0.36.3, printManager).
var conflictMessage = regexp.MustCompile(
	`^conflict with ("(?:[^"\\]|\\.)*")(?: with subresource ("(?:[^"\\]|\\.)*"))?(?: using (\S+)(?: at (\S+))?)?$`)

// Conflicts returns the fields for which a server-side apply was refused, and nothing
// for every other error.
func Conflicts(err error) []Conflict {
	s, ok := status(err)
	if !ok || s.Code != http.StatusConflict || s.Details == nil {
		return nil
	}
	var out []Conflict
	for _, cause := range s.Details.Causes {
		if cause.Type == metav1.CauseTypeFieldManagerConflict {
			out = append(out, conflict(cause))
		}
	}
	return out
}

func conflict(cause metav1.StatusCause) Conflict {
	out := Conflict{Field: cause.Field}
	match := conflictMessage.FindStringSubmatch(cause.Message)
	if match == nil {
		out.Manager = strings.TrimPrefix(cause.Message, "conflict with ")
		return out
	}
	out.Manager, out.Subresource = unquote(match[1]), unquote(match[2])
	out.Operation = string(metav1.ManagedFieldsOperationApply)
	if match[3] != "" {
		out.Operation = string(metav1.ManagedFieldsOperationUpdate)
	}
	if t, err := time.Parse(time.RFC3339, match[4]); err == nil {
		out.Time = t
	}
	return out
}

func unquote(text string) string {
	plain, err := strconv.Unquote(text)
	if err != nil {
		return strings.Trim(text, `"`)
	}
	return plain
}

// Cause is one field that the API server does not accept.
type Cause struct {
	// Field is the path without a leading dot, such as "spec.replicas"; empty when the
	// API server names none.
	Field string
	// Message is the API server's reason.
	Message string
}

const (
	strictPrefix = "strict decoding error: "
	typedPrefix  = "failed to create typed patch object ("
)

// strictCause matches one complaint of strict decoding
// (sigs.k8s.io/json strict errors, and the schema pruning of custom resources).
var strictCause = regexp.MustCompile(`(unknown field|duplicate field) ("(?:[^"\\]|\\.)*")`)

// Causes returns the fields for which the API server called an object invalid: the
// causes of a 422, the unknown and duplicate fields of strict decoding (400), and those
// of a server-side apply that does not fit the schema, which some API servers answer
// with 500. It returns nothing for every other error.
func Causes(err error) []Cause {
	s, ok := status(err)
	if !ok {
		return nil
	}
	if text, found := after(s.Message, strictPrefix); found {
		return strictCauses(text)
	}
	if text, found := after(s.Message, typedPrefix); found {
		return typedCauses(text)
	}
	if s.Code != http.StatusUnprocessableEntity || s.Details == nil {
		return nil
	}
	var out []Cause
	for _, cause := range s.Details.Causes {
		field := strings.TrimPrefix(cause.Field, ".")
		if field == "<nil>" {
			// This is what the API server writes for an error without a path.
			field = ""
		}
		out = append(out, Cause{Field: field, Message: cause.Message})
	}
	return out
}

func after(text, mark string) (string, bool) {
	_, rest, found := strings.Cut(text, mark)
	return rest, found
}

func strictCauses(text string) []Cause {
	var out []Cause
	for _, match := range strictCause.FindAllStringSubmatch(text, -1) {
		out = append(out, Cause{Field: strings.TrimPrefix(unquote(match[2]), "."), Message: match[1]})
	}
	if out == nil {
		out = []Cause{{Message: text}}
	}
	return out
}

// typedCauses reads "ns/name; apps/v1, Kind=Deployment): .spec.x: why", or the same with
// "errors:" and one indented line for each.
func typedCauses(text string) []Cause {
	_, text, _ = strings.Cut(text, "): ")
	text = strings.TrimPrefix(text, "errors:")
	var out []Cause
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		field, message := splitPath(line)
		out = append(out, Cause{Field: field, Message: message})
	}
	return out
}

// splitPath cuts a line at the ": " that ends its path; keys of list items are JSON and
// may contain the same characters in quotes.
func splitPath(line string) (field, message string) {
	if !strings.HasPrefix(line, ".") {
		return "", line
	}
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(line[i:], ": "):
			return line[1:i], line[i+2:]
		}
	}
	return "", line
}
