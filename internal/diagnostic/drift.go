package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Drifted warns of differences between live objects and what was applied. restores says
// whether an apply would undo any of them, prunes whether it would remove what others added.
func Drifted(subject string, lines []string, restores, prunes bool) diag.Diagnostic {
	remedy := "These fields are left alone. Configure them to manage them here."
	switch {
	case prunes:
		remedy = "Apply to restore what is configured and to remove what others added."
	case restores:
		remedy = "Fields that others added are left alone. Apply to restore what is configured."
	}
	return diag.NewWarningDiagnostic("Live object differs from what was applied",
		fmt.Sprintf("%s:\n%s\n%s", subject, strings.Join(lines, "\n"), remedy))
}

// Prunes tells which fields of others an apply removes.
func Prunes(subject string, lines []string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("prune_foreign"), "Fields that others added are removed",
		fmt.Sprintf("%s:\n%s\nThe apply removes these fields. Configure those that are to stay, list them in ignore_drift, or leave prune_foreign out.",
			subject, strings.Join(lines, "\n")))
}

// Ignored tells which differences an apply leaves as they are, although a plan that
// begins to ignore them may show them as changes.
func Ignored(subject string, lines []string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("ignore_drift"), "Ignored drift stays in the cluster",
		fmt.Sprintf("%s:\n%s\nThe apply leaves these fields as they are, whatever the plan shows for them, and later plans do not show them. Remove them from ignore_drift to restore them.",
			subject, strings.Join(lines, "\n")))
}
