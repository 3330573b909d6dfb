package diagnostic

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// NoCluster reports that an apply has nobody to talk to.
func NoCluster(subject string, why error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("No cluster to talk to",
		fmt.Sprintf("%s was not touched: %s. Configure the provider block, or set the KUBE_* environment variables.", subject, trim(why)))
}

// ClusterUnknown reports that an object was to be read by a plan that does not know the cluster yet.
func ClusterUnknown(subject string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Cluster is not known yet",
		fmt.Sprintf("%s was not read: the provider block depends on values that are not known before the apply, such as those of a cluster that it makes. Apply what they come from first, with -target or from a configuration of its own.", subject))
}

// Unreachable reports that an apply got no answer from the cluster.
func Unreachable(subject string, waited time.Duration, why error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Cluster cannot be reached",
		fmt.Sprintf("%s was not touched: the API server gave no answer for %s: %s. Check the address and the credentials of the provider block and the network, and apply again.",
			subject, span(waited), trim(why)))
}

// NotRefreshed warns that the live object could not be looked at, and that the state is as it was.
func NotRefreshed(subject string, why error) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Live object not read",
		fmt.Sprintf("%s could not be looked at, so its state is as the last apply left it and drift does not show: %s. Plan again when the cluster can be reached.", subject, trim(why)))
}

// RequestFailed reports a request that the API server refused or failed, in its own words. updates is
// true where it was to change what an earlier apply has made, and that is still there.
func RequestFailed(verb, subject string, why error, updates bool) diag.Diagnostic {
	remedy := "Fix the cause and try again."
	if updates {
		remedy = "Fix the cause and apply again; nothing that was applied before is lost."
	}
	return diag.NewErrorDiagnostic("Request to the cluster failed", fmt.Sprintf("Could not %s %s. Server: %s. %s", verb, subject, trim(why), remedy))
}

// Unauthorized reports credentials that the cluster does not accept.
func Unauthorized(verb, subject string, why error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Credentials not accepted by the cluster",
		fmt.Sprintf("The API server does not know who asks to %s %s. Server: %s. Change the credentials of the provider block.", verb, subject, trim(why)))
}

// Forbidden reports missing permissions.
func Forbidden(verb, subject string, why error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Permission denied by the cluster",
		fmt.Sprintf("Not allowed to %s %s. Server: %s. `kubectl auth can-i --list` lists what an identity may do, and the guide on security has the roles for plans and applies. Grant the permission to the identity of the provider block, or use another identity.", verb, subject, trim(why)))
}

// Rejected reports a value that admission refused. pinned is the release that the
// provider block pins, "" where it does not.
func Rejected(at path.Path, subject, fieldPath, why, pinned string) diag.Diagnostic {
	remedy := "Change the value, or the policy that refuses it."
	if pinned != "" {
		remedy = fmt.Sprintf("Change the value; or, where the cluster does not serve the release %q that the provider block pins, change or remove `api_releases` there.", pinned)
	}
	what := subject
	if fieldPath != "" {
		what = fieldPath + " of " + subject
	}
	return diag.NewAttributeErrorDiagnostic(at, "Value rejected by the cluster",
		valueRejected.explained(fmt.Sprintf("%s was refused. Server: %s. %s", what, strings.TrimSuffix(why, "."), remedy)))
}

// Conflict reports a field that another manager owns with another value.
func Conflict(at path.Path, subject, fieldPath, owner string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "Field is managed elsewhere",
		fmt.Sprintf("%s of %s has another value, which is owned by %s. Remove the field from this resource to leave it to that manager, or set force_conflicts = true to take it over.",
			fieldPath, subject, owner))
}

// TypeMissing reports a kind that the cluster does not serve: the resource's own, or one of those
// that direct mode renders it to.
func TypeMissing(subject string, missing schema.GroupVersionKind, direct bool, waited time.Duration) diag.Diagnostic {
	what, remedy := missing.Kind, "Install the CustomResourceDefinitions of the operator, or set mode = \"direct\" where the resource has it."
	if direct {
		what, remedy = "the "+missing.Kind+" that it is rendered to", installation(missing)
	}
	return diag.NewErrorDiagnostic("API not served by the cluster",
		fmt.Sprintf("%s cannot be applied: the cluster does not serve %s in %s, also not after %s. %s",
			subject, what, missing.GroupVersion(), span(waited), remedy))
}

// TypeAbsent warns of a kind that direct mode renders to and that the cluster does not serve at plan.
func TypeAbsent(subject string, missing schema.GroupVersionKind) diag.Diagnostic {
	return diag.NewWarningDiagnostic("API not served by the cluster",
		fmt.Sprintf("%s is rendered to a %s in %s, which the cluster does not serve. The apply waits for it a while, and fails before it makes anything. %s",
			subject, missing.Kind, missing.GroupVersion(), installation(missing)))
}

// installation is the remedy for a kind that direct mode renders to, and that Kubernetes does not have.
func installation(missing schema.GroupVersionKind) string {
	switch missing.Group {
	case "leaderworkerset.x-k8s.io":
		return "Install LeaderWorkerSet (https://lws.sigs.k8s.io/docs/installation), in the same apply if need be; or serve on one host, which takes no more than a Deployment."
	case "scheduling.volcano.sh":
		return "Install Volcano (https://volcano.sh/docs/installation), or schedule without a gang."
	case "keda.sh":
		return "Install KEDA (https://keda.sh/docs/deploy), or scale by another class of autoscaler."
	case "resource.k8s.io":
		return "Choose a cluster of Kubernetes 1.34 or later, or give the resource of a device plugin instead of a device class."
	case "monitoring.coreos.com":
		return "Install the Prometheus operator (https://prometheus-operator.dev/docs/getting-started/installation), or leave the monitor out."
	case "gateway.networking.k8s.io":
		return "Install the Gateway API and a Gateway that serves it (https://gateway-api.sigs.k8s.io/guides), or leave the route out."
	case "inference.networking.k8s.io":
		return "Install the Gateway API Inference Extension (https://gateway-api-inference-extension.sigs.k8s.io/guides), or do without it."
	}
	return "Install what serves it."
}

// NotInstalled reports that an object was to be read whose API the cluster does not serve.
func NotInstalled(subject, apiVersion string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("API not served by the cluster",
		fmt.Sprintf("%s was not read: the CustomResourceDefinition of its kind in %s is not installed. Install those of the operator, or check that the provider block leads to the right cluster.", subject, apiVersion))
}

// NotReached reports that an object was to be read and that there was no answer.
func NotReached(subject string, why error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Cluster cannot be reached",
		fmt.Sprintf("%s was not read: the API server gave no answer: %s. Check the address and the credentials of the provider block and the network, and try again.", subject, trim(why)))
}

// Outcome is how a wait ended without readiness.
type Outcome struct {
	// AsError makes it an error instead of a warning.
	AsError bool
	// Creates is true for the wait of a creation.
	Creates bool
	// Final is true when it cannot become ready.
	Final bool
	// At is the attribute that decides about the cause; empty where none does.
	At path.Path
	// Last is the last status, or why it cannot become ready.
	Last string
	// Waited is how long it was waited for.
	Waited time.Duration
	// Report is all that helps to find the cause, of several lines; it may be empty.
	Report string
}

// follows tells what becomes of the object; next is what the next apply does where the object is kept, "" for nothing of its own.
func (o Outcome) follows(next string) string {
	switch {
	case o.AsError && o.Creates:
		return "Terraform marks the resource as tainted, because its creation failed: the next apply deletes the object and creates it anew. To keep the object, run terraform untaint before it."
	case next == "":
		return "The object is kept."
	}
	return "The object is kept, and the next apply " + next + "."
}

// NotReady reports, as a warning or an error, that an object did not become ready.
func NotReady(subject string, o Outcome) diag.Diagnostic {
	headline := "Object did not become ready in time"
	detail := fmt.Sprintf("%s was applied but was not ready after %s. Last seen: %s.", subject, span(o.Waited), strings.TrimSuffix(o.Last, "."))
	remedy := o.follows("goes on waiting") + " Fix the cause and apply again, or raise the timeout in `timeouts`."
	if o.Final {
		headline = "Object will not become ready"
		detail = fmt.Sprintf("%s was applied, and it cannot become ready: %s.", subject, strings.TrimSuffix(o.Last, "."))
		remedy = o.follows("") + " Fix the cause and apply again."
	}
	return graded(o.AsError, o.At, headline, around(o.Report, detail, remedy))
}

// graded is an error or a warning, on an attribute where there is one.
func graded(asError bool, at path.Path, headline, detail string) diag.Diagnostic {
	var d diag.Diagnostic = diag.NewWarningDiagnostic(headline, detail)
	if asError {
		d = diag.NewErrorDiagnostic(headline, detail)
	}
	if len(at.Steps()) > 0 {
		return diag.WithPath(at, d)
	}
	return d
}

// around puts a report of several lines between what happened and what to do; it may be empty.
func around(report, detail, remedy string) string {
	if report == "" {
		return detail + " " + remedy
	}
	return detail + "\n\n" + report + "\n\n" + remedy
}

// Interrupted reports that an apply was stopped while it waited.
func Interrupted(subject, last string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Wait was interrupted",
		fmt.Sprintf("%s was applied and is kept; it was not ready when the apply was interrupted. Last seen: %s. Apply again to go on waiting.", subject, strings.TrimSuffix(last, ".")))
}

// ImportNotFound reports an import of an object that is not there.
func ImportNotFound(subject string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Object to import not found",
		fmt.Sprintf("%s is not in the cluster. What direct mode made of it is not imported. Check the name, the namespace and the provider block.", subject))
}

// Replaces warns that a change replaces the object, and says why.
func Replaces(at path.Path, subject, fieldPath, why string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Change replaces the object",
		fmt.Sprintf("%s of %s: a change replaces the object, because %s. Keep the value, or apply when the replacement is acceptable.", fieldPath, subject, why))
}

// LeftBehind tells what stays in the cluster when a field is removed.
func LeftBehind(at path.Path, subject, fieldPath, what, remedy string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Removed field leaves something behind",
		fmt.Sprintf("%s of %s: without it, %s stays in the cluster. %s", fieldPath, subject, what, sentence(remedy)))
}

// RenderWarning warns of a rendered workload that will not work as its author may expect, with the place of the rule in the
// documentation of a resource, unless that is "".
func RenderWarning(subject, text, rule, resource string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Workload may not work as expected", fmt.Sprintf("%s: %s", subject, sentence(text))+documented(rule, resource))
}

// LeftAlone warns of an object that somebody else made in the place of a rendered one, and
// that is therefore not deleted.
func LeftAlone(subject string, managers []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Object of somebody else is left alone",
		fmt.Sprintf("%s is not what this resource made: it is managed by %s, so it was not deleted. Remove it yourself if nobody needs it.", subject, quoted(managers)))
}

// ConflictingController refuses to apply a workload that a controller of the cluster would take hold of.
func ConflictingController(subject, what, remedy string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Another controller takes the workload", fmt.Sprintf("%s was not applied: %s. %s", subject, what, sentence(remedy)))
}

// ReadNotFound reports a data source whose object is not there.
func ReadNotFound(subject string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Object not found",
		fmt.Sprintf("%s is not in the cluster. Check the name, the namespace and the provider block, or create the object first.", subject))
}

// ReadOfOthers reports a data source that finds an object of the name, which keeps no definition of its kind.
func ReadOfOthers(subject, found string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Object not found",
		fmt.Sprintf("%s is not in the cluster: %s is there, and is not a part of one. Check the name, the namespace and the provider block, or apply the resource again if an earlier release of the provider made it.", subject, found))
}

// StateDamaged reports an attribute of a state that does not hold what the provider wrote there. Nothing can be told from it about
// the objects in the cluster, of which id is the custom resource in operator mode.
func StateDamaged(at path.Path, subject, id string, direct bool, why error) diag.Diagnostic {
	remedy := fmt.Sprintf("Without one, remove the resource from the state (terraform state rm), which leaves the object as it is, and import it as %s.", id)
	if direct {
		remedy = "Without one, delete the objects, remove the resource from the state (terraform state rm) and apply."
	}
	return diag.NewAttributeErrorDiagnostic(at, "State cannot be used",
		fmt.Sprintf("%s of %s is not what the provider wrote into the state: %s. Nothing was changed. Restore the state from its backup. %s", at, subject, trim(why), remedy))
}

// issues is where bugs are reported.
const issues = "https://github.com/inferops/terraform-provider-inference/issues"

// Fault reports a bug of the provider.
func Fault(doing string, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Provider fault",
		fmt.Sprintf("%s failed in a way that no configuration should cause: %v. Report it at %s, with the configuration and a log (TF_LOG=debug) without its secrets.", doing, err, issues))
}

// span writes a time to the second, without the units that are zero at its end.
func span(d time.Duration) string {
	text := d.Round(time.Second).String()
	if rest, ok := strings.CutSuffix(text, "m0s"); ok {
		text = rest + "m"
	}
	if rest, ok := strings.CutSuffix(text, "h0m"); ok {
		text = rest + "h"
	}
	return text
}

func trim(err error) string {
	return strings.TrimSuffix(err.Error(), ".")
}

func quoted(items []string) string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = fmt.Sprintf("%q", item)
	}
	return strings.Join(out, ", ")
}

// Undone warns that a creation failed half-way and that the objects it had made are gone again.
func Undone(subject string, removed []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Creation was undone",
		fmt.Sprintf("%s could not be created as a whole, so what it had made was removed again: %s. Fix the cause of the error and apply again.",
			subject, strings.Join(removed, ", ")))
}
