package model

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// ErrNoCRD says that the cluster does not have the kind.
var ErrNoCRD = errors.New("the definition is not in the cluster")

// ServedRelease returns the release that objects are written for: the pinned one,
// the only one, or the newest one that the installed definitions have. Where these may not be read,
// it is the last known one, if there is one.
func (r *Scope) ServedRelease(ctx context.Context, subject string, known ...object.Release) (object.Release, diag.Diagnostics) {
	k := r.Model.Kind
	served, err := r.AskRelease(ctx, known...)
	if err == nil {
		r.look(ctx, served)
		return served, r.Newer()
	}
	if diags := r.outOfTime("read the release of", subject, err); diags != nil {
		return served, diags
	}
	if diags := r.Unserved(subject, err); diags != nil {
		return served, diags
	}
	return object.Release{}, diag.Diagnostics{diagnostic.ReleaseUnknown(subject, k.System, r.releaseNames(), err)}
}

// Unserved says that a look at objects found no API of theirs, or no API server; nil for any other error.
func (r *Scope) Unserved(subject string, err error) diag.Diagnostics {
	switch {
	case errors.Is(err, ErrNoCRD) || cluster.IsTypeMissing(err):
		return diag.Diagnostics{diagnostic.NotInstalled(subject, r.Model.Kind.GVK.GroupVersion().String())}
	case cluster.IsUnreachable(err):
		return diag.Diagnostics{diagnostic.NotReached(subject, err)}
	}
	return nil
}

// AskRelease is servedRelease with the error as it is.
func (r *Scope) AskRelease(ctx context.Context, known ...object.Release) (object.Release, error) {
	k := r.Model.Kind
	if pinned, ok := k.Release(r.Pinned()); ok {
		return pinned, nil
	}
	if len(k.Releases) == 1 {
		return k.Releases[0], nil
	}
	served, found, err := r.findRelease(ctx)
	switch {
	case err == nil && !found:
		return served, fmt.Errorf("%s.%s: %w", k.Plural, k.GVK.Group, ErrNoCRD)
	case cluster.IsForbidden(err) && len(known) > 0:
		return known[len(known)-1], nil
	}
	return served, err
}

// findRelease looks for the newest release whose definition is installed and has its marker.
func (r *Scope) findRelease(ctx context.Context) (object.Release, bool, error) {
	for _, d := range slices.Backward(r.Model.Kind.Releases) {
		schema, found, err := r.Settings.Client.CRD(ctx, r.Model.Resource(d))
		if err != nil {
			return object.Release{}, false, err
		}
		if found && Tells(schema, d) {
			return d, true, nil
		}
	}
	return object.Release{}, false, nil
}

// Tells reports whether an installed definition has what tells a release from those before it.
func Tells(openAPI map[string]any, d object.Release) bool {
	if d.Marker != "" && !cluster.HasField(openAPI, d.Marker) {
		return false
	}
	if d.Accepts.Path != "" && !cluster.Accepts(openAPI, d.Accepts.Path, d.Accepts.Text) {
		return false
	}
	return d.Relaxes == "" || cluster.HasField(openAPI, d.Relaxes) && !cluster.RequiresField(openAPI, d.Relaxes)
}

// Resources are the types of the API that the kind may be served under: one for
// releases that share a name, the pinned one's where one is pinned.
func (r *Scope) Resources() []cluster.Resource {
	var out []cluster.Resource
	for _, d := range r.Model.Candidates(r.Pinned()) {
		if resource := r.Model.Resource(d); !slices.Contains(out, resource) {
			out = append(out, resource)
		}
	}
	return out
}

// Pinned is the release that the provider block pins, "" when it does not. The pin
// of a system holds for those of its kinds that have a release of that name.
func (r *Scope) Pinned() string {
	if r.Settings == nil {
		return ""
	}
	k := r.Model.Kind
	for _, key := range []string{k.TypeName, k.System} {
		if pinned, ok := k.Release(r.Settings.Releases[key]); ok {
			return pinned.Name
		}
	}
	return ""
}

// CheckPin finds a pin of the kind's system to a release that does not have the kind.
func (r *Scope) CheckPin(subject string) diag.Diagnostics {
	if r.Settings == nil || r.Pinned() != "" || r.Settings.Releases[r.Model.Kind.System] == "" {
		return nil
	}
	k := r.Model.Kind
	return diag.Diagnostics{diagnostic.KindNotInRelease(path.Root(AttrAPIRelease), subject, k.GVK.Kind, k.System, r.Settings.Releases[k.System], k.TypeName, r.releaseNames())}
}

func (r *Scope) releaseNames() []string {
	names := make([]string, len(r.Model.Kind.Releases))
	for i, d := range r.Model.Kind.Releases {
		names[i] = d.Name
	}
	return names
}
