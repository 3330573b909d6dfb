package engine

import (
	"context"
	"encoding/json"
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
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

var _ datasource.DataSourceWithConfigure = &DataSource{}

// DataSource reads the live custom resource of one kind.
type DataSource struct {
	model    *resourceModel
	settings *Settings
}

// NewDataSource returns the constructor of a kind's data source.
func NewDataSource(k *kinds.Kind) func() datasource.DataSource {
	shared := sync.OnceValue(func() *resourceModel { return newResourceModel(k) })
	return func() datasource.DataSource { return &DataSource{model: shared()} }
}

// Metadata implements [datasource.DataSource].
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.model.kind.TypeName
}

// Configure implements [datasource.DataSourceWithConfigure].
func (d *DataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.settings, resp.Diagnostics = settingsOf(req.ProviderData)
}

// Schema implements [datasource.DataSource].
func (d *DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	metadata := map[string]dschema.Attribute{
		"name":        dschema.StringAttribute{Required: true, MarkdownDescription: "Name of the object."},
		"labels":      dschema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Labels of the object."},
		"annotations": dschema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Annotations of the object."},
	}
	if d.model.kind.Namespaced {
		metadata["namespace"] = dschema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "Namespace of the object. Default: the provider's `namespace`."}
	}
	attributes := map[string]dschema.Attribute{
		attrID:         dschema.StringAttribute{Computed: true, MarkdownDescription: "`<namespace>/<name>`, or `<name>` for a cluster-scoped object."},
		attrMetadata:   dschema.SingleNestedAttribute{Required: true, MarkdownDescription: "Which object to read, and its labels and annotations.", Attributes: metadata},
		attrUID:        dschema.StringAttribute{Computed: true, MarkdownDescription: "The UID of the object."},
		attrAPIRelease: dschema.StringAttribute{Computed: true, MarkdownDescription: "The release of the upstream API that the cluster serves."},
		"spec_json": dschema.StringAttribute{
			Computed: true, MarkdownDescription: "The live spec as JSON, in the vocabulary of the newest release. Read it with `jsondecode`.",
		},
		attrManifest: dschema.StringAttribute{Computed: true, MarkdownDescription: "The object as JSON, for the `references` of other resources."},
		attrReady:    dschema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the object is ready."},
		attrEndpoint: dschema.StringAttribute{Computed: true, MarkdownDescription: "The base URL of the model server inside the cluster; null when the object serves nothing."},
	}
	if status, ok := d.model.root.JSONField("status"); ok {
		attributes["status"] = status.Node.ComputedAttribute(status.Description)
	}
	resp.Schema = dschema.Schema{MarkdownDescription: "Reads a live object. " + d.model.kind.Description, Attributes: attributes}
}

// Read implements [datasource.DataSource].
func (d *DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	r := &scope{model: d.model, settings: d.settings}
	if r.defers(req.ClientCapabilities.DeferralAllowed) {
		resp.State.Raw = tftypes.NewValue(resp.State.Raw.Type(), tftypes.UnknownValue)
		resp.Deferred = &datasource.Deferred{Reason: datasource.DeferredReasonProviderConfigUnknown}
		return
	}
	var config map[string]tftypes.Value
	if err := req.Config.Raw.As(&config); err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the configuration", err))
		return
	}
	metadata := children(config[attrMetadata])
	name, _ := stringOf(metadata["name"])
	namespace, _ := stringOf(metadata["namespace"])
	if namespace == "" && d.model.kind.Namespaced {
		namespace = r.defaultNamespace()
	}
	v := d.model.located(namespace, name)
	t, live, diags := r.fetch(ctx, v)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	ready, err := r.isReady(ctx, v, t, live)
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

// located are values that know no more than where the object is.
func (s *resourceModel) located(namespace, name string) values {
	v := values{object: map[string]any{"metadata": map[string]any{"name": name, "namespace": namespace}}}
	v.unstructured().SetGroupVersionKind(s.kind.GVK)
	return v
}

// fetch gets the live object that a data source is asked for, which must be there.
func (r *scope) fetch(ctx context.Context, v values) (target, *unstructured.Unstructured, diag.Diagnostics) {
	if r.settings == nil || r.settings.Client == nil {
		return target{}, nil, r.noCluster(r.model.subject(v))
	}
	release, diags := r.servedRelease(ctx, r.model.subject(v))
	if diags.HasError() {
		return target{}, nil, diags
	}
	t := r.model.customResource(v, release)
	live, err := r.settings.Client.Get(ctx, t.resource, v.unstructured().GetNamespace(), v.unstructured().GetName())
	switch {
	case cluster.IsNotFound(err):
		diags.Append(diagnostic.ReadNotFound(r.model.subject(v)))
	case err != nil:
		diags.Append(r.unread("read", t, err)...)
	}
	return t, live, diags
}

// value is the state of the data source for a live object.
func (d *DataSource) value(typ tftypes.Type, t target, live *unstructured.Unstructured, ready bool) (tftypes.Value, error) {
	table := &unstructured.Unstructured{Object: t.table(live)}
	spec, err := json.Marshal(table.Object["spec"])
	if err != nil {
		return tftypes.Value{}, err
	}
	definition, err := definitionOf(table)
	if err != nil {
		return tftypes.Value{}, err
	}
	set := map[string]tftypes.Value{
		attrID: stringValue(idOf(table)), attrMetadata: metadataValue(typ, table),
		attrUID: stringValue(string(live.GetUID())), attrAPIRelease: stringValue(t.release.Name),
		"spec_json": stringValue(string(spec)), attrManifest: stringValue(definition),
		attrReady:    boolValue(ready),
		attrEndpoint: orNull(""),
	}
	if d.model.kind.Endpoint != nil {
		set[attrEndpoint] = orNull(d.model.kind.Endpoint(table, t.release.Name))
	}
	if status, ok := d.model.root.JSONField("status"); ok {
		if set["status"], err = object.Decode(status.Node, table.Object["status"], field.NewPath("status")); err != nil {
			return tftypes.Value{}, err
		}
	}
	return tftypes.NewValue(typ, set), nil
}

// definitionOf is the object as the text that `references` take.
func definitionOf(table *unstructured.Unstructured) (string, error) {
	raw, err := json.Marshal(defined(table))
	return string(raw), err
}

// defined is the object without what the cluster adds to it.
func defined(table *unstructured.Unstructured) map[string]any {
	metadata := map[string]any{"name": table.GetName()}
	if namespace := table.GetNamespace(); namespace != "" {
		metadata["namespace"] = namespace
	}
	return map[string]any{
		"apiVersion": table.GetAPIVersion(), "kind": table.GetKind(), "metadata": metadata, "spec": table.Object["spec"],
	}
}

// idOf is `<namespace>/<name>` of a live object, or `<name>` of a cluster-scoped one.
func idOf(table *unstructured.Unstructured) string {
	return values{object: table.Object}.id()
}

func metadataValue(typ tftypes.Type, table *unstructured.Unstructured) tftypes.Value {
	root, _ := typ.(tftypes.Object)
	metadata, _ := root.AttributeTypes[attrMetadata].(tftypes.Object)
	fields := map[string]tftypes.Value{
		"name": stringValue(table.GetName()), "labels": stringMap(entriesOf(table.GetLabels())), "annotations": stringMap(entriesOf(table.GetAnnotations())),
	}
	if _, ok := metadata.AttributeTypes["namespace"]; ok {
		fields["namespace"] = stringValue(table.GetNamespace())
	}
	return tftypes.NewValue(metadata, fields)
}

func entriesOf(texts map[string]string) map[string]any {
	entries := make(map[string]any, len(texts))
	for key, text := range texts {
		entries[key] = text
	}
	return entries
}
