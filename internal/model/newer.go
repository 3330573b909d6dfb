package model

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Newer warns, once for each kind in the life of the provider, of the fields that the kind's definition in the cluster has and no
// release that the provider knows. It looks at the definitions that have been read and makes no request. Who pins a release has
// decided which one is meant.
func (r *Scope) Newer() diag.Diagnostics {
	if r.Settings == nil || r.Settings.Client == nil || r.Settings.Compared == nil || r.Pinned() != "" {
		return nil
	}
	k := r.Model.Kind
	for _, d := range slices.Backward(k.Releases) {
		resource := r.Model.Resource(d)
		installed := r.Settings.Client.ReadCRD(resource)
		if installed == nil || !Tells(installed, d) {
			continue
		}
		if _, compared := r.Settings.Compared.LoadOrStore(k.TypeName, true); compared {
			return nil
		}
		unknown, err := d.UnknownFields(k.Definition, installed)
		if err != nil {
			return diag.Diagnostics{diagnostic.Fault("Comparing definitions", err)}
		}
		if len(unknown) == 0 {
			return nil
		}
		return diag.Diagnostics{diagnostic.NewerDefinition(resource.Plural+"."+resource.Group, r.TypeName(), k.System, d.Name, unknown)}
	}
	return nil
}

// look reads, once for each kind in the life of the provider, the definition of the only release, which nobody had to read in order
// to know it. What cannot be read is not compared.
func (r *Scope) look(ctx context.Context, served object.Release) {
	if r.Settings == nil || r.Settings.Client == nil || r.Settings.Compared == nil || r.Pinned() != "" {
		return
	}
	resource := r.Model.Resource(served)
	if r.Settings.Client.ReadCRD(resource) != nil {
		return
	}
	if _, asked := r.Settings.Compared.LoadOrStore(lookedAt(r.Model.Kind.TypeName), true); !asked {
		_, _, _ = r.Settings.Client.CRD(ctx, resource)
	}
}

// lookedAt is the key of a kind whose definition was asked for to be compared.
type lookedAt string
