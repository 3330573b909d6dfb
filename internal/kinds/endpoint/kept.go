package endpoint

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// annotationSpec is the annotation of the Service with the spec of its endpoint as JSON, for those who read the endpoint back. A
// change of it restarts no pods.
const annotationSpec = "inferops.dev/endpoint"

// mostKept is the longest spec that is kept, in bytes. The annotations of an object may have 256 KiB together.
//
// Source: kubernetes/apimachinery pkg/api/validation/objectmeta.go@v0.36.3.
const mostKept = 128 << 10

// kept says how endpoints are found in a cluster.
var kept = &kinds.Kept{In: serviceKind, Spec: keptSpec, Status: status}

var serviceKind = corev1.SchemeGroupVersion.WithKind("Service")

// keep writes the spec of an endpoint to its Service.
func (e directEndpoint) keep(service *unstructured.Unstructured) *unstructured.Unstructured {
	text, err := json.Marshal(e.Object.Object["spec"])
	if err != nil || len(text) > mostKept {
		e.Warnf("EP-24", "The spec is too long to be kept in the annotation %s of the Service: the data source inference_endpoint will not find the endpoint", annotationSpec)
		return service
	}
	service.SetAnnotations(render.Overlay(service.GetAnnotations(), map[string]string{annotationSpec: string(text)}))
	return service
}

// keptSpec reads the spec back. A Service that was copied under another name has still the labels of the first.
func keptSpec(service *unstructured.Unstructured) (map[string]any, bool) {
	owner := render.Owner{Name: service.GetName()}
	for key, value := range owner.Selector() {
		if service.GetLabels()[key] != value {
			return nil, false
		}
	}
	tree, err := object.ParseJSON([]byte(service.GetAnnotations()[annotationSpec]))
	if err != nil {
		return nil, false
	}
	spec, ok := tree.(map[string]any)
	return spec, ok
}

// status is what the workload and the Service say. Both have the name of the endpoint, and other workloads have others.
func status(live []*unstructured.Unstructured) map[string]any {
	out, name := map[string]any{}, ""
	for _, o := range live {
		if o.GroupVersionKind() == serviceKind && o.GetAnnotations()[annotationSpec] != "" {
			name = o.GetName()
		}
	}
	for _, o := range live {
		if o.GetName() != name {
			continue
		}
		switch o.GetKind() {
		case "Deployment", "LeaderWorkerSet":
			replicas(o, out)
		case "Service":
			addresses(o, out)
		}
	}
	return out
}

// replicas are those of the workload. What its controller leaves out is 0.
func replicas(o *unstructured.Unstructured, out map[string]any) {
	out["workload"] = o.GetKind() + "/" + o.GetName()
	out["desiredReplicas"], _, _ = unstructured.NestedInt64(o.Object, "spec", "replicas")
	for _, name := range []string{"replicas", "updatedReplicas", "readyReplicas"} {
		out[name], _, _ = unstructured.NestedInt64(o.Object, "status", name)
	}
	if conditions, found, _ := unstructured.NestedSlice(o.Object, "status", "conditions"); found {
		out["conditions"] = conditions
	}
}

// addresses are where the Service is reached.
func addresses(o *unstructured.Unstructured, out map[string]any) {
	if ip, _, _ := unstructured.NestedString(o.Object, "spec", "clusterIP"); ip != "" {
		out["clusterIP"] = ip
	}
	entries, _, _ := unstructured.NestedSlice(o.Object, "status", "loadBalancer", "ingress")
	var found []any
	for _, entry := range entries {
		fields, _ := entry.(map[string]any)
		for _, name := range []string{"ip", "hostname"} {
			if address, _ := fields[name].(string); address != "" {
				found = append(found, address)
			}
		}
	}
	if len(found) > 0 {
		out["loadBalancerAddresses"] = found
	}
}
