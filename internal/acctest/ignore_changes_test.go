//go:build unix

package acctest_test

import (
	"fmt"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccIgnoreChanges shows that what lifecycle.ignore_changes holds back is neither drift nor a reason for an update,
// and that an update for another reason applies the live value; and that the same edit is told and taken back without it.
func TestAccIgnoreChanges(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("services", "default", "ignores-changes")
	tf := acctest.NewTerraform(t)
	configure := func(replicas int, b, lines string) {
		tf.Configure(t, serviceOf(c, object.Name, fmt.Sprintf("replicas = %d", replicas), fmt.Sprintf(`env = [{ name = "B", value = %q }]`, b), lines))
	}
	edit := func(replicas int) {
		c.Edit(t, object, "kubectl-edit", fmt.Sprintf(`{"spec":{"replicas":%d}}`, replicas))
	}
	are := func(replicas, b string) {
		expectFields(t, c, object, map[string]string{
			"spec.replicas": replicas,
			"spec.workloadTemplate.workerTemplate.spec.containers": fmt.Sprintf(`[{"env":[{"name":"B","value":%q}],"image":"example.org/model-server:v1","name":"model-runner"}]`, b),
		})
	}
	const ignore = "lifecycle { ignore_changes = [spec.replicas] }"

	configure(1, "1", ignore)
	expectOutcome(t, "the creation", tf.MustApply(t), serviceAddress, "create", "")
	edit(3)
	expectOutcome(t, "a plan after the edit", tf.Preview(t), serviceAddress, "", "")
	expectOutcome(t, "an apply after the edit", tf.MustApply(t), serviceAddress, "", "")
	expectOutcome(t, "a plan of the refreshed state", tf.Preview(t), serviceAddress, "", "")
	configure(2, "1", ignore)
	expectOutcome(t, "a plan of another number", tf.Preview(t), serviceAddress, "", "")
	are("3", "1")

	configure(2, "2", ignore)
	expectOutcome(t, "an update", tf.MustApply(t), serviceAddress, "update", "")
	are("3", "2")
	if err := owns(t, c, object, ourManager, true, "f:spec", "f:replicas")(nil); err != nil {
		t.Error(err)
	}
	expectOutcome(t, "a plan after the update", tf.Preview(t), serviceAddress, "", "")
	edit(5)
	expectOutcome(t, "a plan after the second edit", tf.Preview(t), serviceAddress, "", "")

	configure(2, "2", "")
	expectOutcome(t, "a plan that ignores nothing", tf.Preview(t), serviceAddress, "update", "spec.replicas is 5 instead of 3")
	expectOutcome(t, "the repair", tf.MustApply(t), serviceAddress, "update", "spec.replicas is 5 instead of 3")
	are("2", "2")
	expectOutcome(t, "a plan after the repair", tf.Preview(t), serviceAddress, "", "")
	edit(4)
	configure(4, "2", "")
	expectOutcome(t, "a plan of what the edit made", tf.Preview(t), serviceAddress, "", "")
	configure(2, "3", "lifecycle { ignore_changes = all }")
	expectOutcome(t, "a plan that ignores all", tf.Preview(t), serviceAddress, "", "")
}

// TestAccIgnoreChangesDirect shows that in direct mode ignore_changes holds the configuration back, and that an edit of a
// workload is still drift: no attribute that is configured has it.
func TestAccIgnoreChangesDirect(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{
		name: "ignores-changes", replicas: 1, direct: `workload = "Deployment"`,
		body: "lifecycle { ignore_changes = [spec.replicas] }",
	}
	object := p.of(deploymentType)
	tf := acctest.NewTerraform(t)
	tf.Configure(t, p.config(c))
	expectOutcome(t, "the creation", tf.MustApply(t), playgroundAddress, "create", "")
	p.replicas = 2
	tf.Configure(t, p.config(c))
	expectOutcome(t, "a plan of another number", tf.Preview(t), playgroundAddress, "", "")
	c.Edit(t, object, "kubectl-edit", `{"spec":{"replicas":3}}`)
	expectOutcome(t, "the repair", tf.MustApply(t), playgroundAddress, "update", "spec.replicas is 3 instead of 1")
	expectFields(t, c, object, map[string]string{"spec.replicas": "1"})
	expectOutcome(t, "a plan after the repair", tf.Preview(t), playgroundAddress, "", "")
}
