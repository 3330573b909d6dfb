package server

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/source"
)

// sourceCheck reports what package source finds in the configuration, each finding once.
type sourceCheck struct {
	origin source.Origin
	once   sync.Once
	read   *source.Configuration
	// fallback is what a finding is where no provider block says.
	fallback string
	// over says that the validation is: every later walk of a run asks for the same again, an apply perhaps of a plan
	// that was made of another configuration than the one that lies in the folder by then.
	over atomic.Bool

	mu       sync.Mutex
	reported map[string]bool
}

// Source makes the server report names that the configuration has and the schema has not. fallback says what a finding is where
// no provider block does.
func (s *Server) Source(origin source.Origin, fallback string) *Server {
	s.source = &sourceCheck{origin: origin, fallback: fallback, reported: map[string]bool{}}
	return s
}

// Schemas returns the schemas of the blocks that may have names which the client leaves out.
func (s *Server) Schemas(ctx context.Context) source.Schemas {
	served := sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse {
		resp, err := s.outline.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
		if err != nil {
			return &tfprotov6.GetProviderSchemaResponse{}
		}
		return resp
	})
	return func(mode source.Mode, typeName string) *tfprotov6.SchemaBlock {
		var of *tfprotov6.Schema
		switch mode {
		case source.Provider:
			of = served().Provider
		case source.Data:
			of = served().DataSourceSchemas[typeName]
		case source.Resource:
			if r, ok := s.resource(typeName); ok {
				of = translator{}.schema(ctx, r)
			}
		}
		if of == nil {
			return nil
		}
		return of.Block
	}
}

// unused are the findings about the block that a configuration comes from.
func (s *Server) unused(ctx context.Context, mode source.Mode, typeName string, config *tfprotov6.DynamicValue) []*tfprotov6.Diagnostic {
	if s.source == nil || s.source.over.Load() {
		return nil
	}
	return s.said.unsaid(typeName, s.source.findings(mode, typeName, config, s.Schemas(ctx)))
}

// traced are findings about a configured value of a type, each with where what it is about comes from. Findings of a walk after the
// validation are left as they are where nothing shows which client is at work, and so whether it applies a saved plan.
func (s *Server) traced(ctx context.Context, typeName string, config tftypes.Value, all []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	if s.source == nil || len(all) == 0 || s.source.over.Load() && s.source.origin.Client == source.Unknown {
		return all
	}
	read, check := s.source.configuration(s.Schemas(ctx))
	if check == source.CheckOff {
		return all
	}
	for _, d := range all {
		if d.Attribute == nil {
			continue
		}
		if from, ok := read.From(source.Resource, typeName, config, d.Attribute); ok {
			d.Detail = diagnostic.ComesFrom(d.Detail, from.Text, from.Place())
		}
	}
	return all
}

// configuration is what the files say, and what a finding is.
func (c *sourceCheck) configuration(schemas source.Schemas) (read *source.Configuration, check string) {
	c.once.Do(func() { c.read = source.Read(c.origin, schemas) })
	return c.read, cmp.Or(c.read.Check(), c.fallback)
}

func (c *sourceCheck) findings(mode source.Mode, typeName string, encoded *tfprotov6.DynamicValue, schemas source.Schemas) []*tfprotov6.Diagnostic {
	read, check := c.configuration(schemas)
	if check == source.CheckOff || len(read.All()) == 0 {
		return nil
	}
	schema := &tfprotov6.Schema{Block: schemas(mode, typeName)}
	config, err := value(encoded, schema.ValueType())
	if schema.Block == nil || err != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []*tfprotov6.Diagnostic
	for _, f := range read.Of(mode, typeName, config) {
		if id := f.Place() + f.Object(); !c.reported[id] {
			c.reported[id] = true
			found := diagnostics(diag.Diagnostics{diagnostic.UnknownName(check != source.CheckWarn, f.Place(), f.Object(), f.Name, f.Nearest, f.Allowed)})
			found[0].Attribute = f.At
			out = append(out, found...)
		}
	}
	return out
}

// ConfigureProvider implements [tfprotov6.ProviderServer].
func (s *Server) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	if s.source != nil {
		s.source.over.Store(true)
	}
	return s.Framework.ConfigureProvider(ctx, req)
}

// ValidateProviderConfig implements [tfprotov6.ProviderServer].
func (s *Server) ValidateProviderConfig(ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	resp, err := s.Framework.ValidateProviderConfig(ctx, req)
	if resp != nil {
		resp.Diagnostics = append(resp.Diagnostics, s.unused(ctx, source.Provider, "", req.Config)...)
	}
	return resp, err
}

// ValidateDataResourceConfig implements [tfprotov6.DataSourceServer].
func (s *Server) ValidateDataResourceConfig(ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	resp, err := s.Framework.ValidateDataResourceConfig(ctx, req)
	if resp != nil {
		resp.Diagnostics = append(resp.Diagnostics, s.unused(ctx, source.Data, req.TypeName, req.Config)...)
	}
	return resp, err
}
