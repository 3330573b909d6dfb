package acctest_test

import (
	"errors"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDeleteBlocked shows that a destruction waits for finalizers, names the one that
// blocks it, and finishes once that is gone.
func TestAccDeleteBlocked(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "held")
	config := modelOf(c, object.Name, "", hubOfMeta, `timeouts = { delete = "2s" }`)
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: func() { c.Edit(t, object, "holder", `{"metadata":{"finalizers":["example.com/hold"]}}`) },
				Config:    config, Destroy: true,
				ExpectError: says("Error: Deletion does not end", "OpenModel held has been marked for deletion but still exists after 2s", "example.com/hold", `example.com/hold was set by "holder", which must remove it`),
			},
			{ // The object is still in the state, so a destruction still has something to do.
				Config: config, Destroy: true,
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(modelAddress, plancheck.ResourceActionDestroy),
					acctest.During(func() { c.Edit(t, object, "holder", `{"metadata":{"finalizers":null}}`) }),
				}},
			},
		},
	})
	if c.Get(t, object) != nil {
		t.Error("the object is still there")
	}
}

// TestAccDeleteReplaced shows that a destruction leaves alone what has taken the place of the object since the plan.
func TestAccDeleteReplaced(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "replaced")
	config := modelOf(c, object.Name, "", hubOfMeta, shortTimeouts)
	defer c.Delete(t, object)
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config},
			{
				Config: config, Destroy: true,
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{acctest.During(func() {
					c.Delete(t, object)
					live := liveModel(object.Name, nil, map[string]any{"modelID": "someone/else"})
					live["spec"].(map[string]any)["familyName"] = "other"
					c.Create(t, object, "kubectl-create", live)
				})}},
			},
		},
	})
	if got := c.Field(t, object, "spec", "familyName"); got != "other" {
		t.Errorf("the object in its place has the family name %v", got)
	}
}

// TestAccDeleteGone shows that a destruction is content with an object that went away after the plan.
func TestAccDeleteGone(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	for typeName, life := range llmazLifecycles {
		t.Run(typeName, func(t *testing.T) {
			object := life.object
			object.Name = "gone-already"
			config := bodyOf(c, typeName, object.Name, life.body, `wait = { until = "accepted" }`)
			acctest.Test(t, resource.TestCase{
				Steps: []resource.TestStep{
					{Config: config},
					{
						Config: config, Destroy: true,
						ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
							plancheck.ExpectResourceAction(typeName+".it", plancheck.ResourceActionDestroy),
							acctest.During(func() { c.Delete(t, object) }),
						}},
					},
				},
			})
		})
	}
}

// TestAccMadeAgain shows that an object which somebody deleted is made again.
func TestAccMadeAgain(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	for _, typeName := range []string{"inference_open_model", "inference_playground"} {
		t.Run(typeName, func(t *testing.T) {
			object := llmazLifecycles[typeName].object
			object.Name = "made-again"
			config := bodyOf(c, typeName, object.Name, llmazLifecycles[typeName].body, `wait = { until = "accepted" }`)
			acctest.Test(t, resource.TestCase{
				Steps: []resource.TestStep{
					{Config: config},
					{
						PreConfig: func() { c.Delete(t, object) },
						Config:    config,
						ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
							plancheck.ExpectResourceAction(typeName+".it", plancheck.ResourceActionCreate),
						}},
						Check: func(*terraform.State) error {
							if c.Get(t, object) == nil {
								return errors.New("it is not there again")
							}
							return nil
						},
					},
				},
			})
		})
	}
}
