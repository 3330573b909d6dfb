//go:build unix

package acctest_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccKthenaPartition holds groups back. Kthena counts groups on from the last one, so that their ordinals move with
// every rollout, and a partition has those below it filled again. The plans foretell which pods that stops.
func TestAccKthenaPartition(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaReal)
	tf := acctest.NewTerraform(t)
	s := operatedServing{name: "parted", groups: 3}
	steps := []struct {
		reason, image string
		partition     int
		// want are the images of the groups by their numbers.
		want map[string]string
		// effect is what the plan foretells, and stopped how many pods it says that stop.
		effect  string
		stopped int
	}{
		{"a creation", "good:v1", 0, map[string]string{"0": "good:v1", "1": "good:v1", "2": "good:v1"}, "none", 0},
		{"two groups are held back", "good:v2", 2, map[string]string{"0": "good:v1", "1": "good:v1", "2": "good:v2"}, "rolling", 1},
		{"groups that are held back no longer are replaced", "good:v2", 0, map[string]string{"2": "good:v2", "3": "good:v2", "4": "good:v2"}, "rolling", 2},
		{"a partition alone has nothing filled", "good:v2", 2, map[string]string{"2": "good:v2", "3": "good:v2", "4": "good:v2"}, "none", 0},
		{"the groups below the partition are gone, so all are replaced", "good:v3", 2, map[string]string{"0": "good:v2", "1": "good:v2", "2": "good:v3"}, "rolling", 3},
	}
	for _, step := range steps {
		s.image, s.spec = step.image, ""
		if step.partition > 0 {
			s.spec = fmt.Sprintf(`rollout_strategy = { type = "ServingGroupRollingUpdate", rolling_update_configuration = { partition = "%d" } }`, step.partition)
		}
		tf.Configure(t, s.config(c))
		stopped := s.podUIDs(t, c)
		expectReady(t, tf)
		want := map[string]string{}
		for ordinal, image := range step.want {
			want["parted-"+ordinal+"-server-0-0"] = image
		}
		if diff := cmp.Diff(want, s.images(t, c)); diff != "" {
			t.Errorf("%s: pods that are Ready (-want +got):\n%s", step.reason, diff)
		}
		for uid := range s.podUIDs(t, c) {
			delete(stopped, uid)
		}
		said, _ := tf.Resource(t, servingAddress).AttributeValues["planned_disruption"].(map[string]any)
		if diff := cmp.Diff([]any{step.effect, float64(step.stopped), step.stopped}, []any{said["effect"], said["pods"], len(stopped)}); diff != "" {
			t.Errorf("%s: effect and pods as planned, and pods that stopped (-want +got):\n%s", step.reason, diff)
		}
	}
	s.expectDestroyed(t, c, tf)
}

// podUIDs are those of its pods.
func (s operatedServing) podUIDs(t *testing.T, c *acctest.Cluster) map[string]bool {
	t.Helper()
	uids := map[string]bool{}
	for _, pod := range c.List(t, podType, s.place(), s.selector()) {
		uids[string(pod.GetUID())] = true
	}
	return uids
}

// TestAccKthenaHandOver changes between Kthena and direct mode. Kthena would run the LeaderWorkerSets of direct mode a
// second time, so a change is refused before anything is touched, and made when it is wanted all the same.
func TestAccKthenaHandOver(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaReal)
	tf := acctest.NewTerraform(t)
	s := operatedServing{name: "passed", groups: 1, workers: 1, image: "good:v1"}
	shadow := named(modelServings, "passed-0-server")
	tf.Configure(t, s.config(c))
	expectReady(t, tf)
	before := s.uids(t, c)

	s.mode = "direct"
	tf.Configure(t, s.config(c))
	refused := tf.Apply(t)
	if refused.OK {
		t.Fatal("Kthena is handed a LeaderWorkerSet")
	}
	expectSaid(t, refused.Find(t, tfjson.DiagnosticSeverityError, "Another controller takes the workload"),
		"LeaderWorkerSet default/passed-0-server was not applied: Kthena is installed in this cluster")
	s.mode = "operator"
	tf.Configure(t, s.config(c))
	expectNothingToDo(t, tf)
	if diff := cmp.Diff(before, s.uids(t, c)); diff != "" {
		t.Errorf("a refused change of mode is not without effect (-before +after):\n%s", diff)
	}

	s.mode, s.lines = "direct", "direct = { allow_foreign_controllers = true }"
	tf.Configure(t, s.config(c))
	expectSaid(t, saidOfMode(tf.MustApply(t)), "LeaderWorkerSet default/passed-0-server is made")
	if c.Get(t, s.object()) != nil {
		t.Error("the ModelServing of operator mode is still there")
	}
	s.expectPods(t, c, "good:v1", "0-server-0", "0-server-0-1")
	expectNothingToDo(t, tf)
	until(t, func() bool { return c.Get(t, shadow) != nil })

	s.mode, s.lines = "operator", ""
	tf.Configure(t, s.config(c))
	expectSaid(t, saidOfMode(tf.MustApply(t)), "LeaderWorkerSet default/passed-0-server is deleted with its pods; the operator makes pods without a workload")
	s.expectPods(t, c, "good:v1", "0-server-0-0", "0-server-0-1")
	expectNothingToDo(t, tf)
	until(t, func() bool { return c.Get(t, shadow) == nil })
	s.expectDestroyed(t, c, tf)
}

// uids are those of the custom resource and of its pods.
func (s operatedServing) uids(t *testing.T, c *acctest.Cluster) map[string]string {
	t.Helper()
	uids := map[string]string{"ModelServing": string(c.Get(t, s.object()).GetUID())}
	for _, pod := range c.List(t, podType, s.place(), s.selector()) {
		uids[pod.GetName()] = string(pod.GetUID())
	}
	return uids
}
