package kinds

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// Referrer is a type whose objects may point at an object, and stop working when it goes.
type Referrer struct {
	schema.GroupVersionKind
	// Plural is the resource name in API paths.
	Plural string
	// Anywhere reports whether an object of another namespace may point at it; it always may at
	// a cluster-scoped object.
	Anywhere bool
	// Points returns the field by which a live object points at it, "" when it does not.
	Points func(live *unstructured.Unstructured, at Referent) string
}

// Referent is what a deletion takes away.
type Referent struct {
	// GroupKind and Name are those of the custom resource, empty where there is none.
	schema.GroupKind
	// Namespace is empty for a cluster-scoped object.
	Namespace, Name string
	// Services are the names of the core Services in front of it, and Pods the labels of its pods.
	Services []string
	Pods     []map[string]string
	// Made are the custom resources that the operator made of it.
	Made []MadeObject
}

// MadeObject is an object that an operator made of another one of its namespace.
type MadeObject struct {
	schema.GroupKind
	Name string
}

// serves reports whether one of the core Services in front of it has the name.
func (r Referent) serves(name any) bool {
	for _, service := range r.Services {
		if service == name {
			return true
		}
	}
	return false
}

// Traffic are the types that lead requests to what serves a model: routes and ingresses to its
// Services, and the pools that select its pods.
var Traffic = []Referrer{
	{GroupVersionKind: httpRoute, Plural: "httproutes", Anywhere: true, Points: routePoints},
	{
		GroupVersionKind: schema.GroupVersionKind{Group: "networking.k8s.io", Version: "v1", Kind: "Ingress"}, Plural: "ingresses",
		Points: ingressPoints,
	},
	{
		GroupVersionKind: schema.GroupVersionKind{Group: "inference.networking.k8s.io", Version: "v1", Kind: "InferencePool"}, Plural: "inferencepools",
		Points: poolPoints,
	},
}

var httpRoute = schema.GroupVersionKind{Group: "gateway.networking.k8s.io", Version: "v1", Kind: "HTTPRoute"}

// Routes are the types that lead requests to an object which a route names as its backend.
var Routes = Traffic[:1]

// routePoints knows that a route names core Services, and other backends by group and kind.
//
// Mirrors kubernetes-sigs/gateway-api apis/v1/{object_reference_types,httproute_types}.go@v1.4.0.
func routePoints(live *unstructured.Unstructured, at Referent) string {
	for _, path := range []string{"spec.rules[].backendRefs[]", "spec.rules[].filters[].requestMirror.backendRef"} {
		for _, ref := range fieldpath.Read(path).Values(live.Object) {
			fields, _ := ref.(map[string]any)
			if text(fields, "namespace", live.GetNamespace()) != at.Namespace {
				continue
			}
			target := schema.GroupKind{Group: text(fields, "group", ""), Kind: text(fields, "kind", "Service")}
			if target == (schema.GroupKind{Kind: "Service"}) && at.serves(fields["name"]) || target == at.GroupKind && fields["name"] == at.Name {
				return path
			}
		}
	}
	return ""
}

func ingressPoints(live *unstructured.Unstructured, at Referent) string {
	for _, path := range []string{"spec.defaultBackend.service.name", "spec.rules[].http.paths[].backend.service.name"} {
		if slices.ContainsFunc(fieldpath.Read(path).Values(live.Object), at.serves) {
			return path
		}
	}
	return ""
}

// poolPoints finds a pool that selects the pods, or whose endpoint picker is one of the Services.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension api/v1/inferencepool_types.go@v1.5.0.
func poolPoints(live *unstructured.Unstructured, at Referent) string {
	if slices.ContainsFunc(fieldpath.Read("spec.endpointPickerRef.name").Values(live.Object), at.serves) {
		return "spec.endpointPickerRef.name"
	}
	match, found, _ := unstructured.NestedStringMap(live.Object, "spec", "selector", "matchLabels")
	if !found || len(match) == 0 {
		return ""
	}
	for _, pod := range at.Pods {
		if labels.SelectorFromSet(maps.Clone(match)).Matches(labels.Set(pod)) {
			return "spec.selector.matchLabels"
		}
	}
	return ""
}
