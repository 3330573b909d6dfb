package surface

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	lschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

var (
	_ list.ListResourceWithConfigure      = &ListResource{}
	_ list.ListResourceWithValidateConfig = &ListResource{}
)

// Arguments of a list block.
const (
	argNamespace     = "namespace"
	argLabelSelector = "label_selector"
	argFieldSelector = "field_selector"
)

// ListResource finds the live objects of one kind, for `terraform query`.
type ListResource struct {
	engine.Resource
}

// NewListResource returns the constructor of a kind's list resource.
func NewListResource(k *kinds.Kind) func() list.ListResource {
	shared := sync.OnceValue(func() *model.ResourceModel { return model.New(k) })
	return func() list.ListResource { return &ListResource{engine.Resource{Scope: &model.Scope{Model: shared()}}} }
}

// ListResourceConfigSchema implements [list.ListResource].
func (l *ListResource) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	attributes := map[string]lschema.Attribute{
		argLabelSelector: lschema.StringAttribute{
			Optional: true, MarkdownDescription: "Only objects with these labels, in the words of `kubectl get -l`, such as `team=search,tier in (a,b)`.",
		},
		argFieldSelector: lschema.StringAttribute{
			Optional: true, MarkdownDescription: "Only objects with these fields, in the words of `kubectl get --field-selector`, such as `metadata.name!=chat`. Custom resources have `metadata.name`, `metadata.namespace` and what their definition makes selectable.",
		},
	}
	if l.Model.Kind.Namespaced {
		attributes[argNamespace] = lschema.StringAttribute{
			Optional: true, MarkdownDescription: "Only objects of this namespace. Default: all namespaces, which needs the permission to list objects in the whole cluster.",
		}
	}
	resp.Schema = lschema.Schema{MarkdownDescription: "Finds live objects. " + l.Model.Kind.Description, Attributes: attributes}
}

// selection reads the configuration of a list block.
func (l *ListResource) selection(ctx context.Context, config tfsdk.Config) (cluster.ListOptions, diag.Diagnostics) {
	var diags diag.Diagnostics
	text := func(name string) string {
		var value types.String
		diags.Append(config.GetAttribute(ctx, path.Root(name), &value)...)
		return value.ValueString()
	}
	options := cluster.ListOptions{LabelSelector: text(argLabelSelector), FieldSelector: text(argFieldSelector)}
	if l.Model.Kind.Namespaced {
		options.Namespace = text(argNamespace)
	}
	return options, diags
}

// ValidateListResourceConfig implements [list.ListResourceWithValidateConfig].
func (l *ListResource) ValidateListResourceConfig(ctx context.Context, req list.ValidateConfigRequest, resp *list.ValidateConfigResponse) {
	options, diags := l.selection(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	refuse := func(argument, value, form string, err error) {
		why := fmt.Sprintf("must be a selector such as `%s`: fix it (%s)", form, err)
		resp.Diagnostics.Append(diagnostic.Field(field.Invalid(field.NewPath(argument), value, why), path.Root(argument), l.subject()))
	}
	if _, err := labels.Parse(options.LabelSelector); err != nil {
		refuse(argLabelSelector, options.LabelSelector, "team=search", err)
	}
	if _, err := fields.ParseSelector(options.FieldSelector); err != nil {
		refuse(argFieldSelector, options.FieldSelector, "metadata.name!=chat", err)
	}
}

// subject names what is listed in messages.
func (l *ListResource) subject() string {
	return "the list of " + l.Model.Kind.GVK.Kind + " objects"
}

// List implements [list.ListResource]: every result has the identity, a name to show, and, if
// they are asked for, the attributes that an import would give.
func (l *ListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	options, diags := l.selection(ctx, req.Config)
	if l.Settings == nil || l.Settings.Client == nil {
		diags.Append(l.NoCluster(l.subject())...)
	}
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	source, diags := l.source(ctx, req, &options)
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		pushed := int64(0)
		for live, err := range l.Settings.Client.List(ctx, source.resource, options) {
			if err != nil {
				push(list.ListResult{Diagnostics: l.notListed(err)})
				return
			}
			result, found := source.result(live)
			if !found {
				continue
			}
			if !push(result) {
				return
			}
			if pushed++; req.Limit > 0 && pushed >= req.Limit {
				return
			}
		}
	}
}

// source is where objects are found: custom resources, or what keeps the spec of objects that have none.
func (l *ListResource) source(ctx context.Context, req list.ListRequest, options *cluster.ListOptions) (listed, diag.Diagnostics) {
	if l.Model.Kind.Kept != nil {
		return keepers(ctx, l.Scope, req, options)
	}
	release, diags := l.ServedRelease(ctx, l.subject())
	return listed{l.Model.Resource(release), func(live *unstructured.Unstructured) (list.ListResult, bool) {
		t := l.Model.CustomResource(l.Model.Located(live.GetNamespace(), live.GetName()), release)
		return result(ctx, l.Scope, req, live, func(v model.Values) (tftypes.Value, diag.Diagnostics) {
			configured, err := engine.Configured(l.Scope, t, live, nil)
			if err != nil {
				return tftypes.Value{}, unlisted(err)
			}
			state, err := engine.Adopt(l.Scope, v, t, live, configured)
			if err != nil {
				return tftypes.Value{}, unlisted(err)
			}
			return state, nil
		}), true
	}}, diags
}

func (l *ListResource) notListed(err error) diag.Diagnostics {
	if cluster.IsForbidden(err) || cluster.IsUnauthorized(err) {
		return diag.Diagnostics{diagnostic.Forbidden("read", l.subject(), err)}
	}
	if diags := l.Unserved(l.subject(), err); diags != nil {
		return diags
	}
	return diag.Diagnostics{diagnostic.RequestFailed("read", l.subject(), err, false)}
}
