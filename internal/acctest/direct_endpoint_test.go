package acctest_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// endpointAddress is the endpoint of [endpointConfig].
const endpointAddress = "inference_endpoint.it"

// bare is a cluster without the definitions of any operator, and without LeaderWorkerSet.
var bare = acctest.Options{Bare: true}

// endpointConfig is an endpoint under a provider block that asks for operators. spec has further lines.
func endpointConfig(c *acctest.Cluster, name, spec string) string {
	return c.Provider(`mode = "operator"`) + fmt.Sprintf(`
resource "inference_endpoint" "it" {
  metadata = { name = %q, namespace = "default" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-0.5B-Instruct" }
    accelerators = { count = 1 }
    %s
  }
%s}
`, name, spec, endpointTimeouts)
}

// endpointTimeouts bound what an apply of the endpoint waits for.
const endpointTimeouts = "  timeouts = { create = \"60s\", update = \"60s\", delete = \"60s\" }\n"

// TestAccEndpoint takes an endpoint through its life on a cluster that has no definition of any operator: creation until it
// serves, a change by hand that the plan tells and the apply repairs, an update, objects that are no longer rendered, destruction.
func TestAccEndpoint(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	of := func(name string) map[string]acctest.Object {
		return map[string]acctest.Object{
			"Deployment": {Resource: workloadTypes["Deployment"], Namespace: "default", Name: name},
			"Service":    {Resource: serviceType, Namespace: "default", Name: name},
		}
	}
	const name = "endpoint-life"
	deployment := of(name)["Deployment"]
	at := func(attribute string) tfjsonpath.Path { return tfjsonpath.New(attribute) }
	acctest.Test(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error {
			for kind, object := range of(name) {
				if c.Get(t, object) != nil {
					return fmt.Errorf("the %s is left", kind)
				}
			}
			return nil
		},
		Steps: []resource.TestStep{
			{
				Config: endpointConfig(c, name, ""),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(endpointAddress, at("mode"), knownvalue.StringExact("direct")),
					statecheck.ExpectKnownValue(endpointAddress, at("ready"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(endpointAddress, at("uid"), knownvalue.Null()),
					statecheck.ExpectKnownValue(endpointAddress, at("endpoint"), knownvalue.StringExact("http://endpoint-life.default.svc:8000")),
					statecheck.ExpectKnownValue(endpointAddress, at("images").AtMapKey("vllm"), knownvalue.StringRegexp(regexp.MustCompile(`^vllm/vllm-openai:v`))),
				},
			},
			{
				PreConfig: func() { c.Edit(t, deployment, "kubectl-edit", `{"spec":{"replicas":3}}`) },
				Config:    endpointConfig(c, name, ""),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(endpointAddress, plancheck.ResourceActionUpdate),
					acctest.ExpectDrift(endpointAddress, acctest.Drift{
						Object: "Deployment/" + name, Path: "spec.replicas", Class: "changed", Manager: "kubectl-edit", Operation: "Update", Applied: "1", Live: "3",
					}),
				}},
				Check: fieldIs(t, c, deployment, int64(1), []string{"spec", "replicas"}),
			},
			{
				Config: endpointConfig(c, name, "replicas = 2\n    context_length = 4096"),
				Check: resource.ComposeAggregateTestCheckFunc(
					fieldIs(t, c, deployment, int64(2), []string{"spec", "replicas"}),
					resource.TestCheckResourceAttrSet(endpointAddress, "rendered.PodDisruptionBudget/"+name),
				),
			},
			{
				Config: endpointConfig(c, name, ""),
				Check:  resource.TestCheckNoResourceAttr(endpointAddress, "rendered.PodDisruptionBudget/"+name),
			},
		},
	})
}

// TestAccEndpointServes creates an endpoint whose pods are ready at once and never answer: the apply says so, because it asks
// without being told to, and the next one goes on asking until the server answers.
func TestAccEndpointServes(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	tf := acctest.NewTerraform(t)
	config := func(image string) string {
		text := endpointConfig(c, "endpoint-mute", fmt.Sprintf("engine = { image = %q }", image))
		return strings.Replace(text, `create = "60s"`, `create = "20s"`, 1)
	}
	tf.Configure(t, config("example.org/localcluster/mute"))
	warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, "Model server does not answer")
	if !strings.Contains(warned.Detail, "its model server at http://endpoint-mute.default.svc:8000 did not answer") {
		t.Errorf("the warning does not say what was asked: %s", warned.Detail)
	}
	tf.Configure(t, config("example.org/server"))
	if out := tf.MustApply(t); len(out.Diagnostics) > 0 {
		t.Errorf("it warns of a server that answers: %s", out.Log)
	}
	if out := tf.Destroy(t); !out.OK {
		t.Error(out.Log)
	}
}
