//go:build unix

package acctest_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// kthenaReal is a cluster with Kthena itself.
var kthenaReal = acctest.Options{Kthena: true}

const (
	servingAddress  = "inference_model_serving.it"
	servingTimeouts = `timeouts = { create = "2m", update = "2m", delete = "1m" }`
)

// operatedServing configures groups of pods that Kthena runs.
type operatedServing struct {
	name string
	// namespace is "default" unless it is set.
	namespace string
	groups    int
	// workers are those of an instance of the role, each like its entry pod.
	workers int
	// image is that of the pods, a name of which the simulated nodes know how it behaves or "good".
	image string
	// scheduler is that of the pods, "default-scheduler" unless it is set.
	scheduler string
	// mode is that of the provider, "operator" unless it is set.
	mode string
	// pod, role and spec are further lines of the pods, of the one role and of `spec`, and lines of the resource.
	pod, role, spec, lines string
}

func (s operatedServing) config(c *acctest.Cluster) string {
	return c.Provider(fmt.Sprintf("  mode = %q", cmp.Or(s.mode, "operator"))) + fmt.Sprintf(`
resource "inference_model_serving" "it" {
  metadata = { name = %q, namespace = %q }
  spec = {
    replicas       = %d
    scheduler_name = %q
    template = {
      roles = [{
        name = "server", worker_replicas = %d
        entry_template = { spec = {
          containers = [{ name = "engine", image = "example.org/localcluster/%s" }]
          %s
        } }
        %s
      }]
    }
    %s
  }
  %s
  %s
}
`, s.name, s.place(), s.groups, cmp.Or(s.scheduler, "default-scheduler"), s.workers, s.image, s.pod, s.workerTemplate()+s.role, s.spec, servingTimeouts, s.lines)
}

func (s operatedServing) workerTemplate() string {
	if s.workers == 0 {
		return ""
	}
	return fmt.Sprintf("worker_template = { spec = { containers = [{ name = \"engine\", image = \"example.org/localcluster/%s\" }] } }\n", s.image)
}

// place is the namespace.
func (s operatedServing) place() string { return cmp.Or(s.namespace, "default") }

// object is the place of the custom resource.
func (s operatedServing) object() acctest.Object {
	return acctest.Object{Resource: modelServings.Resource, Namespace: s.place(), Name: s.name}
}

func (s operatedServing) selector() string { return "modelserving.volcano.sh/name=" + s.name }

// images are those of the pods that are Ready, by the names of the pods.
func (s operatedServing) images(t *testing.T, c *acctest.Cluster) map[string]string {
	t.Helper()
	images := map[string]string{}
	for _, pod := range c.List(t, podType, s.place(), s.selector()) {
		if podReady(&pod) {
			image, _ := engine(t, pod)["image"].(string)
			images[pod.GetName()] = strings.TrimPrefix(image, "example.org/localcluster/")
		}
	}
	return images
}

// left are the objects of Kthena and of direct mode that the serving has left behind.
func (s operatedServing) left(t *testing.T, c *acctest.Cluster) []string {
	t.Helper()
	var left []string
	for _, of := range []schema.GroupVersionResource{modelServings.Resource, podType, serviceType, workerSetType, statefulSetType, revisionType} {
		for _, item := range c.List(t, of, s.place(), "") {
			if name := item.GetName(); strings.HasPrefix(name+"-", s.name+"-") {
				left = append(left, of.Resource+" "+name)
			}
		}
	}
	return left
}

var revisionType = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "controllerrevisions"}

// expectPods checks which pods are Ready, by name and image.
func (s operatedServing) expectPods(t *testing.T, c *acctest.Cluster, image string, names ...string) {
	t.Helper()
	want := map[string]string{}
	for _, name := range names {
		want[s.name+"-"+name] = image
	}
	if diff := gocmp.Diff(want, s.images(t, c)); diff != "" {
		t.Errorf("pods that are Ready (-want +got):\n%s", diff)
	}
}

// expectDestroyed destroys all, and finds nothing left once garbage is collected.
func (s operatedServing) expectDestroyed(t *testing.T, c *acctest.Cluster, tf *acctest.Terraform) {
	t.Helper()
	if out := tf.Destroy(t); !out.OK {
		t.Errorf("the destruction fails: %s", out.Log)
	}
	if c.Get(t, s.object()) != nil {
		t.Error("the ModelServing is still there")
	}
	until(t, func() bool { return len(s.left(t, c)) == 0 })
}

// TestAccKthena takes a ModelServing through its life with Kthena itself. An apply ends when the pods of the change
// serve, or with the reason why they never will.
func TestAccKthena(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaReal)
	tf := acctest.NewTerraform(t)
	s := operatedServing{name: "real", groups: 2, image: "good:v1"}
	apply := func() {
		t.Helper()
		tf.Configure(t, s.config(c))
		expectReady(t, tf)
	}

	apply()
	s.expectPods(t, c, "good:v1", "0-server-0-0", "1-server-0-0")
	tf.LoseState(t)
	tf.Configure(t, strings.Replace(s.config(c), servingTimeouts, "", 1))
	tf.MustImport(t, servingAddress, "default/"+s.name)
	expectNothingToDo(t, tf)

	// Kthena replaces one group at a time, and counts on from the last one.
	s.image = "good:v2"
	apply()
	s.expectPods(t, c, "good:v2", "1-server-0-0", "2-server-0-0")
	s.image = "slow:v1"
	apply()
	s.expectPods(t, c, "slow:v1", "2-server-0-0", "3-server-0-0")

	s.image = "no-pull:v1"
	tf.Configure(t, s.config(c))
	warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
	expectSays(t, "one group cannot be replaced", warned.Detail,
		`it cannot become ready: the image example.org/localcluster/no-pull:v1 of container engine of Pod/real-3-server-0-0 cannot be pulled`,
		"To change: correct the image in `spec.template.roles",
		`ModelServing/real: 1 of 2 groups are available; UpdateInProgress=True \(GroupsUpdating\)`)
	expectKept(t, tf, servingAddress, false)
	s.expectPods(t, c, "slow:v1", "2-server-0-0")
	s.image = "good:v3"
	apply()
	s.expectPods(t, c, "good:v3", "3-server-0-0", "4-server-0-0")

	s.groups, s.role = 1, "replicas = 2"
	apply()
	s.expectPods(t, c, "good:v3", "3-server-0-0", "3-server-1-0")
	c.Edit(t, s.object(), "kubectl-edit", `{"spec":{"replicas":2}}`)
	expectOutcome(t, "the repair", tf.MustApply(t), servingAddress, "update", "spec.replicas is 2 instead of 1")
	s.expectPods(t, c, "good:v3", "3-server-0-0", "3-server-1-0")

	s.expectDestroyed(t, c, tf)
}
