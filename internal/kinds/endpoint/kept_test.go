package endpoint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

// rendered is one of the objects of an endpoint.
func rendered(t *testing.T, input, kind, name string) *unstructured.Unstructured {
	t.Helper()
	out, errs := Render(rendertest.Parse(t, []byte(input)))
	if len(errs) > 0 {
		t.Fatal(errs.ToAggregate())
	}
	for _, o := range out.Objects {
		if o.GetKind() == kind && o.GetName() == name {
			return o
		}
	}
	t.Fatalf("there is no %s %s", kind, name)
	return nil
}

// TestKept shows that what a Service keeps is the spec that it was rendered from, and that nothing else keeps one.
func TestKept(t *testing.T) {
	in := rendertest.Parse(t, []byte(validEndpoint))
	service := rendered(t, validEndpoint, "Service", "chat")
	spec, ok := keptSpec(service)
	if diff := cmp.Diff(in.Object.Object["spec"], any(spec)); !ok || diff != "" {
		t.Errorf("the spec is kept: %t (-configured +kept):\n%s", ok, diff)
	}
	for what, change := range map[string]func(o *unstructured.Unstructured){
		"a copy of another name": func(o *unstructured.Unstructured) { o.SetName("copy") },
		"a Service of others":    func(o *unstructured.Unstructured) { o.SetLabels(nil) },
		"a playground's":         func(o *unstructured.Unstructured) { o.SetAnnotations(nil) },
		"a damaged one":          func(o *unstructured.Unstructured) { o.SetAnnotations(map[string]string{annotationSpec: "[]"}) },
	} {
		other := service.DeepCopy()
		change(other)
		if spec, ok := keptSpec(other); ok {
			t.Errorf("%s keeps %v", what, spec)
		}
	}
}

// TestKeptTooLong shows that an endpoint whose spec fits no annotation says so, and works.
func TestKeptTooLong(t *testing.T) {
	out, errs := Render(rendertest.Parse(t, []byte(validEndpoint+"  env: [{name: LONG, value: "+strings.Repeat("x", mostKept)+"}]\n")))
	if len(errs) > 0 || len(out.Warnings) != 1 || !strings.Contains(out.Warnings[0], "the data source inference_endpoint will not find the endpoint (EP-24)") {
		t.Errorf("it warns of %v (%v)", out.Warnings, errs)
	}
	for _, o := range out.Objects {
		if o.GetAnnotations()[annotationSpec] != "" {
			t.Errorf("%s keeps the spec", o.GetKind())
		}
	}
}

// TestStatus shows what is read of the live objects, and that the workloads beside that of the endpoint do not count.
func TestStatus(t *testing.T) {
	service := rendered(t, validEndpoint, "Service", "chat")
	service.Object["spec"].(map[string]any)["clusterIP"] = "10.0.0.7"
	service.Object["status"] = map[string]any{"loadBalancer": map[string]any{"ingress": []any{
		map[string]any{"ip": "192.0.2.1"}, map[string]any{"hostname": "lb.example.org"},
	}}}
	workload := func(kind, name string, ready int64) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": kind, "metadata": map[string]any{"name": name}, "spec": map[string]any{"replicas": int64(3)},
			"status": map[string]any{"replicas": int64(3), "readyReplicas": ready},
		}}
	}
	for _, kind := range []string{"Deployment", "LeaderWorkerSet"} {
		got := status([]*unstructured.Unstructured{workload(kind, "chat", 2), workload("Deployment", "chat-prefill", 9), service})
		want := map[string]any{
			"workload": kind + "/chat", "desiredReplicas": int64(3), "replicas": int64(3), "updatedReplicas": int64(0), "readyReplicas": int64(2),
			"clusterIP": "10.0.0.7", "loadBalancerAddresses": []any{"192.0.2.1", "lb.example.org"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}
