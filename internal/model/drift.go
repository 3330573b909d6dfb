package model

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Difference is one drift of one object of a resource.
type Difference struct {
	object.Drift
	// Object is `<kind>/<name>`.
	Object string
}

// Line tells one difference in words: what, from what to what, who and when.
func (d Difference) Line() string {
	text := fmt.Sprintf("  - %s: %s", d.Object, d.Path)
	switch d.Class {
	case object.Changed, object.Scaled:
		if d.Applied == "" && d.Live == "" {
			text += " has another value"
			break
		}
		text = fmt.Sprintf("  - %s: %s", d.Object, strings.Join(d.changes(), ", "))
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

// mostChanges is how many differences within one value are told one by one.
const mostChanges = 4

// changes tells what differs: of a list that is applied as a whole the fields, unless these are too many.
func (d Difference) changes() []string {
	var applied, live any
	if json.Unmarshal([]byte(d.Applied), &applied) == nil && json.Unmarshal([]byte(d.Live), &live) == nil {
		if found := changesWithin(d.Path, applied, live); len(found) > 0 && len(found) <= mostChanges {
			return found
		}
	}
	return []string{fmt.Sprintf("%s is %s instead of %s", d.Path, d.Live, d.Applied)}
}

// changesWithin descends into lists as long as their items correspond, and into what these have. What only the live
// value has may be a default.
func changesWithin(path string, applied, live any) []string {
	var found []string
	switch before := applied.(type) {
	case []any:
		after, ok := live.([]any)
		if ok && len(before) == len(after) {
			for i := range before {
				found = append(found, changesWithin(path+itemText(i, before[i], after[i]), before[i], after[i])...)
			}
			return found
		}
	case map[string]any:
		if after, ok := live.(map[string]any); ok {
			for _, name := range slices.Sorted(maps.Keys(before)) {
				found = append(found, changesWithin(path+"."+name, before[name], after[name])...)
			}
			return found
		}
	}
	if reflect.DeepEqual(applied, live) {
		return nil
	}
	text := func(v any) string {
		raw, _ := json.Marshal(v) // it was JSON
		return string(raw)
	}
	if live == nil {
		return []string{fmt.Sprintf("%s is gone, was %s", path, text(applied))}
	}
	return []string{fmt.Sprintf("%s is %s instead of %s", path, text(live), text(applied))}
}

// itemText is how a path leads to an item: by the name that it has on both sides, or by its number.
func itemText(i int, before, after any) string {
	a, _ := before.(map[string]any)
	b, _ := after.(map[string]any)
	if name, ok := a["name"].(string); ok && b["name"] == name {
		return fmt.Sprintf("[name=%q]", name)
	}
	return fmt.Sprintf("[%d]", i)
}

// driftType is one element of the computed list `drift`.
var driftType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"path": types.StringType, "class": types.StringType, "object": types.StringType,
	"manager": types.StringType, "operation": types.StringType, "subresource": types.StringType, "time": types.StringType,
	"applied": types.StringType, "live": types.StringType,
}}

func driftAttribute() rschema.Attribute {
	return rschema.ListNestedAttribute{
		Computed: true, MarkdownDescription: "How the live objects differ from what was applied, who did it and when. Empty when nothing differs.",
		CustomType: types.ListType{ElemType: driftType},
		NestedObject: rschema.NestedAttributeObject{CustomType: driftType, Attributes: map[string]rschema.Attribute{
			"path":        rschema.StringAttribute{Computed: true, MarkdownDescription: "The path of the field; items of keyed lists are given by their key."},
			"class":       rschema.StringAttribute{Computed: true, MarkdownDescription: "`changed`, `removed`, `ownership_lost` (same value, other owner), `foreign` (set by others, left alone) or `scaled` (set by an autoscaler or by the action `inference_scale`, left alone)."},
			"object":      rschema.StringAttribute{Computed: true, MarkdownDescription: "The object, as `<kind>/<name>`."},
			"manager":     rschema.StringAttribute{Computed: true, MarkdownDescription: "The field manager that made the change; empty when nobody claims the field."},
			"operation":   rschema.StringAttribute{Computed: true, MarkdownDescription: "`Apply` or `Update`."},
			"subresource": rschema.StringAttribute{Computed: true, MarkdownDescription: "The subresource through which the change was made, such as `scale`."},
			"time":        rschema.StringAttribute{Computed: true, MarkdownDescription: "When the change was made, in RFC 3339."},
			"applied":     rschema.StringAttribute{Computed: true, MarkdownDescription: "The applied value as JSON; empty when there is none."},
			"live":        rschema.StringAttribute{Computed: true, MarkdownDescription: "The live value as JSON; empty when there is none."},
		}},
	}
}

// driftValue is the value of the computed list `drift`.
func driftValue(found []Difference) tftypes.Value {
	element := driftElement()
	items := make([]tftypes.Value, len(found))
	for i, d := range found {
		when := ""
		if !d.Time.IsZero() {
			when = d.Time.Format(time.RFC3339)
		}
		items[i] = tftypes.NewValue(element, map[string]tftypes.Value{
			"path": StringValue(d.Path), "class": StringValue(string(d.Class)), "object": StringValue(d.Object),
			"manager": StringValue(d.Manager), "operation": StringValue(d.Operation), "subresource": StringValue(d.Subresource),
			"time": StringValue(when), "applied": StringValue(d.Applied), "live": StringValue(d.Live),
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

// KnownDrift reads the computed list `drift` of a state back.
func (v Values) KnownDrift() []Difference {
	drift := v.Attributes[AttrDrift]
	if drift.Type() == nil || !drift.IsFullyKnown() || drift.IsNull() {
		return nil
	}
	var items []tftypes.Value
	if drift.As(&items) != nil {
		return nil
	}
	out := make([]Difference, 0, len(items))
	for _, item := range items {
		fields := Children(item)
		text := func(name string) string {
			s, _ := StringOf(fields[name])
			return s
		}
		when, _ := time.Parse(time.RFC3339, text("time")) // it is empty where nobody knows
		out = append(out, Difference{Object: text("object"), Drift: object.Drift{
			Path: text("path"), Class: object.Class(text("class")),
			Manager: text("manager"), Operation: text("operation"), Subresource: text("subresource"), Time: when,
			Applied: text("applied"), Live: text("live"),
		}})
	}
	return out
}

// lostOwnership reports whether a state knows of fields that another manager took over.
func (v Values) lostOwnership() bool {
	return slices.ContainsFunc(v.KnownDrift(), func(d Difference) bool { return d.Class == object.OwnershipLost })
}
