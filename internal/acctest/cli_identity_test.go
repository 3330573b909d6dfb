//go:build unix

package acctest_test

import (
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccCLIIdentity imports a playground by identities: a whole one, one whose namespace is that of the provider block, and
// one of which there is no object. What is imported has its identity in the state.
func TestAccCLIIdentity(t *testing.T) {
	t.Parallel()
	acctest.NeedTerraform(t, "1.12")
	c := acctest.Start(t, newest)
	at := llmaz("playgrounds", "default", "cli-identity")
	c.Create(t, at, "kubectl-create", map[string]any{
		"apiVersion": "inference.llmaz.io/v1alpha1", "kind": "Playground", "metadata": map[string]any{"name": at.Name, "namespace": at.Namespace},
		"spec": map[string]any{"modelClaim": map[string]any{"modelName": "llama3"}},
	})
	t.Cleanup(func() { c.Delete(t, at) })
	config := func(identity string) string {
		return c.Provider(`namespace = "default"`) + `
import {
  to       = inference_playground.it
  identity = { ` + identity + ` }
}

resource "inference_playground" "it" {
  metadata = { name = "cli-identity" }
  spec     = { model_claim = { model_name = "llama3" } }
}
`
	}
	for name, identity := range map[string]string{"whole": `namespace = "default", name = "cli-identity"`, "default namespace": `name = "cli-identity"`} {
		t.Run(name, func(t *testing.T) {
			tf := acctest.NewManaged(t)
			tf.Configure(t, config(identity))
			expectMoves(t, tf.Preview(t), map[string]string{playgroundAddress: "import"})
			tf.MustApply(t)
			expectNothingToDo(t, tf)
			if got := tf.Resource(t, playgroundAddress).IdentityValues; got["namespace"] != "default" || got["name"] != at.Name {
				t.Errorf("the identity in the state is %v", got)
			}
			tf.LoseState(t)
		})
	}
	t.Run("missing", func(t *testing.T) {
		tf := acctest.NewManaged(t)
		tf.Configure(t, config(`namespace = "default", name = "nobody"`))
		out := tf.TryPlan(t)
		if told := out.Find(t, tfjson.DiagnosticSeverityError, "Object to import not found"); out.OK || !strings.Contains(told.Detail, "Playground default/nobody is not in the cluster") {
			t.Errorf("%+v", told)
		}
	})
}
