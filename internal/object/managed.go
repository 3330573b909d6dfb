package object

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	paths "github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// Claim is what one manager did to an object through one operation: an entry of
// metadata.managedFields.
type Claim struct {
	// Manager is the field manager, of a creation too: see [Creating].
	Manager     string
	Operation   string
	Subresource string
	Time        time.Time
	// leaves are the fields of the claim without the objects and items that hold them.
	leaves *fieldpath.Set
}

// Claims are the managed fields of a live object, in the order of the server.
type Claims []Claim

// ManagedFields reads the managed fields of a live object that is in served form
// of a release. Their paths are in hub form.
func ManagedFields(live *unstructured.Unstructured, d Release) (Claims, error) {
	var claims Claims
	for _, entry := range live.GetManagedFields() {
		set, err := fieldsOf(live, entry)
		if err != nil {
			return nil, err
		}
		c := Claim{Manager: Manager(entry.Manager), Operation: string(entry.Operation), Subresource: entry.Subresource, leaves: d.tableSet(set.Leaves())}
		if entry.Time != nil {
			c.Time = entry.Time.UTC()
		}
		claims = append(claims, c)
	}
	return claims, nil
}

// fieldsOf are the fields of an entry of the managed fields of a live object.
func fieldsOf(live *unstructured.Unstructured, entry metav1.ManagedFieldsEntry) (*fieldpath.Set, error) {
	set := &fieldpath.Set{}
	if entry.FieldsV1 == nil {
		return set, nil
	}
	if err := set.FromJSON(entry.FieldsV1.GetRawReader()); err != nil {
		return nil, fmt.Errorf("managed fields of %s %s: %w", live.GetKind(), live.GetName(), err)
	}
	return set, nil
}

// tableSet translates a set of paths from the wire to the vocabulary of the table.
func (d Release) tableSet(set *fieldpath.Set) *fieldpath.Set {
	if len(d.Moves) == 0 {
		return set
	}
	out := fieldpath.NewSet()
	set.Iterate(func(path fieldpath.Path) { out.Insert(d.tableElements(path)) })
	return out
}

// tableElements translates one path. Elements other than names stand in brackets by
// their position meanwhile.
func (d Release) tableElements(path fieldpath.Path) fieldpath.Path {
	steps := make(paths.Path, len(path))
	for i, element := range path {
		if steps[i] = paths.Index(i); element.FieldName != nil {
			steps[i] = paths.Field(*element.FieldName)
		}
	}
	for _, m := range slices.Backward(d.Moves) {
		steps = m.inverse().rewrite(steps)
	}
	out := make(fieldpath.Path, len(steps))
	for i, step := range steps {
		out[i] = fieldpath.PathElement{FieldName: new(string(step))}
		if position, isIndex := step.Index(); isIndex && position < len(path) {
			out[i] = path[position]
		}
	}
	return out
}

// Managers returns the names of all managers, each once.
func (c Claims) Managers() []string {
	var names []string
	for _, claim := range c {
		if !slices.Contains(names, claim.Manager) {
			names = append(names, claim.Manager)
		}
	}
	return names
}

// SetBy returns the managers of a live object that wrote who owns it, for those of its owners that are of one of the kinds.
func SetBy(live *unstructured.Unstructured, kinds ...schema.GroupVersionKind) ([]string, error) {
	claims, err := ManagedFields(live, Release{})
	if err != nil {
		return nil, err
	}
	var managers []string
	for _, owner := range live.GetOwnerReferences() {
		if !slices.Contains(kinds, schema.FromAPIVersionAndKind(owner.APIVersion, owner.Kind)) {
			continue
		}
		at := fieldpath.MakePathOrDie("metadata", "ownerReferences", fieldpath.KeyByFields("uid", string(owner.UID)))
		for _, c := range claims {
			if c.below(at) && !slices.Contains(managers, c.Manager) {
				managers = append(managers, c.Manager)
			}
		}
	}
	return managers, nil
}

// covers reports whether the claim holds the field at path, or an atomic value around it.
func (c Claim) covers(path fieldpath.Path) bool {
	for i := len(path); i > 0; i-- {
		if c.leaves.Has(path[:i]) {
			return true
		}
	}
	return false
}

// below reports whether the claim holds any field at or below path.
func (c Claim) below(path fieldpath.Path) bool {
	set := c.leaves
	for i, element := range path {
		if i == len(path)-1 && set.Members.Has(element) {
			return true
		}
		set = set.WithPrefix(element)
		if set.Empty() {
			return false
		}
	}
	return true
}

// ActionManager is the field manager of what the provider's actions write, apart from that of its
// resources. Nothing of it is foreign, and what it scales is left alone like what an autoscaler does.
const ActionManager = "terraform-provider-inference-action"

// autoscaler reports whether the claim is that of an autoscaler: made through the scale
// subresource, and not by hand with kubectl scale. An action scales without the subresource, through
// which a zero has no owner.
func (c Claim) autoscaler() bool {
	return c.Manager == ActionManager || c.Subresource == "scale" && !strings.HasPrefix(c.Manager, "kubectl")
}

// applies reports whether the claim is a server-side apply of the manager to the object itself.
func (c Claim) applies(manager string) bool {
	return c.Manager == manager && c.Operation == string(metav1.ManagedFieldsOperationApply) && c.Subresource == ""
}

// Applied reports whether the manager has applied the object.
func (c Claims) Applied(manager string) bool {
	return slices.ContainsFunc(c, func(claim Claim) bool { return claim.applies(manager) })
}

// holder returns the latest claim other than the manager's own that holds the path.
func (c Claims) holder(path fieldpath.Path, manager string) (Claim, bool) {
	return c.latest(func(claim Claim) bool {
		return claim.Manager != manager && (claim.covers(path) || claim.below(path))
	})
}

// lastWriter returns the latest claim of another manager on the object itself, made at
// or after the given time: the likely author of a removal, which leaves no claim of its own.
// Controllers are not suspected: they note something on many an object that somebody changed.
func (c Claims) lastWriter(manager string, controllers []string, since time.Time) (Claim, bool) {
	return c.latest(func(claim Claim) bool {
		return claim.Manager != manager && claim.Manager != ActionManager && !slices.Contains(controllers, claim.Manager) && claim.Subresource == "" && !claim.Time.Before(since)
	})
}

func (c Claims) latest(match func(Claim) bool) (Claim, bool) {
	var found Claim
	ok := false
	for _, claim := range c {
		if match(claim) && (!ok || claim.Time.After(found.Time)) {
			found, ok = claim, true
		}
	}
	return found, ok
}

// own returns the apply claim of the manager.
func (c Claims) own(manager string) (Claim, bool) {
	return c.latest(func(claim Claim) bool { return claim.applies(manager) })
}
