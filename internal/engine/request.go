package engine

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// errUnavailable stands in where nothing says why there is no client.
var errUnavailable = errors.New("the provider block is not configured")

// errUnknown says it of a provider block that other resources decide.
var errUnknown = errors.New("the provider block depends on values that are not known before the apply")

// unavailable says why there is no cluster to ask.
func (r *scope) unavailable() error {
	switch {
	case r.settings != nil && r.settings.Unavailable != nil:
		return r.settings.Unavailable
	case r.settings != nil && r.settings.Unknown:
		return errUnknown
	}
	return errUnavailable
}

// noCluster says why there is nobody to talk to about an object.
func (r *scope) noCluster(subject string) diag.Diagnostics {
	if r.settings != nil && r.settings.Unknown {
		return diag.Diagnostics{diagnostic.ClusterUnknown(subject)}
	}
	return diag.Diagnostics{diagnostic.NoCluster(subject, r.unavailable())}
}

// defers reports whether what needs the cluster is left for a later run: the provider block is not known yet, and the
// client can come back to it.
func (r *scope) defers(allowed bool) bool {
	return allowed && r.settings != nil && r.settings.Unknown
}

// failed turns the error of a request about a target into diagnostics: conflicts and
// rejected values on their attributes, everything else on the resource.
func (r *scope) failed(verb string, t target, err error) diag.Diagnostics {
	return r.failure(verb, t, err, false)
}

// unread turns the error of a look at an object that must be there into diagnostics.
func (r *scope) unread(verb string, t target, err error) diag.Diagnostics {
	if diags := r.unserved(t.subject(), err); diags != nil {
		return diags
	}
	return r.failed(verb, t, err)
}

// failed does it for a request of an apply. An update keeps what was applied before, while a creation that fails is
// undone, and a change of mode may have let go of it.
func (a *applyRun) failed(verb string, t target, err error) diag.Diagnostics {
	return a.failure(verb, t, err, len(a.prior) > 0 && !a.handsOver)
}

// failure does it for both; updates is true where the request is a part of an update.
func (r *scope) failure(verb string, t target, err error, updates bool) diag.Diagnostics {
	if err == nil {
		return nil
	}
	if conflicts := cluster.Conflicts(err); len(conflicts) > 0 {
		var diags diag.Diagnostics
		for _, c := range conflicts {
			diags.Append(diagnostic.Conflict(r.attributeOf(t, c.Field), t.subject(), r.nameOf(t, c.Field), owner(c)))
		}
		return diags
	}
	if causes := cluster.Causes(err); len(causes) > 0 {
		return r.rejected(t, causes)
	}
	if why, denied := cluster.Denied(err); denied {
		return diag.Diagnostics{r.denied(t, why)}
	}
	if cluster.IsUnauthorized(err) {
		return diag.Diagnostics{diagnostic.Unauthorized(verb, t.subject(), err)}
	}
	if cluster.IsForbidden(err) {
		return diag.Diagnostics{diagnostic.Forbidden(verb, t.subject(), err)}
	}
	return diag.Diagnostics{diagnostic.RequestFailed(verb, t.subject(), err, updates)}
}

// owner tells in words who owns a field, and how it came to.
func owner(c cluster.Conflict) string {
	text := fmt.Sprintf("%q", c.Manager)
	if c.Operation != "" {
		text += " (" + c.Operation
		if c.Subresource != "" {
			text += " through " + c.Subresource
		}
		text += ")"
	}
	if !c.Time.IsZero() {
		text += " since " + c.Time.UTC().Format(time.RFC3339)
	}
	return text
}

// attributeOf returns the attribute behind a field path in served form; in
// direct mode no attribute is behind a field of a rendered object alone.
func (r *scope) attributeOf(t target, wire string) path.Path {
	if t.node != r.model.root {
		return path.Root(attrRendered)
	}
	return r.model.attributePath(t.path(wire))
}

// nameOf names a field path in served form: as the configuration spells it, or as
// the manifests do where no attribute is behind it.
func (r *scope) nameOf(t target, wire string) string {
	at := t.path(wire)
	if t.node != r.model.root {
		return at
	}
	return r.model.spell(at)
}

// path is a field path in served form, as drift tells it.
func (t target) path(wire string) string {
	return t.node.FieldPath(t.release.TablePath(strings.TrimPrefix(wire, ".")))
}

// typeName is the Terraform type.
func (r *scope) typeName() string {
	return fmt.Sprintf("inference_%s", r.model.kind.TypeName)
}
