//go:build unix

package acctest_test

import (
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var eventType = schema.GroupVersionResource{Version: "v1", Resource: "events"}

// TestAccKthenaSilent has pods that the API server refuses. Kthena says so in its own log only: the object gets no
// status and no warning. With the cause cured, the next change makes it ready.
func TestAccKthenaSilent(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaReal)
	s := operatedServing{name: "silent", groups: 1, image: "good:v1", pod: `service_account_name = "silent"`}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, s.config(c))
	tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
	expectKept(t, tf, servingAddress, false)
	if status := c.Get(t, s.object()).Object["status"]; status != nil {
		t.Errorf("Kthena has a status for it: %v", status)
	}
	if warnings := s.warnings(t, c); len(warnings) > 0 {
		t.Errorf("Kthena warns of it: %v", warnings)
	}
	put(t, c, acctest.Object{Resource: accountType, Namespace: "default", Name: "silent"}, "v1", "ServiceAccount", map[string]any{})
	s.image = "good:v2"
	tf.Configure(t, s.config(c))
	expectReady(t, tf)
}

// TestAccKthenaScheduler leaves pods to a scheduler that the cluster does not have, of which nobody warns. Another
// scheduler is no other revision to Kthena: pods are made anew for another template only.
func TestAccKthenaScheduler(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaReal)
	s := operatedServing{name: "unscheduled", groups: 1, image: "good:v1", scheduler: "volcano"}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, s.config(c))
	tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
	expectKept(t, tf, servingAddress, false)
	if warnings := s.warnings(t, c); len(warnings) > 0 {
		t.Errorf("somebody warns of it: %v", warnings)
	}

	s.scheduler = "default-scheduler"
	tf.Configure(t, strings.Replace(s.config(c), `update = "2m"`, `update = "10s"`, 1))
	tf.MustApply(t)
	expectKept(t, tf, servingAddress, false)
	pod := acctest.Object{Resource: podType, Namespace: "default", Name: "unscheduled-0-server-0-0"}
	if scheduler := c.Field(t, pod, "spec", "schedulerName"); scheduler != "volcano" {
		t.Errorf("the pod has the scheduler %v", scheduler)
	}

	s.image = "good:v2"
	tf.Configure(t, s.config(c))
	expectReady(t, tf)
}

// warnings are the reasons of the events of that type about the object and its pods.
func (s operatedServing) warnings(t *testing.T, c *acctest.Cluster) []string {
	t.Helper()
	var reasons []string
	for _, event := range c.List(t, eventType, s.place(), "") {
		about, _, _ := unstructured.NestedString(event.Object, "involvedObject", "name")
		if event.Object["type"] == "Warning" && strings.HasPrefix(about+"-", s.name+"-") {
			reasons = append(reasons, event.Object["reason"].(string))
		}
	}
	return reasons
}
