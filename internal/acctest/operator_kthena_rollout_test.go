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
// every rollout, and a partition has those below it filled again.
func TestAccKthenaPartition(t *testing.T) {
	c := acctest.Start(t, kthenaReal)
	tf := acctest.NewTerraform(t)
	s := operatedServing{name: "parted", groups: 3, image: "good:v1"}
	steps := []struct {
		reason, image string
		partition     int
		want          map[string]string
	}{
		{"a creation", "good:v1", 0, map[string]string{"0": "good:v1", "1": "good:v1", "2": "good:v1"}},
		{"two groups are held back", "good:v2", 2, map[string]string{"0": "good:v1", "1": "good:v1", "2": "good:v2"}},
		{"a group that is held back no longer is replaced", "good:v2", 0, map[string]string{"2": "good:v2", "3": "good:v2", "4": "good:v2"}},
		{"the groups below the partition are gone, so all are replaced", "good:v3", 2, map[string]string{"0": "good:v2", "1": "good:v2", "2": "good:v3"}},
	}
	for _, step := range steps {
		s.image, s.spec = step.image, ""
		if step.partition > 0 {
			s.spec = fmt.Sprintf(`rollout_strategy = { type = "ServingGroupRollingUpdate", rolling_update_configuration = { partition = "%d" } }`, step.partition)
		}
		tf.Configure(t, s.config(c))
		expectReady(t, tf)
		want := map[string]string{}
		for ordinal, image := range step.want {
			want["parted-"+ordinal+"-server-0-0"] = image
		}
		if diff := cmp.Diff(want, s.images(t, c)); diff != "" {
			t.Errorf("%s: pods that are Ready (-want +got):\n%s", step.reason, diff)
		}
	}
	s.expectDestroyed(t, c, tf)
}

// TestAccKthenaHandOver changes between Kthena and direct mode. Kthena would run the LeaderWorkerSets of direct mode a
// second time, so a change is refused before anything is touched, and made when it is wanted all the same.
func TestAccKthenaHandOver(t *testing.T) {
	c := acctest.Start(t, kthenaReal)
	tf := acctest.NewTerraform(t)
	s := operatedServing{name: "passed", groups: 1, image: "good:v1"}
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
	s.expectPods(t, c, "good:v1", "0-server-0")
	expectNothingToDo(t, tf)
	until(t, func() bool { return c.Get(t, shadow) != nil })

	s.mode, s.lines = "operator", ""
	tf.Configure(t, s.config(c))
	expectSaid(t, saidOfMode(tf.MustApply(t)), "LeaderWorkerSet default/passed-0-server is deleted with its pods; the operator makes its own")
	s.expectPods(t, c, "good:v1", "0-server-0-0")
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
