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

var jobType = schema.GroupVersionResource{Group: "batch", Version: "v1", Resource: "jobs"}

// onlyJob returns the one Job whose name begins with a prefix. It must have succeeded.
func onlyJob(t *testing.T, c *acctest.Cluster, prefix string) (*unstructured.Unstructured, error) {
	t.Helper()
	names := madeIn(t, c, prefix, jobType)
	if len(names) != 1 {
		return nil, fmt.Errorf("the Jobs are %v, want one", names)
	}
	job := c.Get(t, acctest.Object{Resource: jobType, Namespace: "default", Name: strings.TrimPrefix(names[0], "jobs/")})
	if succeeded, _, _ := unstructured.NestedInt64(job.Object, "status", "succeeded"); succeeded != 1 {
		return nil, fmt.Errorf("%d pods of the Job %s have succeeded", succeeded, job.GetName())
	}
	return job, nil
}

// TestAccDirectModel takes models of both scopes through their life: they are ready once
// they are downloaded, a change downloads them again to the same claim and forgets the Job
// before, a Job that is deleted comes back, and nothing is left in the end.
func TestAccDirectModel(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	scopes := map[string]struct{ metadata, direct string }{
		"base_model":         {metadata: `, namespace = "default"`},
		"cluster_base_model": {direct: `namespace = "default"`},
	}
	for typeName, scope := range scopes {
		t.Run(typeName, func(t *testing.T) {
			address, name := "inference_"+typeName+".it", "loaded-"+strings.ReplaceAll(typeName, "_", "-")
			claim := acctest.Object{Resource: claimType, Namespace: "default", Name: name + "-model"}
			volume := acctest.Object{Resource: volumeType, Name: name}
			config := func(options string) string {
				return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_%s" "it" {
  metadata = { name = %q%s }
  spec     = { storage = { storage_uri = "hf://Qwen/Qwen2.5-0.5B-Instruct" } }
  direct   = {
    size = "1Gi"
    %s
    %s
  }
  timeouts = { create = "60s", update = "60s", delete = "60s" }
}
`, typeName, name, scope.metadata, scope.direct, options)
			}
			var first, claimed string
			// The volume controller of the local control plane writes into the claim under a
			// name that no cluster has, so drift is not compared.
			ready := []statecheck.StateCheck{statecheck.ExpectKnownValue(address, tfjsonpath.New("ready"), knownvalue.Bool(true))}
			updated := resource.ConfigPlanChecks{
				PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)},
				PostApplyPostRefresh: nothingPlanned,
			}
			mirrored := config(`env = [{ name = "HF_ENDPOINT", value = "https://hub.example.com" }]`)
			c.Create(t, volume, "acctest", map[string]any{
				"apiVersion": "v1", "kind": "PersistentVolume", "metadata": map[string]any{"name": name},
				"spec": map[string]any{
					"capacity": map[string]any{"storage": "1Gi"}, "accessModes": []any{"ReadWriteOnce"},
					"persistentVolumeReclaimPolicy": "Retain", "hostPath": map[string]any{"path": "/model"},
					"claimRef": map[string]any{"namespace": "default", "name": claim.Name},
				},
			})
			defer c.Delete(t, volume)
			acctest.Test(t, resource.TestCase{
				CheckDestroy: func(*terraform.State) error {
					return differs("what is left", []string(nil), madeIn(t, c, name, jobType, claimType, podType))
				},
				Steps: []resource.TestStep{
					{
						Config:            config(""),
						ConfigPlanChecks:  resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
						ConfigStateChecks: ready,
						Check: func(*terraform.State) error {
							job, err := onlyJob(t, c, name)
							if err != nil {
								return err
							}
							first, claimed = job.GetName(), string(c.Get(t, claim).GetUID())
							return nil
						},
					},
					{
						Config: mirrored, ConfigPlanChecks: updated, ConfigStateChecks: ready,
						Check: func(*terraform.State) error {
							job, err := onlyJob(t, c, name)
							if err != nil {
								return err
							}
							if uid := string(c.Get(t, claim).GetUID()); job.GetName() == first || uid != claimed {
								return fmt.Errorf("the Job is %s after %s, the claim %s after %s", job.GetName(), first, uid, claimed)
							}
							return nil
						},
					},
					{
						PreConfig: func() {
							job, err := onlyJob(t, c, name)
							if err != nil {
								t.Fatal(err)
							}
							c.Delete(t, acctest.Object{Resource: jobType, Namespace: "default", Name: job.GetName()})
						},
						Config: mirrored, ConfigPlanChecks: updated, ConfigStateChecks: ready,
						Check: func(*terraform.State) error {
							_, err := onlyJob(t, c, name)
							return err
						},
					},
				},
			})
		})
	}
}

// TestAccDirectModelNamed shows that the claim of a model goes although a service of OME names a model
// of this name: it means the custom resource, which direct mode does not have.
func TestAccDirectModelNamed(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	service := ome("inferenceservices", "default")
	service.Name = "names-a-model"
	defer define(t, c, service.Resource, "InferenceService")()
	untilServed(t, c, service.Resource)
	c.Create(t, service, "kubectl-create", map[string]any{
		"apiVersion": "ome.io/v1beta1", "kind": "InferenceService", "metadata": map[string]any{"name": service.Name, "namespace": service.Namespace},
		"spec": map[string]any{"model": map[string]any{"name": "named"}},
	})
	defer c.Delete(t, service)
	claim := acctest.Object{Resource: claimType, Namespace: "default", Name: "named-model"}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, c.Provider(`mode = "direct"`)+`
resource "inference_cluster_base_model" "it" {
  metadata = { name = "named" }
  spec     = { storage = { storage_uri = "hf://Qwen/Qwen2.5-0.5B-Instruct" } }
  direct   = { namespace = "default", size = "1Gi" }
  wait     = { until = "accepted" }
  timeouts = { delete = "20s" }
}
`)
	tf.MustApply(t)
	if c.Get(t, claim) == nil {
		t.Fatal("the model has no claim")
	}
	if out := tf.Destroy(t); !out.OK || c.Get(t, claim) != nil {
		t.Errorf("the destruction does not go through: %s", out.Log)
	}
}
