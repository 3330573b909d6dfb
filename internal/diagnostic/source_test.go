package diagnostic

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TestComesFrom shows where the sentence stands: before the link to the rule, which ends a message.
func TestComesFrom(t *testing.T) {
	err := field.Invalid(field.NewPath("spec", "replicas"), -1, "set 0 or more (PG-C11)")
	err.Origin = "PG-C11"
	for name, tc := range map[string]struct{ detail, want string }{
		"rule": {
			Rule(err, path.Root("spec"), "Playground llm/chat", "playground").Detail(),
			"spec.replicas of Playground llm/chat is -1: set 0 or more (PG-C11). The value comes from `local.base.replicas` (main.tf:12).\n\n" +
				"https://registry.terraform.io/providers/inferops/inference/latest/docs/resources/playground#rule-PG-C11",
		},
		"schema": {"spec.replicas is -1: set 0 or more.", "spec.replicas is -1: set 0 or more. The value comes from `local.base.replicas` (main.tf:12)."},
	} {
		if got := ComesFrom(tc.detail, "local.base.replicas", "main.tf:12"); got != tc.want {
			t.Errorf("%s: got %q, want %q", name, got, tc.want)
		}
	}
}
