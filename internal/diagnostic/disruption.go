package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Disrupts warns that a change ends the service of an object that is ready: effect is
// "unavailable" or "replace", and devices are the accelerators of the pods in words.
func Disrupts(subject, effect string, reasons, attributes []string, pods int64, devices string) diag.Diagnostic {
	class, headline, what := serviceUnavailable, "Change makes the service unavailable", strings.Join(reasons, "; ")
	if effect == "replace" {
		class, headline, what = objectReplaced, "Change replaces an object that is ready", "it is deleted and made anew"
	}
	text := fmt.Sprintf("%s is ready: %s.", subject, what)
	if pods > 0 {
		text += fmt.Sprintf(" Pods that stop: up to %d.", pods)
	}
	if devices != "" {
		text += fmt.Sprintf(" They hold %s.", devices)
	}
	if len(attributes) > 0 {
		text += fmt.Sprintf(" It follows from %s.", strings.Join(attributes, ", "))
	}
	return diag.NewWarningDiagnostic(headline, class.explained(text+" Apply when nobody needs it, or keep the values."))
}

// OverBudget reports a plan that holds more accelerators than the provider block allows;
// lines say how much of what.
func OverBudget(subject string, lines []string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Plan exceeds the accelerator budget",
		budgetExceeded.explained(fmt.Sprintf("%s takes the plan beyond accelerator_budget of the provider block:\n  - %s\nLower the replicas or their limits, here or in another resource, or raise the budget.", subject, strings.Join(lines, "\n  - "))))
}

// BeyondQuota warns of a plan that holds more accelerators than a quota of it allows in a namespace; lines say who
// holds how many.
func BeyondQuota(at path.Path, quota, namespace string, limit, total int64, lines []string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Quota exceeded by the plan",
		planExceedsQuota.explained(fmt.Sprintf("%s allows %d accelerators in the namespace %s, and the plan holds up to %d there:\n  - %s\nRaise the quota, or lower the replicas or their limits.",
			quota, limit, namespace, total, strings.Join(lines, "\n  - "))))
}

// SelectsNothing warns of a selector that no pod of its namespace has the labels of.
func SelectsNothing(at path.Path, subject, namespace, selector string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Selector without pods",
		selectsNothing.explained(fmt.Sprintf("%s selects %s, and no pod of the namespace %s has these labels now. Requests fail until one does. "+
			"Write the labels of the pods, or, where this configuration makes them, give the manifest of the workload in `references`, so that the plan compares its labels.",
			subject, selector, namespace)))
}

// OutsideBudget warns that the budget cannot count a resource.
func OutsideBudget(subject string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Accelerators are not counted",
		notCounted.explained(fmt.Sprintf("What %s holds is not decided by its configuration, so accelerator_budget of the provider block does not count it. Give the manifests of what it refers to in `references`.", subject)))
}
