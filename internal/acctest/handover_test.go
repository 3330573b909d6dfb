//go:build unix

package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// modeChanges is the headline of what a plan says of a change of mode.
const modeChanges = "Change of mode hands over the workloads"

// TestAccHandOver changes the mode of a playground that serves, to the operator and back:
// its pods run on throughout, and what nobody goes on with is gone.
func TestAccHandOver(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "handed", replicas: 1, direct: `workload = "LeaderWorkerSet"`}
	direct := p.config(c)
	operator := strings.Replace(direct, `mode = "direct"`, `mode = "operator"`, 1)
	tf := acctest.NewTerraform(t)
	tf.Configure(t, direct)
	tf.MustApply(t)
	before := running(t, c, p)

	tf.Configure(t, operator)
	d := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, modeChanges)
	expectSaid(t, d, "LeaderWorkerSet default/handed stays, and the operator takes it over", "Service default/handed-lb is deleted; the operator makes its own")
	if after := running(t, c, p); after != before {
		t.Errorf("the operator was given %s, want %s", after, before)
	}
	if managers := appliers(c.Get(t, p.of(workerSetType)).GetManagedFields()); len(managers) > 0 {
		t.Errorf("the LeaderWorkerSet is still applied by %v", managers)
	}
	if by := c.Get(t, p.of(workerSetType)).GetLabels()["app.kubernetes.io/managed-by"]; by != "" {
		t.Errorf("the LeaderWorkerSet is still labelled as managed by %s", by)
	}
	if c.Get(t, p.of(serviceType)) != nil {
		t.Error("the Service of direct mode is still there")
	}
	expectNothingToDo(t, tf)

	playOperator(t, c, p)
	tf.Configure(t, direct)
	d = tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, modeChanges)
	expectSaid(t, d, "LeaderWorkerSet default/handed stays and is taken over, and no pod restarts", "Service default/handed-lb is made")
	if after := running(t, c, p); after != before {
		t.Errorf("the provider took over %s, want %s", after, before)
	}
	for _, gone := range []acctest.Object{llmaz("playgrounds", "default", p.name), llmaz("services", "default", p.name), configuration(p)} {
		if c.Get(t, gone) != nil {
			t.Errorf("%s of the operator is still there", gone.Resource.Resource)
		}
	}
	expectNothingToDo(t, tf)
	if outcome := tf.Destroy(t); !outcome.OK {
		t.Fatal(outcome.Log)
	}
	if left := p.leftovers(t, c); len(left) > 0 {
		t.Errorf("a destroy left %v", left)
	}
}

// TestAccHandOverRestarts takes a workload over whose pods run something else: the plan
// says which field restarts them.
func TestAccHandOverRestarts(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "changed", replicas: 1, args: []string{"--seed=1"}, direct: `workload = "LeaderWorkerSet"`}
	other := p
	other.args = []string{"--seed=2"}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, p.config(c))
	tf.MustApply(t)
	before := running(t, c, p)
	tf.Configure(t, strings.Replace(p.config(c), `mode = "direct"`, `mode = "operator"`, 1))
	tf.MustApply(t)
	playOperator(t, c, p)
	tf.Configure(t, other.config(c))
	d := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, modeChanges)
	expectSaid(t, d, "LeaderWorkerSet default/changed stays and is taken over; its pods restart, because spec.leaderWorkerTemplate.workerTemplate.spec.containers", "args changes")
	if after := running(t, c, p); after == before {
		t.Errorf("%s goes on with its old arguments", after)
	}
	expectNothingToDo(t, tf)
	tf.Destroy(t)
}

// TestAccHandOverKind gives up the LeaderWorkerSet of an operator for the Deployment that one host takes: the plan says so, and
// what would keep its pods.
func TestAccHandOverKind(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "given-up", replicas: 1, direct: `workload = "LeaderWorkerSet"`}
	other := p
	other.direct = ""
	tf := acctest.NewTerraform(t)
	tf.Configure(t, p.config(c))
	tf.MustApply(t)
	tf.Configure(t, strings.Replace(p.config(c), `mode = "direct"`, `mode = "operator"`, 1))
	tf.MustApply(t)
	playOperator(t, c, p)
	tf.Configure(t, other.config(c))
	d := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, modeChanges)
	expectSaid(t, d, "Deployment default/given-up is made; no object of this name is there",
		`LeaderWorkerSet default/given-up is deleted with its pods; direct.workload = "LeaderWorkerSet" keeps them`)
	if c.Get(t, p.of(workerSetType)) != nil {
		t.Error("the LeaderWorkerSet of the operator is still there")
	}
	if err := podsRun(t, c, other)(nil); err != nil {
		t.Error(err)
	}
	expectNothingToDo(t, tf)
	tf.Configure(t, strings.Replace(p.config(c), `mode = "direct"`, `mode = "operator"`, 1))
	d = tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, modeChanges)
	expectSaid(t, d, "Deployment default/given-up is deleted with its pods; the operator makes a LeaderWorkerSet")
	if left := p.leftovers(t, c); len(left) > 0 {
		t.Errorf("the change to the operator left %v, which nobody goes on with", left)
	}
	tf.Destroy(t)
}

// TestAccHandOverOfPods changes from an operator that makes pods itself: nothing of it can stay, which a plan and an apply say once each.
func TestAccHandOverOfPods(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, silentOperator)
	config := func(mode string) string {
		return c.Provider("") + fmt.Sprintf(`
resource "inference_model_serving" "it" {
  metadata = { name = "pods-handed", namespace = "default" }
  mode     = %q
  spec = {
    scheduler_name = "default-scheduler"
    template = {
      roles = [{ name = "serve", worker_replicas = 0, entry_template = { spec = { containers = [{ name = "engine", image = "example.org/server:v1" }] } } }]
    }
  }
  direct = { allow_foreign_controllers = true }
  wait   = { until = "accepted" }
}
`, mode)
	}
	tf := acctest.NewTerraform(t)
	tf.AddModule(t, ".terraform", nil) // which `terraform init` makes
	tf.Configure(t, config("operator"))
	tf.MustApply(t)
	tf.Configure(t, config("direct"))
	for command, out := range map[string]acctest.Outcome{"plan": tf.Preview(t), "apply": tf.MustApply(t)} {
		d := out.Find(t, tfjson.DiagnosticSeverityWarning, modeChanges)
		expectSaid(t, d, "The custom resource is deleted with all its pods, and the provider makes workloads of its own", "Deployment default/pods-handed-0-serve is made; no object of this name is there")
		said := 0
		for _, other := range out.Diagnostics {
			if other.Summary == modeChanges {
				said++
			}
		}
		if said != 1 {
			t.Errorf("the %s says it %d times", command, said)
		}
	}
	tf.Configure(t, config("operator"))
	expectSaid(t, tf.Preview(t).Find(t, tfjson.DiagnosticSeverityWarning, modeChanges),
		"The operator gets the custom resource, and nothing of direct mode goes on", "Deployment default/pods-handed-0-serve is deleted with its pods; the operator makes pods without a workload")
}

// playOperator does what llmaz does with a playground whose workload exists: it makes a
// Service of its own, which takes hold of the workload and has another dependent.
func playOperator(t *testing.T, c *acctest.Cluster, p playground) {
	t.Helper()
	owned := func(o acctest.Object, kind string) string {
		return fmt.Sprintf(`{"apiVersion":"inference.llmaz.io/v1alpha1","kind":%q,"name":%q,"uid":%q,"controller":true,"blockOwnerDeletion":true}`,
			kind, o.Name, c.Get(t, o).GetUID())
	}
	set := c.Get(t, p.of(workerSetType))
	template, _ := set.Object["spec"].(map[string]any)["leaderWorkerTemplate"].(map[string]any)["workerTemplate"].(map[string]any)
	service := llmaz("services", "default", p.name)
	c.Create(t, service, "llmaz", map[string]any{
		"apiVersion": "inference.llmaz.io/v1alpha1", "kind": "Service", "metadata": map[string]any{"name": p.name, "namespace": "default"},
		"spec": map[string]any{
			"modelClaims":      map[string]any{"models": []any{map[string]any{"name": p.name}}},
			"workloadTemplate": map[string]any{"workerTemplate": template},
		},
	})
	c.Edit(t, service, "llmaz", `{"metadata":{"ownerReferences":[`+owned(llmaz("playgrounds", "default", p.name), "Playground")+`]}}`)
	c.Edit(t, p.of(workerSetType), "llmaz", `{"metadata":{"ownerReferences":[`+owned(service, "Service")+`]}}`)
	c.Create(t, configuration(p), "llmaz", map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": p.name, "namespace": "default"},
	})
	c.Edit(t, configuration(p), "llmaz", `{"metadata":{"ownerReferences":[`+owned(service, "Service")+`]}}`)
}

// configuration is an object that the played operator makes and direct mode does not.
func configuration(p playground) acctest.Object {
	return acctest.Object{Resource: configMapType, Namespace: "default", Name: p.name}
}

// running identifies the workload and its pods.
func running(t *testing.T, c *acctest.Cluster, p playground) string {
	t.Helper()
	pods, err := c.Objects.Resource(podType).Namespace("default").List(t.Context(), metav1.ListOptions{LabelSelector: p.podSelector()})
	if err != nil || len(pods.Items) == 0 {
		t.Fatalf("%s has no pods (%v)", p.name, err)
	}
	text := "LeaderWorkerSet " + p.uids(t, c, workerSetType)[workerSetType.Resource]
	for _, pod := range pods.Items {
		text += " pod " + string(pod.GetUID())
	}
	return text
}

// appliers are the managers that apply an object.
func appliers(entries []metav1.ManagedFieldsEntry) []string {
	var out []string
	for _, e := range entries {
		if e.Operation == metav1.ManagedFieldsOperationApply {
			out = append(out, e.Manager)
		}
	}
	return out
}

func expectSaid(t *testing.T, d tfjson.Diagnostic, want ...string) {
	t.Helper()
	for _, text := range want {
		if !strings.Contains(d.Detail, text) {
			t.Errorf("want %q in %q", text, d.Detail)
		}
	}
}
