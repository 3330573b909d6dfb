package pulumi

import (
	"context"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge/log"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
)

// asked is the provider as the bridge asks it: what it says is in Pulumi's names, and what a failed apply leaves is
// not lost.
type asked struct {
	pf.ShimProvider
	words *words
}

func ask(info tfbridge.ProviderInfo) asked {
	return asked{info.P.(pf.ShimProvider), newWords(info)}
}

// ListResourcesMap is looked for by the bridge beside the interface of providers.
func (p asked) ListResourcesMap() shim.ResourceMap {
	return p.ShimProvider.(interface{ ListResourcesMap() shim.ResourceMap }).ListResourcesMap()
}

// Server implements [pf.ShimProvider].
func (p asked) Server(ctx context.Context) (tfprotov6.ProviderServer, error) {
	s, err := p.ShimProvider.Server(ctx)
	if err != nil {
		return nil, err
	}
	return &protocol{ProviderServer: s, asked: p}, nil
}

// protocol translates the diagnostics of the provider. Where the bridge would write the paths of errors in Go, it
// gets one error instead.
type protocol struct {
	tfprotov6.ProviderServer
	asked asked
}

// ValidateProviderConfig implements [tfprotov6.ProviderServer].
func (p *protocol) ValidateProviderConfig(ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	resp, err := p.ProviderServer.ValidateProviderConfig(ctx, req)
	if err == nil {
		resp.Diagnostics, err = p.located(ctx, "", resp.Diagnostics)
	}
	return resp, err
}

// ConfigureProvider implements [tfprotov6.ProviderServer].
func (p *protocol) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	resp, err := p.ProviderServer.ConfigureProvider(ctx, req)
	if err == nil {
		resp.Diagnostics, err = p.settled(ctx, "", resp.Diagnostics)
	}
	return resp, err
}

// ValidateResourceConfig implements [tfprotov6.ProviderServer].
func (p *protocol) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := p.ProviderServer.ValidateResourceConfig(ctx, req)
	if err == nil {
		resp.Diagnostics, err = p.located(ctx, req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

// ValidateDataResourceConfig implements [tfprotov6.ProviderServer].
func (p *protocol) ValidateDataResourceConfig(ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	resp, err := p.ProviderServer.ValidateDataResourceConfig(ctx, req)
	if err == nil {
		resp.Diagnostics, err = p.located(ctx, ofData+req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

// ReadDataSource implements [tfprotov6.ProviderServer].
func (p *protocol) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	resp, err := p.ProviderServer.ReadDataSource(ctx, req)
	if err == nil {
		resp.Diagnostics, err = p.located(ctx, ofData+req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

// ReadResource implements [tfprotov6.ProviderServer].
func (p *protocol) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := p.ProviderServer.ReadResource(ctx, req)
	if err == nil {
		resp.Diagnostics, err = p.settled(ctx, req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

// ImportResourceState implements [tfprotov6.ProviderServer].
func (p *protocol) ImportResourceState(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	resp, err := p.ProviderServer.ImportResourceState(ctx, req)
	if err == nil {
		resp.Diagnostics, err = p.settled(ctx, req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

// PlanResourceChange implements [tfprotov6.ProviderServer].
func (p *protocol) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := p.ProviderServer.PlanResourceChange(ctx, req)
	if err == nil {
		callOf(ctx).planned = resp.PlannedPrivate
		resp.Diagnostics, err = p.settled(ctx, req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

// ApplyResourceChange implements [tfprotov6.ProviderServer]. The error of an apply that has changed the state is kept
// beside the state, for the engine to get both.
func (p *protocol) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	call := callOf(ctx)
	if req.PlannedPrivate == nil {
		req.PlannedPrivate = call.planned // of which the bridge has none for a deletion
	}
	resp, err := p.ProviderServer.ApplyResourceChange(ctx, req)
	if err != nil {
		return nil, err
	}
	resp.Diagnostics, err = p.settled(ctx, req.TypeName, resp.Diagnostics)
	if err != nil && p.changed(ctx, req, resp) {
		call.failed, err = err, nil
	}
	return resp, err
}

// changed reports whether an apply has left another state than there was, and not none.
func (p *protocol) changed(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest, resp *tfprotov6.ApplyResourceChangeResponse) bool {
	resources, err := p.asked.Resources(ctx)
	if err != nil || resp.NewState == nil {
		return false
	}
	var typ tftypes.Type
	for _, name := range resources.All() {
		if string(name) == req.TypeName {
			typ = resources.Schema(name).Type(ctx)
		}
	}
	prior, err := req.PriorState.Unmarshal(typ)
	if err != nil {
		return false
	}
	left, err := resp.NewState.Unmarshal(typ)
	return err == nil && !left.IsNull() && !left.Equal(prior)
}

// located translates diagnostics of which the bridge makes failures of a check, each with the path of a property, after
// the text and a period. Errors without a path are one error.
func (p *protocol) located(ctx context.Context, of string, diagnostics []*tfprotov6.Diagnostic) ([]*tfprotov6.Diagnostic, error) {
	out := make([]*tfprotov6.Diagnostic, len(diagnostics))
	for i, d := range diagnostics {
		switch {
		case d.Severity != tfprotov6.DiagnosticSeverityError:
			out[i] = p.said(of, d)
		case len(d.Attribute.Steps()) == 0:
			return p.settled(ctx, of, diagnostics)
		default:
			out[i] = &tfprotov6.Diagnostic{
				Severity: d.Severity, Attribute: d.Attribute,
				Summary: p.asked.words.text(of, d.Summary, d.Attribute),
				Detail:  strings.TrimSuffix(p.asked.words.text(of, d.Detail, d.Attribute), "."),
			}
		}
	}
	return out, nil
}

// said translates a diagnostic. The path is part of the text.
func (p *protocol) said(of string, d *tfprotov6.Diagnostic) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{Severity: d.Severity, Detail: p.asked.words.sentence(of, d)}
}

// settled returns the warnings among diagnostics, and the errors as one. With an error, the bridge loses warnings, so
// they are told at once.
func (p *protocol) settled(ctx context.Context, of string, diagnostics []*tfprotov6.Diagnostic) ([]*tfprotov6.Diagnostic, error) {
	var warnings []*tfprotov6.Diagnostic
	var failures []error
	for _, d := range diagnostics {
		if one := p.said(of, d); one.Severity == tfprotov6.DiagnosticSeverityError {
			failures = append(failures, errors.New(one.Detail))
		} else {
			warnings = append(warnings, one)
		}
	}
	if len(failures) == 0 {
		return warnings, nil
	}
	if logger := log.TryGetLogger(ctx); logger != nil {
		for _, w := range warnings {
			logger.Warn(w.Detail)
		}
	}
	return nil, errors.Join(failures...)
}
