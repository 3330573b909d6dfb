package endpoint

import (
	"cmp"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	giev1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"
	"github.com/inferops/terraform-provider-inference/internal/apis/workload"
	"github.com/inferops/terraform-provider-inference/internal/kinds/gie"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

var (
	httpRouteKind = schema.GroupVersionKind{Group: "gateway.networking.k8s.io", Version: "v1", Kind: "HTTPRoute"}
	poolKind      = schema.GroupVersionKind{Group: "inference.networking.k8s.io", Version: "v1", Kind: "InferencePool"}
)

// Ports and weights that the API would fill in are claimed, so that a change by hand shows.
const (
	defaultPickerPort = 9002
	wholeWeight       = 1
)

// pool is that of the route, nil where the route leads to the Service.
func (e directEndpoint) pool() *v1alpha1.Pool {
	return ptr.Deref(e.Spec.Route, v1alpha1.Route{}).Pool
}

// addRoute adds what leads requests from Gateways to the pods.
func (e directEndpoint) addRoute() {
	route := e.Spec.Route
	if route == nil {
		return
	}
	backend := workload.RouteBackend{Group: new(""), Kind: "Service", Name: e.Owner.Name, Port: e.port(), Weight: new(int32(wholeWeight))}
	if route.Pool != nil {
		e.addPool(*route.Pool)
		backend = workload.RouteBackend{Group: new(poolKind.Group), Kind: poolKind.Kind, Name: e.Owner.Name, Weight: new(int32(wholeWeight))}
	}
	e.Add(render.Custom(e.Owner, httpRouteKind, e.Owner.Name, routeSpec(route, backend)))
}

// routeSpec has one rule, which leads everything below the prefix to the backend.
//
// Mirrors kubernetes-sigs/gateway-api apis/v1/httproute_types.go@v1.4.0.
func routeSpec(route *v1alpha1.Route, backend workload.RouteBackend) *workload.HTTPRouteSpec {
	spec := &workload.HTTPRouteSpec{}
	for _, g := range route.Gateways {
		spec.ParentRefs = append(spec.ParentRefs, workload.RouteParent{
			Group: httpRouteKind.Group, Kind: "Gateway", Namespace: g.Namespace, Name: g.Name, SectionName: g.SectionName,
		})
	}
	for _, name := range route.Hostnames {
		spec.Hostnames = append(spec.Hostnames, string(name))
	}
	rule := workload.RouteRule{
		Matches:     []workload.RouteMatch{{Path: &workload.RoutePath{Type: "PathPrefix", Value: cmp.Or(route.PathPrefix, "/")}}},
		BackendRefs: []workload.RouteBackend{backend},
	}
	if ptr.Deref(route.StripPrefix, false) {
		rule.Filters = []workload.RouteFilter{{
			Type:       "URLRewrite",
			URLRewrite: &workload.RouteRewrite{Path: &workload.RoutePathModifier{Type: "ReplacePrefixMatch", ReplacePrefixMatch: new("/")}},
		}}
	}
	if t := route.Timeouts; t != nil {
		rule.Timeouts = &workload.RouteTimeouts{Request: string(t.Request), BackendRequest: string(t.BackendRequest)}
	}
	spec.Rules = []workload.RouteRule{rule}
	return spec
}

// addPool adds the pool of the pods that answer, and its endpoint picker where there is none yet.
func (e directEndpoint) addPool(p v1alpha1.Pool) {
	selector := map[string]giev1.LabelValue{}
	for key, value := range e.servingPods() {
		selector[key] = giev1.LabelValue(value)
	}
	spec := &giev1.InferencePoolSpec{
		Selector:    giev1.LabelSelector{MatchLabels: selector},
		TargetPorts: []giev1.Port{{Number: giev1.PortNumber(e.port())}},
	}
	mode := giev1.EndpointPickerFailureMode(p.FailureMode)
	if picker := p.Picker; picker != nil {
		spec.EndpointPickerRef = &giev1.EndpointPickerRef{
			Name: giev1.ObjectName(picker.Name), Kind: "Service", FailureMode: mode,
			Port: &giev1.Port{Number: giev1.PortNumber(cmp.Or(picker.Port, defaultPickerPort))},
		}
		e.Add(render.Custom(e.Owner, poolKind, e.Owner.Name, spec))
		return
	}
	object := render.Custom(e.Owner, poolKind, e.Owner.Name, spec)
	// As written: what the renderer of pools adds to the labels of its owner is on it already.
	object.SetLabels(e.Owner.Labels)
	if mode != "" {
		_ = unstructured.SetNestedField(object.Object, p.FailureMode, "spec", "endpointPickerRef", "failureMode")
		_ = unstructured.SetNestedField(object.Object, gie.PickerName(e.Owner.Name), "spec", "endpointPickerRef", "name")
	}
	options := map[string]any{"engine": e.engine()}
	if p.Resources != nil {
		options["resources"] = render.Encode(p.Resources)
	}
	out, errs := gie.RenderPool(render.Input{Object: object, Options: options, Images: e.Images})
	e.Fail(errs...)
	e.Add(out.Objects...)
}
