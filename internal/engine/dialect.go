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

var errNoCRD = errors.New("the definition is not in the cluster")

// servedDialect returns the generation that objects are written for: the pinned one,
// the only one, or the newest one whose marker the installed definition has.
func (r *Resource) servedDialect(ctx context.Context, v values) (object.Dialect, diag.Diagnostics) {
	k := r.shape.kind
	names := make([]string, len(k.Dialects))
	for i, d := range k.Dialects {
		names[i] = d.Name
	}
	if pinned, ok := k.Dialect(r.pinned()); ok {
		return pinned, nil
	}
	if len(k.Dialects) == 1 {
		return k.Dialects[0], nil
	}
	resource := cluster.Resource{GroupVersionKind: k.GVK, Plural: k.Plural, Namespaced: k.Namespaced}
	schema, found, err := r.settings.Client.CRD(ctx, resource)
	if err == nil && !found {
		err = fmt.Errorf("%s.%s: %w", k.Plural, k.GVK.Group, errNoCRD)
	}
	if err != nil {
		return object.Dialect{}, diag.Diagnostics{diagnostic.DialectUnknown(r.shape.subject(v), k.System, names, err)}
	}
	for _, d := range slices.Backward(k.Dialects) {
		if d.Marker == "" || cluster.HasField(schema, d.Marker) {
			return d, nil
		}
	}
	return k.Dialects[0], nil
}
