package diagnostic

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// NotServing reports a model server that was asked and does not serve.
func NotServing(url string, why error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("url"), "Model server does not serve",
		fmt.Sprintf("The server at %s was asked and does not serve: %s. Fix the cause and plan again, or remove fail to have it in `error` alone.", url, trim(why)))
}

// NotAnswering reports, as a warning or an error, that an object is ready and its model server does not answer.
func NotAnswering(subject, url string, o Outcome, why error) diag.Diagnostic {
	at, headline := path.Root("wait").AtName("until"), "Model server does not answer"
	detail := fmt.Sprintf("%s was applied and is ready, but its model server at %s did not answer within %s. Last answer: %s. "+
		"%s See what the log of the server says, raise the timeout in `timeouts`, or wait until \"ready\" alone.",
		subject, url, span(o.Waited), trim(why), o.follows("goes on asking"))
	if o.AsError {
		return diag.NewAttributeErrorDiagnostic(at, headline, detail)
	}
	return diag.NewAttributeWarningDiagnostic(at, headline, detail)
}

// NotAsked warns that an object is ready and its model server could not be asked.
func NotAsked(subject string, why error) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("wait").AtName("until"), "Model server was not asked",
		fmt.Sprintf("%s was applied and is ready. Whether its model server answers is not known: %s. Later applies that change it ask again; set wait.until = \"ready\" to leave it at that.", subject, trim(why)))
}
