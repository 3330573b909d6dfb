package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// ReleaseUnknown reports that the release the cluster serves could not be found out.
func ReleaseUnknown(subject, system string, known []string, why error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("API release not known",
		fmt.Sprintf("The release of %s that the cluster serves for %s could not be read from its CustomResourceDefinition: %s. Allow the provider to get customresourcedefinitions, or pin the release in the provider block with api_releases = { %s = %q } (one of %s).",
			system, subject, trim(why), system, known[len(known)-1], quoted(known)))
}

// KindNotInRelease reports an object of a kind that the release of its system lacks which the provider block pins. known are
// the releases that have the kind, the oldest first.
func KindNotInRelease(at path.Path, subject, kind, system, pinned, typeName string, known []string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "Kind not in this release",
		fmt.Sprintf("%s: the release %s of %s, which `api_releases` of the provider block pins, does not have the kind %s, which %s is the first to have. Pin a release that has it; or, where the cluster serves it beside that release, pin it for this resource alone with api_releases = { %s = %q } (one of %s).",
			subject, pinned, system, kind, known[0], typeName, known[len(known)-1], quoted(known)))
}

// NewerDefinition warns of a definition with fields that the provider does not know, whose release is taken for the newest that it
// knows of those that the definition shows.
func NewerDefinition(definition, resource, system, release string, fields []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Definition newer than the provider",
		fmt.Sprintf("The CustomResourceDefinition %s in the cluster has fields that this version of the provider does not know: %s. %s objects are written for %s, the newest release that the definition shows, and these fields cannot be set or seen. Use a version of the provider that knows the installed release of %s; or, to go on without them and without this warning, pin the release with api_releases = { %s = %q }.",
			definition, firstOf(fields), resource, release, system, strings.TrimPrefix(resource, "inference_"), release))
}

// shownFields is how many fields a message names.
const shownFields = 10

func firstOf(fields []string) string {
	if len(fields) <= shownFields {
		return strings.Join(fields, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(fields[:shownFields], ", "), len(fields)-shownFields)
}
