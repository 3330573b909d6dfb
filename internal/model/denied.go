package model

import (
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// mentioned matches what may be a field path in the words of a policy or a webhook: from the
// root of the object, or as an expression has it.
var mentioned = regexp.MustCompile(`\b(?:object\.)?((?:spec|metadata)(?:\.[A-Za-z_]\w*|\[[^\]\s]+\])+)`)

// Rejected reports the fields that the API server did not accept. A policy names no field,
// but its words often do.
func (r *Scope) Rejected(t Target, causes []cluster.Cause) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, c := range causes {
		if c.Field == "" {
			diags.Append(r.denied(t, c.Message))
			continue
		}
		diags.Append(diagnostic.Rejected(r.AttributeOf(t, c.Field), t.Subject(), r.NameOf(t, c.Field), c.Message, r.Pinned()))
	}
	return diags
}

// denied reports a refusal of admission on the attribute that its words are about: a
// quota on the namespace, which has it.
func (r *Scope) denied(t Target, why string) diag.Diagnostic {
	if strings.HasPrefix(why, cluster.QuotaExceeded) {
		return diagnostic.OverQuota(path.Root(AttrMetadata).AtName("namespace"), t.Subject(), why)
	}
	if field, at := r.mentions(t, why); field != "" {
		return diagnostic.Rejected(at, t.Subject(), field, why, "")
	}
	return diagnostic.Denied(t.Subject(), why)
}

// mentions finds the first field in a text that there is an attribute for, and names it.
func (r *Scope) mentions(t Target, text string) (string, path.Path) {
	for _, match := range mentioned.FindAllStringSubmatch(text, -1) {
		at := r.AttributeOf(t, match[1])
		if len(at.Steps()) > 1 || t.Node != r.Model.Root {
			return r.NameOf(t, match[1]), at
		}
	}
	return "", path.Empty()
}
