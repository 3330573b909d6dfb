package diagnostic

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Protected refuses to delete an object that is protected, by itself or by the default of the provider block; what
// is a clause about what would delete it.
func Protected(subject, what string, byDefault bool) diag.Diagnostic {
	has, where := "has deletion_protection = true", ""
	if byDefault {
		has, where = "is protected by deletion_protection of the provider block", " on the resource"
	}
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_protection"), "Object is protected from deletion",
		fmt.Sprintf("%s %s, and %s. Set deletion_protection = false%s, apply that first, and then go on.", subject, has, what, where))
}

// StillReferred refuses to delete an object that others point at, line by line.
func StillReferred(subject string, lines []string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("force_destroy"), "Other objects still point at the object",
		fmt.Sprintf("%s was not deleted, because these objects would stop working:\n  - %s\nRemove or redirect them first; to delete it all the same, set force_destroy = true, apply that, and then destroy.",
			subject, strings.Join(lines, "\n  - ")))
}

// ReferrersUnknown warns that nobody could look whether other objects point at one that is deleted.
func ReferrersUnknown(subject string, types []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("References were not looked for",
		fmt.Sprintf("Whether other objects still point at %s is not known, because the identity of the provider block may not list %s. Grant the permission, or check them yourself.",
			subject, strings.Join(types, ", ")))
}

// Removes tells what goes with an object that is destroyed, and what still points at it.
func Removes(subject string, gone, referrers []string) diag.Diagnostic {
	text := subject + " is destroyed.\n"
	if len(gone) > 0 {
		text += "With it go:\n  - " + strings.Join(gone, "\n  - ") + "\n"
	}
	if len(referrers) > 0 {
		text += "These objects point at it, and the destruction is refused unless they go first:\n  - " + strings.Join(referrers, "\n  - ") + "\n"
	}
	return diag.NewWarningDiagnostic("Destruction takes more than the object", text+"Apply when nobody needs it, or keep the resource.")
}

// NotGone reports an object whose deletion does not end. holders says of every finalizer whose it is.
func NotGone(subject, blocked string, holders []string, waited time.Duration) diag.Diagnostic {
	text := fmt.Sprintf("%s has been marked for deletion but still exists after %s: %s.", subject, span(waited), strings.TrimSuffix(blocked, "."))
	if len(holders) > 0 {
		text += "\n  - " + strings.Join(holders, "\n  - ") + "\n"
	} else {
		text += " "
	}
	return diag.NewErrorDiagnostic("Deletion does not end", text+"Find out why the controller does not finish, then apply again.")
}
