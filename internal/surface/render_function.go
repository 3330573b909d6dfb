package surface

import (
	"context"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// RenderFunction is provider::inference::render, which gives what [RenderDataSource] gives.
type RenderFunction struct {
	models func() []*model.ResourceModel
}

// NewRenderFunction returns the constructor of the function over all kinds.
func NewRenderFunction(all []*kinds.Kind) func() function.Function {
	models := sync.OnceValue(func() []*model.ResourceModel { return All(all) })
	return func() function.Function { return &RenderFunction{models} }
}

// rendered is the result of the function.
type rendered struct {
	Rendered map[string]string `tfsdk:"rendered"`
	YAML     string            `tfsdk:"yaml"`
	Endpoint *string           `tfsdk:"endpoint"`
	Warnings []string          `tfsdk:"warnings"`
}

// Metadata implements [function.Function].
func (f *RenderFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "render"
}

// Definition implements [function.Function].
func (f *RenderFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Renders the workloads of direct mode",
		MarkdownDescription: "Renders the workloads that direct mode would apply for a custom resource. The result has `rendered`, the objects as YAML by `<kind>/<name>`; `yaml`, all of them as one stream in order of application; `endpoint`; and `warnings`.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: argManifest, MarkdownDescription: describeManifest},
			function.ListParameter{Name: model.AttrReferences, ElementType: types.StringType, MarkdownDescription: describeReferences},
			function.StringParameter{Name: argOptions, AllowNullValue: true, MarkdownDescription: describeOptions + " Null for none."},
		},
		Return: function.ObjectReturn{AttributeTypes: map[string]attr.Type{
			model.AttrRendered: types.MapType{ElemType: types.StringType}, "yaml": types.StringType,
			model.AttrEndpoint: types.StringType, "warnings": types.ListType{ElemType: types.StringType},
		}},
	}
}

// Run implements [function.Function].
func (f *RenderFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var request renderRequest
	var options *string
	resp.Error = function.ConcatFuncErrors(resp.Error, req.Arguments.Get(ctx, &request.manifest, &request.references, &options))
	if resp.Error != nil {
		return
	}
	if options != nil {
		request.options = *options
	}
	result, diags := request.run(f.models())
	if diags.HasError() {
		resp.Error = function.FuncErrorFromDiags(ctx, diags)
		resp.Error.Text = strings.TrimSuffix(resp.Error.Text, ".") // clients end it
		return
	}
	resp.Error = function.ConcatFuncErrors(resp.Error, resp.Result.Set(ctx, rendered{
		Rendered: result.rendered, YAML: result.yaml, Endpoint: result.url(), Warnings: append([]string{}, result.warnings...),
	}))
}
