//go:build unix

package acctest_test

import (
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// untilServing waits until the model server answers, for some seconds in a creation.
const untilServing = `
  wait     = { until = "serving" }
  timeouts = { create = "20s", update = "60s", delete = "60s" }`

// TestAccWaitServing creates model servers whose pods are ready at once. The apply ends when they list
// their models, and with a warning when they never do; the next one goes on asking.
func TestAccWaitServing(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	t.Run("once it has loaded", func(t *testing.T) {
		p := playground{name: "serving-loads", replicas: 1, image: "example.org/localcluster/loading", direct: `workload = "Deployment"`, body: untilServing}
		tf := acctest.NewTerraform(t)
		tf.Configure(t, p.config(c)+probeBlock("http://"+p.name+"-lb.default.svc:8080"))
		if out := tf.MustApply(t); len(out.Diagnostics) > 0 {
			t.Errorf("it warns: %s", out.Log)
		}
		// It reads the server after the apply of the playground, and only once.
		if probed := tf.Resource(t, "data.inference_probe.it").AttributeValues; probed["error"] != nil || probed["healthy"] != true {
			t.Errorf("the server does not serve after the apply: %v", probed)
		}
		if actions := plannedChange(t, tf).Actions; !actions.NoOp() {
			t.Errorf("the plan of a serving playground is to %v", actions)
		}
	})
	t.Run("never", func(t *testing.T) {
		p := playground{name: "serving-mute", replicas: 1, image: "example.org/localcluster/mute", direct: `workload = "Deployment"`, body: untilServing}
		tf := acctest.NewTerraform(t)
		tf.Configure(t, p.config(c))
		warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, "Model server does not answer")
		if !strings.Contains(warned.Detail, "its model server at http://serving-mute-lb.default.svc:8080 did not answer") ||
			!strings.Contains(warned.Detail, "GET /v1/models: the API server cannot pass it on: ") {
			t.Errorf("the warning does not say what was asked and what came of it: %s", warned.Detail)
		}
		expectReadyPlayground(t, tf)
		if actions := plannedChange(t, tf).Actions; !actions.Update() {
			t.Errorf("the plan is to %v, not to go on asking", actions)
		}
		p.image = "example.org/server"
		tf.Configure(t, p.config(c))
		if out := tf.MustApply(t); len(out.Diagnostics) > 0 {
			t.Errorf("it warns of a server that answers: %s", out.Log)
		}
		if actions := plannedChange(t, tf).Actions; !actions.NoOp() {
			t.Errorf("the plan of a serving playground is to %v", actions)
		}
	})
	t.Run("as an error", func(t *testing.T) {
		p := playground{
			name: "serving-fails", replicas: 1, image: "example.org/localcluster/mute", direct: `workload = "Deployment"`,
			body: `
  wait     = { until = "serving", on_timeout = "error" }
  timeouts = { create = "10s", update = "60s", delete = "60s" }`,
		}
		tf := acctest.NewTerraform(t)
		tf.Configure(t, p.config(c))
		out := tf.Apply(t)
		if out.OK {
			t.Fatal("the apply succeeds")
		}
		expectSaid(t, out.Find(t, tfjson.DiagnosticSeverityError, "Model server does not answer"), replacedNext)
	})
}

// TestAccWaitServingDenied creates a model server as somebody who may do that and not ask it.
func TestAccWaitServingDenied(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for _, file := range []string{"apply-cluster.yaml", "apply-direct.yaml"} {
		for _, object := range manifestsOf(t, "rbac/"+file) {
			applyRBAC(t, c, object)
		}
	}
	const user = "serving-applier"
	bind(t, c, "inference-apply-cluster", user, "")
	bind(t, c, "inference-apply-direct", user, "default")
	untilMay(t, c, user, "default", "patch", "apps", "deployments")
	p := playground{name: "serving-denied", replicas: 1, direct: `workload = "Deployment"`, body: untilServing}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, strings.Replace(p.config(c), `mode = "direct"`, "mode = \"direct\"\n  impersonate = { user = \""+user+"\" }", 1))
	warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, "Model server was not asked")
	if !strings.Contains(warned.Detail, `cannot get resource "services/proxy"`) {
		t.Errorf("the warning does not name the permission: %s", warned.Detail)
	}
	expectReadyPlayground(t, tf)
	if actions := plannedChange(t, tf).Actions; !actions.NoOp() {
		t.Errorf("without the permission, the plan is to %v for ever", actions)
	}
}

// TestAccWaitServingNothing plans to wait for the answer of what has no endpoint.
func TestAccWaitServingNothing(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{{
		Config: c.Provider("") + `
resource "inference_open_model" "it" {
  metadata = { name = "serves-nothing" }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } } }
  wait     = { until = "serving" }
}
`,
		PlanOnly:    true,
		ExpectError: says(`wait.until of OpenModel serves-nothing is "serving"`, `must be ready or accepted, because there is no endpoint to ask`),
	}}})
}

// probeBlock asks the server at the URL once the playground is there.
func probeBlock(url string) string {
	return "data \"inference_probe\" \"it\" {\n  url = \"" + url + "\"\n  depends_on = [inference_playground.it]\n}\n"
}

// expectReadyPlayground fails unless the playground is in the state, ready and not to be replaced.
func expectReadyPlayground(t *testing.T, tf *acctest.Terraform) {
	t.Helper()
	if now := tf.Resource(t, playgroundAddress); now.AttributeValues["ready"] != true || now.Tainted {
		t.Errorf("the playground has ready = %v and tainted = %v", now.AttributeValues["ready"], now.Tainted)
	}
}
