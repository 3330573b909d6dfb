package surface

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// keepers finds the objects of a kind without a custom resource by those of their rendered objects that keep the spec.
func keepers(ctx context.Context, s *model.Scope, req list.ListRequest, options *cluster.ListOptions) (listed, diag.Diagnostics) {
	kept := s.Model.Kind.Kept
	keeper := &unstructured.Unstructured{}
	keeper.SetGroupVersionKind(kept.In)
	t, err := s.Model.Workload(keeper)
	if err != nil {
		return listed{}, diag.Diagnostics{diagnostic.Fault("Listing the objects", err)}
	}
	if options.LabelSelector != "" {
		options.LabelSelector = "," + options.LabelSelector
	}
	options.LabelSelector = kept.Selector() + options.LabelSelector
	return listed{t.Resource, func(live *unstructured.Unstructured) (list.ListResult, bool) {
		spec, found := kept.Spec(live)
		if !found {
			return list.ListResult{}, false
		}
		return result(ctx, s, req, live, func(v model.Values) (tftypes.Value, diag.Diagnostics) {
			adopted, diags := engine.AdoptKept(s, v, t, live, spec)
			return s.Model.Value(adopted.Attributes), diags
		}), true
	}}, nil
}
