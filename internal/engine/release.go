package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// errNoCRD says that the cluster does not have the kind.
var errNoCRD = errors.New("the definition is not in the cluster")

// servedRelease returns the release that objects are written for: the pinned one,
// the only one, or the newest one that the installed definitions have. Where these may not be read,
// it is the last known one, if there is one.
func (r *scope) servedRelease(ctx context.Context, subject string, known ...object.Release) (object.Release, diag.Diagnostics) {
	k := r.model.kind
	served, err := r.askRelease(ctx, known...)
	if err == nil {
		return served, nil
	}
	if diags := r.unserved(subject, err); diags != nil {
		return served, diags
	}
	names := make([]string, len(k.Releases))
	for i, d := range k.Releases {
		names[i] = d.Name
	}
	return object.Release{}, diag.Diagnostics{diagnostic.ReleaseUnknown(subject, k.System, names, err)}
}

// unserved says that a look at objects found no API of theirs, or no API server; nil for any other error.
func (r *scope) unserved(subject string, err error) diag.Diagnostics {
	switch {
	case errors.Is(err, errNoCRD) || cluster.IsTypeMissing(err):
		return diag.Diagnostics{diagnostic.NotInstalled(subject, r.model.kind.GVK.GroupVersion().String())}
	case cluster.IsUnreachable(err):
		return diag.Diagnostics{diagnostic.NotReached(subject, err)}
	}
	return nil
}

// askRelease is servedRelease with the error as it is.
func (r *scope) askRelease(ctx context.Context, known ...object.Release) (object.Release, error) {
	k := r.model.kind
	if pinned, ok := k.Release(r.pinned()); ok {
		return pinned, nil
	}
	if len(k.Releases) == 1 {
		return k.Releases[0], nil
	}
	served, found, err := r.findRelease(ctx)
	switch {
	case err == nil && !found:
		return served, fmt.Errorf("%s.%s: %w", k.Plural, k.GVK.Group, errNoCRD)
	case cluster.IsForbidden(err) && len(known) > 0:
		return known[len(known)-1], nil
	}
	return served, err
}

// findRelease looks for the newest release whose definition is installed and has its marker.
func (r *scope) findRelease(ctx context.Context) (object.Release, bool, error) {
	for _, d := range slices.Backward(r.model.kind.Releases) {
		schema, found, err := r.settings.Client.CRD(ctx, r.model.resource(d))
		if err != nil {
			return object.Release{}, false, err
		}
		if found && tells(schema, d) {
			return d, true, nil
		}
	}
	return object.Release{}, false, nil
}

// tells reports whether an installed definition has what tells a release from those before it.
func tells(openAPI map[string]any, d object.Release) bool {
	if d.Marker != "" && !cluster.HasField(openAPI, d.Marker) {
		return false
	}
	return d.Relaxes == "" || cluster.HasField(openAPI, d.Relaxes) && !cluster.RequiresField(openAPI, d.Relaxes)
}

// resources are the types of the API that the kind may be served under: one for
// releases that share a name, the pinned one's where one is pinned.
func (r *scope) resources() []cluster.Resource {
	var out []cluster.Resource
	for _, d := range r.model.candidates(r.pinned()) {
		if resource := r.model.resource(d); !slices.Contains(out, resource) {
			out = append(out, resource)
		}
	}
	return out
}
