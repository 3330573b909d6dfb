package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// SecretExists reports a Secret of somebody else in the place of one that credentials become.
// owner is the resource that keeps it, "" when none does; namedBy says where the configuration
// names it, "" when the system has one name for it.
func SecretExists(at path.Path, subject, owner string, managers []string, namedBy string) diag.Diagnostic {
	remedy := "Delete it to have it replaced, or remove this credential to use it as it is"
	who := fmt.Sprintf("was not made for this resource (its managers are %s)", quoted(managers))
	if owner != "" {
		who = fmt.Sprintf("holds the credentials of %s", owner)
		remedy = "Remove this credential to use the Secret as it is"
	}
	if namedBy != "" {
		remedy += fmt.Sprintf(", or choose another name in %s", namedBy)
	}
	return diag.NewAttributeErrorDiagnostic(at, "Secret exists already", fmt.Sprintf("%s is in the cluster and %s. %s.", subject, who, remedy))
}

// SecretUnheld reports a Secret of a resource of the same name that another state holds, or that was lost with the state.
func SecretUnheld(at path.Path, subject, owner, typeName, id string) diag.Diagnostic {
	_, name, _ := strings.Cut(id, "/")
	return diag.NewAttributeErrorDiagnostic(at, "Secret exists already",
		fmt.Sprintf("%s is in the cluster and holds the credentials of %s, but not for this state: another one has that resource, or the state was lost. Nothing was changed."+keepsFirst+
			" If this resource is to have the object, import it, with the resource's own address:\n\n%s\nOtherwise choose another name, or remove the Secret if the resource is gone.",
			subject, owner, importBlock(typeName, label(name), id)))
}

// SecretUnread warns that nobody can tell whether a Secret was tampered with.
func SecretUnread(subject string, why error) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Secret cannot be read",
		fmt.Sprintf("%s could not be read, so a change that others made to it does not show in this plan. The same holds for every other Secret that may not be read; this is said once. Server: %s. Grant get on secrets in the namespace, or give the credentials to the operator in another way.", subject, trim(why)))
}

// WriteOnly refuses a value that the client would store.
func WriteOnly(at path.Path, subject string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "Write-only attribute not supported",
		fmt.Sprintf("%s of %s is write-only, and this client would keep its value in the state. Install Terraform 1.11 or OpenTofu 1.11, or newer.", at, subject))
}
