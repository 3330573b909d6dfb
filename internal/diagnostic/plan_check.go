package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// maxListed is how many lines of a list are shown.
const maxListed = 20

// listed writes lines as a list, without those that are too many.
func listed(lines []string) string {
	shown, rest := lines, ""
	if len(lines) > maxListed {
		shown, rest = lines[:maxListed], fmt.Sprintf("\n  - and %d more", len(lines)-maxListed)
	}
	return "\n  - " + strings.Join(shown, "\n  - ") + rest
}

// NotChecked warns of what the API server could not be asked about a plan; lines say what and why.
func NotChecked(subject string, lines []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Cluster did not check the plan",
		planNotChecked.explained(fmt.Sprintf("%s was planned without these checks, which plan_validation = \"server\" asks for:%s\nThe apply will show what the cluster says. Plan again when it can be asked.", subject, listed(lines))))
}

// Skewed reports a field that the CustomResourceDefinition of the cluster does not take: as
// an error where the API server has refused the object, else as a warning.
func Skewed(asError bool, at path.Path, subject, fieldPath, definition, why string) diag.Diagnostic {
	const headline = "Installed definition differs"
	detail := fmt.Sprintf("%s of %s is not accepted by the CustomResourceDefinition that the cluster has (%s): %s. Install the definitions of the release that has the field, or change the value.",
		fieldPath, subject, definition, strings.TrimSuffix(why, "."))
	return graded(asError, at, headline, definitionDiffers.explained(detail))
}

// AdmissionChanges tells what the cluster will store otherwise than it is sent.
func AdmissionChanges(subject string, lines []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Admission changes the object",
		admissionChanges.explained(fmt.Sprintf("Admission will modify %s before it is stored:%s\nAdditions need nothing; configure other values as they are stored, or change the policy or webhook that sets them.", subject, listed(lines))))
}

// ServerWarns passes on what the API server warns of.
func ServerWarns(subject string, lines []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Cluster warns of the object",
		serverWarns.explained(fmt.Sprintf("To the dry run of %s the cluster says:%s\nChange what it warns of before it becomes an error.", subject, listed(lines))))
}

// Denied reports an object that the API server refused without naming a field.
func Denied(subject, why string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Object rejected by the cluster",
		objectRejected.explained(fmt.Sprintf("%s was refused. Server: %s. Change the configuration, or the policy or webhook that refuses it.", subject, strings.TrimSuffix(why, "."))))
}

// OverQuota reports an object for which a ResourceQuota has no room.
func OverQuota(at path.Path, subject, why string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "Quota of the namespace is exceeded",
		quotaExceeded.explained(fmt.Sprintf("%s does not fit. Server: %s. Raise the quota, remove what uses it up, or choose another namespace.", subject, strings.TrimSuffix(why, "."))))
}

// Capacity tells why pods would not run in the cluster as it is.
func Capacity(asError bool, at path.Path, subject, says, remedy string) diag.Diagnostic {
	const headline = "Pods will not run in the cluster as it is"
	detail := fmt.Sprintf("%s: %s. %s", subject, says, remedy)
	return graded(asError, at, headline, noCapacity.explained(detail))
}

// CapacityNotChecked warns of what the capacity check could not look at; lines say what and why.
func CapacityNotChecked(subject string, lines []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Capacity is not fully checked",
		capacityNotChecked.explained(fmt.Sprintf("From %s on, this plan does not check:%s\nGrant the permission to list or get them, or set capacity_check = \"off\".", subject, listed(lines))))
}

// ModelUnserved tells why a model that a configuration names cannot be served as it says.
func ModelUnserved(asError bool, at path.Path, subject, says, remedy string) diag.Diagnostic {
	const headline = "Model cannot be served as configured"
	return graded(asError, at, headline, modelNotServed.explained(fmt.Sprintf("%s: %s. %s", subject, strings.TrimSuffix(says, "."), remedy)))
}

// ModelNotChecked warns of a model that the check of models could not ask about.
func ModelNotChecked(subject, why string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Models are not checked",
		modelsNotChecked.explained(fmt.Sprintf("From %s on, this plan does not check models where this is in the way: %s. Check the endpoint, the network and the token, or set model_check = \"off\".", subject, strings.TrimSuffix(why, "."))))
}
