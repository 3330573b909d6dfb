package diagnostic

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

var repository = path.Root("repository")

// Hub is a hub of models that was asked.
type Hub struct {
	Endpoint string
	// Token is true where the request had one, and TokenVariable the environment variable that has one, "" where none does.
	Token         bool
	TokenVariable string
}

// setToken begins a remedy: how to give the hub a token.
func (h Hub) setToken() string {
	if h.TokenVariable == "" {
		return "set token"
	}
	return "set token or " + h.TokenVariable
}

// ModelGated reports a repository whose owner grants access to accounts, as a warning where the facts are known all the same.
// subject is such as `Model llm/chat`.
func ModelGated(subject string, hub Hub, known bool) diag.Diagnostic {
	who := "the request had no token"
	if hub.Token {
		who = "the account of the token has no access"
	}
	detail := fmt.Sprintf("%s is gated at %s, and %s: its files cannot be downloaded. ", subject, hub.Endpoint, who)
	const summary = "Model is gated"
	remedy := "Use a token of an account that has accepted the conditions of the model: " + hub.setToken() + "."
	if known {
		return diag.NewAttributeWarningDiagnostic(repository, summary, detail+"The facts are those of the table in the provider. "+remedy)
	}
	return diag.NewAttributeErrorDiagnostic(repository, summary, detail+remedy)
}

// ModelNotFound reports a repository that a hub does not have, or hides; near are names that were possibly meant.
func ModelNotFound(subject string, hub Hub, near []string, why error) diag.Diagnostic {
	meant := ""
	if len(near) > 0 {
		meant = fmt.Sprintf(" Did you mean %s?", strings.Join(near, " or "))
	}
	private := "For a private one, " + hub.setToken()
	if hub.Token {
		private = "For a private one, give the token the right to read it"
	}
	return diag.NewAttributeErrorDiagnostic(repository, "Model not found", fmt.Sprintf("%s is not at %s: %s.%s Check the name. %s.", subject, hub.Endpoint, trim(why), meant, private))
}

// ModelRevisionNotFound reports a revision that a repository does not have.
func ModelRevisionNotFound(subject, hub, revision string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("revision"), "Revision of the model not found",
		fmt.Sprintf("%s at %s has no revision %q. Give a branch, a tag or a commit that it has.", subject, hub, revision))
}

// ModelFileNotFound reports that a repository has no file to read facts from, or more than one.
func ModelFileNotFound(subject, hub string, why error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("file"), "File of the model not found",
		fmt.Sprintf("%s at %s has no file that says what it is: %s. Give the name of a GGUF file that it has.", subject, hub, trim(why)))
}

// HubRefusesToken reports a token that a hub rejects.
func HubRefusesToken(subject string, hub Hub, why error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("token"), "Hub rejects the token",
		fmt.Sprintf("%s was not read, because %s rejects the token: %s. Remove it for a public model, or %s to a valid one.", subject, hub.Endpoint, trim(why), hub.setToken()))
}

// HubSilent reports a hub that does not answer, not in time, or with a rate limit, after which it may be asked again. As a
// warning, the facts are known all the same.
func HubSilent(subject string, hub Hub, limited, known bool, after time.Duration, why error) diag.Diagnostic {
	summary, what, remedy := "Hub of models not reached", "does not answer", "Check the endpoint and the network, or raise timeout"
	if limited {
		summary, what, remedy = "Rate limit of the hub reached", "limits requests", "Wait"
		if after > 0 {
			remedy += " " + span(after)
		}
		remedy += ", or " + hub.setToken() + " for a higher limit"
	}
	detail := fmt.Sprintf("%s was not read, because %s %s: %s. ", subject, hub.Endpoint, what, trim(why))
	if known {
		return diag.NewAttributeWarningDiagnostic(repository, summary, detail+"The facts are those of the table in the provider, without files, licence and revision. "+remedy+".")
	}
	return diag.NewAttributeErrorDiagnostic(repository, summary, detail+remedy+`, or, for a model that the provider knows, set source = "table".`)
}

// HubUnreadable reports an answer of a hub that is cut short, too long, or not what it should be.
func HubUnreadable(subject, hub string, why error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(repository, "Answer of the hub cannot be used",
		fmt.Sprintf("%s was not read from %s: %s. Check the endpoint and what stands between it and here, and that the repository is that of a language model.", subject, hub, trim(why)))
}

// ModelUnreadable reports a folder or a file that is not a checkpoint.
func ModelUnreadable(subject string, why error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("path"), "Checkpoint cannot be read",
		fmt.Sprintf("%s was not read: %s. Give a folder with a config.json or with GGUF files, or a GGUF file.", subject, trim(why)))
}

// ModelUnknown reports a model that the table does not have.
func ModelUnknown(subject string, near []string) diag.Diagnostic {
	meant := ""
	if len(near) > 0 {
		meant = fmt.Sprintf(", unlike %s", strings.Join(near, " and "))
	}
	return diag.NewAttributeErrorDiagnostic(repository, "Model is not in the table", fmt.Sprintf("%s is not one of those whose facts the provider has%s. Choose another source to ask a hub or to read a folder.", subject, meant))
}
