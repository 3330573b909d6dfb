package llmkube

import (
	"cmp"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// routerReferences are the services behind a router. LLMKube says of a missing one only that a backend has no address.
//
// Mirrors defilantech/LLMKube internal/controller/router_config_builder.go@v0.9.19.
var routerReferences = []kinds.Reference{{Field: "spec.backends[].inferenceServiceRef.name", To: []string{"llmkube_service"}, Needed: true}}

// routerExplains knows the Deployment of the proxy.
//
// Mirrors defilantech/LLMKube internal/controller/router_deployment_builder.go@v0.9.19.
var routerExplains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "spec.proxy.image", Reasons: kinds.OfImage},
		{Field: "spec.proxy.resources", Reasons: kinds.OfMemory},
		{Field: "spec.proxy.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.proxy", Reasons: kinds.OfPods},
	},
	Nodes: kinds.AsksIn("spec.proxy.resources", "spec.proxy.nodeSelector"),
}

// throughGateway reports whether an Envoy AI Gateway leads the requests of a router, so that it has no proxy.
func throughGateway(router *unstructured.Unstructured) bool {
	plane, _, _ := unstructured.NestedString(router.Object, "spec", "dataPlane")
	return plane == "Gateway"
}

// routerEndpoint is the base URL of the core Service of the proxy. The address of a gateway is not LLMKube's to say.
//
// Mirrors defilantech/LLMKube internal/controller/router_service_builder.go@v0.9.19.
func routerEndpoint(obj *unstructured.Unstructured, _ string) string {
	if throughGateway(obj) {
		return ""
	}
	port, _, _ := unstructured.NestedInt64(obj.Object, "spec", "endpoint", "port")
	return fmt.Sprintf("http://%s-router-proxy.%s.svc:%d", serviceName(obj.GetName()), obj.GetNamespace(), cmp.Or(port, defaultPort))
}

// routerReady judges a router by its phase, or by the one condition that the gateway's controller writes. Neither says
// which generation it is about; the Deployment of the proxy, which is judged beside it, does.
//
// A router that failed is looked at again when one of its services changes, so what is missing may come. A
// Secret is not watched, but one of the same apply is there in most cases before LLMKube looks.
//
// Mirrors defilantech/LLMKube internal/controller/{modelrouter_controller,modelrouter_gateway_controller}.go@v0.9.19.
func routerReady(live *unstructured.Unstructured) observe.Result {
	if throughGateway(live) {
		return gatewayReady(live)
	}
	message := saidBy(live, "Available")
	switch phase := phaseOf(live); phase {
	case "":
		return observe.Result{Message: silence}
	case "Ready":
		return observe.Result{Phase: observe.Ready, Message: withDetail("phase Ready", message)}
	case "Degraded":
		return observe.Result{Phase: observe.Blocked, Message: withDetail("phase Degraded", unhealthyBackends(live))}
	case "Failed":
		if validated, ok := observe.FindCondition(live, "Validated"); ok && validated.Is(metav1.ConditionFalse) {
			return observe.Result{Phase: observe.Failed, Message: withDetail("phase Failed", validated.String())}
		}
		return observe.Result{Phase: observe.Blocked, Message: withDetail("phase Failed", message)}
	default:
		return observe.Result{Message: withDetail("phase "+phase, message)}
	}
}

// gatewayReady judges a router without a proxy. What its controller refuses stays refused until the router changes; an error
// of the API server is tried again.
func gatewayReady(live *unstructured.Unstructured) observe.Result {
	condition, ok := observe.FindCondition(live, "GatewayReady")
	switch {
	case !ok:
		return observe.Result{Message: silence}
	case condition.Is(metav1.ConditionTrue):
		return observe.Result{Phase: observe.Ready, Message: condition.String()}
	case condition.Reason == "ReconcileFailed":
		return observe.Result{Phase: observe.Blocked, Message: condition.String()}
	}
	return observe.Result{Phase: observe.Failed, Message: condition.String()}
}

// unhealthyBackends is what the status says of the backends that are not healthy.
func unhealthyBackends(live *unstructured.Unstructured) string {
	backends, _, _ := unstructured.NestedSlice(live.Object, "status", "backends")
	var said []string
	for _, item := range backends {
		backend, _ := item.(map[string]any)
		if healthy, _ := backend["healthy"].(bool); !healthy {
			said = append(said, fmt.Sprintf("backend %v: %v", backend["name"], backend["message"]))
		}
	}
	return strings.Join(said, "; ")
}

// besideProxy are the fields of a router that change nothing in the pods of its proxy.
//
// Mirrors defilantech/LLMKube internal/controller/{router_config_builder,router_deployment_builder}.go@v0.9.19.
var besideProxy = [][]string{
	{"dataPlane"},
	{"gatewayRef"},
	{"endpoint"},
	{"mcpServer"},
	{"policy", "budgets"},
	{"policy", "auth"},
	{"proxy", "replicas"},
	{"proxy", "revisionHistoryLimit"},
}

// proxyRequests and proxyLimits are the resources of a proxy that nobody sets any of.
var (
	proxyRequests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("50m"), corev1.ResourceMemory: resource.MustParse("64Mi")}
	proxyLimits   = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("500m"), corev1.ResourceMemory: resource.MustParse("256Mi")}
)

// routerRuns says what LLMKube runs of a router: the Deployment of the proxy, whose pods are made anew when their
// configuration changes.
//
// Mirrors defilantech/LLMKube internal/controller/router_deployment_builder.go@v0.9.19.
func routerRuns(c kinds.Candidate) []podset.Set {
	router, err := render.Decode[v1alpha1.ModelRouter](c.Object.Object)
	if err != nil {
		return nil
	}
	template, _, _ := unstructured.NestedMap(c.Object.Object, "spec")
	if throughGateway(c.Object) {
		// Without pods, but a change of it is one that LLMKube has to act on.
		return []podset.Set{{Name: "AIGatewayRoute", Size: 1, Devices: map[string]int64{}, Template: template}}
	}
	for _, at := range besideProxy {
		unstructured.RemoveNestedField(template, at...)
	}
	proxy := ptr.Deref(router.Spec.Proxy, v1alpha1.RouterProxySpec{})
	resources := ptr.Deref(proxy.Resources, corev1.ResourceRequirements{})
	if resources.Requests == nil && resources.Limits == nil {
		resources = corev1.ResourceRequirements{Requests: proxyRequests, Limits: proxyLimits}
	}
	pod := &corev1.PodSpec{NodeSelector: proxy.NodeSelector, Containers: []corev1.Container{{Name: "router-proxy", Resources: resources}}}
	n, quarter := podset.Replicas(proxy.Replicas), intstr.FromString("25%")
	return []podset.Set{{
		Name: "Deployment", Min: n, Max: n, Size: 1, Devices: map[string]int64{}, Parts: []podset.Part{{Pods: 1, Spec: pod}},
		Template: template, Rollout: podset.Rollout{MaxUnavailable: quarter, MaxSurge: quarter},
	}}
}
