package engine

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
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
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
	Resource
}

// NewListResource returns the constructor of a kind's list resource.
func NewListResource(k *kinds.Kind) func() list.ListResource {
	shared := sync.OnceValue(func() *resourceModel { return newResourceModel(k) })
	return func() list.ListResource { return &ListResource{Resource{scope: &scope{model: shared()}}} }
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
	if l.model.kind.Namespaced {
		attributes[argNamespace] = lschema.StringAttribute{
			Optional: true, MarkdownDescription: "Only objects of this namespace. Default: all namespaces, which needs the permission to list objects in the whole cluster.",
		}
	}
	resp.Schema = lschema.Schema{MarkdownDescription: "Finds live objects. " + l.model.kind.Description, Attributes: attributes}
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
	if l.model.kind.Namespaced {
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
	return "the list of " + l.model.kind.GVK.Kind + " objects"
}

// List implements [list.ListResource]: every result has the identity, a name to show, and, if
// they are asked for, the attributes that an import would give.
func (l *ListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	options, diags := l.selection(ctx, req.Config)
	if l.settings == nil || l.settings.Client == nil {
		diags.Append(l.noCluster(l.subject())...)
	}
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	release, diags := l.servedRelease(ctx, l.subject())
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	resource := l.model.resource(release)
	stream.Results = func(push func(list.ListResult) bool) {
		pushed := int64(0)
		for live, err := range l.settings.Client.List(ctx, resource, options) {
			if err != nil {
				push(list.ListResult{Diagnostics: l.notListed(err)})
				return
			}
			if !push(l.result(ctx, req, live, l.model.customResource(l.model.located(live.GetNamespace(), live.GetName()), release))) {
				return
			}
			if pushed++; req.Limit > 0 && pushed >= req.Limit {
				return
			}
		}
	}
}

func (l *ListResource) notListed(err error) diag.Diagnostics {
	if cluster.IsForbidden(err) || cluster.IsUnauthorized(err) {
		return diag.Diagnostics{diagnostic.Forbidden("read", l.subject(), err)}
	}
	if diags := l.unserved(l.subject(), err); diags != nil {
		return diags
	}
	return diag.Diagnostics{diagnostic.RequestFailed("read", l.subject(), err, false)}
}

// result is one object that was found.
func (l *ListResource) result(ctx context.Context, req list.ListRequest, live *unstructured.Unstructured, t target) list.ListResult {
	result := req.NewListResult(ctx)
	result.DisplayName = idOf(live)
	fault := func(err error) list.ListResult {
		return list.ListResult{Diagnostics: diag.Diagnostics{diagnostic.Fault("Listing an object", err)}}
	}
	v, err := l.model.read(l.model.value(l.model.importAttributes(live.GetNamespace(), live.GetName())))
	if err != nil {
		return fault(err)
	}
	result.Diagnostics.Append(setIdentity(ctx, result.Identity, v)...)
	if !req.IncludeResource {
		return result
	}
	configured, err := l.configured(t, live, nil)
	if err != nil {
		return fault(err)
	}
	if result.Resource.Raw, err = l.adopt(v, t, live, configured); err != nil {
		return fault(err)
	}
	return result
}
