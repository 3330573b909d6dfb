package surface

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// HCLDataSource prints the configuration of a live object.
type HCLDataSource struct {
	DataSource
	models func() []*model.ResourceModel
}

// NewHCLDataSource returns the constructor of the data source over all kinds.
func NewHCLDataSource(all []*kinds.Kind) func() datasource.DataSource {
	models := sync.OnceValue(func() []*model.ResourceModel { return All(all) })
	return func() datasource.DataSource { return &HCLDataSource{models: models} }
}

// hclModel is the state of the data source.
type hclModel struct {
	Type      types.String `tfsdk:"type"`
	Name      types.String `tfsdk:"name"`
	Namespace types.String `tfsdk:"namespace"`
	Label     types.String `tfsdk:"label"`
	HCL       types.String `tfsdk:"hcl"`
	Import    types.String `tfsdk:"import"`
}

// Metadata implements [datasource.DataSource].
func (d *HCLDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_hcl"
}

// Schema implements [datasource.DataSource].
func (d *HCLDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dschema.Schema{
		MarkdownDescription: model.DescribePrinting,
		Attributes: map[string]dschema.Attribute{
			"type":           dschema.StringAttribute{Required: true, MarkdownDescription: "The resource type for the object, as in a `resource` block."},
			"name":           dschema.StringAttribute{Required: true, MarkdownDescription: "Name of the object."},
			"namespace":      dschema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "Namespace of the object. Default: the provider's `namespace`. Null for a cluster-scoped kind."},
			"label":          dschema.StringAttribute{Optional: true, MarkdownDescription: "Name of the resource in the configuration. Default: the name of the object, with underscores."},
			model.AttrHCL:    dschema.StringAttribute{Computed: true, MarkdownDescription: model.DescribeHCL},
			model.AttrImport: dschema.StringAttribute{Computed: true, MarkdownDescription: model.DescribeImport},
		},
	}
}

// label is what Terraform takes as the name of a resource.
var label = regexp.MustCompile(`^[\pL_][\pL\pN_-]*$`)

// Read implements [datasource.DataSource].
func (d *HCLDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var data hclModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &data)...)
	if resp.Diagnostics.HasError() {
		return
	}
	s, diags := d.check(data)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	r := &model.Scope{Model: s, Settings: d.settings}
	namespace := data.Namespace.ValueString()
	if namespace == "" && s.Kind.Namespaced {
		namespace = engine.DefaultNamespace(r)
	}
	t, live, diags := fetch(ctx, r, s.Located(namespace, data.Name.ValueString()))
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	configured, err := engine.Configured(r, t, live, nil)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the managed fields", err))
		return
	}
	block := s.Configuration(t, live, configured, data.Label.ValueString(), d.settings.Mode)
	data.Namespace = types.StringNull()
	if s.Kind.Namespaced {
		data.Namespace = types.StringValue(namespace)
	}
	data.HCL, data.Import = types.StringValue(block.String()), types.StringValue(block.Import(model.IdOf(live)))
	resp.Diagnostics.Append(resp.State.Set(ctx, &data)...)
}

// types are the resource types.
func (d *HCLDataSource) types() []string {
	var out []string
	for _, s := range d.models() {
		out = append(out, "inference_"+s.Kind.TypeName)
	}
	return out
}

// check returns the shape of the type that is asked for.
func (d *HCLDataSource) check(data hclModel) (*model.ResourceModel, diag.Diagnostics) {
	var diags diag.Diagnostics
	refuse := func(attribute, value, why string) {
		subject := fmt.Sprintf("the %s %s", data.Type.ValueString(), data.Name.ValueString())
		diags.Append(diagnostic.Field(field.Invalid(field.NewPath(attribute), value, why), path.Root(attribute), subject))
	}
	s := model.OfType(d.models(), data.Type.ValueString())
	switch text := data.Label.ValueString(); {
	case s == nil:
		refuse("type", data.Type.ValueString(), "must be the resource type for the kind of the object: choose one of "+strings.Join(d.types(), ", "))
	case data.Namespace.ValueString() != "" && !s.Kind.Namespaced:
		refuse("namespace", data.Namespace.ValueString(), s.Kind.GVK.Kind+" is a cluster-scoped kind: remove the namespace")
	case text != "" && !label.MatchString(text):
		refuse("label", text, "must begin with a letter or `_` and go on with letters, digits, `_` and `-`: change it")
	}
	return s, diags
}
