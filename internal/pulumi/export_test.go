package pulumi

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
)

// Mapped maps any provider as [Info] maps ours.
var Mapped = mapped

// Sentences returns what makes a text of a diagnostic about a resource of a type, in the names of a mapping.
func Sentences(info tfbridge.ProviderInfo) func(of string, d *tfprotov6.Diagnostic) string {
	return newWords(info).sentence
}
