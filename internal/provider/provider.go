// Package provider wires the provider together: its block, and the resources and data
// sources of every kind.
package provider

import (
	"context"
	"os"
	"slices"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/endpoint"
	"github.com/inferops/terraform-provider-inference/internal/kinds/gie"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kthena"
	"github.com/inferops/terraform-provider-inference/internal/kinds/llmaz"
	"github.com/inferops/terraform-provider-inference/internal/kinds/llmkube"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ome"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/surface"
)

// TypeName prefixes every resource type.
const TypeName = "inference"

// Kinds returns every kind of the provider: the one list.
func Kinds() []*kinds.Kind {
	return kinds.Select(slices.Concat(llmaz.Kinds(), ome.Kinds(), llmkube.Kinds(), gie.Kinds(), kthena.Kinds(), endpoint.Kinds()))
}

var (
	_ provider.ProviderWithValidateConfig = &inferenceProvider{}
	_ provider.ProviderWithFunctions      = &inferenceProvider{}
	_ provider.ProviderWithListResources  = &inferenceProvider{}
	_ provider.ProviderWithActions        = &inferenceProvider{}
)

// New returns the constructor of the provider at a version.
func New(version string) func() provider.Provider {
	p := newProvider(version)
	return func() provider.Provider { return p }
}

func newProvider(version string) *inferenceProvider {
	p := &inferenceProvider{version: version}
	all := Kinds()
	for _, k := range all {
		p.resources = append(p.resources, engine.NewResource(k, all))
		p.dataSources = append(p.dataSources, surface.NewDataSource(k))
		p.lists = append(p.lists, surface.NewListResource(k))
	}
	served := kinds.WithCustomResource(all)
	p.dataSources = append(p.dataSources, surface.NewRenderDataSource(all), surface.NewHCLDataSource(served), surface.NewProbeDataSource, surface.NewAdmissionDataSource(served), surface.NewModelDataSource)
	p.functions = append(p.functions, surface.NewRenderFunction(all), surface.NewHCLFunction(served), surface.NewFitFunction)
	p.actions = append(p.actions, surface.NewRestartAction(all), surface.NewScaleAction(all), surface.NewCancelAction(all))
	return p
}

type inferenceProvider struct {
	version     string
	resources   []func() resource.Resource
	dataSources []func() datasource.DataSource
	functions   []func() function.Function
	lists       []func() list.ListResource
	actions     []func() action.Action
	// settings are those of the last Configure, nil before it.
	settings atomic.Pointer[model.Settings]
}

// Metadata implements [provider.Provider].
func (p *inferenceProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName, resp.Version = TypeName, p.version
}

// Schema implements [provider.Provider].
func (p *inferenceProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = configSchema()
}

// ValidateConfig implements [provider.ProviderWithValidateConfig].
func (p *inferenceProvider) ValidateConfig(_ context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	_, resp.Diagnostics = checkedConfig(req.Config)
}

// Configure implements [provider.Provider]. It makes no request, and a block that is not
// known yet, or that names no cluster, still plans.
func (p *inferenceProvider) Configure(_ context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	config, diags := checkedConfig(req.Config)
	resp.Diagnostics = diags
	if diags.HasError() {
		return
	}
	settings := config.engineSettings(p.version)
	p.settings.Store(settings)
	resp.ResourceData, resp.DataSourceData, resp.ListResourceData, resp.ActionData = settings, settings, settings, settings
}

// checkedConfig reads the block and reports what cannot work.
func checkedConfig(from tfsdk.Config) (*config, diag.Diagnostics) {
	out, err := readConfig(from.Raw)
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Reading the provider block", err)}
	}
	if out.modelCheck == "" && !out.unknown[attrModelCheck] {
		out.modelCheck = os.Getenv(modelCheckVariable)
	}
	return out, out.check()
}

// Resources implements [provider.Provider].
func (p *inferenceProvider) Resources(context.Context) []func() resource.Resource {
	return p.resources
}

// DataSources implements [provider.Provider].
func (p *inferenceProvider) DataSources(context.Context) []func() datasource.DataSource {
	return p.dataSources
}

// Functions implements [provider.ProviderWithFunctions].
func (p *inferenceProvider) Functions(context.Context) []func() function.Function {
	return p.functions
}

// ListResources implements [provider.ProviderWithListResources].
func (p *inferenceProvider) ListResources(context.Context) []func() list.ListResource {
	return p.lists
}

// Actions implements [provider.ProviderWithActions].
func (p *inferenceProvider) Actions(context.Context) []func() action.Action {
	return p.actions
}
