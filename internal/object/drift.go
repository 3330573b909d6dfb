package object

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Class says what kind of a difference a drift is.
type Class string

// Classes of drift.
const (
	// Changed means that the live value differs from the applied one.
	Changed Class = "changed"
	// Removed means that the live object lacks the applied value.
	Removed Class = "removed"
	// OwnershipLost means that the value is as applied, but another manager owns it.
	OwnershipLost Class = "ownership_lost"
	// Foreign means that another manager set a field that was not applied.
	Foreign Class = "foreign"
	// Scaled means that an autoscaler set the field through the scale subresource, or that an action did.
	Scaled Class = "scaled"
)

// Drift is one difference between an applied object and the live one.
type Drift struct {
	// Path is the field path in the vocabulary of the tree that was compared, with the
	// items of keyed lists by key: `spec.template.spec.containers[name="x"].image`.
	Path  string
	Class Class
	// Manager, Operation, Subresource and Time tell who did it; empty when nobody claims the path.
	Manager, Operation, Subresource string
	Time                            time.Time
	// Applied and Live are the two values as JSON, empty where there is none.
	Applied, Live string
}

// Compare finds the drift of a live tree from the applied one. Both have the shape n.
// Only spec, labels and annotations are looked at below the root. Controllers are the managers whose own fields are not foreign,
// and who own what they have only written otherwise, such as an amount;
// autoscaled are the numbers that they may set, such as `spec.template.roles[name].replicas`.
func Compare(n *schema.Node, applied, live map[string]any, claims Claims, manager string, controllers []string, autoscaled ...string) []Drift {
	c := comparison{claims: claims, manager: manager, controllers: controllers}
	if own, ok := claims.own(manager); ok {
		c.own = &own
	}
	c.walk(n, c.scaled(n, applied, live, autoscaled), live, nil, "")
	c.found = slices.DeleteFunc(c.found, c.handedOver)
	c.foreign(n, applied, live)
	slices.SortFunc(c.found, func(a, b Drift) int { return cmp.Compare(a.Path, b.Path) })
	return c.found
}

type comparison struct {
	claims      Claims
	own         *Claim
	manager     string
	controllers []string
	found       []Drift
	// shared are the fields that a controller has set a number in.
	shared []string
}

func (c *comparison) walk(n *schema.Node, applied, live any, path fieldpath.Path, text string) {
	if n != nil && n.ListType != schema.Atomic {
		switch n.Kind {
		case schema.Object, schema.Map:
			c.walkEntries(n, applied, live, path, text)
			return
		case schema.List:
			if n.ListType == schema.ListMap {
				c.walkItems(n, applied, live, path, text)
				return
			}
		}
	}
	c.leaf(n, applied, live, path, text)
}

func (c *comparison) walkEntries(n *schema.Node, applied, live any, path fieldpath.Path, text string) {
	a, okA := applied.(map[string]any)
	l, okL := live.(map[string]any)
	if !okA || len(a) == 0 || !okL {
		c.leaf(n, applied, live, path, text)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		child := entryNode(n, name)
		if child == nil {
			continue
		}
		below, belowText := with(path, fieldpath.PathElement{FieldName: &name}), entryText(n, text, name)
		if v, found := l[name]; found || n.Kind == schema.Object {
			c.walk(child, a[name], v, below, belowText)
		} else {
			c.classify(false, a[name], nil, below, belowText)
		}
	}
}

func entryText(n *schema.Node, text, name string) string {
	if n.Kind == schema.Map {
		return text + "[" + name + "]"
	}
	if text == "" {
		return name
	}
	return text + "." + name
}

func (c *comparison) walkItems(n *schema.Node, applied, live any, path fieldpath.Path, text string) {
	a, okA := applied.([]any)
	l, okL := live.([]any)
	if !okA || !okL {
		c.leaf(n, applied, live, path, text)
		return
	}
	byKey := map[string]any{}
	for _, item := range l {
		byKey[ItemKey(n, item)] = item
	}
	for _, item := range a {
		key := ItemKey(n, item)
		element, ok := keyElement(n, item)
		if !ok {
			continue
		}
		c.walk(n.Elem, item, byKey[key], with(path, element), text+"["+key+"]")
	}
}

// keyElement is the path element of an item of a keyed list.
func keyElement(n *schema.Node, item any) (fieldpath.PathElement, bool) {
	entries, ok := item.(map[string]any)
	if !ok {
		return fieldpath.PathElement{}, false
	}
	fields := value.FieldList{}
	for _, name := range n.Keys {
		v, set := entries[name]
		if !set {
			if f, known := n.Elem.JSONField(name); known {
				v = f.Default
			}
		}
		fields = append(fields, value.Field{Name: name, Value: value.NewValueInterface(v)})
	}
	fields.Sort()
	return fieldpath.PathElement{Key: &fields}, true
}

// leaf compares one value that is applied as a whole.
func (c *comparison) leaf(n *schema.Node, applied, live any, path fieldpath.Path, text string) {
	c.classify(Equal(n, applied, Project(n, applied, live)), applied, live, path, text)
}

// classify reports how a live value stands to the applied one, given whether they mean the same.
func (c *comparison) classify(same bool, applied, live any, path fieldpath.Path, text string) {
	holder, held := c.claims.holder(path, c.manager)
	lost := c.own != nil && !c.own.covers(path) && !c.own.below(path)
	d := Drift{Path: text, Applied: asJSON(applied), Live: asJSON(live)}
	switch {
	case held && holder.autoscaler() && (!same || lost):
		d.Class = Scaled
	case live == nil && !same:
		d.Class = Removed
		if !held {
			holder, held = c.claims.lastWriter(c.manager, c.controllers, c.ownTime())
		}
	case !same:
		d.Class = Changed
	case lost && held && !slices.Contains(c.controllers, holder.Manager):
		d.Class = OwnershipLost
	default:
		return
	}
	c.add(d, holder, held)
}

func (c *comparison) ownTime() time.Time {
	if c.own == nil {
		return time.Time{}
	}
	return c.own.Time
}

// foreign reports what other managers set beside the applied fields.
func (c *comparison) foreign(n *schema.Node, applied, live map[string]any) {
	seen := map[string]bool{}
	for _, d := range c.found {
		seen[d.Path] = true
	}
	for _, claim := range c.claims {
		if claim.Manager == c.manager || claim.Manager == ActionManager || claim.Subresource != "" || slices.Contains(c.controllers, claim.Manager) {
			continue
		}
		claim.leaves.Iterate(func(path fieldpath.Path) {
			if !configurable(path) || c.own != nil && c.own.below(path) || c.controlled(path) {
				return
			}
			got, text, ok := find(n, live, path)
			if _, _, isApplied := find(n, applied, path); !ok || isApplied || seen[text] || coveredBy(seen, text) {
				return
			}
			seen[text] = true
			c.add(Drift{Path: text, Class: Foreign, Live: asJSON(got)}, claim, true)
		})
	}
}

// controlled reports whether one of those whose fields are their own business owns the field at path as well.
func (c *comparison) controlled(path fieldpath.Path) bool {
	return slices.ContainsFunc(c.claims, func(claim Claim) bool {
		return (claim.Subresource != "" || slices.Contains(c.controllers, claim.Manager)) && claim.covers(path)
	})
}

// configurable reports whether a resource can configure the field at path: spec, labels
// and annotations.
func configurable(path fieldpath.Path) bool {
	if len(path) == 0 || path[0].FieldName == nil {
		return false
	}
	if *path[0].FieldName == "spec" {
		return len(path) > 1
	}
	if *path[0].FieldName != "metadata" || len(path) < 3 || path[1].FieldName == nil {
		return false
	}
	name := *path[1].FieldName
	return (name == "labels" || name == "annotations") && !isBookkeeping(path)
}

// isBookkeeping reports whether the field at path is the annotation in which kubectl apply
// keeps what it applied.
func isBookkeeping(path fieldpath.Path) bool {
	last := path[len(path)-1].FieldName
	return len(path) == 3 && last != nil && *last == corev1.LastAppliedConfigAnnotation
}

func coveredBy(seen map[string]bool, text string) bool {
	for path := range seen {
		if strings.HasPrefix(text, path+".") || strings.HasPrefix(text, path+"[") {
			return true
		}
	}
	return false
}

func (c *comparison) add(d Drift, holder Claim, held bool) {
	if held {
		d.Manager, d.Operation, d.Subresource, d.Time = holder.Manager, holder.Operation, holder.Subresource, holder.Time
	}
	c.found = append(c.found, d)
}

func with(path fieldpath.Path, element fieldpath.PathElement) fieldpath.Path {
	return append(slices.Clip(path), element)
}

func asJSON(v any) string {
	if v == nil {
		return ""
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(raw)
}
