package acctest_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// allow lets a user do things with the objects of a type in the whole cluster.
func allow(t *testing.T, c *acctest.Cluster, user string, resource schema.GroupVersionResource, verbs ...any) {
	t.Helper()
	rbac := func(plural, kind string, body map[string]any) {
		body["apiVersion"], body["kind"], body["metadata"] = "rbac.authorization.k8s.io/v1", kind, map[string]any{"name": user}
		object := acctest.Object{Resource: schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: plural}, Name: user}
		c.Create(t, object, "acctest", body)
		t.Cleanup(func() { c.Delete(t, object) })
	}
	rbac("clusterroles", "ClusterRole", map[string]any{"rules": []any{map[string]any{
		"apiGroups": []any{resource.Group}, "resources": []any{resource.Resource}, "verbs": verbs,
	}}})
	rbac("clusterrolebindings", "ClusterRoleBinding", map[string]any{
		"roleRef":  map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": user},
		"subjects": []any{map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": user}},
	})
}

// TestAccReadOnlyRole shows that `get` on the kind is all that a refresh and a plan need to
// tell drift and who made it, and what an apply says to such a role.
func TestAccReadOnlyRole(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "read-only")
	allow(t, c, "model-reader", object.Resource, "get")
	config := func(block string) string {
		return c.Provider(block) + fmt.Sprintf(`
resource "inference_open_model" "it" {
  metadata = { name = %q, labels = { team = "ml" } }
  spec     = { family_name = "llama3", source = { model_hub = { %s } } }
}
`, object.Name, hubOfMeta)
	}
	found := []plancheck.PlanCheck{
		acctest.ExpectDrift(modelAddress, byHand("metadata.labels[team]", `"ml"`, `"web"`),
			acctest.Drift{Class: "foreign", Path: "metadata.annotations[example.com/note]", Live: `"x"`, Manager: "kubectl-edit", Operation: "Update"}),
		acctest.ExpectChanges(modelAddress, `metadata.labels.team: "web" -> "ml"`),
	}
	const reader = `impersonate = { user = "model-reader" }`
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config(""), ConfigPlanChecks: emptyAfterwards},
			{Config: config(reader), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan(), acctest.ExpectDrift(modelAddress)}}},
			{
				PreConfig: func() {
					c.Edit(t, object, "kubectl-edit", `{"metadata":{"labels":{"team":"web"},"annotations":{"example.com/note":"x"}}}`)
				},
				Config:           config(reader),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: found},
				ExpectError: says("Error: Permission denied by the cluster", "Not allowed to apply OpenModel read-only", `User "model-reader" cannot patch resource "openmodels"`,
					"Grant the permission to the identity of the provider block"),
			},
			{Config: config(""), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: found}, Check: fieldsAre(t, c, object, map[string]string{"metadata.labels": `{"team":"ml"}`})},
		},
	})
}
