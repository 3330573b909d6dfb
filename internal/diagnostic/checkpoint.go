package diagnostic

import (
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

var repository = path.Root("repository")

// ModelGated reports a repository whose owner has to let in who asks, as a warning where the facts are known all the same. subject
// is such as `Model llm/chat`.
func ModelGated(subject, hub string, token, known bool) diag.Diagnostic {
	who := "nobody has said who asks"
	if token {
		who = "the owner of the token has not been let in"
	}
	detail := fmt.Sprintf("%s is gated at %s, and %s: its files cannot be read, and no engine will download them. ", subject, hub, who)
	const summary, remedy = "Model is gated", "Set token or HF_TOKEN to one of an account that has accepted the conditions of the model."
	if known {
		return diag.NewAttributeWarningDiagnostic(repository, summary, detail+"The facts are those of the table in the provider. "+remedy)
	}
	return diag.NewAttributeErrorDiagnostic(repository, summary, detail+remedy)
}

// ModelNotFound reports a repository that a hub does not have, or hides; near are names that were possibly meant.
func ModelNotFound(subject, hub string, token bool, near []string, why error) diag.Diagnostic {
	meant := ""
	if len(near) > 0 {
		meant = fmt.Sprintf(" Did you mean %s?", strings.Join(near, " or "))
	}
	private := "For a private one, set token or HF_TOKEN"
	if token {
		private = "For a private one, give the token the right to read it"
	}
	return diag.NewAttributeErrorDiagnostic(repository, "Model not found", fmt.Sprintf("%s is not at %s: %s.%s Check the name. %s.", subject, hub, trim(why), meant, private))
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

// HubRefusesToken reports a token that a hub does not take.
func HubRefusesToken(subject, hub string, why error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("token"), "Hub refuses the token",
		fmt.Sprintf("%s was not read: %s does not take the token: %s. Set a token that is valid, or none for a public model: remove token, and HF_TOKEN from the environment.", subject, hub, trim(why)))
}

// HubSilent reports a hub that says nothing of a model: it is not there, does not answer in time, or wants to be left alone for a
// while. As a warning, the facts are known all the same.
func HubSilent(subject, hub string, limited, known bool, after time.Duration, why error) diag.Diagnostic {
	summary, what, remedy := "Hub of models not reached", "says nothing of it", "Check the endpoint and the network, or raise timeout"
	if limited {
		summary, what, remedy = "Hub of models limits requests", "takes no more requests for now", "Wait, or set token or HF_TOKEN, which allows more of them"
		if after > 0 {
			remedy = fmt.Sprintf("Wait %s, or set token or HF_TOKEN, which allows more requests", span(after))
		}
	}
	detail := fmt.Sprintf("%s was not read, because %s %s: %s. ", subject, hub, what, trim(why))
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
