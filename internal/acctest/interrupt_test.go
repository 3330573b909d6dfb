//go:build unix

package acctest_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// closed is a name that no playground has: with it nothing more is scheduled.
const closed = "nobody"

// directTypes are those of the objects that the playgrounds of these tests render to.
var directTypes = []schema.GroupVersionResource{deploymentType, serviceType}

// waits begin applies that do not end before they are cured.
var waits = map[string]func(*testing.T, *acctest.Cluster, *acctest.Terraform, string) interrupted{
	"creation": waitingCreation, "update": waitingUpdate, "operator": waitingOperator,
}

// TestAccKilledProvider kills the provider while it waits. The next apply takes up the
// objects that are there, and finishes.
func TestAccKilledProvider(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for name, begin := range waits {
		t.Run(name, func(t *testing.T) {
			tf := acctest.NewManaged(t)
			it := begin(t, c, tf, "killed-"+name)
			it.apply.KillProvider(t)
			if out := it.apply.Wait(t); out.OK {
				t.Errorf("the apply succeeds without its provider: %s", out.Log)
			}
			it.finish(t, tf)
		})
	}
}

// TestAccInterruptedTerraform interrupts Terraform while the provider waits. The state is
// written, and the next apply goes on waiting.
func TestAccInterruptedTerraform(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for name, begin := range waits {
		t.Run(name, func(t *testing.T) {
			tf := acctest.NewManaged(t)
			it := begin(t, c, tf, "interrupted-"+name)
			it.apply.Interrupt(t)
			it.apply.Wait(t).Find(t, tfjson.DiagnosticSeverityWarning, "Wait was interrupted")
			expectKept(t, tf, playgroundAddress, false)
			expectGoesOn(t, tf)
			it.finish(t, tf)
		})
	}
}

// TestAccOutage makes the API unavailable while the provider waits, which it outlasts.
func TestAccOutage(t *testing.T) {
	c := acctest.Start(t, ours)
	tf := acctest.NewManaged(t)
	it := waitingCreation(t, c, tf, "outage")
	c.Outage(t, 3*time.Second)
	it.cure(t)
	if out := it.apply.Wait(t); !out.OK {
		t.Errorf("the apply does not survive the outage: %s", out.Log)
	}
	it.finish(t, tf)
	if actions := plannedChange(t, tf).Actions; !actions.NoOp() {
		t.Errorf("the plan after the outage is to %v", actions)
	}
}

// interrupted is an apply that waits, and what it takes to finish it.
type interrupted struct {
	apply *acctest.Running
	// cure makes what is waited for ready.
	cure func(*testing.T)
	// uids are those of the objects, before what they were when the apply waited.
	uids   func(*testing.T) map[string]string
	before map[string]string
}

// finish applies again, and checks that the same objects are ready then.
func (it interrupted) finish(t *testing.T, tf *acctest.Terraform) {
	t.Helper()
	it.cure(t)
	tf.MustApply(t)
	if ready := tf.Resource(t, playgroundAddress).AttributeValues["ready"]; ready != true {
		t.Errorf("ready is %v after the second apply", ready)
	}
	if diff := cmp.Diff(it.before, it.uids(t)); diff != "" {
		t.Errorf("objects were made again (-before +after):\n%s", diff)
	}
}

// waitingCreation waits for pods that cannot be scheduled yet.
func waitingCreation(t *testing.T, c *acctest.Cluster, tf *acctest.Terraform, name string) interrupted {
	t.Helper()
	p := playground{name: name, replicas: 1, direct: `workload = "Deployment"`, gated: true}
	tf.Configure(t, p.config(c))
	return waitingPods(t, c, tf, p)
}

// waitingUpdate waits for the pods of an update that cannot be scheduled yet.
func waitingUpdate(t *testing.T, c *acctest.Cluster, tf *acctest.Terraform, name string) interrupted {
	t.Helper()
	p := playground{name: name, replicas: 1, direct: `workload = "Deployment"`, gated: true}
	open(t, c, p.name)
	tf.Configure(t, p.config(c))
	tf.MustApply(t)
	open(t, c, closed)
	p.args = []string{"--enforce-eager"}
	tf.Configure(t, p.config(c))
	return waitingPods(t, c, tf, p)
}

func waitingPods(t *testing.T, c *acctest.Cluster, tf *acctest.Terraform, p playground) interrupted {
	t.Helper()
	it := interrupted{
		apply: tf.StartApply(t),
		cure:  func(t *testing.T) { open(t, c, p.name) },
		uids:  func(t *testing.T) map[string]string { return p.uids(t, c, directTypes...) },
	}
	it.apply.UntilWaiting(t)
	it.before = it.uids(t)
	return it
}

// waitingOperator waits for an operator that does not get a playground ready.
func waitingOperator(t *testing.T, c *acctest.Cluster, tf *acctest.Terraform, name string) interrupted {
	t.Helper()
	tf.Configure(t, operated(c, name, "never", "", "60s"))
	it := interrupted{
		apply: tf.StartApply(t),
		cure:  func(t *testing.T) { tf.Configure(t, operated(c, name, "", "", "60s")) },
		uids:  func(t *testing.T) map[string]string { return operatedUID(t, c, name) },
	}
	it.apply.UntilWaiting(t)
	it.before = it.uids(t)
	return it
}

func operatedUID(t *testing.T, c *acctest.Cluster, name string) map[string]string {
	t.Helper()
	live := c.Get(t, llmaz("playgrounds", "default", name))
	if live == nil {
		t.Fatalf("there is no playground %s", name)
	}
	return map[string]string{"playgrounds": string(live.GetUID())}
}
