package surface

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	aschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

var (
	_ action.ActionWithConfigure      = &Action{}
	_ action.ActionWithValidateConfig = &Action{}
)

// Options of actions.
const (
	argType     = "type"
	argName     = "name"
	argTimeout  = "timeout"
	argReplicas = "replicas"
	argWorkload = "workload"
)

// verb is what an action does to the objects of a resource.
type verb struct {
	name, description string
	// options are those beside the ones that every action has.
	options map[string]aschema.Attribute
	// takes reports whether the verb has a meaning for a kind.
	takes func(*kinds.Kind) bool
	do    func(*invocation, context.Context) diag.Diagnostics
}

// keepsRunning reports whether objects of a kind run pods that are not to end.
func keepsRunning(k *kinds.Kind) bool {
	return k.Completion == nil && (k.Render != nil || k.Runs != nil)
}

// Action operates what a resource runs, once, when it is invoked.
type Action struct {
	verb     *verb
	models   func() []*model.ResourceModel
	settings *model.Settings
}

func newAction(v *verb, all []*kinds.Kind) func() action.Action {
	models := sync.OnceValue(func() []*model.ResourceModel {
		return slices.DeleteFunc(All(all), func(s *model.ResourceModel) bool { return !v.takes(s.Kind) })
	})
	return func() action.Action { return &Action{verb: v, models: models} }
}

// Metadata implements [action.Action].
func (a *Action) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + a.verb.name
}

// Schema implements [action.Action].
func (a *Action) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	attributes := map[string]aschema.Attribute{
		argType:        aschema.StringAttribute{Required: true, MarkdownDescription: "The resource type of the object, such as `" + a.types()[0] + "`."},
		argName:        aschema.StringAttribute{Required: true, MarkdownDescription: "The name of the object, as in `metadata.name` of the resource."},
		argNamespace:   aschema.StringAttribute{Optional: true, MarkdownDescription: "The namespace of the object. Default: that of the provider block."},
		model.AttrMode: aschema.StringAttribute{Optional: true, MarkdownDescription: "The mode of the resource, `operator` or `direct`. Default: that of the provider block."},
		argTimeout:     aschema.StringAttribute{Optional: true, MarkdownDescription: "How long the action may take in all, as a duration such as `20m`. Default `" + model.DefaultTimeouts["update"].String() + "`."},
	}
	maps.Copy(attributes, a.verb.options)
	resp.Schema = aschema.Schema{MarkdownDescription: a.verb.description, Attributes: attributes}
}

// types are the resource types that the action takes.
func (a *Action) types() []string {
	var out []string
	for _, s := range a.models() {
		out = append(out, "inference_"+s.Kind.TypeName)
	}
	return out
}

// Configure implements [action.ActionWithConfigure].
func (a *Action) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	a.settings, resp.Diagnostics = model.SettingsOf(req.ProviderData)
}

// actionConfig is the configuration of an action.
type actionConfig struct {
	typeName, name, namespace, mode, timeout, workload types.String
	replicas                                           types.Int64
}

func (a *Action) actionConfig(ctx context.Context, config tfsdk.Config) (actionConfig, diag.Diagnostics) {
	var (
		o     actionConfig
		diags diag.Diagnostics
	)
	for name, field := range map[string]any{
		argType: &o.typeName, argName: &o.name, argNamespace: &o.namespace, model.AttrMode: &o.mode, argTimeout: &o.timeout,
		argWorkload: &o.workload, argReplicas: &o.replicas,
	} {
		if _, has := config.Schema.GetAttributes()[name]; has {
			diags.Append(config.GetAttribute(ctx, path.Root(name), field)...)
		}
	}
	return o, diags
}

// ValidateConfig implements [action.ActionWithValidateConfig].
func (a *Action) ValidateConfig(ctx context.Context, req action.ValidateConfigRequest, resp *action.ValidateConfigResponse) {
	o, diags := a.actionConfig(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	check := func(attribute string, v types.String, rule func(*field.Path, string) *field.Error) {
		if v.IsNull() || v.IsUnknown() {
			return
		}
		if err := rule(field.NewPath(attribute), v.ValueString()); err != nil {
			resp.Diagnostics.Append(diagnostic.Field(err, path.Root(attribute), "the action"))
		}
	}
	check(argType, o.typeName, engine.OneOf(a.types()...))
	check(argName, o.name, notEmpty)
	check(argNamespace, o.namespace, notEmpty)
	check(model.AttrMode, o.mode, engine.OneOf(model.Operator, model.Direct))
	check(argTimeout, o.timeout, engine.PositiveDuration)
	check(argWorkload, o.workload, notEmpty)
	if n := o.replicas; !n.IsNull() && !n.IsUnknown() && n.ValueInt64() < 0 {
		err := field.Invalid(field.NewPath(argReplicas), n.ValueInt64(), "must be at least 0")
		resp.Diagnostics.Append(diagnostic.Field(err, path.Root(argReplicas), "the action"))
	}
}

func notEmpty(at *field.Path, text string) *field.Error {
	if text != "" {
		return nil
	}
	return field.Required(at, "must not be empty: use that of the resource")
}

// invocation is an action under way.
type invocation struct {
	*model.Scope
	actionConfig actionConfig
	values       model.Values
	mode         string
	limit        time.Duration
}

// Invoke implements [action.Action].
func (a *Action) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	o, diags := a.actionConfig(ctx, req.Config)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	one := &invocation{Scope: &model.Scope{
		Model: model.OfType(a.models(), o.typeName.ValueString()), Settings: a.settings,
		Progress: func(text string) { resp.SendProgress(action.InvokeProgressEvent{Message: text}) },
	}, actionConfig: o, limit: model.DefaultTimeouts["update"]}
	if a.settings == nil || a.settings.Client == nil {
		resp.Diagnostics.Append(diagnostic.NoCluster(o.typeName.ValueString()+" "+o.name.ValueString(), one.Unavailable()))
		return
	}
	if d, err := time.ParseDuration(o.timeout.ValueString()); err == nil {
		one.limit = d
	}
	one.locate()
	limited, cancel := context.WithTimeout(ctx, one.limit)
	defer cancel()
	resp.Diagnostics.Append(a.verb.do(one, limited)...)
}

// locate finds out which object of the cluster is meant, with the defaults of the provider block.
func (a *invocation) locate() {
	namespace := ""
	if a.Model.Kind.Namespaced {
		if namespace = a.actionConfig.namespace.ValueString(); namespace == "" {
			namespace = a.Settings.Namespace
		}
	}
	if a.mode = a.actionConfig.mode.ValueString(); a.mode == "" {
		a.mode = a.Model.DefaultMode(a.Settings.Mode)
	}
	a.values = a.Model.Located(namespace, a.actionConfig.name.ValueString())
	wait := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"on_timeout": tftypes.String}}
	a.values.Attributes = map[string]tftypes.Value{
		model.AttrMode: model.StringValue(a.mode),
		model.AttrWait: tftypes.NewValue(wait, map[string]tftypes.Value{"on_timeout": model.StringValue(model.OnTimeoutError)}),
	}
}

// subject names what is acted on.
func (a *invocation) subject() string { return a.Model.Subject(a.values) }
