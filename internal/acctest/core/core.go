// Package core plays Terraform Core to a provider in the same process: what it does to one
// resource, without its language and its schemas, as quickly as hundreds of applies need.
package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Core is a configured provider.
type Core struct {
	server tfprotov6.ProviderServer
	schema *tfprotov6.GetProviderSchemaResponse
	block  map[string]any
}

// New gives a provider its block. The schema is that of the provider.
func New(ctx context.Context, server tfprotov6.ProviderServer, schema *tfprotov6.GetProviderSchemaResponse, block map[string]any) (*Core, error) {
	c := &Core{server, schema, block}
	return c, c.configure(ctx)
}

// configure gives the provider its block again, as Terraform does to a new process for every plan and every apply.
func (c *Core) configure(ctx context.Context) error {
	config, err := encode(c.block)
	if err != nil {
		return err
	}
	resp, err := c.server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{TerraformVersion: "1.11.4", Config: config})
	if err != nil {
		return err
	}
	return failure(resp.Diagnostics)
}

func encode(v any) (*tfprotov6.DynamicValue, error) {
	text, err := json.Marshal(v)
	return &tfprotov6.DynamicValue{JSON: text}, err
}

// Resource is a resource with what the state has of it.
type Resource struct {
	core *Core
	name string
	kind tftypes.Object
	// State is null while there is none.
	State tftypes.Value
	// Tainted is true when a creation failed half-way: the next apply replaces the object.
	Tainted bool

	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// Resource returns a resource of a type without a state.
func (c *Core) Resource(typeName string) *Resource {
	kind := c.schema.ResourceSchemas[typeName].ValueType().(tftypes.Object) //nolint:forcetypeassert // a schema is an object
	return &Resource{core: c, name: typeName, kind: kind, State: tftypes.NewValue(kind, nil)}
}

// Apply refreshes, plans and applies a configuration, which is nil for a destruction. The
// error joins what the provider reported as errors; the state is what Terraform would keep.
func (r *Resource) Apply(ctx context.Context, config map[string]any) error {
	if err := r.core.configure(ctx); err != nil {
		return err
	}
	if err := r.refresh(ctx); err != nil {
		return err
	}
	if config == nil || r.Tainted {
		if err := r.destroy(ctx); err != nil || config == nil {
			return err
		}
	}
	change, err := r.plan(ctx, config)
	if err != nil {
		return err
	}
	if len(change.RequiresReplace) > 0 && !r.State.IsNull() {
		if err := r.destroy(ctx); err != nil {
			return err
		}
		if change, err = r.plan(ctx, config); err != nil {
			return err
		}
	}
	if change.empty {
		return nil
	}
	return r.apply(ctx, change)
}

// Die is [Resource.Apply] by a provider that is killed before it answers: the state stays what it was. Terraform drops the private
// state with such an answer, and keeps it where it is killed itself.
func (r *Resource) Die(ctx context.Context, config map[string]any, keepsPrivate bool) {
	before := *r
	_ = r.Apply(ctx, config) // nobody hears
	*r = before
	if !keepsPrivate {
		r.private = nil
	}
}

// Settled reports whether a refresh and a plan of the configuration lead to nothing to do.
func (r *Resource) Settled(ctx context.Context, config map[string]any) (bool, error) {
	if err := r.core.configure(ctx); err != nil {
		return false, err
	}
	if err := r.refresh(ctx); err != nil {
		return false, err
	}
	if r.Tainted || r.State.IsNull() {
		return false, nil
	}
	change, err := r.plan(ctx, config)
	return err == nil && change.empty, err
}

func (r *Resource) refresh(ctx context.Context) error {
	if r.State.IsNull() {
		return nil
	}
	state, err := tfprotov6.NewDynamicValue(r.kind, r.State)
	if err != nil {
		return err
	}
	resp, err := r.core.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: r.name, CurrentState: &state, Private: r.private, CurrentIdentity: r.identity})
	if err != nil {
		return err
	}
	if err := failure(resp.Diagnostics); err != nil {
		return err
	}
	return r.keep(resp.NewState, resp.Private, resp.NewIdentity)
}

// keep takes a new state over.
func (r *Resource) keep(state *tfprotov6.DynamicValue, private []byte, identity *tfprotov6.ResourceIdentityData) error {
	if state == nil {
		return nil
	}
	value, err := state.Unmarshal(r.kind)
	if err != nil {
		return err
	}
	r.State, r.private, r.identity = value, private, identity
	if value.IsNull() {
		r.private, r.identity, r.Tainted = nil, nil, false
	}
	return nil
}

func failure(diags []*tfprotov6.Diagnostic) error {
	var all []error
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			all = append(all, fmt.Errorf("%s: %s", d.Summary, d.Detail))
		}
	}
	return errors.Join(all...)
}
