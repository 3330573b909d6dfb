package diagnostic

import "strings"

// documentation is where the Terraform Registry has the pages of the provider.
const documentation = "https://registry.terraform.io/providers/inferops/inference/latest/docs/"

// class is one of findings that no rule has: what identifies it, which is also its anchor in the guide that explains it. Both stay as
// they are, because older versions of the provider lead there.
type class struct{ guide, id string }

var (
	unknownName        = class{"source-check", "unknown-attribute-name"}
	planNotChecked     = class{"plan-checks", "plan-not-checked"}
	definitionDiffers  = class{"plan-checks", "definition-differs"}
	valueRejected      = class{"plan-checks", "value-rejected"}
	objectRejected     = class{"plan-checks", "object-rejected"}
	quotaExceeded      = class{"plan-checks", "quota-exceeded"}
	admissionChanges   = class{"plan-checks", "admission-changes"}
	serverWarns        = class{"plan-checks", "server-warns"}
	selectsNothing     = class{"plan-checks", "selector-without-pods"}
	noCapacity         = class{"plan-checks", "no-capacity"}
	capacityNotChecked = class{"plan-checks", "capacity-not-checked"}
	modelNotServed     = class{"plan-checks", "model-not-served"}
	modelsNotChecked   = class{"plan-checks", "models-not-checked"}
	serviceUnavailable = class{"disruption-and-capacity", "service-unavailable"}
	objectReplaced     = class{"disruption-and-capacity", "object-replaced"}
	budgetExceeded     = class{"disruption-and-capacity", "budget-exceeded"}
	planExceedsQuota   = class{"disruption-and-capacity", "plan-exceeds-quota"}
	besideIt           = class{"migration", "to-an-endpoint"}
	notCounted         = class{"disruption-and-capacity", "accelerators-not-counted"}
)

func (c class) link() string { return documentation + "guides/" + c.guide + "#" + c.id }

// explained ends a detail with the link to its class.
func (c class) explained(detail string) string { return detail + "\n\n" + c.link() }

// UnknownNameClass is what identifies a name that the schema does not have, and the place that explains it.
func UnknownNameClass() (id, link string) { return unknownName.id, unknownName.link() }

// RuleAnchor is the anchor of a rule in the page of a resource.
func RuleAnchor(rule string) string { return "rule-" + rule }

// documented is the link to a rule in the page of a resource, as the end of a detail; "" where there is no resource.
func documented(rule, resource string) string {
	if resource == "" {
		return ""
	}
	return "\n\n" + documentation + "resources/" + resource + "#" + RuleAnchor(rule)
}

// Unlinked is a detail without the link that ends it, and the link, "" where there is none.
func Unlinked(detail string) (said, link string) {
	if i := strings.LastIndex(detail, "\n\n"+documentation); i >= 0 {
		return detail[:i], detail[i+len("\n\n"):]
	}
	return detail, ""
}
