package surface

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// RenderDataSource renders the workloads of direct mode as YAML, for GitOps. It asks no cluster.
type RenderDataSource struct {
	models func() []*model.ResourceModel
}

// NewRenderDataSource returns the constructor of the data source over all kinds.
func NewRenderDataSource(all []*kinds.Kind) func() datasource.DataSource {
	models := sync.OnceValue(func() []*model.ResourceModel { return All(all) })
	return func() datasource.DataSource { return &RenderDataSource{models} }
}

// renderModel is the state of the data source.
type renderModel struct {
	Manifest   types.String      `tfsdk:"manifest"`
	References []string          `tfsdk:"references"`
	Options    types.String      `tfsdk:"options"`
	Rendered   map[string]string `tfsdk:"rendered"`
	YAML       types.String      `tfsdk:"yaml"`
	Endpoint   types.String      `tfsdk:"endpoint"`
	Warnings   []string          `tfsdk:"warnings"`
}

// Metadata implements [datasource.DataSource].
func (d *RenderDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_render"
}

// Schema implements [datasource.DataSource].
func (d *RenderDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dschema.Schema{
		MarkdownDescription: "Renders the workloads that direct mode would apply for a custom resource, as YAML for `kubectl apply --server-side` or a GitOps repository. It needs no cluster, and the same input always gives the same bytes.",
		Attributes: map[string]dschema.Attribute{
			argManifest:          dschema.StringAttribute{Required: true, MarkdownDescription: describeManifest},
			model.AttrReferences: dschema.ListAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: describeReferences},
			argOptions:           dschema.StringAttribute{Optional: true, MarkdownDescription: describeOptions},
			model.AttrRendered:   dschema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "The objects as YAML by `<kind>/<name>`."},
			"yaml":               dschema.StringAttribute{Computed: true, MarkdownDescription: "The objects as one YAML stream, in order of application."},
			model.AttrEndpoint:   dschema.StringAttribute{Computed: true, MarkdownDescription: "The base URL of the workload inside the cluster; null when it serves nothing."},
			"warnings":           dschema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "What may not work as expected."},
		},
	}
}

// Descriptions that the data source and the function share.
const (
	describeManifest   = "The custom resource as YAML or JSON, such as the `manifest` of a resource or a file, in the vocabulary of the newest release."
	describeReferences = "The `manifest` of every object that the custom resource refers to by name."
	describeOptions    = "The options of direct mode: the JSON of the attribute `direct` of the resource, as of `jsonencode({ ... })`."
)

// Read implements [datasource.DataSource].
func (d *RenderDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var data renderModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &data)...)
	if resp.Diagnostics.HasError() {
		return
	}
	request := renderRequest{manifest: data.Manifest.ValueString(), references: data.References, options: data.Options.ValueString()}
	result, diags := request.run(d.models())
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	data.Rendered, data.Warnings = result.rendered, append([]string{}, result.warnings...)
	data.YAML, data.Endpoint = types.StringValue(result.yaml), types.StringPointerValue(result.url())
	resp.Diagnostics.Append(resp.State.Set(ctx, &data)...)
}

// url is the endpoint, nil when there is none.
func (r renderResult) url() *string {
	if r.endpoint == "" {
		return nil
	}
	return &r.endpoint
}
