package cluster

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func statusError(code int32, message string, causes ...metav1.StatusCause) error {
	return requestError("apply", widget, "ns", "w", &apierrors.StatusError{ErrStatus: metav1.Status{
		Code: code, Message: message, Details: &metav1.StatusDetails{Causes: causes},
	}})
}

// TestConflicts covers the forms in which an API server names the owner of a field.
func TestConflicts(t *testing.T) {
	cause := func(message, field string) metav1.StatusCause {
		return metav1.StatusCause{Type: metav1.CauseTypeFieldManagerConflict, Message: message, Field: field}
	}
	tests := map[string]struct {
		reason string
		err    error
		want   []Conflict
	}{
		"Apply": {
			reason: "an owner without version has applied",
			err:    statusError(409, "", cause(`conflict with "flux"`, ".spec.replicas")),
			want:   []Conflict{{Manager: "flux", Operation: "Apply", Field: ".spec.replicas"}},
		},
		"Update": {
			reason: "an owner with version and time has updated",
			err:    statusError(409, "", cause(`conflict with "kubectl-edit" using apps/v1 at 2026-01-02T03:04:05Z`, `.spec.template.spec.containers[name="server"].image`)),
			want: []Conflict{{
				Manager: "kubectl-edit", Operation: "Update", Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
				Field: `.spec.template.spec.containers[name="server"].image`,
			}},
		},
		"UpdateWithoutTime": {
			reason: "the time may be missing",
			err:    statusError(409, "", cause(`conflict with "kubectl" using apps/v1`, ".spec.replicas")),
			want:   []Conflict{{Manager: "kubectl", Operation: "Update", Field: ".spec.replicas"}},
		},
		"Subresource": {
			reason: "an autoscaler writes through scale",
			err:    statusError(409, "", cause(`conflict with "kube-controller-manager" with subresource "scale" using apps/v1 at 2026-01-02T03:04:05Z`, ".spec.replicas")),
			want: []Conflict{{
				Manager: "kube-controller-manager", Operation: "Update", Subresource: "scale",
				Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Field: ".spec.replicas",
			}},
		},
		"QuotedName": {
			reason: "a name may contain anything",
			err:    statusError(409, "", cause(`conflict with "a \"b\" using c"`, ".spec.x")),
			want:   []Conflict{{Manager: `a "b" using c`, Operation: "Apply", Field: ".spec.x"}},
		},
		"UnknownForm": {
			reason: "a form of a later API server is handed on as it is",
			err:    statusError(409, "", cause("conflict with somebody", ".spec.x")),
			want:   []Conflict{{Manager: "somebody", Field: ".spec.x"}},
		},
		"Several": {
			reason: "every field is told, and other causes are not conflicts",
			err:    statusError(409, "", cause(`conflict with "a"`, ".spec.x"), metav1.StatusCause{Field: ".spec.z"}, cause(`conflict with "b"`, ".spec.y")),
			want:   []Conflict{{Manager: "a", Operation: "Apply", Field: ".spec.x"}, {Manager: "b", Operation: "Apply", Field: ".spec.y"}},
		},
		"OtherConflict": {
			reason: "a change in between is a conflict without fields",
			err:    statusError(409, "the object has been modified"),
		},
		"NoStatus": {
			reason: "a broken connection has no fields",
			err:    http.ErrServerClosed,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, Conflicts(tc.err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestCauses covers the forms in which an API server names fields it does not accept.
func TestCauses(t *testing.T) {
	tests := map[string]struct {
		reason string
		err    error
		want   []Cause
	}{
		"Invalid": {
			reason: "a 422 lists its causes",
			err: statusError(422, "invalid", metav1.StatusCause{Field: "spec.replicas", Message: "must be positive"},
				metav1.StatusCause{Field: "<nil>", Message: "quota"}),
			want: []Cause{{Field: "spec.replicas", Message: "must be positive"}, {Message: "quota"}},
		},
		"Strict": {
			reason: "strict decoding lists unknown and duplicate fields in its text",
			err:    statusError(400, `Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.x", duplicate field "spec.y[0].z"`),
			want:   []Cause{{Field: "spec.x", Message: "unknown field"}, {Field: "spec.y[0].z", Message: "duplicate field"}},
		},
		"StrictOther": {
			reason: "another complaint of strict decoding is handed on",
			err:    statusError(400, `strict decoding error: yaml: line 3`),
			want:   []Cause{{Message: "yaml: line 3"}},
		},
		"Typed": {
			reason: "server-side apply of an unknown field is a 500 without a reason",
			err:    statusError(500, `failed to create typed patch object (ns/w; example.org/v1, Kind=Widget): .spec.x: field not declared in schema`),
			want:   []Cause{{Field: "spec.x", Message: "field not declared in schema"}},
		},
		"TypedList": {
			reason: "several complaints stand on lines of their own",
			err:    statusError(500, "failed to create typed patch object (/w; v1, Kind=Widget): errors:\n  .spec.x: field not declared in schema\n  .spec.y: expected numeric (int or float), got string"),
			want:   []Cause{{Field: "spec.x", Message: "field not declared in schema"}, {Field: "spec.y", Message: "expected numeric (int or float), got string"}},
		},
		"TypedKey": {
			reason: "the key of a list item may contain what ends a path",
			err:    statusError(500, `failed to create typed patch object (/w; v1, Kind=Widget): .spec.list[name="a: \"b"].x: field not declared in schema`),
			want:   []Cause{{Field: `spec.list[name="a: \"b"].x`, Message: "field not declared in schema"}},
		},
		"TypedWithoutPath": {
			reason: "a complaint about the whole object has no path",
			err:    statusError(500, `failed to create typed patch object (/w; v1, Kind=Widget): no corresponding type`),
			want:   []Cause{{Message: "no corresponding type"}},
		},
		"OtherServerError": {
			reason: "other server errors say nothing about fields",
			err:    statusError(500, "etcd is away"),
		},
		"Denied": {
			reason: "a webhook that denies says so in its message alone",
			err:    statusError(403, "admission webhook denied the request", metav1.StatusCause{Field: "spec"}),
		},
		"NoStatus": {
			reason: "a broken connection has no fields",
			err:    http.ErrServerClosed,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, Causes(tc.err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// FuzzCauses shows that no text of a server breaks the parsers, and that nothing of a
// complaint is lost.
func FuzzCauses(f *testing.F) {
	for _, seed := range []string{
		`conflict with "kubectl" with subresource "scale" using apps/v1 at 2026-01-02T03:04:05Z`,
		`.spec.list[name="a: \"b"].x: field not declared in schema`,
		`.spec.x: y`, `.: `, `. `, `"`, `.a["\`, "\n", `conflict with "`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		field, message := splitPath(text)
		if rejoined := "." + field + ": " + message; field != "" && rejoined != text || field == "" && message != text && text != ".: "+message {
			t.Errorf("%q was cut into %q and %q", text, field, message)
		}
		for _, cause := range Causes(statusError(500, typedPrefix+"ns/w): "+text)) {
			if !strings.Contains(text, cause.Field) || !strings.Contains(text, cause.Message) {
				t.Errorf("%q gave %+v", text, cause)
			}
		}
		conflicts := Conflicts(statusError(409, "", metav1.StatusCause{Type: metav1.CauseTypeFieldManagerConflict, Message: text, Field: text}))
		if len(conflicts) != 1 || conflicts[0].Field != text {
			t.Errorf("%q gave %+v", text, conflicts)
		}
		_ = Causes(statusError(400, strictPrefix+text))
	})
}
