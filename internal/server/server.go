// Package server serves the provider over Terraform's plugin protocol. The framework
// answers every call but those whose cost in it grows with the size of the schema: the one
// for the schema itself and the two that are made for each resource of each plan.
package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/source"
)

// Framework is the server of terraform-plugin-framework.
type Framework interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}

// Server is the framework's server and a short way past it.
type Server struct {
	Framework
	outline  tfprotov6.ProviderServer
	resource func(typeName string) (*engine.Resource, bool)
	said     *Said
	source   *sourceCheck
}

// New returns a server. outline is the framework's server of the same provider with an
// [Outline] of every resource; resource returns the resource of a type with the settings of
// the last ConfigureProvider.
func New(framework Framework, outline tfprotov6.ProviderServer, resource func(typeName string) (*engine.Resource, bool)) *Server {
	return &Server{Framework: framework, outline: outline, resource: resource}
}

// Once makes the server leave out the warnings that another process of the run has given.
func (s *Server) Once(said *Said) *Server {
	s.said = said
	return s
}

// ValidateResourceConfig implements [tfprotov6.ResourceServer].
func (s *Server) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resource, ok := s.resource(req.TypeName)
	if !ok {
		return s.Framework.ValidateResourceConfig(ctx, req)
	}
	config, err := value(req.Config, resource.ProtocolType())
	if err != nil {
		return nil, err
	}
	found := s.said.unsaid(req.TypeName, diagnostics(resource.ValidateValue(config, writesOnly(req.ClientCapabilities))))
	unused := s.unused(ctx, source.Resource, req.TypeName, req.Config)
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: append(unused, s.traced(ctx, req.TypeName, config, found)...)}, nil
}

// writesOnly reports whether a client keeps write-only values out of plans and states.
func writesOnly(client *tfprotov6.ValidateResourceConfigClientCapabilities) bool {
	return client != nil && client.WriteOnlyAttributesAllowed
}

// PlanResourceChange implements [tfprotov6.ResourceServer].
func (s *Server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	resource, ok := s.resource(req.TypeName)
	if !ok {
		return s.Framework.PlanResourceChange(ctx, req)
	}
	change, err := readChange(req, resource.ProtocolType())
	if err != nil {
		return nil, err
	}
	kept, err := readPrivate(req.PriorPrivate)
	if err != nil {
		return nil, err
	}
	change.Private = kept
	planned := resource.Plan(ctx, change)
	plan, err := tfprotov6.NewDynamicValue(resource.ProtocolType(), planned.Plan)
	if err != nil {
		return nil, err
	}
	private, err := kept.bytes()
	if err != nil {
		return nil, err
	}
	found := s.said.unsaid(req.TypeName, diagnostics(planned.Diagnostics))
	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState: &plan, PlannedPrivate: private, PlannedIdentity: req.PriorIdentity,
		RequiresReplace: attributePaths(planned.Replaces), Diagnostics: s.traced(ctx, req.TypeName, change.Config, found),
	}, nil
}

func readChange(req *tfprotov6.PlanResourceChangeRequest, typ tftypes.Type) (model.Change, error) {
	var (
		change model.Change
		err    error
	)
	if change.Config, err = value(req.Config, typ); err != nil {
		return change, err
	}
	if change.Prior, err = value(req.PriorState, typ); err != nil {
		return change, err
	}
	change.Proposed, err = value(req.ProposedNewState, typ)
	return change, err
}

// value decodes a value of the protocol, which is null when there is none.
func value(encoded *tfprotov6.DynamicValue, typ tftypes.Type) (tftypes.Value, error) {
	if encoded == nil {
		return tftypes.NewValue(typ, nil), nil
	}
	return encoded.Unmarshal(typ)
}

func diagnostics(diags diag.Diagnostics) []*tfprotov6.Diagnostic {
	var out []*tfprotov6.Diagnostic
	for _, d := range diags {
		one := &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityError, Summary: d.Summary(), Detail: d.Detail()}
		if d.Severity() == diag.SeverityWarning {
			one.Severity = tfprotov6.DiagnosticSeverityWarning
		}
		// Terraform shows the block of a resource for a message without a path, and nothing for one with an empty path.
		if placed, ok := d.(diag.DiagnosticWithPath); ok && len(placed.Path().Steps()) > 0 {
			one.Attribute = attributePath(placed.Path())
		}
		out = append(out, one)
	}
	return out
}
