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

// listed is where the objects of a kind are found, and what each of them is; false for one that is none of the kind.
type listed struct {
	resource cluster.Resource
	result   func(live *unstructured.Unstructured) (list.ListResult, bool)
}

// result is one object that was found, with its state where that is asked for.
func result(ctx context.Context, s *model.Scope, req list.ListRequest, live *unstructured.Unstructured, state func(v model.Values) (tftypes.Value, diag.Diagnostics)) list.ListResult {
	result := req.NewListResult(ctx)
	result.DisplayName = model.IdOf(live)
	v, err := s.Model.Read(s.Model.Value(engine.ImportAttributes(s.Model, live.GetNamespace(), live.GetName())))
	if err != nil {
		return list.ListResult{Diagnostics: unlisted(err)}
	}
	result.Diagnostics.Append(model.SetIdentity(ctx, result.Identity, v)...)
	if !req.IncludeResource {
		return result
	}
	raw, diags := state(v)
	if diags.HasError() {
		return list.ListResult{Diagnostics: diags}
	}
	result.Resource.Raw = raw
	return result
}

func unlisted(err error) diag.Diagnostics {
	return diag.Diagnostics{diagnostic.Fault("Listing an object", err)}
}
