package cluster

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// sent is what the tests look at in a request that carries an object.
type sent struct {
	Method, Path, ContentType string
	Query                     map[string][]string
	Body                      map[string]any
}

// record returns a step that notes the request before another step answers it.
func record(into *sent, step http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*into = sent{Method: r.Method, Path: r.URL.Path, ContentType: r.Header.Get("Content-Type"), Query: r.URL.Query()}
		_ = json.Unmarshal(body, &into.Body)
		step(w, r)
	}
}

// TestApply shows exactly what is sent.
func TestApply(t *testing.T) {
	body := map[string]any{
		"apiVersion": "example.org/v1", "kind": "Widget",
		"metadata": map[string]any{"name": "w", "namespace": "ns", "uid": "u", "generation": float64(1), "resourceVersion": "101"},
	}
	tests := map[string]struct {
		reason  string
		options ApplyOptions
		query   map[string][]string
	}{
		"Plain": {
			reason: "an apply does not force, and has unknown fields refused",
			query:  map[string][]string{"fieldManager": {DefaultFieldManager}, "fieldValidation": {"Strict"}, "force": {"false"}},
		},
		"Options": {
			reason:  "force, dry run and the field manager are sent",
			options: ApplyOptions{Force: true, DryRun: true, FieldManager: "me"},
			query:   map[string][]string{"fieldManager": {"me"}, "fieldValidation": {"Strict"}, "force": {"true"}, "dryRun": {"All"}},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			var got sent
			client, server := newTestClient(t, record(&got, answer(200, object("u", 2))))
			live, err := client.Apply(t.Context(), widget, object("u", 1), tc.options)
			if err != nil || live.GetGeneration() != 2 {
				t.Fatalf("%s: got %v, %v; want the outcome", tc.reason, live, err)
			}
			want := sent{Method: "PATCH", Path: widgetPath, ContentType: "application/apply-patch+yaml", Query: tc.query, Body: body}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
			if n := len(server.requests()); n != 1 {
				t.Errorf("%s: %d requests, want 1", tc.reason, n)
			}
		})
	}
}

// TestApplyIsNotRepeated shows that a server error that is about the object is returned
// after one request.
func TestApplyIsNotRepeated(t *testing.T) {
	client, server := newTestClient(t, refuse(500, "", "failed to create typed patch object (ns/w; example.org/v1, Kind=Widget): .spec.x: field not declared in schema", nil))
	_, err := client.Apply(t.Context(), widget, object("u", 1), ApplyOptions{})
	if diff := cmp.Diff([]Cause{{Field: "spec.x", Message: "field not declared in schema"}}, Causes(err)); diff != "" {
		t.Errorf("causes (-want +got):\n%s", diff)
	}
	if n := len(server.requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

// TestClusterScope shows that objects without namespaces have none in their path.
func TestClusterScope(t *testing.T) {
	client, server := newTestClient(t, answer(200, object("u", 1)))
	if _, err := client.Get(t.Context(), gadget, "ignored", "g"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"GET /apis/example.org/v1/gadgets/g"}, server.requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestCreate shows that an existing object is never touched.
func TestCreate(t *testing.T) {
	taken := refuse(409, metav1.StatusReasonConflict, "the object has been modified", nil)
	patchWidget := "PATCH " + widgetPath
	tests := map[string]struct {
		reason   string
		steps    []http.HandlerFunc
		requests []string
		exists   bool
		check    func(error) bool
	}{
		"Absent": {
			reason:   "one request creates",
			steps:    []http.HandlerFunc{answer(201, object("u", 1))},
			requests: []string{patchWidget},
			check:    func(err error) bool { return err == nil },
		},
		"Exists": {
			reason:   "an object that is in the way is handed to the caller",
			steps:    []http.HandlerFunc{taken, answer(200, object("foreign", 7))},
			requests: []string{patchWidget, getWidget},
			check: func(err error) bool {
				var exists *ExistsError
				return errors.As(err, &exists) && exists.Live.GetUID() == "foreign"
			},
		},
		"GoneMeanwhile": {
			reason:   "an object that goes away is no obstacle",
			steps:    []http.HandlerFunc{taken, notFound, answer(201, object("u", 1))},
			requests: []string{patchWidget, getWidget, patchWidget},
			check:    func(err error) bool { return err == nil },
		},
		"BackAgain": {
			reason:   "two refusals are enough",
			steps:    []http.HandlerFunc{taken, notFound, taken},
			requests: []string{patchWidget, getWidget, patchWidget},
			check:    func(err error) bool { return isConflict(err) },
		},
		"NoPermissionToLook": {
			reason:   "both answers are told when the object in the way cannot be read",
			steps:    []http.HandlerFunc{taken, forbidden},
			requests: []string{patchWidget, getWidget},
			check:    func(err error) bool { return err != nil && !IsNotFound(err) },
		},
		"Invalid": {
			reason:   "other refusals are returned as they are",
			steps:    []http.HandlerFunc{refuse(422, metav1.StatusReasonInvalid, "invalid", nil)},
			requests: []string{patchWidget},
			check: func(err error) bool {
				var exists *ExistsError
				return err != nil && !errors.As(err, &exists)
			},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			var got sent
			tc.steps[0] = record(&got, tc.steps[0])
			client, server := newTestClient(t, tc.steps...)
			desired := object("", 1)
			desired.SetResourceVersion("")
			_, err := client.Create(t.Context(), widget, desired, ApplyOptions{Force: true})
			if !tc.check(err) {
				t.Errorf("%s: got %v", tc.reason, err)
			}
			if diff := cmp.Diff(tc.requests, server.requests()); diff != "" {
				t.Errorf("%s: requests (-want +got):\n%s", tc.reason, diff)
			}
			if rv := got.Body["metadata"].(map[string]any)["resourceVersion"]; rv != "1" {
				t.Errorf("%s: the guard is missing: resourceVersion %v", tc.reason, rv)
			}
			if desired.GetResourceVersion() != "" {
				t.Errorf("%s: the caller's object was changed", tc.reason)
			}
		})
	}
}
