package acctest_test

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var secretType = schema.GroupVersionResource{Version: "v1", Resource: "secrets"}

// hubSecret is where llmaz and direct mode read the token of Hugging Face.
func hubSecret(namespace string) acctest.Object {
	return acctest.Object{Resource: secretType, Namespace: namespace, Name: "modelhub-secret"}
}

// gated is a playground of a gated model in a namespace of its own.
type gated struct {
	name, namespace, mode string
	// credentials are the lines of the attribute, "" for none.
	credentials string
}

func (g gated) config(c *acctest.Cluster) string {
	credentials := ""
	if g.credentials != "" {
		credentials = "credentials = { " + g.credentials + " }"
	}
	return c.Provider("") + fmt.Sprintf(`
resource "inference_open_model" "it" {
  metadata = { name = %[1]q }
  mode     = "direct"
  spec = {
    family_name      = "llama3"
    source           = { model_hub = { model_id = "meta-llama/Llama-3.1-8B-Instruct" } }
    inference_config = { flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "1" } }] }
  }
}

resource "inference_playground" "it" {
  metadata    = { name = %[1]q, namespace = %[2]q }
  mode        = %[3]q
  references = [inference_open_model.it.manifest]
  spec        = { replicas = 1, model_claim = { model_name = inference_open_model.it.metadata.name } }
  wait        = { until = "accepted" }
  %[4]s
}
`, g.name, g.namespace, g.mode, credentials)
}

// with is the playground with other credentials.
func (g gated) with(format string, values ...any) gated {
	g.credentials = fmt.Sprintf(format, values...)
	return g
}

// secretHas checks the data of a Secret; nil means that there is none.
func secretHas(t *testing.T, c *acctest.Cluster, o acctest.Object, data map[string]string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var want, got any
		if data != nil {
			encoded := map[string]any{}
			for key, value := range data {
				encoded[key] = base64.StdEncoding.EncodeToString([]byte(value))
			}
			want = encoded
		}
		for _, live := range c.List(t, o.Resource, o.Namespace, "") {
			if live.GetName() == o.Name {
				got = live.Object["data"]
			}
		}
		return differs("data of "+o.Name, want, got)
	}
}

var appliedAt = tfjsonpath.New("secrets").AtMapKey("hugging_face").AtMapKey("applied_at")

// sends expects a plan that sends the token, and that there is nothing to do afterwards.
func sends(found ...acctest.Drift) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{
		PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(playgroundAddress, plancheck.ResourceActionUpdate),
			plancheck.ExpectUnknownValue(playgroundAddress, appliedAt),
			acctest.ExpectDrift(playgroundAddress, found...),
		},
		PostApplyPostRefresh: nothingPlanned,
	}
}

// TestAccCredentials takes a token through its life in both modes: the Secret is made, follows
// the value and the version, is repaired, goes with the credential and goes with the resource.
func TestAccCredentials(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	for _, mode := range []string{"operator", "direct"} {
		t.Run(mode, func(t *testing.T) {
			it := gated{name: "gated-" + mode, namespace: "gated-" + mode, mode: mode}
			c.EnsureNamespace(t, it.namespace)
			at := hubSecret(it.namespace)
			token := func(value string) map[string]string { return map[string]string{"HF_TOKEN": value} }
			first, second := it.with(`hugging_face = { token = "hf_first" }`), it.with(`hugging_face = { token = "hf_second" }`)
			pinned := it.with(`hugging_face = { token = "hf_third" }, version = 1`)
			acctest.Test(t, resource.TestCase{
				CheckDestroy: secretHas(t, c, at, nil),
				Steps: []resource.TestStep{
					{
						Config: first.config(c), Check: secretHas(t, c, at, token("hf_first")),
						ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
						ConfigStateChecks: []statecheck.StateCheck{
							attributeIs(playgroundAddress, "secrets", knownvalue.MapExact(map[string]knownvalue.Check{
								"hugging_face": knownvalue.ObjectPartial(map[string]knownvalue.Check{
									"namespace": knownvalue.StringExact(it.namespace), "name": knownvalue.StringExact("modelhub-secret"),
								}),
							})),
							statecheck.ExpectKnownValue(playgroundAddress, tfjsonpath.New("credentials").AtMapKey("hugging_face").AtMapKey("token"), knownvalue.Null()),
						},
					},
					{Config: second.config(c), ConfigPlanChecks: sends(), Check: secretHas(t, c, at, token("hf_second"))},
					{
						PreConfig: func() { c.Edit(t, at, "kubectl-edit", `{"stringData":{"HF_TOKEN":"stolen"}}`) },
						Config:    second.config(c), Check: secretHas(t, c, at, token("hf_second")),
						ConfigPlanChecks: sends(acctest.Drift{
							Object: "Secret/modelhub-secret", Class: "changed", Path: "data[HF_TOKEN]", Manager: "kubectl-edit", Operation: "Update",
						}),
					},
					{
						PreConfig: func() { c.Delete(t, at) },
						Config:    second.config(c), Check: secretHas(t, c, at, token("hf_second")),
						ConfigPlanChecks: sends(acctest.Drift{Object: "Secret/modelhub-secret", Class: "removed", Path: "data"}),
					},
					{Config: pinned.config(c), ConfigPlanChecks: sends(), Check: secretHas(t, c, at, token("hf_third"))},
					{
						Config: it.with(`hugging_face = { token = "hf_fourth" }, version = 1`).config(c), Check: secretHas(t, c, at, token("hf_third")),
						ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: nothingPlanned},
					},
					{Config: it.with(`hugging_face = { token = "hf_fourth" }, version = 2`).config(c), ConfigPlanChecks: sends(), Check: secretHas(t, c, at, token("hf_fourth"))},
					{
						Config: it.config(c), Check: secretHas(t, c, at, nil),
						ConfigPlanChecks:  resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
						ConfigStateChecks: []statecheck.StateCheck{attributeIs(playgroundAddress, "secrets", knownvalue.Null())},
					},
					{Config: first.config(c), Check: secretHas(t, c, at, token("hf_first"))},
				},
			})
		})
	}
}

// TestAccCredentialsOfOthers finds a Secret of somebody else and one of another resource in the
// way, leaves both alone, and makes nothing that would wait for its own.
func TestAccCredentialsOfOthers(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	it := gated{name: "foreign-token", namespace: "foreign-token", mode: "operator"}.with(`hugging_face = { token = "hf_mine" }`)
	c.EnsureNamespace(t, it.namespace)
	at := hubSecret(it.namespace)
	theirs := map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": at.Name, "namespace": at.Namespace},
		"stringData": map[string]any{"HF_TOKEN": "hf_theirs"},
	}
	owned := map[string]any{
		"apiVersion": "v1", "kind": "Secret", "stringData": theirs["stringData"],
		"metadata": map[string]any{"name": at.Name, "namespace": at.Namespace, "annotations": map[string]any{"inferops.dev/credentials-of": "playground/foreign-token/other"}},
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: secretHas(t, c, at, nil),
		Steps: []resource.TestStep{
			{
				PreConfig: func() { c.Create(t, at, "kubectl-create", theirs) }, Config: it.config(c),
				ExpectError: says("Error: Secret exists already", "Secret foreign-token/modelhub-secret is in the cluster and was not made for this resource (its managers are \"kubectl-create\")",
					"Delete it to have it replaced, or remove this credential to use it as it is"),
			},
			{
				PreConfig: func() { c.Delete(t, at); c.Create(t, at, "terraform-provider-inference", owned) }, Config: it.config(c),
				ExpectError: says("Error: Secret exists already", "holds the credentials of playground/foreign-token/other"),
			},
			{
				PreConfig: func() {
					if err := secretHas(t, c, at, map[string]string{"HF_TOKEN": "hf_theirs"})(nil); err != nil {
						t.Error(err)
					}
					if made := c.List(t, llmaz("playgrounds", it.namespace, it.name).Resource, it.namespace, ""); len(made) > 0 {
						t.Errorf("there are %d playgrounds without the Secret that they need", len(made))
					}
					c.Delete(t, at)
				},
				Config: it.config(c), Check: secretHas(t, c, at, map[string]string{"HF_TOKEN": "hf_mine"}),
			},
		},
	})
}

// TestAccCredentialsOfFailure makes a Secret for an object that then cannot be made: nothing is left.
func TestAccCredentialsOfFailure(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	it := gated{name: "taken-playground", namespace: "taken-playground", mode: "operator"}.with(`hugging_face = { token = "hf_mine" }`)
	c.EnsureNamespace(t, it.namespace)
	object := llmaz("playgrounds", it.namespace, it.name)
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{{
			PreConfig: func() {
				c.Create(t, object, "kubectl-create", map[string]any{
					"apiVersion": "inference.llmaz.io/v1alpha1", "kind": "Playground", "metadata": map[string]any{"name": it.name, "namespace": it.namespace},
					"spec": map[string]any{"modelClaim": map[string]any{"modelName": "theirs"}},
				})
				t.Cleanup(func() { c.Delete(t, object) })
			},
			Config: it.config(c), ExpectError: says("Error: Object exists already"),
		}},
	})
	if err := secretHas(t, c, hubSecret(it.namespace), nil)(nil); err != nil {
		t.Error(err)
	}
}
