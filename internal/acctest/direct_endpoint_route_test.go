package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// gateways is a cluster whose Gateways take every route and pool.
var gateways = acctest.Options{CRDs: ".build/crds/gateway .build/crds/inference.networking.k8s.io_inferencepools.yaml", Operators: "gateway gie"}

var inferencePoolType = schema.GroupVersionResource{Group: "inference.networking.k8s.io", Version: "v1", Resource: "inferencepools"}

// TestAccEndpointRoute takes an endpoint behind a Gateway through its life: it is ready when its route is accepted, a change of the
// route by hand is told and taken back, a pool with its endpoint picker takes the place of the Service, and all of it goes again.
func TestAccEndpointRoute(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, gateways)
	const name = "endpoint-route"
	route := acctest.Object{Resource: routeType, Namespace: "default", Name: name}
	of := func(pool string) string {
		return endpointConfig(c, name, fmt.Sprintf(`route = {
      gateways  = [{ name = "public", section_name = "https" }]
      hostnames = ["chat.example.org"]
      timeouts  = { request = "10m" }
      %s
    }`, pool))
	}
	made := func() []string {
		return madeIn(t, c, name, routeType, inferencePoolType, deploymentType, serviceType,
			schema.GroupVersionResource{Group: rbacGroup, Version: "v1", Resource: "roles"})
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error {
			if left := made(); len(left) > 0 {
				return fmt.Errorf("%v are left", left)
			}
			return nil
		},
		Steps: []resource.TestStep{
			{
				Config: of(""),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(endpointAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(endpointAddress, tfjsonpath.New("openai_base_url"), knownvalue.StringExact("http://endpoint-route.default.svc:8000/v1")),
				},
				Check: fieldIs(t, c, route, []any{"chat.example.org"}, []string{"spec", "hostnames"}),
			},
			{
				PreConfig: func() { c.Edit(t, route, "kubectl-edit", `{"spec":{"hostnames":["other.example.org"]}}`) },
				Config:    of(""),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(endpointAddress, plancheck.ResourceActionUpdate),
				}},
				Check: fieldIs(t, c, route, []any{"chat.example.org"}, []string{"spec", "hostnames"}),
			},
			{
				Config: of(`pool = { resources = { requests = { cpu = "100m" } } }`),
				Check: resource.ComposeAggregateTestCheckFunc(
					resource.TestCheckResourceAttrSet(endpointAddress, "rendered.InferencePool/"+name),
					resource.TestCheckResourceAttrSet(endpointAddress, "rendered.Deployment/"+name+"-epp"),
					resource.TestCheckResourceAttr(endpointAddress, "ready", "true"),
				),
			},
			{
				Config: endpointConfig(c, name, ""),
				Check: func(*terraform.State) error {
					if got, want := strings.Join(made(), " "), "deployments/endpoint-route services/endpoint-route"; got != want {
						return fmt.Errorf("there are %s, want %s", got, want)
					}
					return nil
				},
			},
		},
	})
}

// TestAccEndpointWithoutGateways plans a route on a cluster that has no Gateway API: the plan warns, and the apply makes nothing.
func TestAccEndpointWithoutGateways(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	tf := acctest.NewTerraform(t)
	config := endpointConfig(c, "endpoint-lost", `route = { gateways = [{ name = "public" }] }`)
	tf.Configure(t, strings.Replace(config, `create = "60s"`, `create = "3s"`, 1))
	warned := tf.TryPlan(t).Find(t, tfjson.DiagnosticSeverityWarning, "API not served by the cluster")
	if want := "is rendered to a HTTPRoute in gateway.networking.k8s.io/v1, which the cluster does not serve"; !strings.Contains(warned.Detail, want) {
		t.Errorf("the plan does not say what is missing: %s", warned.Detail)
	}
	out := tf.Apply(t)
	if failed := out.Find(t, tfjson.DiagnosticSeverityError, "API not served by the cluster"); out.OK || !strings.Contains(failed.Detail, "Install the Gateway API") {
		t.Errorf("the apply does not say what to do: %s", out.Log)
	}
	if left := madeIn(t, c, "endpoint-lost", deploymentType, serviceType); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// TestAccEndpointBeside applies what an endpoint has beside its pods on a cluster that serves it: what scales it, what reads its
// metrics and what its devices are allocated by. The next plan is empty, and a destruction leaves nothing.
func TestAccEndpointBeside(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	monitors := schema.GroupVersionResource{Group: "monitoring.coreos.com", Version: "v1", Resource: "podmonitors"}
	scaled := schema.GroupVersionResource{Group: "keda.sh", Version: "v1alpha1", Resource: "scaledobjects"}
	claims := schema.GroupVersionResource{Group: "resource.k8s.io", Version: "v1", Resource: "resourceclaimtemplates"}
	defer define(t, c, monitors, "PodMonitor")()
	defer define(t, c, scaled, "ScaledObject")()
	const name = "endpoint-beside"
	config := strings.Replace(endpointConfig(c, name, `autoscaling  = { max = 2, prometheus = { server_address = "http://prometheus.monitoring.svc:9090" } }
    monitor      = { labels = { release = "prometheus" } }`), "accelerators = { count = 1 }", `accelerators = { count = 2, device_class = "gpu.example.com" }`, 1)
	config = strings.Replace(config, "timeouts =", "wait     = { until = \"accepted\" }\n  timeouts =", 1)
	acctest.Test(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error {
			if left := madeIn(t, c, name, monitors, scaled, claims, deploymentType); len(left) > 0 {
				return fmt.Errorf("%v are left", left)
			}
			return nil
		},
		Steps: []resource.TestStep{{
			Config: config,
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
			Check: func(*terraform.State) error {
				want := "podmonitors/endpoint-beside scaledobjects/endpoint-beside resourceclaimtemplates/endpoint-beside deployments/endpoint-beside"
				if got := strings.Join(madeIn(t, c, name, monitors, scaled, claims, deploymentType), " "); got != want {
					return fmt.Errorf("there are %s, want %s", got, want)
				}
				return nil
			},
		}},
	})
}
