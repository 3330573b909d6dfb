package object

import (
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// autoscaled is a number that a controller may set by a plain update, beside the scale subresource.
type autoscaled struct {
	// holder is what is owned: the number itself, or the list, applied as a whole, that has it in its items.
	holder string
	// key identifies an item and field is the number in it; both are empty for a number by itself.
	key, field string
}

// parseAutoscaled reads `spec.replicas`, or `spec.template.roles[name].replicas` for a number in the items of a list.
func parseAutoscaled(path string) autoscaled {
	holder, rest, inItems := strings.Cut(path, "[")
	if !inItems {
		return autoscaled{holder: path}
	}
	key, field, _ := strings.Cut(rest, "].")
	return autoscaled{holder: holder, key: key, field: field}
}

func (a autoscaled) path() fieldpath.Path {
	var out fieldpath.Path
	for name := range strings.SplitSeq(a.holder, ".") {
		out = append(out, fieldpath.PathElement{FieldName: &name})
	}
	return out
}

// numbers are the paths, as drift prints them, of the numbers in a live tree.
func (a autoscaled) numbers(live map[string]any) []string {
	if a.key == "" {
		return []string{a.holder}
	}
	var out []string
	list, _ := At(live, a.holder)
	items, _ := list.([]any)
	for _, item := range items {
		if entries, ok := item.(map[string]any); ok {
			out = append(out, fmt.Sprintf("%s[%s=%q].%s", a.holder, a.key, entries[a.key], a.field))
		}
	}
	return out
}

// scaled finds the numbers that a controller has set, and returns what to compare the rest of
// the live tree with: the applied tree with these numbers. A list that has been applied with the
// numbers of a controller is our own from then on, and they differ from the applied ones still.
func (c *comparison) scaled(n *schema.Node, applied, live map[string]any, paths []string) map[string]any {
	expected := applied
	for _, text := range paths {
		a := parseAutoscaled(text)
		at := a.path()
		holder, held := c.claims.holder(at, c.manager)
		kept := !held && a.key != "" && c.own != nil && c.own.covers(at)
		if !kept && (!held || !c.isController(holder)) {
			continue
		}
		c.shared = append(c.shared, a.holder)
		for _, path := range a.numbers(live) {
			number := nodeAt(n, path)
			before, configured := At(applied, path)
			after, _ := At(live, path)
			if _, item := At(applied, parent(path)); !item || a.key == "" && !configured || number == nil || Equal(number, orDefault(n, path, before), after) {
				continue
			}
			expected, _ = Put(expected, path, after).(map[string]any)
			c.add(Drift{Path: path, Class: Scaled, Applied: asJSON(before), Live: asJSON(after)}, holder, held)
		}
	}
	return expected
}

// orDefault is a value, or the API's default where there is none.
func orDefault(n *schema.Node, path string, v any) any {
	if v != nil {
		return v
	}
	if f, ok := nodeAt(n, parent(path)).JSONField(leaf(path)); ok {
		return f.Default
	}
	return nil
}

func (c *comparison) isController(claim Claim) bool {
	return claim.Subresource == "" && slices.Contains(c.controllers, claim.Manager)
}

// handedOver reports whether a difference is only that a controller owns what it has set a number in.
func (c *comparison) handedOver(d Drift) bool {
	return d.Class == OwnershipLost && slices.Contains(c.shared, d.Path)
}

// autoscaledClaims are the claims of controllers to lists that they have set a number in: what
// else is in the list was configured by somebody.
func (c Claims) autoscaledClaims(controllers, paths []string) Claims {
	var out Claims
	for _, text := range paths {
		a := parseAutoscaled(text)
		at := a.path()
		for _, claim := range c {
			if a.key != "" && slices.Contains(controllers, claim.Manager) && claim.leaves.Has(at) {
				out = append(out, Claim{Operation: claim.Operation, leaves: fieldpath.NewSet(at)})
			}
		}
	}
	return out
}

// IsWithinWhole reports whether a field path leads into a value that is applied as a whole.
func IsWithinWhole(n *schema.Node, path string) bool {
	for at := parent(path); at != ""; at = parent(at) {
		if above := nodeAt(n, at); above != nil && above.ListType == schema.Atomic {
			return true
		}
	}
	return false
}
