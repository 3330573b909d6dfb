package engine

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// Change is what a plan starts from, as the protocol has it.
type Change struct {
	// Config, Prior and Proposed are the configuration, the state, null for a creation,
	// and Terraform's merge of the two, null for a destruction.
	Config, Prior, Proposed tftypes.Value
	// Private is the private state of the prior state.
	Private PrivateState
}

// PrivateState reads the private state of a resource.
type PrivateState interface {
	// GetKey returns the value of a key, nil when there is none.
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

// Planned is the plan of a [Change].
type Planned struct {
	Plan tftypes.Value
	// Replaces are the attributes whose change needs a new object.
	Replaces    path.Paths
	Diagnostics diag.Diagnostics
}

// With gives the resource the settings of the provider block, nil while there are none.
func (r *Resource) With(settings *Settings) *Resource {
	r.settings = settings
	return r
}

// ProtocolType is the type of the resource's values in the protocol.
func (r *Resource) ProtocolType() tftypes.Object { return r.shape.object() }

// ValidateValue validates a configuration as the protocol has it: with [Resource.ValidateConfig]
// and what the framework checks of every attribute.
func (r *Resource) ValidateValue(config tftypes.Value) diag.Diagnostics {
	diags := r.validateValue(config)
	return append(diags, checkUse(r.shape.schema().Attributes, config, path.Empty())...)
}

// checkUse finds attributes that are set although nobody may set them, or no longer should.
func checkUse(attributes map[string]rschema.Attribute, config tftypes.Value, at path.Path) diag.Diagnostics {
	var diags diag.Diagnostics
	values := children(config)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value, attribute := values[name], attributes[name]
		if value.IsNull() {
			continue
		}
		here := at.AtName(name)
		if attribute.IsComputed() && !attribute.IsOptional() {
			diags.Append(diagnostic.ReadOnly(here))
		}
		diags.Append(checkUseBelow(attribute, value, here)...)
		if text := attribute.GetDeprecationMessage(); text != "" && value.IsKnown() {
			diags.Append(diagnostic.Deprecated(here, text))
		}
	}
	return diags
}

func checkUseBelow(attribute rschema.Attribute, value tftypes.Value, at path.Path) diag.Diagnostics {
	var diags diag.Diagnostics
	switch attribute := attribute.(type) {
	case rschema.SingleNestedAttribute:
		return checkUse(attribute.Attributes, value, at)
	case rschema.ListNestedAttribute:
		for i, item := range elements(value) {
			diags.Append(checkUse(attribute.NestedObject.Attributes, item, at.AtListIndex(i))...)
		}
	case rschema.MapNestedAttribute:
		items := children(value)
		for _, key := range slices.Sorted(maps.Keys(items)) {
			diags.Append(checkUse(attribute.NestedObject.Attributes, items[key], at.AtMapKey(key))...)
		}
	}
	return diags
}

// elements returns the items of a list, nil unless it is known.
func elements(value tftypes.Value) []tftypes.Value {
	if value.Type() == nil || !value.IsKnown() || value.IsNull() {
		return nil
	}
	var out []tftypes.Value
	if value.As(&out) != nil {
		return nil
	}
	return out
}
