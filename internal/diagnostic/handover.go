package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// TakeOver tells what a change from operator to direct mode does to the operator's workloads,
// object by object; nil when nobody could look. stays is whether any may stay.
func TakeOver(subject string, lines []string, stays bool) diag.Diagnostic {
	if len(lines) == 0 {
		lines = []string{"the workloads could not be looked at yet: one of the same name and selector stays, and its pods restart if its pod template changes; all others are deleted with their pods"}
	}
	what := "The custom resource is deleted, and the provider takes over what stays of its workloads"
	if !stays {
		what = "The custom resource is deleted with all its pods, and the provider makes workloads of its own"
	}
	return handOver(subject, what, lines)
}

// HandBack tells what a change from direct to operator mode does to the workloads, object by object. stays is whether
// the operator takes any over.
func HandBack(subject string, lines []string, stays bool) diag.Diagnostic {
	what := "The operator gets the custom resource, and nothing of direct mode goes on"
	if stays {
		what = "The operator gets the custom resource and takes over what stays"
	}
	return handOver(subject, what, lines)
}

func handOver(subject, what string, lines []string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("mode"), "Change of mode hands over the workloads",
		fmt.Sprintf("%s: %s:\n  - %s\nApply when that is acceptable, or keep the mode.", subject, what, strings.Join(lines, "\n  - ")))
}
