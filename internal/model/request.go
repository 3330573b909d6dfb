package model

import (
	"context"
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

// Unavailable says why there is no cluster to ask.
func (r *Scope) Unavailable() error {
	switch {
	case r.Settings != nil && r.Settings.Unavailable != nil:
		return r.Settings.Unavailable
	case r.Settings != nil && r.Settings.Unknown:
		return errUnknown
	}
	return errUnavailable
}

// NoCluster says why there is nobody to talk to about an object.
func (r *Scope) NoCluster(subject string) diag.Diagnostics {
	if r.Settings != nil && r.Settings.Unknown {
		return diag.Diagnostics{diagnostic.ClusterUnknown(subject)}
	}
	return diag.Diagnostics{diagnostic.NoCluster(subject, r.Unavailable())}
}

// Defers reports whether what needs the cluster is left for a later run: the provider block is not known yet, and the
// client can come back to it.
func (r *Scope) Defers(allowed bool) bool {
	return allowed && r.Settings != nil && r.Settings.Unknown
}

// Failed turns the error of a request about a target into diagnostics: conflicts and
// rejected values on their attributes, everything else on the resource.
func (r *Scope) Failed(verb string, t Target, err error) diag.Diagnostics {
	return r.failure(verb, t, err, false)
}

// Unread turns the error of a look at an object that must be there into diagnostics.
func (r *Scope) Unread(verb string, t Target, err error) diag.Diagnostics {
	if diags := r.Unserved(t.Subject(), err); diags != nil {
		return diags
	}
	return r.Failed(verb, t, err)
}

// Failed does it for a request of an apply. An update keeps what was applied before, while a creation that fails is
// undone, and a change of mode may have let go of it.
func (a *ApplyRun) Failed(verb string, t Target, err error) diag.Diagnostics {
	return a.failure(verb, t, err, len(a.Prior) > 0 && !a.HandsOver)
}

// failure does it for both; updates is true where the request is a part of an update.
func (r *Scope) failure(verb string, t Target, err error, updates bool) diag.Diagnostics {
	if err == nil {
		return nil
	}
	if diags := r.outOfTime(verb, t.Subject(), err); diags != nil {
		return diags
	}
	if conflicts := cluster.Conflicts(err); len(conflicts) > 0 {
		var diags diag.Diagnostics
		for _, c := range conflicts {
			diags.Append(diagnostic.Conflict(r.AttributeOf(t, c.Field), t.Subject(), r.NameOf(t, c.Field), owner(c)))
		}
		return diags
	}
	if causes := cluster.Causes(err); len(causes) > 0 {
		return r.Rejected(t, causes)
	}
	if why, denied := cluster.Denied(err); denied {
		return diag.Diagnostics{r.denied(t, why)}
	}
	if cluster.IsUnauthorized(err) {
		return diag.Diagnostics{diagnostic.Unauthorized(verb, t.Subject(), err)}
	}
	if cluster.IsForbidden(err) {
		return diag.Diagnostics{diagnostic.Forbidden(verb, t.Subject(), err)}
	}
	return diag.Diagnostics{diagnostic.RequestFailed(verb, t.Subject(), err, updates)}
}

// outOfTime says that the time of an action was over before the API server had answered; nil for everything else.
func (r *Scope) outOfTime(verb, subject string, err error) diag.Diagnostics {
	if r.Progress == nil || !errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return diag.Diagnostics{diagnostic.ActionOutOfTime(verb, subject, err)}
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

// AttributeOf returns the attribute behind a field path in served form; in
// direct mode no attribute is behind a field of a rendered object alone.
func (r *Scope) AttributeOf(t Target, wire string) path.Path {
	if t.Node != r.Model.Root {
		return path.Root(AttrRendered)
	}
	return r.Model.AttributePath(t.Path(wire))
}

// NameOf names a field path in served form: as the configuration spells it, or as
// the manifests do where no attribute is behind it.
func (r *Scope) NameOf(t Target, wire string) string {
	at := t.Path(wire)
	if t.Node != r.Model.Root {
		return at
	}
	return r.Model.Spell(at)
}

// Path is a field path in served form, as drift tells it.
func (t Target) Path(wire string) string {
	return t.Node.FieldPath(t.Release.TablePath(strings.TrimPrefix(wire, ".")))
}

// TypeName is the Terraform type.
func (r *Scope) TypeName() string {
	return fmt.Sprintf("inference_%s", r.Model.Kind.TypeName)
}
