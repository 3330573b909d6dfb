package engine

import (
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// difference is one drift of one object of a resource.
type difference struct {
	object.Drift
	// object is `<kind>/<name>`.
	object string
}

// line tells one difference in words: what, from what to what, who and when.
func (d difference) line() string {
	text := fmt.Sprintf("  - %s: %s", d.object, d.Path)
	switch d.Class {
	case object.Changed, object.Scaled:
		if d.Applied == "" && d.Live == "" {
			text += " has another value"
			break
		}
		text += fmt.Sprintf(" is %s instead of %s", d.Live, d.Applied)
	case object.Removed:
		text += " is gone"
		if d.Applied != "" {
			text += ", was " + d.Applied
		}
	case object.OwnershipLost:
		text += " is as applied, but owned by another manager"
	case object.Foreign:
		text += fmt.Sprintf(" = %s was added by another manager", d.Live)
	}
	text += fmt.Sprintf(" [%s]", d.Class)
	if d.Manager == "" {
		return text
	}
	text += fmt.Sprintf(", by %q (%s", d.Manager, d.Operation)
	if d.Subresource != "" {
		text += " through " + d.Subresource
	}
	text += ")"
	if d.Time.IsZero() {
		return text
	}
	return text + " at " + d.Time.Format(time.RFC3339)
}

// driftValue is the value of the computed list `drift`.
func driftValue(found []difference) tftypes.Value {
	element := driftElement()
	items := make([]tftypes.Value, len(found))
	for i, d := range found {
		when := ""
		if !d.Time.IsZero() {
			when = d.Time.Format(time.RFC3339)
		}
		items[i] = tftypes.NewValue(element, map[string]tftypes.Value{
			"path": stringValue(d.Path), "class": stringValue(string(d.Class)), "object": stringValue(d.object),
			"manager": stringValue(d.Manager), "operation": stringValue(d.Operation), "subresource": stringValue(d.Subresource),
			"time": stringValue(when), "applied": stringValue(d.Applied), "live": stringValue(d.Live),
		})
	}
	return tftypes.NewValue(tftypes.List{ElementType: element}, items)
}

func driftElement() tftypes.Object {
	fields := make(map[string]tftypes.Type, len(driftType.AttrTypes))
	for name := range driftType.AttrTypes {
		fields[name] = tftypes.String
	}
	return tftypes.Object{AttributeTypes: fields}
}

// knownDrift reads the computed list `drift` of a state back.
func (v values) knownDrift() []difference {
	drift := v.attributes[attrDrift]
	if drift.Type() == nil || !drift.IsFullyKnown() || drift.IsNull() {
		return nil
	}
	var items []tftypes.Value
	if drift.As(&items) != nil {
		return nil
	}
	out := make([]difference, 0, len(items))
	for _, item := range items {
		fields := children(item)
		text := func(name string) string {
			s, _ := stringOf(fields[name])
			return s
		}
		out = append(out, difference{object: text("object"), Drift: object.Drift{
			Path: text("path"), Class: object.Class(text("class")),
			Manager: text("manager"), Operation: text("operation"), Subresource: text("subresource"),
			Applied: text("applied"), Live: text("live"),
		}})
	}
	return out
}

// lostOwnership reports whether a state knows of fields that another manager took over.
func (v values) lostOwnership() bool {
	return slices.ContainsFunc(v.knownDrift(), func(d difference) bool { return d.Class == object.OwnershipLost })
}
