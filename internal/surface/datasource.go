package surface

import (
	"context"
	"encoding/json"
	"maps"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/wait"
)

var _ datasource.DataSourceWithConfigure = &DataSource{}

// DataSource reads the live object of one kind: its custom resource, or what is rendered of a kind that has none.
type DataSource struct {
	model    *model.ResourceModel
	settings *model.Settings
}

// NewDataSource returns the constructor of a kind's data source.
func NewDataSource(k *kinds.Kind) func() datasource.DataSource {
	shared := sync.OnceValue(func() *model.ResourceModel { return model.New(k) })
	return func() datasource.DataSource { return &DataSource{model: shared()} }
}

// Metadata implements [datasource.DataSource].
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.model.Kind.TypeName
}

// Configure implements [datasource.DataSourceWithConfigure].
func (d *DataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.settings, resp.Diagnostics = model.SettingsOf(req.ProviderData)
}

// Schema implements [datasource.DataSource].
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	metadata := map[string]dschema.Attribute{
		"name":        dschema.StringAttribute{Required: true, MarkdownDescription: "Name of the object."},
		"labels":      dschema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Labels of the object."},
		"annotations": dschema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Annotations of the object."},
	}
	if d.model.Kind.Namespaced {
		metadata["namespace"] = dschema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "Namespace of the object. Default: the provider's `namespace`."}
	}
	attributes := map[string]dschema.Attribute{
		model.AttrID:       dschema.StringAttribute{Computed: true, MarkdownDescription: "`<namespace>/<name>`, or `<name>` for a cluster-scoped object."},
		model.AttrMetadata: dschema.SingleNestedAttribute{Required: true, MarkdownDescription: "Which object to read, and its labels and annotations.", Attributes: metadata},
		"spec_json": dschema.StringAttribute{
			Computed: true, MarkdownDescription: "The live spec as JSON, in the vocabulary of the newest release. Read it with `jsondecode`.",
		},
		model.AttrManifest: dschema.StringAttribute{Computed: true, MarkdownDescription: "The object as YAML on one line, for the `references` of other resources."},
		model.AttrReady:    dschema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the object is ready."},
		model.AttrEndpoint: dschema.StringAttribute{Computed: true, MarkdownDescription: "The base URL of the model server inside the cluster; null when the object serves nothing."},
	}
	maps.Copy(attributes, d.ownAttributes())
	if status, ok := d.model.Root.JSONField("status"); ok {
		attributes["status"] = status.Node.ComputedAttribute(status.Description)
	}
	resp.Schema = dschema.Schema{MarkdownDescription: "Reads a live object. " + d.model.Kind.Description, Attributes: attributes}
}

// ownAttributes are those that only kinds with a custom resource have, or only kinds without one.
func (d *DataSource) ownAttributes() map[string]dschema.Attribute {
	if d.model.Kind.Kept != nil {
		return map[string]dschema.Attribute{
			model.AttrOpenAIBaseURL: dschema.StringAttribute{Computed: true, MarkdownDescription: "Where clients of the OpenAI API find the model server inside the cluster, as their `base_url`."},
			model.AttrServedModel:   dschema.StringAttribute{Computed: true, MarkdownDescription: "The name by which requests ask for the model; null where the server answers to every name."},
		}
	}
	return map[string]dschema.Attribute{
		model.AttrUID:        dschema.StringAttribute{Computed: true, MarkdownDescription: "The UID of the object."},
		model.AttrAPIRelease: dschema.StringAttribute{Computed: true, MarkdownDescription: "The release of the upstream API that the cluster serves."},
	}
}

// Read implements [datasource.DataSource].
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	r := &model.Scope{Model: d.model, Settings: d.settings}
	if r.Defers(req.ClientCapabilities.DeferralAllowed) {
		resp.State.Raw = tftypes.NewValue(resp.State.Raw.Type(), tftypes.UnknownValue)
		resp.Deferred = &datasource.Deferred{Reason: datasource.DeferredReasonProviderConfigUnknown}
		return
	}
	var config map[string]tftypes.Value
	if err := req.Config.Raw.As(&config); err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the configuration", err))
		return
	}
	metadata := model.Children(config[model.AttrMetadata])
	name, _ := model.StringOf(metadata["name"])
	namespace, _ := model.StringOf(metadata["namespace"])
	if namespace == "" && d.model.Kind.Namespaced {
		namespace = engine.DefaultNamespace(r)
	}
	v := d.model.Located(namespace, name)
	if d.model.Kind.Kept != nil {
		state, diags := readKept(ctx, r, v, resp.State.Raw.Type())
		resp.Diagnostics.Append(diags...)
		if !diags.HasError() {
			resp.State.Raw = state
		}
		return
	}
	t, live, diags := fetch(ctx, r, v)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	ready, err := wait.IsReady(ctx, r, v, t, live)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the live object", err))
		return
	}
	state, err := d.value(resp.State.Raw.Type(), t, live, ready)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Writing the state", err))
		return
	}
	resp.State.Raw = state
}

// fetch gets the live object that a data source is asked for, which must be there.
func fetch(ctx context.Context, r *model.Scope, v model.Values) (model.Target, *unstructured.Unstructured, diag.Diagnostics) {
	if r.Settings == nil || r.Settings.Client == nil {
		return model.Target{}, nil, r.NoCluster(r.Model.Subject(v))
	}
	release, diags := r.ServedRelease(ctx, r.Model.Subject(v))
	if diags.HasError() {
		return model.Target{}, nil, diags
	}
	t := r.Model.CustomResource(v, release)
	live, err := r.Settings.Client.Get(ctx, t.Resource, v.Unstructured().GetNamespace(), v.Unstructured().GetName())
	switch {
	case cluster.IsNotFound(err):
		diags.Append(diagnostic.ReadNotFound(r.Model.Subject(v)))
	case err != nil:
		diags.Append(r.Unread("read", t, err)...)
	}
	return t, live, diags
}

// value is the state of the data source for a live object.
func (d *DataSource) value(typ tftypes.Type, t model.Target, live *unstructured.Unstructured, ready bool) (tftypes.Value, error) {
	table := &unstructured.Unstructured{Object: t.Table(live)}
	spec, err := json.Marshal(table.Object["spec"])
	if err != nil {
		return tftypes.Value{}, err
	}
	manifest, err := object.Line(model.Defined(table))
	if err != nil {
		return tftypes.Value{}, err
	}
	set := map[string]tftypes.Value{
		model.AttrID: model.StringValue(model.IdOf(table)), model.AttrMetadata: metadataValue(typ, table),
		model.AttrUID: model.StringValue(string(live.GetUID())), model.AttrAPIRelease: model.StringValue(t.Release.Name),
		"spec_json": model.StringValue(string(spec)), model.AttrManifest: model.StringValue(manifest),
		model.AttrReady:    model.BoolValue(ready),
		model.AttrEndpoint: model.OrNull(""),
	}
	if d.model.Kind.Endpoint != nil {
		set[model.AttrEndpoint] = model.OrNull(d.model.Kind.Endpoint(table, t.Release.Name))
	}
	if status, ok := d.model.Root.JSONField("status"); ok {
		if set["status"], err = object.Decode(status.Node, table.Object["status"], field.NewPath("status")); err != nil {
			return tftypes.Value{}, err
		}
	}
	return tftypes.NewValue(typ, set), nil
}
