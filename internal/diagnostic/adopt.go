package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// MoveOtherKind refuses to move an object to a resource of another kind. right is the
// resource type of the object's kind, "" when the provider has none.
func MoveOtherKind(subject, apiVersion, target, right string) diag.Diagnostic {
	remedy := "This provider has no resource for its kind. Remove the `moved` block and leave the object where it is."
	if right != "" {
		remedy = fmt.Sprintf("Change the `moved` block and the resource to %s.", right)
	}
	return diag.NewErrorDiagnostic("Moved object is of another kind",
		fmt.Sprintf("%s (%s) cannot become a resource of type %s. %s", subject, apiVersion, target, remedy))
}

// MoveBeside refuses to make a resource one of another type that has other objects.
func MoveBeside(source, target string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Resource cannot change its type",
		besideIt.explained(fmt.Sprintf("%s cannot become a resource of type %s, which manages other objects. Remove the `moved` block, add the new resource under another name, switch the traffic to it, and then remove the old resource.",
			source, target)))
}

// MoveOtherProvider refuses to take over what the same resource type of another provider manages.
func MoveOtherProvider(typeName, provider string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Moved resource is of another provider",
		fmt.Sprintf("This %s is in the state with the provider %s. Remove the `moved` block, and change the provider in the state with `terraform state replace-provider`.", typeName, provider))
}

// MoveUnknown refuses to move a resource of a type of which nothing is known. origins are those that can move.
func MoveUnknown(source, target string, origins []string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Resource cannot be moved",
		fmt.Sprintf("A resource of type %s cannot become one of type %s, which takes resources of the types %s. Remove the `moved` block, forget the old resource with a `removed` block, and import the object.",
			source, target, strings.Join(origins, " and ")))
}

// NotImportable refuses to import what a resource could not be rendered from. why says so.
func NotImportable(subject, why string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Resource cannot be imported",
		fmt.Sprintf("%s cannot be imported: %s. Import it with the release of the provider that made it, and change it there.", subject, why))
}

// MoveUnreadable reports a state of another provider that does not say which object it is about.
func MoveUnreadable(source, target string, why error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Moved state cannot be read",
		fmt.Sprintf("The state of the %s does not say which object becomes the %s: %s. Remove the `moved` block, forget the old resource with a `removed` block, and import the object.",
			source, target, trim(why)))
}

// Adopts tells from whom the first apply after an import takes fields over.
func Adopts(subject string, managers []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Object changes hands",
		fmt.Sprintf("%s was made with other tools (its managers are %s). This first apply takes their fields over, so that a field which leaves the configuration leaves the object too. Remove it from those tools, which would write to it again.",
			subject, quoted(managers)))
}
