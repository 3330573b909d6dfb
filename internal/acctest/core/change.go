package core

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// change is a plan.
type change struct {
	*tfprotov6.PlanResourceChangeResponse
	config *tfprotov6.DynamicValue
	// empty is true when the plan is to leave everything as it is.
	empty bool
}

func (r *Resource) plan(ctx context.Context, plain map[string]any) (*change, error) {
	config, err := r.config(plain)
	if err != nil {
		return nil, err
	}
	request := &tfprotov6.PlanResourceChangeRequest{TypeName: r.name, PriorPrivate: r.private, PriorIdentity: r.identity}
	proposed := Proposed(r.core.schema.ResourceSchemas[r.name], r.State, config)
	for part, value := range map[**tfprotov6.DynamicValue]tftypes.Value{
		&request.Config: config, &request.PriorState: r.State, &request.ProposedNewState: proposed,
	} {
		encoded, err := tfprotov6.NewDynamicValue(r.kind, value)
		if err != nil {
			return nil, err
		}
		*part = &encoded
	}
	resp, err := r.core.server.PlanResourceChange(ctx, request)
	if err != nil {
		return nil, err
	}
	if err := failure(resp.Diagnostics); err != nil {
		return nil, err
	}
	planned, err := resp.PlannedState.Unmarshal(r.kind)
	return &change{resp, request.Config, err == nil && planned.Equal(r.State)}, err
}

// config is a configuration as the protocol has it, null for nil.
func (r *Resource) config(plain map[string]any) (tftypes.Value, error) {
	if plain == nil {
		return tftypes.NewValue(r.kind, nil), nil
	}
	encoded, err := encode(plain)
	if err != nil {
		return tftypes.Value{}, err
	}
	return encoded.Unmarshal(r.kind)
}

// Proposed is what Terraform proposes to a provider: the configuration with the prior
// values of the root attributes and the namespace that it leaves to the provider. At a
// creation those are unknown.
func Proposed(of *tfprotov6.Schema, prior, config tftypes.Value) tftypes.Value {
	if config.IsNull() {
		return config
	}
	kind := of.ValueType().(tftypes.Object) //nolint:forcetypeassert // a schema is an object
	before, after := fieldsOf(prior), fieldsOf(config)
	for _, a := range of.Block.Attributes {
		if a.Computed && after[a.Name].IsNull() {
			after[a.Name] = computed(kind.AttributeTypes[a.Name], before, a.Name)
		}
	}
	metadata := fieldsOf(after["metadata"])
	if namespace, ok := metadata["namespace"]; ok && namespace.IsNull() {
		old := map[string]tftypes.Value(nil)
		if before != nil {
			old = fieldsOf(before["metadata"])
		}
		metadata["namespace"] = computed(tftypes.String, old, "namespace")
		after["metadata"] = tftypes.NewValue(kind.AttributeTypes["metadata"], metadata)
	}
	return tftypes.NewValue(kind, after)
}

func computed(kind tftypes.Type, before map[string]tftypes.Value, name string) tftypes.Value {
	if before == nil {
		return tftypes.NewValue(kind, tftypes.UnknownValue)
	}
	return before[name]
}

// fieldsOf returns the attributes of an object, nil unless it is known.
func fieldsOf(v tftypes.Value) map[string]tftypes.Value {
	if v.Type() == nil || !v.IsKnown() || v.IsNull() {
		return nil
	}
	var fields map[string]tftypes.Value
	if v.As(&fields) != nil {
		return nil
	}
	return fields
}

func (r *Resource) apply(ctx context.Context, c *change) error {
	creates := r.State.IsNull()
	prior, err := tfprotov6.NewDynamicValue(r.kind, r.State)
	if err != nil {
		return err
	}
	resp, err := r.core.server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: r.name, PriorState: &prior, PlannedState: c.PlannedState, Config: c.config,
		PlannedPrivate: c.PlannedPrivate, PlannedIdentity: c.PlannedIdentity,
	})
	if err != nil {
		return err
	}
	if err := r.keep(resp.NewState, resp.Private, resp.NewIdentity); err != nil {
		return err
	}
	err = failure(resp.Diagnostics)
	r.Tainted = r.Tainted || err != nil && creates && !r.State.IsNull()
	return err
}

func (r *Resource) destroy(ctx context.Context) error {
	if r.State.IsNull() {
		return nil
	}
	change, err := r.plan(ctx, nil)
	if err != nil {
		return err
	}
	return r.apply(ctx, change)
}
