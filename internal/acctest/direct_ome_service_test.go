package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// omeServiceAddress is the service of [omeService.config].
const omeServiceAddress = "inference_ome_service.it"

// omeService configures a service of OME in direct mode, its model on the disks of the
// nodes, and its runtime.
type omeService struct {
	name string
	// runtime are the components of the runtime, spec those of the service.
	runtime, spec string
}

func (s omeService) config(c *acctest.Cluster) string {
	return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_cluster_base_model" "it" {
  metadata = { name = %[1]q }
  spec = {
    model_format       = { name = "safetensors" }
    model_framework    = { name = "transformers" }
    model_architecture = "OPTForCausalLM"
    storage            = { storage_uri = "local:///models/opt" }
  }
}

resource "inference_cluster_serving_runtime" "it" {
  metadata = { name = %[1]q }
  spec = {
    supported_model_formats = [{
      model_format       = { name = "safetensors" }
      model_framework    = { name = "transformers" }
      model_architecture = "OPTForCausalLM"
      auto_select        = true
    }]
    %[2]s
  }
}

resource "inference_ome_service" "it" {
  metadata = { name = %[1]q, namespace = "default" }
  spec = {
    model = { name = inference_cluster_base_model.it.metadata.name }
    %[3]s
  }
  references = [inference_cluster_base_model.it.manifest, inference_cluster_serving_runtime.it.manifest]
  timeouts    = { create = "90s", update = "90s", delete = "60s" }
}
`, s.name, s.runtime, s.spec)
}

// of returns the place of one of the service's objects.
func (s omeService) of(resource schema.GroupVersionResource, suffix string) acctest.Object {
	return acctest.Object{Resource: resource, Namespace: "default", Name: s.name + suffix}
}

var (
	accountType = schema.GroupVersionResource{Version: "v1", Resource: "serviceaccounts"}
	roleType    = schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "roles"}
	bindingType = schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "rolebindings"}
	budgetType  = schema.GroupVersionResource{Group: "policy", Version: "v1", Resource: "poddisruptionbudgets"}
)

// goneWithoutTrace checks that the destroyed service leaves nothing.
func (s omeService) goneWithoutTrace(t *testing.T, c *acctest.Cluster) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var found []string
		for _, resource := range []schema.GroupVersionResource{
			podType, serviceType, deploymentType, replicaSetType, statefulSetType, autoscalerType, workerSetType, accountType, roleType, bindingType, budgetType,
		} {
			list, err := c.Objects.Resource(resource).Namespace("default").List(t.Context(), listAll)
			if err != nil {
				return err
			}
			for _, item := range list.Items {
				if strings.Contains(item.GetName(), s.name) {
					found = append(found, resource.Resource+"/"+item.GetName())
				}
			}
		}
		if len(found) > 0 {
			return fmt.Errorf("%s left %v", s.name, found)
		}
		return nil
	}
}

// podsHave checks that so many pods of a component run with the given arguments.
func (s omeService) podsHave(t *testing.T, c *acctest.Cluster, selector string, count int, args ...any) resource.TestCheckFunc {
	return func(*terraform.State) error {
		pods := c.List(t, podType, "default", "inferops.dev/inferenceservice="+s.name+","+selector)
		if len(pods) != count {
			return fmt.Errorf("%d pods of %s %s run, not %d", len(pods), s.name, selector, count)
		}
		for _, pod := range pods {
			containers, _, err := unstructured.NestedSlice(pod.Object, "spec", "containers")
			if err != nil {
				return err
			}
			if err := differs("arguments of pod "+pod.GetName(), args, containers[0].(map[string]any)["args"]); err != nil {
				return err
			}
		}
		return nil
	}
}

// routed is a runtime of one host with a router.
const routed = `
    engine_config = {
      runner = {
        name = "ome-container", image = "example.org/server:v1", args = ["--model", "$(MODEL_PATH)"], ports = [{ container_port = 8080 }]
        resources = { limits = { "nvidia.com/gpu" = "1" }, requests = { cpu = "100m" } }
      }
    }
    router_config = {
      runner = { name = "router", image = "example.org/router:v1", args = ["--selector", "component=engine ome.io/inferenceservice={{.Name}}"], ports = [{ container_port = 8080 }] }
    }`

// TestAccDirectOMEService takes an engine with its router through their life without an
// operator: they serve, have nothing to plan, roll out a change, are repaired and go.
func TestAccDirectOMEService(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	service := func(args string) omeService {
		return omeService{name: "ome-routed", runtime: routed, spec: `
    engine = { min_replicas = 2, max_replicas = 2` + args + ` }
    router = { min_replicas = 1, max_replicas = 1 }`}
	}
	first, changed := service(""), service(`, runner = { name = "ome-container", args = ["--model", "$(MODEL_PATH)", "--enforce-eager"] }`)
	ready := []statecheck.StateCheck{
		statecheck.ExpectKnownValue(omeServiceAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
		statecheck.ExpectKnownValue(omeServiceAddress, tfjsonpath.New("endpoint"), knownvalue.StringExact("http://ome-routed.default.svc:8080")),
		statecheck.ExpectKnownValue(omeServiceAddress, tfjsonpath.New("drift"), knownvalue.ListSizeExact(0)),
	}
	updated := resource.ConfigPlanChecks{
		PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(omeServiceAddress, plancheck.ResourceActionUpdate)},
		PostApplyPostRefresh: nothingPlanned,
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: first.goneWithoutTrace(t, c),
		Steps: []resource.TestStep{
			{
				Config:            first.config(c),
				ConfigPlanChecks:  resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
				ConfigStateChecks: ready,
				Check: resource.ComposeAggregateTestCheckFunc(
					first.podsHave(t, c, "component=engine", 2, "--model", "$(MODEL_PATH)"),
					first.podsHave(t, c, "component=router", 1, "--selector", "component=engine inferops.dev/inferenceservice=ome-routed"),
					func(*terraform.State) error {
						notes := c.Get(t, first.of(deploymentType, "-engine")).GetAnnotations()
						return differs("reason of the runtime", "chosen with score 2", notes["inferops.dev/runtime-reason"])
					},
				),
			},
			{
				Config: changed.config(c), ConfigPlanChecks: updated, ConfigStateChecks: ready,
				Check: changed.podsHave(t, c, "component=engine", 2, "--model", "$(MODEL_PATH)", "--enforce-eager"),
			},
			{
				PreConfig: func() { c.Delete(t, changed.of(roleType, "-router")); c.Delete(t, changed.of(serviceType, "")) },
				Config:    changed.config(c), ConfigPlanChecks: updated, ConfigStateChecks: ready,
				Check: func(*terraform.State) error {
					for _, o := range []acctest.Object{changed.of(roleType, "-router"), changed.of(serviceType, "")} {
						if c.Get(t, o) == nil {
							return fmt.Errorf("%s %s was not made again", o.Resource.Resource, o.Name)
						}
					}
					return nil
				},
			},
		},
	})
}

// TestAccDirectOMEServiceGroups runs an engine on groups of two hosts.
func TestAccDirectOMEServiceGroups(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	const host = `runner = { name = "ome-container", image = "example.org/server:v1", args = ["--nnodes", "$(LWS_GROUP_SIZE)"], ports = [{ container_port = 8080 }], resources = { limits = { "nvidia.com/gpu" = "1" } } }`
	s := omeService{
		name:    "ome-groups",
		runtime: "engine_config = {\n      leader = { " + host + " }\n      worker = { size = 1, " + host + " }\n    }",
		spec:    "engine = { min_replicas = 2, max_replicas = 2 }",
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: s.goneWithoutTrace(t, c),
		Steps: []resource.TestStep{{
			Config:           s.config(c),
			ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(omeServiceAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
			},
			Check: resource.ComposeAggregateTestCheckFunc(
				s.podsHave(t, c, "component=engine", 4, "--nnodes", "$(LWS_GROUP_SIZE)"),
				s.podsHave(t, c, "ray.io/node-type=head", 2, "--nnodes", "$(LWS_GROUP_SIZE)"),
				func(*terraform.State) error {
					selector := c.Field(t, s.of(serviceType, ""), "spec", "selector")
					want := map[string]any{"leaderworkerset.sigs.k8s.io/name": "lws-ome-groups-engine", "leaderworkerset.sigs.k8s.io/worker-index": "0"}
					return differs("selector of the front Service", want, selector)
				},
			),
		}},
	})
}
