package diagnostic

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// NotServing reports a model server that was asked and does not serve.
func NotServing(url string, why error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("url"), "Model server does not serve",
		fmt.Sprintf("The server at %s was asked and does not serve: %s. Fix the cause and plan again, or remove fail to be told in `error` alone.", url, trim(why)))
}
