package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Holds reports whether a planned custom resource has a field that has drifted as the last refresh found it: because
// ignore_changes holds the configuration back, or because the configuration has followed.
func (v Values) Holds(prior Values, d Difference) bool {
	switch {
	case v.Text(AttrMode) != Operator || prior.Text(AttrMode) != Operator || v.IsUnknown(d.Path):
		return false
	case d.Class != object.Changed && d.Class != object.Removed:
		return false
	}
	planned, set := object.At(v.Object, d.Path)
	found, was := object.At(prior.Object, d.Path)
	return set == was && asText(planned) == asText(found)
}

// Restored is the drift of the last refresh that a plan does not hold.
func (v Values) Restored(prior Values) []Difference {
	return slices.DeleteFunc(prior.KnownDrift(), func(d Difference) bool { return v.Holds(prior, d) })
}

// Same reports whether two targets are one object in the cluster.
func (t Target) Same(other Target) bool {
	return t.Resource == other.Resource && t.Applied.GetNamespace() == other.Applied.GetNamespace() && t.Applied.GetName() == other.Applied.GetName()
}

// patterns returns the drift to ignore; elements that are not known or have no meaning ignore nothing.
func (v Values) patterns() []object.Pattern {
	var out []object.Pattern
	for _, text := range v.Elements(AttrIgnoreDrift) {
		if p, err := object.ParsePattern(text); err == nil && text != "" {
			out = append(out, p)
		}
	}
	return out
}

// Ignores reports whether a difference is to be ignored.
func (v Values) Ignores(d Difference) bool {
	return slices.ContainsFunc(v.patterns(), func(p object.Pattern) bool { return p.Names(d.Object) && p.Matches(d.Path) })
}

// Ignoring gives every target the patterns that are about it, and notes whether it is paused.
func (v Values) Ignoring(targets []Target) []Target {
	patterns := v.patterns()
	for i, t := range targets {
		targets[i].paused = v.Flag(AttrPaused)
		for _, p := range patterns {
			if p.Names(t.ID()) {
				targets[i].Ignored = append(targets[i].Ignored, p)
			}
		}
	}
	return targets
}

// Ignores reports whether a drift of the target is to be ignored.
func (t Target) Ignores(d object.Drift) bool {
	return slices.ContainsFunc(t.Ignored, func(p object.Pattern) bool { return p.Matches(d.Path) })
}

// leaves reports whether a drift of the target is left as it is, and the state as if it were not there. A pause
// ends what autoscalers do.
func (t Target) leaves(d object.Drift) bool {
	return d.Class == object.Scaled && !t.paused || t.Ignores(d)
}

// Leave returns what to apply where drift is left alone: without the fields that somebody
// else owns, who keeps them, and with the live value of those that nobody does. A value that the
// configuration has changed since it was last applied is applied; before is nil when that is not known.
func (s Observation) Leave(before *Target) Target {
	t, tree := s.Target, any(s.Applied.Object)
	for _, d := range s.left {
		applied, ok := object.At(t.Applied.Object, d.Path)
		if before != nil && (d.Class != object.Scaled || d.Manager == "" || d.Manager == object.ActionManager) {
			if last, was := object.At(before.Applied.Object, d.Path); ok != was || asText(last) != asText(applied) {
				continue
			}
		}
		var kept any
		if d.Class == object.Changed && d.Manager == "" || object.IsWithinWhole(t.Node, d.Path) {
			kept, _ = object.At(s.Live, d.Path)
		}
		tree = object.Put(tree, d.Path, kept)
	}
	out := t.Applied.DeepCopy()
	out.Object, _ = tree.(map[string]any)
	t.Applied = out
	return t
}

// Rescales reports whether every conflict is with the controller that set an autoscaled number
// in a list which is applied as a whole: the list is applied with that number.
func (s Observation) Rescales(conflicts []cluster.Conflict) bool {
	return len(conflicts) > 0 && !slices.ContainsFunc(conflicts, func(c cluster.Conflict) bool {
		return !slices.Contains(s.Controllers, c.Manager) || !slices.ContainsFunc(s.Autoscaled, func(number string) bool {
			return strings.HasPrefix(number, s.Path(c.Field)+"[")
		})
	})
}

// RetakesScale reports whether every conflict is about replicas that are the configuration's to set. An action is no
// autoscaler, so a number that was configured since is applied; and a pause holds against autoscalers.
func (t Target) RetakesScale(conflicts []cluster.Conflict) bool {
	return len(conflicts) > 0 && !slices.ContainsFunc(conflicts, func(c cluster.Conflict) bool {
		return c.Manager != object.ActionManager && (!t.paused || c.Subresource != "scale")
	})
}

func asText(v any) string { return fmt.Sprint(v) }

// Same reports whether two observations of a foreign field are the same.
func (d Difference) Same(other Difference) bool {
	return d.Object == other.Object && d.Path == other.Path && d.Class == other.Class && d.Manager == other.Manager && d.Live == other.Live
}
