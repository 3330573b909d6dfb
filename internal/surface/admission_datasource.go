package surface

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/admission"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

var _ datasource.DataSourceWithValidateConfig = &AdmissionDataSource{}

// AdmissionDataSource writes the rules of a kind as policies of the API server. It asks no cluster.
type AdmissionDataSource struct {
	kinds []*kinds.Kind
}

// NewAdmissionDataSource returns the constructor of the data source over all kinds.
func NewAdmissionDataSource(all []*kinds.Kind) func() datasource.DataSource {
	return func() datasource.DataSource { return &AdmissionDataSource{all} }
}

// admissionModel is the state of the data source.
type admissionModel struct {
	Type    types.String   `tfsdk:"type"`
	Name    types.String   `tfsdk:"name"`
	Release types.String   `tfsdk:"api_release"`
	Actions types.List     `tfsdk:"validation_actions"`
	Objects []string       `tfsdk:"objects"`
	YAML    types.String   `tfsdk:"yaml"`
	LeftOut []leftOutModel `tfsdk:"left_out"`
}

type leftOutModel struct {
	Rule   string `tfsdk:"rule"`
	Says   string `tfsdk:"says"`
	Reason string `tfsdk:"reason"`
}

// Metadata implements [datasource.DataSource].
func (d *AdmissionDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_admission_policy"
}

// Schema implements [datasource.DataSource].
func (d *AdmissionDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dschema.Schema{
		MarkdownDescription: "Writes the rules of a resource as a `ValidatingAdmissionPolicy` with its binding, so that the API server holds every object of the kind to them, whoever applies it: kubectl, Helm or GitOps. It needs no cluster, and the same input always gives the same bytes.\n\n" +
			"Rules that only warn are a second policy, `<name>-warnings`, whose binding warns. Rules about several objects, and those that take a function which the API server does not have, are left out and listed. " +
			"A policy judges new objects and new specs, so that controllers go on with objects that were there before, and it lets through what it cannot decide. It needs Kubernetes 1.32 or newer.",
		Attributes: map[string]dschema.Attribute{
			argType:              dschema.StringAttribute{Required: true, MarkdownDescription: "The resource type whose rules are written."},
			argName:              dschema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "Name of the policy and of its binding. Default: the name of the CustomResourceDefinition."},
			model.AttrAPIRelease: dschema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: "The release of the API that the cluster serves, one whose fields have the names of the newest. Default: the newest such."},
			"validation_actions": dschema.ListAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: "What the binding does with an object that breaks a rule: `Deny` or `Warn`, and `Audit`. Default `[\"Deny\"]`."},
			"objects":            dschema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "The policies and their bindings, each as JSON."},
			"yaml":               dschema.StringAttribute{Computed: true, MarkdownDescription: "The policies and their bindings as one YAML stream, for `kubectl apply`."},
			"left_out": dschema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The rules of operator mode that no policy has.",
				NestedObject: dschema.NestedAttributeObject{Attributes: map[string]dschema.Attribute{
					"rule":   dschema.StringAttribute{Computed: true, MarkdownDescription: "The identifier of the rule."},
					"says":   dschema.StringAttribute{Computed: true, MarkdownDescription: "What must hold."},
					"reason": dschema.StringAttribute{Computed: true, MarkdownDescription: "Why it is left out."},
				}},
			},
		},
	}
}

// ValidateConfig implements [datasource.DataSourceWithValidateConfig].
func (d *AdmissionDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var data admissionModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &data)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(d.check(ctx, data)...)
	}
}

// check finds what cannot be written; values that are not known yet are taken on trust.
func (d *AdmissionDataSource) check(ctx context.Context, m admissionModel) diag.Diagnostics {
	var diags diag.Diagnostics
	refuse := func(at path.Path, err *field.Error) {
		if err != nil {
			diags.Append(diagnostic.Field(err, at, "the policy"))
		}
	}
	k := d.kind(m.Type.ValueString())
	if k == nil && !m.Type.IsUnknown() {
		refuse(path.Root(argType), engine.OneOf(d.types()...)(field.NewPath(argType), m.Type.ValueString()))
	}
	if k != nil && m.Release.ValueString() != "" {
		refuse(path.Root(model.AttrAPIRelease), engine.OneOf(expressible(k)...)(field.NewPath(model.AttrAPIRelease), m.Release.ValueString()))
	}
	if name := m.Name.ValueString(); name != "" && len(validation.IsDNS1123Subdomain(name+"-warnings")) > 0 {
		refuse(path.Root(argName), field.Invalid(field.NewPath(argName), name,
			"must be lower-case letters, digits, `-` and `.`, beginning and ending with a letter or digit, 244 characters at most"))
	}
	var actions []types.String
	if !m.Actions.IsUnknown() {
		diags.Append(m.Actions.ElementsAs(ctx, &actions, false)...)
	}
	for i, action := range actions {
		if !action.IsUnknown() {
			refuse(path.Root("validation_actions").AtListIndex(i), engine.OneOf("Deny", "Warn", "Audit")(field.NewPath("validation_actions").Index(i), action.ValueString()))
		}
	}
	return diags
}

// Read implements [datasource.DataSource].
func (d *AdmissionDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var data admissionModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &data)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(d.check(ctx, data)...)
	if resp.Diagnostics.HasError() {
		return
	}
	k := d.kind(data.Type.ValueString())
	options := admission.Options{Name: data.Name.ValueString(), Release: admission.Newest(k), Actions: []admissionregistrationv1.ValidationAction{admissionregistrationv1.Deny}}
	if name := data.Release.ValueString(); name != "" {
		options.Release, _ = k.Release(name)
	}
	if options.Name == "" {
		options.Name = admission.Name(k, options.Release)
	}
	if !data.Actions.IsNull() {
		options.Actions = nil
		resp.Diagnostics.Append(data.Actions.ElementsAs(ctx, &options.Actions, false)...)
	}
	if err := data.write(k, options); err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Writing the policy", err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &data)...)
}

// write puts the policies of a kind into the state.
func (m *admissionModel) write(k *kinds.Kind, o admission.Options) error {
	policies, left, err := admission.Policies(k, o)
	if err != nil {
		return err
	}
	m.Name, m.Release = types.StringValue(o.Name), types.StringValue(o.Release.Name)
	m.Objects, m.LeftOut = []string{}, []leftOutModel{}
	var stream strings.Builder
	for _, p := range policies {
		data, err := p.MarshalJSON()
		if err != nil {
			return err
		}
		text, err := yaml.JSONToYAML(data)
		if err != nil {
			return err
		}
		m.Objects = append(m.Objects, strings.TrimSpace(string(data)))
		stream.WriteString("---\n" + string(text))
	}
	m.YAML = types.StringValue(stream.String())
	for _, rule := range left {
		m.LeftOut = append(m.LeftOut, leftOutModel{rule.Rule, rule.Says, rule.Reason})
	}
	return nil
}

// kind returns the kind of a resource type, nil for one that there is not.
func (d *AdmissionDataSource) kind(typeName string) *kinds.Kind {
	for _, k := range d.kinds {
		if typeName == "inference_"+k.TypeName {
			return k
		}
	}
	return nil
}

func (d *AdmissionDataSource) types() []string {
	names := make([]string, len(d.kinds))
	for i, k := range d.kinds {
		names[i] = "inference_" + k.TypeName
	}
	return names
}

// expressible are the releases of a kind whose rules can be written.
func expressible(k *kinds.Kind) []string {
	var names []string
	for _, release := range k.Releases {
		if admission.Expressible(release) {
			names = append(names, release.Name)
		}
	}
	return names
}
