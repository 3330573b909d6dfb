package object

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
)

// ToWire returns the object, given in hub form, as this
// release spells it. It does not change its argument. For every object that the release
// can express, [Release.FromWire] undoes it.
func (d Release) ToWire(obj map[string]any) map[string]any {
	moved := runtime.DeepCopyJSON(obj)
	for _, r := range d.Renames {
		r.apply(moved)
	}
	for _, m := range d.Moves {
		m.apply(moved)
	}
	return moved
}

// FromWire returns the object, given as this release spells it, in hub form. It does not change its argument. Objects that only served to hold what
// a move placed below its origin go.
func (d Release) FromWire(obj map[string]any) map[string]any {
	moved := runtime.DeepCopyJSON(obj)
	for _, m := range slices.Backward(d.Moves) {
		m.inverse().apply(moved)
	}
	for _, r := range d.Renames {
		r.inverse().apply(moved)
	}
	return moved
}

// WirePath returns where this release has what stands at a path of the definitions
// table. Items are named by index or by keys, as in `spec.recommendedConfigs[0].args` or
// `spec.envs[name="A"].value`.
func (d Release) WirePath(path string) string {
	steps := fieldpath.Read(path)
	for _, m := range d.Moves {
		steps = m.rewrite(steps)
	}
	return steps.String()
}

// TablePath returns where the definitions table has what this release has at a path.
// It is the inverse of [Release.WirePath]. A path of an object that only this release has
// leads to the same path, so that a message about it stays close to its cause.
func (d Release) TablePath(path string) string {
	steps := fieldpath.Read(path)
	for _, m := range slices.Backward(d.Moves) {
		steps = m.inverse().rewrite(steps)
	}
	return steps.String()
}

func (m Move) inverse() Move {
	return Move{From: m.To, To: m.From}
}

// apply moves what stands at From in obj, in every item of the lists on the way.
func (m Move) apply(obj map[string]any) {
	from, to := strings.Split(m.From, "[]."), strings.Split(m.To, "[].")
	eachItem(obj, from[:len(from)-1], func(item map[string]any) {
		moveValue(item, strings.Split(from[len(from)-1], "."), strings.Split(to[len(to)-1], "."))
	})
}

func (r Rename) inverse() Rename {
	return Rename{At: r.At, Table: r.Wire, Wire: r.Table}
}

// apply spells the value at the path, in every item of the lists on the way.
func (r Rename) apply(obj map[string]any) {
	at := strings.Split(r.At, "[].")
	eachItem(obj, at[:len(at)-1], func(item map[string]any) {
		holder, name := holderOf(item, strings.Split(at[len(at)-1], "."), false)
		if holder[name] == r.Table {
			holder[name] = r.Wire
		}
	})
}

// eachItem visits the objects in the list of lists that the paths lead through.
func eachItem(obj map[string]any, lists []string, visit func(map[string]any)) {
	if len(lists) == 0 {
		visit(obj)
		return
	}
	found, _ := lookup(obj, strings.Split(lists[0], "."))
	items, _ := found.([]any)
	for _, item := range items {
		if item, ok := item.(map[string]any); ok {
			eachItem(item, lists[1:], visit)
		}
	}
}

// moveValue moves one value. A value that moves up to where an object held it takes the
// place of that object, which goes even when it holds nothing to move.
func moveValue(obj map[string]any, from, to []string) {
	holder, name := holderOf(obj, from, false)
	value, found := holder[name]
	if found {
		delete(holder, name)
	}
	if isBelow(from, to) {
		if above, name := holderOf(obj, to, false); isObject(above[name]) {
			delete(above, name)
		}
	}
	if !found {
		return
	}
	// Only a tree that violates the schema has something else than an object on the way: it keeps its value.
	if target, name := holderOf(obj, to, true); target != nil {
		target[name] = value
		return
	}
	holder[name] = value
}

// holderOf returns the object that has the last name of a path as a field, and that
// name. It returns nil when there is no such object, or, if it is to be created, when
// something else stands in its way.
func holderOf(obj map[string]any, path []string, create bool) (map[string]any, string) {
	for _, name := range path[:len(path)-1] {
		next, ok := obj[name].(map[string]any)
		if _, exists := obj[name]; !ok && (exists || !create) {
			return nil, ""
		}
		if !ok {
			next = map[string]any{}
			obj[name] = next
		}
		obj = next
	}
	return obj, path[len(path)-1]
}

func isBelow(path, ancestor []string) bool {
	return len(path) > len(ancestor) && slices.Equal(path[:len(ancestor)], ancestor)
}

func isObject(value any) bool {
	_, ok := value.(map[string]any)
	return ok
}

// rewrite replaces From by To at the beginning of a path, keeping which items are meant.
func (m Move) rewrite(path fieldpath.Path) fieldpath.Path {
	from, to := fieldpath.Read(m.From), fieldpath.Read(m.To)
	if len(path) < len(from) {
		return path
	}
	var items fieldpath.Path
	for i, step := range from {
		switch {
		case step == fieldpath.Every && path[i].Bracketed():
			items = append(items, path[i])
		case step != path[i]:
			return path
		}
	}
	moved := slices.Clone(to)
	for i, step := range moved {
		if step == fieldpath.Every {
			moved[i], items = items[0], items[1:]
		}
	}
	return append(moved, path[len(from):]...)
}
