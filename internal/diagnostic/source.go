package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// UnknownName reports a name in the text of a configuration that the schema does not have: place is its line, object what has
// no such name, as in `spec of inference_playground.chat`. nearest are the names that may be meant, allowed all that there are.
func UnknownName(asError bool, place, object, name string, nearest, allowed []string) diag.Diagnostic {
	remedy := "Remove it, or use one of: " + strings.Join(allowed[:min(maxListed, len(allowed))], ", ")
	if more := len(allowed) - maxListed; more > 0 {
		remedy += fmt.Sprintf(", and %d more", more)
	}
	if len(nearest) > 0 {
		remedy = `Use "` + strings.Join(nearest, `" or "`) + `"`
	}
	return graded(asError, path.Empty(), "Unknown attribute name",
		unknownName.explained(fmt.Sprintf("%s: %s has no attribute %q. The value is not used, because Terraform leaves out names that a schema does not have. %s.", place, object, name, remedy)))
}

// ComesFrom is a detail with where the value that it is about comes from: reference leads to it, and place is the line in which it
// is written or declared.
func ComesFrom(detail, reference, place string) string {
	said, link := Unlinked(detail)
	if link != "" {
		link = "\n\n" + link
	}
	return fmt.Sprintf("%s. The value comes from `%s` (%s).%s", strings.TrimSuffix(said, "."), reference, place, link)
}
