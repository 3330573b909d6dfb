package cluster

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

const crdPath = "GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.org"

func definition(t *testing.T) *unstructured.Unstructured {
	t.Helper()
	return readCRD(t, "testdata/crd.yaml")
}

func readCRD(t *testing.T, path string) *unstructured.Unstructured {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	crd := &unstructured.Unstructured{}
	if err := yaml.Unmarshal(text, &crd.Object); err != nil {
		t.Fatal(err)
	}
	return crd
}

// TestCRD shows which schema is found, and that it is fetched once.
func TestCRD(t *testing.T) {
	client, server := newTestClient(t, answer(200, definition(t)))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			schema, found, err := client.CRD(t.Context(), widget)
			if err != nil || !found || !HasField(schema, "spec.size") {
				t.Errorf("got %v, %v, %v; want the schema of v1", schema, found, err)
			}
		})
	}
	group.Wait()
	if diff := cmp.Diff([]string{crdPath}, server.requests()); diff != "" {
		t.Errorf("eight questions cost one request (-want +got):\n%s", diff)
	}
}

// TestCRDVersions shows that only a served version counts.
func TestCRDVersions(t *testing.T) {
	for version, want := range map[string]bool{"v1": true, "v1beta1": false, "v2": false} {
		client, _ := newTestClient(t, answer(200, definition(t)))
		r := widget
		r.Version = version
		if _, found, err := client.CRD(t.Context(), r); found != want || err != nil {
			t.Errorf("version %s: found %v, %v; want %v", version, found, err, want)
		}
	}
}

// TestCRDAbsenceIsNotRemembered shows that a definition that is installed later is found.
func TestCRDAbsenceIsNotRemembered(t *testing.T) {
	absent := refuse(404, metav1.StatusReasonNotFound, "not found", &metav1.StatusDetails{Name: "widgets.example.org", Kind: "customresourcedefinitions"})
	client, _ := newTestClient(t, absent, forbidden, answer(200, definition(t)))
	if _, found, err := client.CRD(t.Context(), widget); found || err != nil {
		t.Errorf("got %v, %v; want an absence without an error", found, err)
	}
	if _, _, err := client.CRD(t.Context(), widget); !IsForbidden(err) {
		t.Errorf("got %v, want the refusal: it is not an absence", err)
	}
	if _, found, err := client.CRD(t.Context(), widget); !found || err != nil {
		t.Errorf("got %v, %v; want the definition that is there now", found, err)
	}
}

// TestCRDWaitsNoLongerThanItsContext shows that a slow request of another caller does not
// hold a caller whose time is up.
func TestCRDWaitsNoLongerThanItsContext(t *testing.T) {
	asked, proceed := make(chan struct{}), make(chan struct{})
	client, _ := newTestClient(t, func(w http.ResponseWriter, r *http.Request) {
		close(asked)
		<-proceed
		answer(200, definition(t))(w, r)
	})
	var group sync.WaitGroup
	group.Go(func() { _, _, _ = client.CRD(t.Context(), widget) })
	<-asked
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := client.CRD(ended, widget); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of the context", err)
	}
	close(proceed)
	group.Wait()
}

// TestHasField walks a schema by dotted paths.
func TestHasField(t *testing.T) {
	schema := versionSchema(definition(t), "v1")
	tests := map[string]struct {
		reason string
		path   string
		want   bool
	}{
		"Field":        {"a field of an object", "spec.size", true},
		"Unknown":      {"a field that is not there", "spec.weight", false},
		"List":         {"a field of the items of a list", "spec.parts.name", true},
		"UnknownItem":  {"a field that items do not have", "spec.parts.weight", false},
		"Map":          {"a field of the values of a map", "spec.limits.amount", true},
		"ListOfMaps":   {"lists and maps within each other", "spec.shelves.amount", true},
		"BelowScalar":  {"a scalar has no fields", "spec.size.unit", false},
		"ItemsByName":  {"a property may be called items", "spec.items", true},
		"Whole":        {"the way to a field is a field", "spec", true},
		"NothingThere": {"an empty path is no field", "", false},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if got := HasField(schema, tc.path); got != tc.want {
				t.Errorf("%s: HasField(%q) = %v", tc.reason, tc.path, got)
			}
		})
	}
	if HasField(nil, "spec") {
		t.Error("a schema that was not found has no fields")
	}
}

// TestRequiresField tells required fields from optional ones, wherever they are.
func TestRequiresField(t *testing.T) {
	part := map[string]any{
		"properties": map[string]any{"name": map[string]any{"type": "string"}, "size": map[string]any{"type": "string"}},
		"required":   []any{"name", "gone"},
	}
	schema := map[string]any{"properties": map[string]any{"spec": map[string]any{
		"properties": map[string]any{"parts": map[string]any{"items": part}, "picker": part},
		"required":   []any{"picker"},
	}}}
	for path, want := range map[string]bool{
		"spec": false, "spec.picker": true, "spec.parts": false, "spec.parts.name": true, "spec.parts.size": false,
		"spec.parts.gone": false, "spec.other.name": false, "": false,
	} {
		if got := RequiresField(schema, path); got != want {
			t.Errorf("RequiresField(%q) = %v", path, got)
		}
	}
}

// TestHasFieldOfRealDefinitions tells the generations of llmaz apart by their real
// definitions.
func TestHasFieldOfRealDefinitions(t *testing.T) {
	folder := shared(t, "crds", "llmaz")
	for version, want := range map[string]bool{"v0.1.0": false, "v0.1.4": true} {
		crd := readCRD(t, filepath.Join(folder, version, "inference.llmaz.io_playgrounds.yaml"))
		if got := HasField(versionSchema(crd, "v1alpha1"), "spec.backendRuntimeConfig.backendName"); got != want {
			t.Errorf("%s: spec.backendRuntimeConfig.backendName: %v, want %v", version, got, want)
		}
	}
}

// shared returns a folder beside the repository, and skips the test where it is absent.
func shared(t *testing.T, parts ...string) string {
	t.Helper()
	_, file, _, _ := runtime.Caller(0)
	root := filepath.Dir(file)
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			t.Skip("the repository is not here")
		}
		root = filepath.Dir(root)
	}
	folder := filepath.Join(append([]string{root, "..", "shared"}, parts...)...)
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the real references are not here: %v", err)
	}
	return folder
}

// TestWaitEstablished shows how long a type is waited for.
func TestWaitEstablished(t *testing.T) {
	list := answer(200, map[string]any{"apiVersion": "example.org/v1", "kind": "WidgetList", "metadata": map[string]any{}, "items": []any{}})
	unknown := plain(404, "404 page not found")
	discovery := func(names ...string) http.HandlerFunc {
		out := metav1.APIResourceList{GroupVersion: "example.org/v1"}
		for _, name := range names {
			out.APIResources = append(out.APIResources, metav1.APIResource{Name: name})
		}
		return answer(200, out)
	}
	const ask, discover = "GET /apis/example.org/v1/widgets", "GET /apis/example.org/v1"
	tests := map[string]struct {
		reason   string
		steps    []http.HandlerFunc
		requests []string
	}{
		"Served": {
			reason: "a type that is served costs one request",
			steps:  []http.HandlerFunc{list}, requests: []string{ask},
		},
		"Later": {
			reason: "a type may take longer than any number of refusals",
			steps:  []http.HandlerFunc{unknown, unknown, unknown, unknown, plain(503, "starting"), list}, requests: []string{ask, ask, ask, ask, ask, ask},
		},
		"Forbidden": {
			reason:   "who may not list asks discovery, which knows",
			steps:    []http.HandlerFunc{forbidden, unknown, forbidden, discovery("gadgets"), forbidden, discovery("gadgets", "widgets")},
			requests: []string{ask, discover, ask, discover, ask, discover},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, tc.steps...)
			if err := client.WaitEstablished(t.Context(), widget); err != nil {
				t.Errorf("%s: %v", tc.reason, err)
			}
			if diff := cmp.Diff(tc.requests, server.requests()); diff != "" {
				t.Errorf("%s: requests (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestWaitEstablishedEndsWithItsContext shows that a type that never comes is told.
func TestWaitEstablishedEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	client, _ := newTestClient(t, plain(404, "404 page not found"), func(w http.ResponseWriter, r *http.Request) {
		cancel()
		plain(404, "404 page not found")(w, r)
	})
	err := client.WaitEstablished(ctx, widget)
	if !errors.Is(err, context.Canceled) || !IsTypeMissing(err) {
		t.Errorf("got %v, want the end of the context with the missing type", err)
	}
}

// TestKnown shows that every workload of direct mode is known without discovery.
func TestKnown(t *testing.T) {
	for gvk, plural := range map[schema.GroupVersionKind]string{
		{Group: "apps", Version: "v1", Kind: "Deployment"}:                          "deployments",
		{Version: "v1", Kind: "Service"}:                                            "services",
		{Version: "v1", Kind: "PersistentVolumeClaim"}:                              "persistentvolumeclaims",
		{Group: "autoscaling", Version: "v2", Kind: "HorizontalPodAutoscaler"}:      "horizontalpodautoscalers",
		{Group: "batch", Version: "v1", Kind: "Job"}:                                "jobs",
		{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"}: "leaderworkersets",
	} {
		want := Resource{GroupVersionKind: gvk, Plural: plural, Namespaced: true}
		if got, ok := Known(gvk); !ok || got != want {
			t.Errorf("got %+v, %v; want %+v", got, ok, want)
		}
	}
	if _, ok := Known(widget.GroupVersionKind); ok {
		t.Error("a custom resource is known")
	}
}
