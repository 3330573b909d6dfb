package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// configModel is the provider block.
type configModel struct {
	Host                  types.String  `tfsdk:"host"`
	Username              types.String  `tfsdk:"username"`
	Password              types.String  `tfsdk:"password"`
	Insecure              types.Bool    `tfsdk:"insecure"`
	TLSServerName         types.String  `tfsdk:"tls_server_name"`
	ClientCertificate     types.String  `tfsdk:"client_certificate"`
	ClientKey             types.String  `tfsdk:"client_key"`
	ClusterCACertificate  types.String  `tfsdk:"cluster_ca_certificate"`
	ConfigPath            types.String  `tfsdk:"config_path"`
	ConfigPaths           types.List    `tfsdk:"config_paths"`
	ConfigContext         types.String  `tfsdk:"config_context"`
	ConfigContextAuthInfo types.String  `tfsdk:"config_context_auth_info"`
	ConfigContextCluster  types.String  `tfsdk:"config_context_cluster"`
	Token                 types.String  `tfsdk:"token"`
	TokenPath             types.String  `tfsdk:"token_path"`
	ProxyURL              types.String  `tfsdk:"proxy_url"`
	Exec                  types.Object  `tfsdk:"exec"`
	Impersonate           types.Object  `tfsdk:"impersonate"`
	QPS                   types.Float64 `tfsdk:"qps"`
	Burst                 types.Int64   `tfsdk:"burst"`
	FieldManager          types.String  `tfsdk:"field_manager"`
	Mode                  types.String  `tfsdk:"mode"`
	Namespace             types.String  `tfsdk:"namespace"`
	Dialects              types.Map     `tfsdk:"dialects"`
	DeletionProtection    types.Bool    `tfsdk:"deletion_protection"`
	Budget                types.Map     `tfsdk:"accelerator_budget"`
	planCheckModel
}

// execModel is the provider block's exec.
type execModel struct {
	APIVersion types.String `tfsdk:"api_version"`
	Command    types.String `tfsdk:"command"`
	Args       types.List   `tfsdk:"args"`
	Env        types.Map    `tfsdk:"env"`
}

// impersonateModel is the provider block's impersonate.
type impersonateModel struct {
	User   types.String `tfsdk:"user"`
	Groups types.List   `tfsdk:"groups"`
	UID    types.String `tfsdk:"uid"`
	Extra  types.Map    `tfsdk:"extra"`
}

// clusterConfig returns what the block says about the connection, without the
// environment. unknown is true while a value of it, however deep, is not known yet, as
// when the cluster is made by the same apply; the result is then empty. Diagnostics are
// those of validate.
func (m configModel) clusterConfig(ctx context.Context) (cfg cluster.Config, unknown bool, diags diag.Diagnostics) {
	diags = m.validate(ctx)
	unknown, more := m.connectionUnknown(ctx)
	diags.Append(more...)
	if unknown || diags.HasError() {
		return cluster.Config{}, unknown, diags
	}
	cfg = cluster.Config{
		Host:                  m.Host.ValueString(),
		Username:              m.Username.ValueString(),
		Password:              m.Password.ValueString(),
		Insecure:              m.Insecure.ValueBoolPointer(),
		TLSServerName:         m.TLSServerName.ValueString(),
		ClientCertificate:     m.ClientCertificate.ValueString(),
		ClientKey:             m.ClientKey.ValueString(),
		ClusterCACertificate:  m.ClusterCACertificate.ValueString(),
		ConfigContext:         m.ConfigContext.ValueString(),
		ConfigContextAuthInfo: m.ConfigContextAuthInfo.ValueString(),
		ConfigContextCluster:  m.ConfigContextCluster.ValueString(),
		Token:                 m.Token.ValueString(),
		TokenPath:             m.TokenPath.ValueString(),
		ProxyURL:              m.ProxyURL.ValueString(),
		QPS:                   float32(m.QPS.ValueFloat64()),
		Burst:                 int(m.Burst.ValueInt64()),
		FieldManager:          m.FieldManager.ValueString(),
	}
	if file := m.ConfigPath.ValueString(); file != "" {
		cfg.ConfigPaths = []string{file}
	} else {
		diags.Append(m.ConfigPaths.ElementsAs(ctx, &cfg.ConfigPaths, false)...)
	}
	cfg.Exec, more = m.exec(ctx)
	diags.Append(more...)
	cfg.Impersonate, more = m.impersonate(ctx)
	diags.Append(more...)
	return cfg, false, diags
}

// connectionUnknown reports whether anything that the connection depends on is not known.
func (m configModel) connectionUnknown(ctx context.Context) (bool, diag.Diagnostics) {
	var diags diag.Diagnostics
	for _, value := range []attr.Value{
		m.Host, m.Username, m.Password, m.Insecure, m.TLSServerName, m.ClientCertificate, m.ClientKey,
		m.ClusterCACertificate, m.ConfigPath, m.ConfigPaths, m.ConfigContext, m.ConfigContextAuthInfo,
		m.ConfigContextCluster, m.Token, m.TokenPath, m.ProxyURL, m.Exec, m.Impersonate, m.QPS, m.Burst, m.FieldManager,
	} {
		known, err := fullyKnown(ctx, value)
		if err != nil {
			diags.AddError("Provider block cannot be read", err.Error())
		}
		if !known {
			return true, diags
		}
	}
	return false, diags
}

func fullyKnown(ctx context.Context, value attr.Value) (bool, error) {
	raw, err := value.ToTerraformValue(ctx)
	return err == nil && raw.IsFullyKnown(), err
}

func (m configModel) exec(ctx context.Context) (*cluster.Exec, diag.Diagnostics) {
	if m.Exec.IsNull() {
		return nil, nil
	}
	var model execModel
	diags := m.Exec.As(ctx, &model, basetypes.ObjectAsOptions{})
	out := &cluster.Exec{APIVersion: model.APIVersion.ValueString(), Command: model.Command.ValueString()}
	diags.Append(model.Args.ElementsAs(ctx, &out.Args, false)...)
	diags.Append(model.Env.ElementsAs(ctx, &out.Env, false)...)
	return out, diags
}

func (m configModel) impersonate(ctx context.Context) (*cluster.Impersonate, diag.Diagnostics) {
	if m.Impersonate.IsNull() {
		return nil, nil
	}
	var model impersonateModel
	diags := m.Impersonate.As(ctx, &model, basetypes.ObjectAsOptions{})
	out := &cluster.Impersonate{User: model.User.ValueString(), UID: model.UID.ValueString()}
	diags.Append(model.Groups.ElementsAs(ctx, &out.Groups, false)...)
	diags.Append(model.Extra.ElementsAs(ctx, &out.Extra, false)...)
	return out, diags
}
