package surface

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/probe"
)

// Defaults of a probe.
const (
	probeTimeout   = 30 * time.Second
	probePrompt    = "Hello"
	probeMaxTokens = 8
)

var _ datasource.DataSourceWithValidateConfig = &ProbeDataSource{}

// ProbeDataSource asks a model server whether it serves. What it finds out is told in
// attributes, so that nothing fails that did not ask for it.
type ProbeDataSource struct {
	DataSource
}

// NewProbeDataSource returns the data source.
func NewProbeDataSource() datasource.DataSource { return &ProbeDataSource{} }

// probeModel is the state of the data source.
type probeModel struct {
	URL        types.String `tfsdk:"url"`
	Protocol   types.String `tfsdk:"protocol"`
	Model      types.String `tfsdk:"model"`
	Prompt     types.String `tfsdk:"prompt"`
	MaxTokens  types.Int64  `tfsdk:"max_tokens"`
	Token      types.String `tfsdk:"token"`
	CA         types.String `tfsdk:"ca_certificate"`
	Timeout    types.String `tfsdk:"timeout"`
	Fail       types.Bool   `tfsdk:"fail"`
	Healthy    types.Bool   `tfsdk:"healthy"`
	Models     []string     `tfsdk:"models"`
	Answer     types.String `tfsdk:"answer"`
	LatencyMS  types.Int64  `tfsdk:"latency_ms"`
	StatusCode types.Int64  `tfsdk:"status_code"`
	Error      types.String `tfsdk:"error"`
}

// Metadata implements [datasource.DataSource].
func (d *ProbeDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_probe"
}

// Schema implements [datasource.DataSource].
func (d *ProbeDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dschema.Schema{
		MarkdownDescription: "Asks a model server whether it serves: its health, the models it names, and one short completion. What goes wrong is in `error` and fails nothing, so that a `check` block can assert it.\n\n" +
			"A URL inside the cluster, such as the `endpoint` of a resource, is asked through the proxy of the API server, for which the provider needs the permissions `get` and `create` of `services/proxy` there; any other URL is asked directly.",
		Attributes: map[string]dschema.Attribute{
			"url": dschema.StringAttribute{Required: true, MarkdownDescription: "The base URL of the server, without the path of its interface: `http://<service>.<namespace>.svc:<port>` for a Service of the cluster."},
			"protocol": dschema.StringAttribute{Optional: true, MarkdownDescription: "The interface of the server. `openai` (vLLM, SGLang, llama.cpp and most others) asks for a completion, `openai_chat` for one of a chat. " +
				"`tgi` is Text Generation Inference's own; `triton` asks with the generate extension, `kserve_v2` for the health alone. Default `openai`."},
			"model":          dschema.StringAttribute{Optional: true, MarkdownDescription: "The model to ask, which the server must name. Default: the first that it names."},
			"prompt":         dschema.StringAttribute{Optional: true, MarkdownDescription: "What to complete; `\"\"` asks for no completion. Default `" + probePrompt + "`."},
			"max_tokens":     dschema.Int64Attribute{Optional: true, MarkdownDescription: "The most tokens of the completion. Default `" + strconv.Itoa(probeMaxTokens) + "`."},
			"token":          dschema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: "A bearer token for a URL outside of the cluster: the API server passes none on. It is kept in the state."},
			"ca_certificate": dschema.StringAttribute{Optional: true, MarkdownDescription: "PEM certificates that the certificate of a server outside of the cluster is verified with, where it is `https`. Default: those of the system."},
			"timeout":        dschema.StringAttribute{Optional: true, MarkdownDescription: "How long the probe may take in all, as a duration such as `90s`. Default `" + probeTimeout.String() + "`."},
			"fail":           dschema.BoolAttribute{Optional: true, MarkdownDescription: "Fail the plan or the apply that reads the data source when the server does not serve. Default `false`."},

			"healthy":     dschema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the server says that it is healthy. A server without an address for that is when it lists its models."},
			"models":      dschema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "The models that the server names; empty where the interface has no list of them."},
			"answer":      dschema.StringAttribute{Computed: true, MarkdownDescription: "The completion; null when none was asked for, or none came."},
			"latency_ms":  dschema.Int64Attribute{Computed: true, MarkdownDescription: "How long the last request took, which is the completion when all went well, in milliseconds."},
			"status_code": dschema.Int64Attribute{Computed: true, MarkdownDescription: "The HTTP status of the last request; null when there was no answer."},
			"error":       dschema.StringAttribute{Computed: true, MarkdownDescription: "What went wrong; null when the server serves."},
		},
	}
}

// ValidateConfig implements [datasource.DataSourceWithValidateConfig].
func (d *ProbeDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var data probeModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &data)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(data.check()...)
	}
}

// check finds what cannot be asked; values that are not known yet are taken on trust.
func (m probeModel) check() diag.Diagnostics {
	var diags diag.Diagnostics
	refuse := func(attribute string, err *field.Error) {
		if err != nil {
			diags.Append(diagnostic.Field(err, path.Root(attribute), "the probe"))
		}
	}
	if text := m.URL.ValueString(); !m.URL.IsUnknown() {
		_, err := model.ParseBase(text)
		if err != nil {
			refuse("url", field.Invalid(field.NewPath("url"), text, err.Error()))
		} else if _, inside := model.InsideCluster(text); inside && m.Token.ValueString() != "" {
			refuse("token", field.Forbidden(field.NewPath("token"), "the API server passes no token on to a Service; remove it, or ask the server at a URL outside of the cluster"))
		}
		if err == nil && m.CA.ValueString() != "" && !verified(text) {
			refuse("ca_certificate", field.Forbidden(field.NewPath("ca_certificate"), "only the certificate of an https URL outside of the cluster is verified; remove it"))
		}
	}
	if _, err := cluster.Outside(nil, "", []byte(m.CA.ValueString())); err != nil {
		refuse("ca_certificate", field.Invalid(field.NewPath("ca_certificate"), nil, "must have at least one certificate in PEM: give the text of the file, not its path"))
	}
	if !m.Protocol.IsNull() && !m.Protocol.IsUnknown() {
		refuse("protocol", engine.OneOf(probe.Names()...)(field.NewPath("protocol"), m.Protocol.ValueString()))
	}
	if !m.Timeout.IsNull() && !m.Timeout.IsUnknown() {
		refuse("timeout", engine.PositiveDuration(field.NewPath("timeout"), m.Timeout.ValueString()))
	}
	if !m.MaxTokens.IsNull() && !m.MaxTokens.IsUnknown() && m.MaxTokens.ValueInt64() < 1 {
		refuse("max_tokens", field.Invalid(field.NewPath("max_tokens"), m.MaxTokens.ValueInt64(), "must be at least 1"))
	}
	return diags
}

// verified reports whether the provider verifies the certificate of the server at a URL.
func verified(text string) bool {
	_, inside := model.InsideCluster(text)
	return !inside && strings.HasPrefix(text, "https:")
}

// Read implements [datasource.DataSource].
func (d *ProbeDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var data probeModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &data)...)
	resp.Diagnostics.Append(data.check()...)
	if resp.Diagnostics.HasError() {
		return
	}
	timeout, err := time.ParseDuration(data.Timeout.ValueString())
	if err != nil {
		timeout = probeTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	result := d.ask(limited, data)
	data.tell(result)
	if result.Err != nil && data.Fail.ValueBool() {
		resp.Diagnostics.Append(diagnostic.NotServing(data.URL.ValueString(), result.Err))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &data)...)
}

// ask probes the server with the defaults of what the configuration leaves out.
func (d *ProbeDataSource) ask(ctx context.Context, m probeModel) probe.Result {
	server, err := d.server(m)
	if err != nil {
		return probe.Result{Err: err}
	}
	protocol, ok := probe.Of(m.Protocol.ValueString())
	if !ok {
		protocol, _ = probe.Of(probe.Names()[0])
	}
	q := probe.Question{Model: m.Model.ValueString(), Prompt: probePrompt, MaxTokens: probeMaxTokens}
	if !m.Prompt.IsNull() {
		q.Prompt = m.Prompt.ValueString()
	}
	if !m.MaxTokens.IsNull() {
		q.MaxTokens = m.MaxTokens.ValueInt64()
	}
	return probe.Run(ctx, server, protocol, q)
}

// server is where the URL leads.
func (d *ProbeDataSource) server(m probeModel) (*cluster.Server, error) {
	at, isService := model.InsideCluster(m.URL.ValueString())
	if !isService {
		base, err := model.ParseBase(m.URL.ValueString())
		if err != nil {
			return nil, err
		}
		return cluster.Outside(base, m.Token.ValueString(), []byte(m.CA.ValueString()))
	}
	r := &model.Scope{Settings: d.settings}
	if d.settings == nil || d.settings.Client == nil {
		return nil, r.Unavailable()
	}
	return d.settings.Client.Service(at.Scheme, at.Namespace, at.Name, at.Port, at.Path), nil
}

// tell writes what a probe found.
func (m *probeModel) tell(r probe.Result) {
	m.Healthy, m.Models = types.BoolValue(r.Healthy), append([]string{}, r.Models...)
	m.Answer, m.Error = types.StringPointerValue(r.Answer), types.StringNull()
	m.LatencyMS, m.StatusCode = types.Int64Value(r.Latency.Milliseconds()), types.Int64Null()
	if r.Code != 0 {
		m.StatusCode = types.Int64Value(int64(r.Code))
	}
	if r.Err != nil {
		m.Error = types.StringValue(r.Err.Error())
	}
}
