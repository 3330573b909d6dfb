package object_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	runtimeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// The managers of the tests: ours, and the operators' as the kinds declare them.
const ours = "terraform-provider-inference"

var controllers = []string{"llmaz", "manager", "kube-controller-manager"}

// apiServer keeps one object and its managed fields as the API server does: with its own
// field manager, on a schema of the definitions table, and with the defaults of that schema.
type apiServer struct {
	t         *testing.T
	gvk       runtimeschema.GroupVersionKind
	converter managedfields.TypeConverter
	defaults  *structuralschema.Structural
	// now is the time of the next write. Each write is a minute later than the last.
	now  time.Time
	live *unstructured.Unstructured
}

// started is the time of the first write.
var started = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// minute is the time of a write, counted from 0.
func minute(write int) time.Time {
	return started.Add(time.Duration(write) * time.Minute)
}

// serve starts a server for the kind of a definition, such as "workload.Deployment".
func serve(t *testing.T, definition string, gvk runtimeschema.GroupVersionKind) *apiServer {
	t.Helper()
	s := &apiServer{t: t, gvk: gvk, now: started, defaults: structuralOf(t, definition), live: &unstructured.Unstructured{}}
	s.live.SetGroupVersionKind(gvk)
	openAPI := s.defaults.ToKubeOpenAPI()
	openAPI.Properties["metadata"] = *structuralOf(t, "workload.Metadata").ToKubeOpenAPI()
	openAPI.AddExtension("x-kubernetes-group-version-kind", []any{
		map[string]any{"group": gvk.Group, "version": gvk.Version, "kind": gvk.Kind},
	})
	// The schema of metadata has no more than what can be configured; the rest is tolerated.
	converter, err := managedfields.NewTypeConverter(map[string]*spec.Schema{"root": openAPI}, true)
	if err != nil {
		t.Fatal(err)
	}
	s.converter = converter
	return s
}

// serveUntyped starts a server that knows no schema: maps are granular and lists atomic.
func serveUntyped(t *testing.T, gvk runtimeschema.GroupVersionKind) *apiServer {
	t.Helper()
	s := &apiServer{
		t: t, gvk: gvk, now: started, defaults: &structuralschema.Structural{},
		converter: managedfields.NewDeducedTypeConverter(), live: &unstructured.Unstructured{},
	}
	s.live.SetGroupVersionKind(gvk)
	return s
}

func structuralOf(t *testing.T, definition string) *structuralschema.Structural {
	t.Helper()
	var internal apiextensions.JSONSchemaProps
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(schema.Expand(definition), &internal, nil); err != nil {
		t.Fatal(err)
	}
	structural, err := structuralschema.NewStructural(&internal)
	if err != nil {
		t.Fatal(err)
	}
	return structural
}

// apply is a server-side apply, forced if need be.
func (s *apiServer) apply(manager string, configured map[string]any) {
	s.t.Helper()
	obj := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(configured)}
	obj.SetGroupVersionKind(s.gvk)
	live, err := s.manager("").Apply(s.live, obj, manager, true)
	s.keep(live, err)
}

// update is any other write to the object: change edits it, as of kubectl edit.
func (s *apiServer) update(manager, subresource string, change func(obj map[string]any)) {
	s.t.Helper()
	obj := s.live.DeepCopy()
	change(obj.Object)
	defaulting.Default(obj.Object, s.defaults)
	live, err := s.manager(subresource).Update(s.live, obj, manager)
	s.keep(live, err)
}

// create is a plain create, as of kubectl create.
func (s *apiServer) create(manager string, configured map[string]any) {
	s.t.Helper()
	s.update(manager, "", func(obj map[string]any) {
		maps.Copy(obj, runtime.DeepCopyJSON(configured))
	})
}

// keep stores the outcome of a write. Entries that the write touched get its time.
func (s *apiServer) keep(live runtime.Object, err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	obj, ok := live.(*unstructured.Unstructured)
	if !ok {
		s.t.Fatalf("a write returned a %T", live)
	}
	before, after := s.live.GetManagedFields(), obj.GetManagedFields()
	for i, entry := range after {
		if !slices.ContainsFunc(before, func(e metav1.ManagedFieldsEntry) bool { return e.Time.Equal(entry.Time) }) {
			after[i].Time = &metav1.Time{Time: s.now}
		}
	}
	obj.SetManagedFields(after)
	s.live, s.now = obj, s.now.Add(time.Minute)
}

func (s *apiServer) manager(subresource string) *managedfields.FieldManager {
	s.t.Helper()
	m, err := managedfields.NewDefaultFieldManager(
		s.converter, sameVersion{}, defaulter{s.defaults}, creater{}, s.gvk, s.gvk.GroupVersion(), subresource, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return m
}

// claims are the managed fields of the object, in hub form.
func (s *apiServer) claims(d object.Release) object.Claims {
	s.t.Helper()
	claims, err := object.ManagedFields(s.live, d)
	if err != nil {
		s.t.Fatal(err)
	}
	return claims
}

// tree is the live object as it comes over the wire.
func (s *apiServer) tree() map[string]any {
	s.t.Helper()
	raw, err := json.Marshal(s.live)
	if err != nil {
		s.t.Fatal(err)
	}
	tree, err := object.ParseJSON(raw)
	if err != nil {
		s.t.Fatal(err)
	}
	return tree.(map[string]any)
}

// sameVersion converts nothing: there is one version.
type sameVersion struct{ runtime.ObjectConvertor }

func (sameVersion) ConvertToVersion(in runtime.Object, _ runtime.GroupVersioner) (runtime.Object, error) {
	return in, nil
}

type defaulter struct{ defaults *structuralschema.Structural }

func (d defaulter) Default(in runtime.Object) {
	if obj, ok := in.(*unstructured.Unstructured); ok {
		defaulting.Default(obj.Object, d.defaults)
	}
}

type creater struct{}

func (creater) New(gvk runtimeschema.GroupVersionKind) (runtime.Object, error) {
	obj := &unstructured.Unstructured{}
	obj.SetGroupVersionKind(gvk)
	return obj, nil
}
