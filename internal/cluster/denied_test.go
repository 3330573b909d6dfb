package cluster

import (
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// TestDenied tells refusals of admission from everything else.
func TestDenied(t *testing.T) {
	cases := map[string]struct {
		reason, want string
		err          error
	}{
		"quota":          {"a quota says so", "exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1", statusError(403, `pods "w" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1`)},
		"webhook":        {"a webhook chooses its status", `admission webhook "w.example.com" denied the request: no`, statusError(400, `admission webhook "w.example.com" denied the request: no`)},
		"policy":         {"a policy that answers forbidden", "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no", statusError(403, `widgets "w" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`)},
		"permission":     {"the identity is not allowed to", "", statusError(403, `widgets "w" is forbidden: User "a \"b\"" cannot patch resource "widgets"`)},
		"proxy":          {"something before the API server", "", statusError(403, "<html>403 Forbidden</html>")},
		"broken webhook": {"it did not answer at all", "", statusError(500, `Internal error occurred: failed calling webhook "w.example.com": connection refused`)},
		"invalid":        {"that is for the causes", "", statusError(422, `Widget "w" is invalid: spec: Required value`)},
		"no answer":      {"nobody has refused anything", "", errors.New("connection refused")},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got, denied := Denied(tc.err)
			if got != tc.want || denied != (tc.want != "") {
				t.Errorf("%s: got %q, %t", tc.reason, got, denied)
			}
		})
	}
}

// TestExists asks for the metadata of objects and nothing else.
func TestExists(t *testing.T) {
	core := Resource{GroupVersionKind: schema.GroupVersionKind{Version: "v1", Kind: "Secret"}, Plural: "secrets", Namespaced: true}
	cases := map[string]struct {
		reason   string
		resource Resource
		answer   http.HandlerFunc
		path     string
		found    bool
		failed   func(error) bool
	}{
		"there":     {"the core group has a path of its own", core, answer(200, object("u", 1)), "GET /api/v1/namespaces/ns/secrets/w", true, nil},
		"grouped":   {"groups have theirs", widget, answer(200, object("u", 1)), "GET " + widgetPath, true, nil},
		"cluster":   {"no namespace", gadget, answer(200, object("u", 1)), "GET /apis/example.org/v1/gadgets/w", true, nil},
		"absent":    {"no object of that name", widget, notFound, "GET " + widgetPath, false, nil},
		"forbidden": {"nobody knows", widget, forbidden, "GET " + widgetPath, false, IsForbidden},
		"no type":   {"the type is not served", widget, plain(404, "404 page not found"), "GET " + widgetPath, false, IsTypeMissing},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c, s := newTestClient(t, tc.answer)
			found, err := c.Exists(t.Context(), tc.resource, "ns", "w")
			if found != tc.found || (err != nil) != (tc.failed != nil) || err != nil && !tc.failed(err) {
				t.Errorf("%s: got %t, %v", tc.reason, found, err)
			}
			if diff := cmp.Diff([]string{tc.path}, s.requests()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
			if accept := s.seen[0].Header.Get("Accept"); accept != "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" {
				t.Errorf("it accepts %q, so that the whole object is sent", accept)
			}
		})
	}
}
