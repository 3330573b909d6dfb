package acctest_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDirectDeleteLeavesOthers shows that a destruction deletes what the resource made,
// and not an object of the same name that somebody else has made since.
func TestAccDirectDeleteLeavesOthers(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "others", replicas: 1, direct: `workload = "Deployment"`}
	front := p.of(serviceType)
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: p.config(c)},
			{
				Config: p.config(c), Destroy: true,
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{acctest.During(func() {
					c.Delete(t, front)
					c.Create(t, front, "kubectl-create", map[string]any{
						"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": front.Name, "namespace": front.Namespace},
						"spec": map[string]any{"ports": []any{map[string]any{"port": int64(80)}}},
					})
				})}},
			},
		},
	})
	if c.Get(t, front) == nil {
		t.Error("somebody else's Service is gone")
	}
	if c.Get(t, p.of(deploymentType)) != nil {
		t.Error("the Deployment is still there")
	}
	c.Delete(t, front)
}
