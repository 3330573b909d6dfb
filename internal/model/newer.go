package model

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// Newer warns, once for each kind in the life of the provider, of the fields that the kind's definition in the cluster has and no
// release that the provider knows. It looks at the definitions that have been read and makes no request, so that it has nothing to say
// of a kind whose release is pinned.
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
