package engine

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// Planned is the plan of a [Change].
type Planned struct {
	Plan tftypes.Value
	// Replaces are the attributes whose change needs a new object.
	Replaces    path.Paths
	Diagnostics diag.Diagnostics
}

// With gives the resource the settings of the provider block, nil while there are none.
func (r *Resource) With(settings *model.Settings) *Resource {
	r.Settings = settings
	return r
}

// ProtocolType is the type of the resource's values in the protocol.
func (r *Resource) ProtocolType() tftypes.Object { return r.Model.Object() }

// ValidateValue validates a configuration as the protocol has it: with [Resource.ValidateConfig]
// and what the framework checks of every attribute.
// writesOnly is false for a client that would store write-only values.
func (r *Resource) ValidateValue(config tftypes.Value, writesOnly bool) diag.Diagnostics {
	v, diags := validateValue(r.Scope, config)
	use := usage{subject: r.Model.Subject(v), writesOnly: writesOnly}
	use.check(r.Model.Schema().Attributes, config, path.Empty())
	return append(diags, use.diags...)
}

// usage finds attributes that are set although nobody may set them, or no longer should.
type usage struct {
	subject    string
	writesOnly bool
	diags      diag.Diagnostics
}

func (u *usage) check(attributes map[string]rschema.Attribute, config tftypes.Value, at path.Path) {
	values := model.Children(config)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value, attribute := values[name], attributes[name]
		if value.IsNull() {
			continue
		}
		here := at.AtName(name)
		if attribute.IsComputed() && !attribute.IsOptional() {
			u.diags.Append(diagnostic.ReadOnly(here, u.subject))
		}
		if attribute.IsWriteOnly() && !u.writesOnly {
			u.diags.Append(diagnostic.WriteOnly(here, u.subject))
		}
		u.below(attribute, value, here)
		if text := attribute.GetDeprecationMessage(); text != "" && value.IsKnown() {
			u.diags.Append(diagnostic.Deprecated(here, u.subject, text))
		}
	}
}

func (u *usage) below(attribute rschema.Attribute, value tftypes.Value, at path.Path) {
	switch attribute := attribute.(type) {
	case rschema.SingleNestedAttribute:
		u.check(attribute.Attributes, value, at)
	case rschema.ListNestedAttribute:
		for i, item := range elements(value) {
			u.check(attribute.NestedObject.Attributes, item, at.AtListIndex(i))
		}
	case rschema.MapNestedAttribute:
		items := model.Children(value)
		for _, key := range slices.Sorted(maps.Keys(items)) {
			u.check(attribute.NestedObject.Attributes, items[key], at.AtMapKey(key))
		}
	}
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
