package diagnostic

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Maker tells who made an object.
type Maker struct {
	// Managers are the field managers of the object.
	Managers []string
	// Ours is true for one that this provider applied, for whatever resource and state.
	Ours bool
	// UnderWay is true for one whose creation has not ended.
	UnderWay bool
}

// says tells who made an object that is in the way of a creation, and what that may mean.
func (m Maker) says() string {
	switch {
	case m.UnderWay:
		return "is being made by another resource or for another state: its creation has not ended"
	case m.Ours:
		return "was made by this provider, but this resource does not hold it: another resource or another state does, or the state was lost"
	}
	return fmt.Sprintf("was not made by this provider (its managers are %s)", quoted(m.Managers))
}

// replacement is the remedy for the case that Terraform replaces the object.
func (m Maker) replacement() string {
	if !m.Ours {
		return ""
	}
	return keepsFirst
}

// keepsFirst is the remedy for a replacement that is made before what it replaces is gone.
const keepsFirst = " If the plan replaces the object, remove create_before_destroy: two objects cannot have one name."

// Exists reports an object in the way of the one to be created.
func Exists(subject, typeName, id string, maker Maker) diag.Diagnostic {
	_, name, below := strings.Cut(id, "/")
	if !below {
		name = id
	}
	return diag.NewErrorDiagnostic("Object exists already",
		fmt.Sprintf("%s is in the cluster and %s. Nothing was changed.%s If this resource is to have the object, import it, with the resource's own address:\n\n%s\nOtherwise choose another name.",
			subject, maker.says(), maker.replacement(), importBlock(typeName, label(name), id)))
}

// importBlock is an import block that can be pasted.
func importBlock(typeName, label, id string) string {
	return fmt.Sprintf("import {\n  to = %s.%s\n  id = %q\n}\n", typeName, label, id)
}

// label is a name of an object as the name of a resource.
func label(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' {
			return '_'
		}
		return r
	}, name)
}

// ExistsDirect reports a rendered object whose place is taken.
func ExistsDirect(subject string, maker Maker) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Object exists already",
		fmt.Sprintf("%s is in the cluster and %s. Nothing of it was changed.%s Direct mode does not take over objects: delete it if nobody needs it, or choose another name.",
			subject, maker.says(), maker.replacement()))
}

// Stranger warns that an object was deleted, and that somebody else has made one of its name.
func Stranger(subject string, managers []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Object is no longer the same",
		fmt.Sprintf("%s was deleted, and an object of that name has been made anew (its managers are %s). That is not this resource's: it is neither changed nor deleted, and nothing can be created in its place. Import it, or delete it.",
			subject, quoted(managers)))
}

// Claimed reports an object that two resources of one run are to have.
func Claimed(subject string, lines []string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("metadata").AtName("name"), "Object belongs to two resources",
		fmt.Sprintf("%s shares objects with another resource of the configuration:\n- %s\nAn object can have one resource. Choose another name for one of them, or remove one.", subject, strings.Join(lines, "\n- ")))
}

// Readdressed reports a creation of what a destruction of the same plan deletes.
func Readdressed(subject string, lines []string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Object is destroyed and created by one plan",
		fmt.Sprintf("%s is under two addresses of this plan, and Terraform runs the two in any order:\n- %s\nAdd a moved block if the resource has got another address, or a removed block with destroy = false where another address keeps the object; otherwise apply the destruction first.", subject, strings.Join(lines, "\n- ")))
}

// BeingDeleted warns that an object is on its way out, and says whom that waits for.
func BeingDeleted(subject string, since time.Time, holders []string) diag.Diagnostic {
	text := fmt.Sprintf("%s is being deleted since %s; the next apply waits until it is gone and makes it anew.", subject, since.UTC().Format(time.RFC3339))
	if len(holders) > 0 {
		text += " Its finalizers hold it: " + strings.Join(holders, " ")
	}
	text += " Plan again once it is gone."
	return diag.NewWarningDiagnostic("Object is being deleted", text)
}

// HandOverInterrupted warns that an object has changed its mode half-way.
func HandOverInterrupted(subject string, left []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Change of mode was interrupted",
		fmt.Sprintf("An apply that changes the mode of %s did not end; it left %s. Apply the change again to complete it, or destroy the resource to delete what is left.", subject, strings.Join(left, ", ")))
}

// LeftOver warns that a part of a resource is still there although the rest was deleted.
func LeftOver(subject string, left []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Object was deleted, a part is left",
		fmt.Sprintf("%s does not exist any more, but %s does. It stays in the state until that is gone: apply to make the object again, or destroy it to delete what is left.", subject, strings.Join(left, ", ")))
}
