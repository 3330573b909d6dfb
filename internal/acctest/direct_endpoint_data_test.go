package acctest_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// readEndpoint is a data source of an endpoint.
func readEndpoint(name, further string) string {
	return fmt.Sprintf("data \"inference_endpoint\" \"it\" {\n  metadata = { name = %q, namespace = \"default\" }\n  %s\n}\n", name, further)
}

// TestAccEndpointDataSource reads an endpoint back from what the cluster has of it, and notices what is missing.
func TestAccEndpointDataSource(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	const name, address = "endpoint-read", "data.inference_endpoint.it"
	at := func(attribute string, is knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), is)
	}
	workload := acctest.Object{Resource: workloadTypes["Deployment"], Namespace: "default", Name: name}
	config := endpointConfig(c, name, "replicas = 2\n    context_length = 4096")
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config:           config + readEndpoint(name, "depends_on = [inference_endpoint.it]"),
				ConfigPlanChecks: emptyAfterwards,
				ConfigStateChecks: []statecheck.StateCheck{
					at("ready", knownvalue.Bool(true)),
					at("endpoint", knownvalue.StringExact("http://endpoint-read.default.svc:8000")),
					at("openai_base_url", knownvalue.StringExact("http://endpoint-read.default.svc:8000/v1")),
					at("served_model_name", knownvalue.StringExact("Qwen/Qwen2.5-0.5B-Instruct")),
					at("spec_json", knownvalue.StringExact(`{"accelerators":{"count":1},"contextLength":4096,"model":{"repository":"Qwen/Qwen2.5-0.5B-Instruct"},"replicas":2}`)),
					at("manifest", knownvalue.StringRegexp(says("kind: Endpoint", "name: endpoint-read", "contextLength: 4096"))),
					at("status", knownvalue.ObjectPartial(map[string]knownvalue.Check{
						"workload": knownvalue.StringExact("Deployment/" + name), "desired_replicas": knownvalue.Int64Exact(2), "ready_replicas": knownvalue.Int64Exact(2),
						"cluster_ip": knownvalue.NotNull(),
					})),
				},
			},
			{
				// Nothing is left of the endpoint but what keeps it, and Terraform no longer knows of it.
				PreConfig: func() { c.Delete(t, workload) },
				Config:    c.Provider("") + keepEndpoint + readEndpoint(name, ""),
				ConfigStateChecks: []statecheck.StateCheck{
					at("ready", knownvalue.Bool(false)),
					at("status", knownvalue.ObjectPartial(map[string]knownvalue.Check{"workload": knownvalue.Null(), "cluster_ip": knownvalue.NotNull()})),
				},
			},
		},
	})
	c.Delete(t, acctest.Object{Resource: serviceType, Namespace: "default", Name: name})
	c.Delete(t, acctest.Object{Resource: budgetType, Namespace: "default", Name: name})
}

// keepEndpoint forgets the endpoint without destroying it.
const keepEndpoint = "removed {\n  from = inference_endpoint.it\n  lifecycle { destroy = false }\n}\n"

// TestAccEndpointDataSourceOfOthers shows that the Service of somebody else is no endpoint, whatever its name, nor a copy of the
// Service of one.
func TestAccEndpointDataSourceOfOthers(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	const name = "endpoint-of-others"
	service := acctest.Object{Resource: serviceType, Namespace: "default", Name: name}
	c.Create(t, service, "kubectl-create", map[string]any{
		"apiVersion": "v1", "kind": "Service",
		"metadata": map[string]any{
			"name": name, "namespace": "default",
			"labels":      map[string]any{"app.kubernetes.io/name": "chat", "app.kubernetes.io/managed-by": "terraform-provider-inference"},
			"annotations": map[string]any{"inferops.dev/endpoint": `{"model":{"repository":"a/b"}}`},
		},
		"spec": map[string]any{"ports": []any{map[string]any{"port": int64(8000)}}},
	})
	defer c.Delete(t, service)
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
		{
			Config:      c.Provider("") + readEndpoint(name, ""),
			ExpectError: says("Error: Object not found", "Endpoint default/endpoint-of-others is not in the cluster", "Service default/endpoint-of-others is there, and is not a part of one"),
		},
		{
			Config:      c.Provider("") + readEndpoint("missing", ""),
			ExpectError: says("Error: Object not found", "Endpoint default/missing is not in the cluster. Check the name"),
		},
	}})
}
