//go:build unix

package acctest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// triggers are resources whose changes invoke actions on the playground of [playground.config].
const triggers = `
action "inference_restart" "it" {
  config {
    type    = "inference_playground"
    name    = inference_playground.it.metadata.name
    timeout = "2m"
  }
}

action "inference_scale" "sleep" {
  config {
    type     = "inference_playground"
    name     = inference_playground.it.metadata.name
    replicas = 0
    timeout  = "2m"
  }
}

resource "terraform_data" "token" {
  input = var.token_version

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.inference_restart.it]
    }
  }
}

variable "token_version" { type = string }
`

// TestAccCLIActions shows what an action does when Terraform itself invokes it: by the change of a resource, which then
// finds other pods, and by name. Neither leaves anything to plan.
func TestAccCLIActions(t *testing.T) {
	t.Parallel()
	acctest.NeedTerraform(t, "1.14")
	c := acctest.Start(t, ours)
	p := playground{name: "cli-actions", replicas: 2, direct: `workload = "Deployment"`}
	tf := acctest.NewManaged(t)
	tf.Configure(t, p.config(c)+triggers)
	tf.SetVariables(t, `token_version = "1"`)
	tf.MustApply(t)
	before := podsOf(t, c, selectorOf(t, c, p, "Deployment"))

	tf.SetVariables(t, `token_version = "2"`)
	restarted := tf.MustApply(t)
	if !strings.Contains(restarted.Log, "Deployment default/"+p.name+" replaces its pods") {
		t.Errorf("the apply does not tell of the action: %s", restarted.Log)
	}
	after := podsOf(t, c, selectorOf(t, c, p, "Deployment"))
	if len(before) != 2 || len(after) != 2 || slices.ContainsFunc(after, func(uid string) bool { return slices.Contains(before, uid) }) {
		t.Errorf("the pods were %v and are %v", before, after)
	}
	expectNothingToDo(t, tf)

	if out := tf.Invoke(t, "action.inference_scale.sleep"); !out.OK || !strings.Contains(out.Log, "is scaled to 0 replicas") {
		t.Errorf("the action by name: %s", out.Log)
	}
	if pods := podsOf(t, c, selectorOf(t, c, p, "Deployment")); len(pods) != 0 {
		t.Errorf("the pods %v are left", pods)
	}
	expectNothingToDo(t, tf)
}

// failing is an action that fails, and what triggers it.
type failing struct {
	typeName, mode, event string
	// provider has further lines of the provider block.
	provider string
}

func (f failing) config(c *acctest.Cluster) string {
	return c.Provider(f.provider) + fmt.Sprintf(`
action "inference_scale" "it" {
  config {
    type     = %q
    name     = "nobody"
    mode     = %q
    replicas = 1
  }
}

resource "terraform_data" "it" {
  lifecycle {
    action_trigger {
      events  = [%s]
      actions = [action.inference_scale.it]
    }
  }
}
`, f.typeName, f.mode, f.event)
}

// TestAccCLIActionFails shows that an action that fails fails the apply: what it was to precede is not made, and what it
// was to follow stays. What no action can do is refused before anything is made.
func TestAccCLIActionFails(t *testing.T) {
	t.Parallel()
	acctest.NeedTerraform(t, "1.14")
	c := acctest.Start(t, ours)
	for name, tc := range map[string]struct {
		failing
		says string
		made bool
	}{
		"nothing there in direct mode": {
			failing: failing{typeName: "inference_playground", mode: "direct", event: "before_create"},
			says:    "Nothing to act on: Playground default/nobody has no such workload in the cluster",
		},
		"nothing there in operator mode": {
			failing: failing{typeName: "inference_playground", mode: "operator", event: "before_create"},
			says:    "Object not found: Playground default/nobody is not in the cluster",
		},
		"nothing there afterwards": {
			failing: failing{typeName: "inference_playground", mode: "direct", event: "after_create"},
			says:    "Nothing to act on: Playground default/nobody has no such workload in the cluster", made: true,
		},
		"not allowed": {
			failing: failing{typeName: "inference_playground", mode: "direct", event: "before_create", provider: `impersonate = { user = "powerless" }`},
			says:    `Permission denied by the cluster: Not allowed to list the workloads of Playground default/nobody. Server: `,
		},
		"a kind that runs nothing": {
			failing: failing{typeName: "inference_open_model", mode: "direct", event: "after_create"},
			says:    `Unsupported value: type of the action is "inference_open_model": must be one of`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			tf := acctest.NewManaged(t)
			tf.Configure(t, tc.config(c))
			out := tf.Apply(t)
			// Terraform puts what an action says below a summary of its own.
			says := func(d tfjson.Diagnostic) bool {
				return d.Severity == tfjson.DiagnosticSeverityError && strings.Contains(d.Summary+": "+d.Detail, tc.says)
			}
			if out.OK || !slices.ContainsFunc(out.Diagnostics, says) {
				t.Errorf("want an error with %s: %s", tc.says, out.Log)
			}
			if made := tf.Resource(t, "terraform_data.it") != nil; made != tc.made {
				t.Errorf("the resource of the trigger is in the state: %t, want %t", made, tc.made)
			}
		})
	}
}
