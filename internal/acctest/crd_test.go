package acctest_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// modelsOnly is a cluster that serves one of llmaz's kinds, until a test installs more.
var modelsOnly = acctest.Options{CRDs: "shared:crds/llmaz/v0.1.4/llmaz.io_openmodels.yaml"}

// TestAccDefinitionInstalledMeanwhile shows that a plan needs no definition, and that an
// apply waits until somebody installs it. The destruction takes up to half a minute:
// Kubernetes' garbage collector looks for new types that seldom.
func TestAccDefinitionInstalledMeanwhile(t *testing.T) {
	c := acctest.Start(t, modelsOnly)
	object := llmaz("playgrounds", "default", "early")
	address := "inference_playground.it"
	var installed func()
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: bodyOf(c, "inference_playground", object.Name, llmazLifecycles["inference_playground"].body,
				`wait = { until = "accepted" }`+"\n"+shortTimeouts),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate),
					acctest.During(func() {
						installed = c.InstallOnDemand(t, "shared:crds/llmaz/v0.1.4/inference.llmaz.io_playgrounds.yaml", "playgrounds")
					}),
				},
				PostApplyPostRefresh: emptyAfterwards.PostApplyPostRefresh,
			},
			ConfigStateChecks: []statecheck.StateCheck{attributeIs(address, "api_release", knownvalue.StringExact("v0.1.4"))},
			Check:             fieldsAre(t, c, object, map[string]string{"spec.replicas": "1"}),
		}},
	})
	installed()
}

// TestAccDefinitionMissing shows what is said when the definition never comes.
func TestAccDefinitionMissing(t *testing.T) {
	c := acctest.Start(t, modelsOnly)
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: bodyOf(c, "inference_service", "never", llmazLifecycles["inference_service"].body, `timeouts = { create = "2s" }`),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction("inference_service.it", plancheck.ResourceActionCreate)},
				},
				ExpectError: says("Error: API not served by the cluster", "Service default/never cannot be applied",
					"in inference.llmaz.io/v1alpha1, also not after 2s", "Install the CustomResourceDefinitions"),
			},
			{
				Config:      c.Provider("") + "data \"inference_service\" \"it\" {\n  metadata = { name = \"never\" }\n}\n",
				ExpectError: says("Error: API not served by the cluster", "Service default/never was not read", "in inference.llmaz.io/v1alpha1 is not installed"),
			},
		},
	})
}

// TestAccRelease shows that the release of the cluster is found and told, and what happens
// when the provider block pins another one.
func TestAccRelease(t *testing.T) {
	const body = `spec = {
		model_claim            = { model_name = "llama3" }
		backend_runtime_config = { args = ["--max-model-len", "8192"]%s }
	}`
	cases := map[string]struct {
		options       acctest.Options
		served, other string
		// refused is what an apply for the other release meets: the arguments are a list
		// in one and an object in the other.
		refused string
	}{
		"newest": {newest, "v0.1.4", "v0.1.0", "expected list, got"},
		"oldest": {oldest, "v0.1.0", "v0.1.4", "expected map, got"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c := acctest.Start(t, tc.options)
			object := llmaz("playgrounds", "default", "release")
			address := "inference_playground.it"
			pinned := func(release, further string) string {
				return c.Provider(fmt.Sprintf("api_releases = { llmaz = %q }", release)) +
					fmt.Sprintf("resource \"inference_playground\" \"it\" {\n  metadata = { name = %q }\n  wait = { until = \"accepted\" }\n  %s\n}\n", object.Name, fmt.Sprintf(body, further))
			}
			acctest.Test(t, resource.TestCase{
				Steps: []resource.TestStep{
					{
						Config:      pinned("v0.1.0", `, shared_memory_size = "1Gi"`),
						PlanOnly:    true, // No cluster has to be asked.
						ExpectError: says("spec.backend_runtime_config.shared_memory_size of Playground default/release", "v0.1.0"),
					},
					{
						Config: pinned(tc.other, ""),
						ExpectError: says("Error: Value rejected by the cluster", "with inference_playground.it",
							"spec.backend_runtime_config.args of Playground default/release was refused", tc.refused,
							`does not serve the release "`+tc.other+`" that the provider block pins`),
					},
					{
						Config:            bodyOf(c, "inference_playground", object.Name, fmt.Sprintf(body, ""), `wait = { until = "accepted" }`),
						ConfigStateChecks: []statecheck.StateCheck{attributeIs(address, "api_release", knownvalue.StringExact(tc.served))},
						ConfigPlanChecks:  emptyAfterwards,
					},
					{ // To pin what is served changes nothing.
						Config:           pinned(tc.served, ""),
						ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
					},
				},
			})
		})
	}
}
