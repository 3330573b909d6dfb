//go:build unix

package acctest_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

const (
	notInTime = "Object did not become ready in time"
	neverWill = "Object will not become ready"
)

// impatient gives a creation up after a few seconds.
const impatient = `timeouts = { create = "6s", update = "60s", delete = "60s" }`

// TestAccWaitGivesUp waits for a model server that does not come up. The apply succeeds
// with a warning, the object is kept, the next plan goes on waiting and changes nothing
// else, and with the cause cured the same object becomes ready.
func TestAccWaitGivesUp(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	cases := map[string]struct{ reason, workload, image, message string }{
		"pending": {"the containers are never created", "LeaderWorkerSet", "pending", `LeaderWorkerSet/\S+: .*0 of 1 groups are ready|LeaderWorkerSet/\S+: .*Progressing=True`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			p := playground{
				name: "waits-" + name, replicas: 1, image: "example.org/localcluster/" + tc.image,
				direct: fmt.Sprintf("workload = %q", tc.workload), body: impatient,
			}
			tf := acctest.NewTerraform(t)
			tf.Configure(t, p.config(c))
			warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, notInTime)
			if !regexp.MustCompile("Last seen: (" + tc.message + ")").MatchString(warned.Detail) {
				t.Errorf("%s, but the warning does not say %s: %s", tc.reason, tc.message, warned.Detail)
			}
			expectKept(t, tf, playgroundAddress, false)
			before := p.uids(t, c, workloadTypes[tc.workload], serviceType)
			expectGoesOn(t, tf)

			p.image = "example.org/server"
			tf.Configure(t, p.config(c))
			tf.MustApply(t)
			if ready := tf.Resource(t, playgroundAddress).AttributeValues["ready"]; ready != true {
				t.Errorf("ready is %v with an image that works", ready)
			}
			if diff := cmp.Diff(before, p.uids(t, c, workloadTypes[tc.workload], serviceType)); diff != "" {
				t.Errorf("objects were made again (-before +after):\n%s", diff)
			}
			if actions := plannedChange(t, tf).Actions; !actions.NoOp() {
				t.Errorf("the plan of a ready playground is to %v", actions)
			}
		})
	}
}

// TestAccWaitMeetsDrift goes on waiting while somebody edits the object: the plan could not
// know of that drift, and the next one leaves it alone.
func TestAccWaitMeetsDrift(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "edited", replicas: 1, direct: `workload = "Deployment"`, gated: true, body: impatient}
	tf := acctest.NewManaged(t)
	tf.Configure(t, p.config(c))
	tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, notInTime)
	again := tf.StartApply(t)
	again.UntilWaiting(t)
	c.Edit(t, p.of(deploymentType), "finops", `{"metadata":{"labels":{"cost-center":"42"}}}`)
	open(t, c, p.name)
	if out := again.Wait(t); !out.OK {
		t.Fatalf("the apply does not bear an edit: %s", out.Log)
	}
	if ready := tf.Resource(t, playgroundAddress).AttributeValues["ready"]; ready != true {
		t.Errorf("ready is %v after the wait", ready)
	}
	if actions := plannedChange(t, tf).Actions; !actions.NoOp() {
		t.Errorf("the plan after a foreign label is to %v", actions)
	}
	if diff := cmp.Diff("42", c.Field(t, p.of(deploymentType), "metadata", "labels", "cost-center")); diff != "" {
		t.Errorf("the label of somebody else (-want +live):\n%s", diff)
	}
}

// replacedNext is what an error says that follows from a creation that failed.
const replacedNext = "Terraform marks the resource as tainted, because its creation failed: the next apply deletes the object and creates it anew. To keep the object, run terraform untaint"

// TestAccWaitFails asks for an error: a creation that fails leaves the object in the
// cluster and, tainted by Terraform, in the state; an update that fails leaves it untainted.
func TestAccWaitFails(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	const fails = `wait = { on_timeout = "error" }`
	p := playground{
		name: "fails", replicas: 1, image: "example.org/localcluster/pending", direct: `workload = "Deployment"`,
		body: fails + "\n  " + impatient,
	}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, p.config(c))
	out := tf.Apply(t)
	expectSaid(t, out.Find(t, tfjson.DiagnosticSeverityError, notInTime), replacedNext)
	if out.OK {
		t.Error("the apply succeeds in spite of its error")
	}
	expectKept(t, tf, playgroundAddress, true)
	p.uids(t, c, deploymentType, serviceType)

	p.image = "example.org/server"
	tf.Configure(t, p.config(c))
	tf.MustApply(t)
	before := p.uids(t, c, deploymentType, serviceType)

	p.image, p.body = "example.org/localcluster/pending", fails+"\n  timeouts = { create = \"60s\", update = \"6s\", delete = \"60s\" }"
	tf.Configure(t, p.config(c))
	out = tf.Apply(t)
	expectSaid(t, out.Find(t, tfjson.DiagnosticSeverityError, notInTime), "The object is kept, and the next apply goes on waiting.")
	expectKept(t, tf, playgroundAddress, false)
	expectGoesOn(t, tf)
	if diff := cmp.Diff(before, p.uids(t, c, deploymentType, serviceType)); diff != "" {
		t.Errorf("objects were made again (-before +after):\n%s", diff)
	}
}

// TestAccWaitForOperator has an operator that gives a playground up, and one that never
// gets it ready.
func TestAccWaitForOperator(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	cases := map[string]struct {
		reason, outcome, wait string
		// summary is that of the warning, none by default, which has the detail.
		summary, detail string
		action          tfjson.Actions
	}{
		"aborted": {
			reason: "a playground that was given up, and stays so, is not waited for any longer", outcome: "abort",
			summary: neverWill, detail: `AbortProcessing.*The model that the Playground claims does not exist`,
			action: tfjson.Actions{tfjson.ActionUpdate},
		},
		"never": {
			reason: "a playground that stays progressing ends the wait by its timeout", outcome: "never",
			summary: notInTime, detail: `Progressing=True \(Pending\): The Playground waits for its inference Service`,
			action: tfjson.Actions{tfjson.ActionUpdate},
		},
		"accepted": {
			reason: "who does not ask for readiness does not wait for it, nor later", outcome: "never", wait: `wait = { until = "accepted" }`,
			action: tfjson.Actions{tfjson.ActionNoop},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			timeout := "100s"
			if tc.summary == notInTime {
				timeout = "6s"
			}
			tf := acctest.NewTerraform(t)
			tf.Configure(t, operated(c, "outcome-"+name, tc.outcome, tc.wait, timeout))
			out := tf.MustApply(t)
			if tc.summary != "" {
				if d := out.Find(t, tfjson.DiagnosticSeverityWarning, tc.summary); !regexp.MustCompile(tc.detail).MatchString(d.Detail) {
					t.Errorf("%s: the warning does not say %s: %s", tc.reason, tc.detail, d.Detail)
				}
			}
			for _, d := range out.Diagnostics {
				if (d.Summary == notInTime || d.Summary == neverWill) && d.Summary != tc.summary {
					t.Errorf("%s: %s: %s", tc.reason, d.Summary, d.Detail)
				}
			}
			expectKept(t, tf, playgroundAddress, false)
			if diff := cmp.Diff(tc.action, plannedChange(t, tf).Actions); diff != "" {
				t.Errorf("%s: actions of the next plan (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// operated configures a playground that the operator treats as the outcome says.
func operated(c *acctest.Cluster, name, outcome, body, timeout string) string {
	annotations := ""
	if outcome != "" {
		annotations = fmt.Sprintf(`, annotations = { "localcluster/outcome" = %q }`, outcome)
	}
	return c.Provider("") + fmt.Sprintf(`
resource "inference_playground" "it" {
  metadata = { name = %q, namespace = "default"%s }
  spec     = { replicas = 1, model_claim = { model_name = "llama3" } }
  %s
  timeouts = { create = %q, update = "60s", delete = "60s" }
}
`, name, annotations, body, timeout)
}

// expectKept checks that the state has a resource that is not ready, tainted or not.
func expectKept(t *testing.T, tf *acctest.Terraform, address string, tainted bool) {
	t.Helper()
	kept := tf.Resource(t, address)
	if kept == nil {
		t.Fatalf("the state has lost %s", address)
	}
	if ready := kept.AttributeValues["ready"]; ready != false || kept.Tainted != tainted {
		t.Errorf("the state has %s with ready = %v and tainted = %v, want false and %v", address, ready, kept.Tainted, tainted)
	}
}

// expectGoesOn checks that the next plan is to go on waiting, in place and with no change
// but that of `ready`.
func expectGoesOn(t *testing.T, tf *acctest.Terraform) {
	t.Helper()
	change := plannedChange(t, tf)
	if !change.Actions.Update() {
		t.Errorf("the plan is to %v, not to go on waiting", change.Actions)
	}
	if diff := cmp.Diff(map[string]any{"ready": true, "diagnosis": true}, trueIn(change.AfterUnknown)); diff != "" {
		t.Errorf("attributes that are known after the wait (-want +got):\n%s", diff)
	}
	before, after := maps.Clone(change.Before.(map[string]any)), change.After.(map[string]any)
	delete(before, "ready")
	delete(before, "diagnosis")
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("going on waiting changes more than ready (-before +after):\n%s", diff)
	}
}

// trueIn are the top-level attributes of which something is unknown.
func trueIn(unknown any) map[string]any {
	all, _ := unknown.(map[string]any)
	out := maps.Clone(all)
	maps.DeleteFunc(out, func(_ string, v any) bool { return v != true })
	return out
}

// plannedChange is what the next plan is for the playground.
func plannedChange(t *testing.T, tf *acctest.Terraform) *tfjson.Change {
	t.Helper()
	changes := tf.Plan(t).ResourceChanges
	i := slices.IndexFunc(changes, func(r *tfjson.ResourceChange) bool { return r.Address == playgroundAddress })
	if i < 0 {
		t.Fatalf("the plan has no %s", playgroundAddress)
	}
	return changes[i].Change
}
