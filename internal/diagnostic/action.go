package diagnostic

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// NothingToActOn reports an action of which nothing was found in the cluster.
func NothingToActOn(subject, mode, what string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Nothing to act on",
		fmt.Sprintf("%s has no %s in the cluster that mode = %q would have made. Check type, namespace, name and mode, and whether the resource was applied.", subject, what, mode))
}

// NotActedOn refuses an action that the mode has no way for. instead is a clause in the
// names of Terraform that completes "remove the action, and ...", "" where nothing is known.
func NotActedOn(subject, verb, mode, instead string) diag.Diagnostic {
	if instead == "" {
		instead = "use what the operator offers"
	}
	return diag.NewErrorDiagnostic("Action has no way to do this",
		fmt.Sprintf("%s cannot be %s by an action in %s mode. Remove the action, and %s.", subject, verb, mode, strings.TrimSuffix(instead, ".")))
}

// WhichWorkload refuses to give several workloads the same number of replicas.
func WhichWorkload(subject string, names []string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("workload"), "Several workloads to scale",
		fmt.Sprintf("%s runs several workloads, each with a number of its own. Set workload to one of %s; to scale all of them to zero, set replicas = 0 without it.", subject, quoted(names)))
}

// ScaledElsewhere refuses to scale what an autoscaler would scale back at once.
func ScaledElsewhere(subject, autoscaler string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("An autoscaler sets the replicas",
		fmt.Sprintf("%s is scaled by %s, which would set its own number again. Set paused = true on the resource, which takes the autoscaler away meanwhile.", subject, autoscaler))
}

// NothingToCancel warns that what runs to an end has come to it.
func NothingToCancel(subject, ended string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Nothing to cancel",
		fmt.Sprintf("%s has ended already: %s. Remove the action, or trigger it sooner.", subject, strings.TrimSuffix(ended, ".")))
}

// ActionUnfinished reports an action after which an object did not become what was asked for.
func ActionUnfinished(subject string, o Outcome) diag.Diagnostic {
	detail := fmt.Sprintf("The change of %s was made, but it was not done after %s. Last seen: %s.", subject, span(o.Waited), strings.TrimSuffix(o.Last, "."))
	if o.Final {
		detail = fmt.Sprintf("The change of %s was made, and it cannot become ready: %s.", subject, strings.TrimSuffix(o.Last, "."))
	}
	return diag.NewErrorDiagnostic(actionUnfinished, around(o.Report, detail, afterAction))
}

// What is said of every action that its time is too short for.
const (
	actionUnfinished = "Action did not finish"
	afterAction      = "Nothing is undone. Fix the cause, and plan to see what the resource needs; where it only takes longer, raise timeout."
)

// ActionOutOfTime reports an action whose time was over while the API server was asked, before the change was seen to be made.
func ActionOutOfTime(verb, subject string, why error) diag.Diagnostic {
	return diag.NewErrorDiagnostic(actionUnfinished,
		fmt.Sprintf("The time of the action was over before the API server had answered the request to %s %s: %s. %s", verb, subject, trim(why), afterAction))
}

// ReplacementStopped reports that pods are still to be replaced.
func ReplacementStopped(subject string, done, of int, waited time.Duration, last, report string) diag.Diagnostic {
	detail := fmt.Sprintf("%d of %d pods of %s were replaced after %s. Last seen: %s.", done, of, subject, span(waited), strings.TrimSuffix(last, "."))
	return diag.NewErrorDiagnostic("Pods are still to be replaced",
		around(report, detail, "The others are left alone. Fix the cause, or raise timeout, and invoke the action again."))
}
