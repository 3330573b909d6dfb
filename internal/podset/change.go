package podset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Effect says what a change does to the pods of a service.
type Effect string

// Effects, from the mildest to the gravest.
const (
	// None stops no pod.
	None Effect = "none"
	// ScaleDown stops some pods for good and leaves the others alone.
	ScaleDown Effect = "scale_down"
	// Rolling replaces pods a part at a time: one replica serves at any time.
	Rolling Effect = "rolling"
	// Recreate stops all replicas of a part of the service before its first new one serves.
	Recreate Effect = "recreate"
	// Unavailable stops all replicas of a part of the service, and nothing takes their place.
	Unavailable Effect = "unavailable"
	// Replace deletes the object with all of its pods and makes it anew.
	Replace Effect = "replace"
)

var gravity = []Effect{None, ScaleDown, Rolling, Recreate, Unavailable, Replace}

// Change is what becomes of the pods of a service.
type Change struct {
	Effect Effect
	// Pods is how many running pods are stopped: at most, where something scales them.
	Pods int64
	// Devices are the accelerators that those pods hold, by the name of the resource; nil
	// while that is not decided.
	Devices map[string]int64
	// Reasons are sentences without a period, one for each set whose pods stop.
	Reasons []string
}

// Nothing is the change that stops no pod.
func Nothing() Change { return Change{Effect: None, Devices: map[string]int64{}} }

// Compare says what becomes of the pods of the sets before when they become those after.
func Compare(before, after []Set) Change {
	total := Nothing()
	for _, s := range before {
		next := find(after, s.Name)
		if next == nil {
			total.add(s, removed(s, before, after))
			continue
		}
		total.add(s, changed(s, *next))
	}
	return total
}

// Same reports whether two versions of a service run the same pods, in the same number.
func Same(before, after []Set) bool {
	return len(before) == len(after) && !slices.ContainsFunc(before, func(s Set) bool {
		next := find(after, s.Name)
		return next == nil || s.Min != next.Min || s.Max != next.Max || s.Size != next.Size || !equality.Semantic.DeepEqual(s.Template, next.Template)
	})
}

// All says that every pod of the sets stops, with that effect and for that reason.
func All(sets []Set, effect Effect, reason string) Change {
	total := Nothing()
	for _, s := range sets {
		total.add(s, fate{effect: effect, replicas: s.Max})
	}
	total.Effect, total.Reasons = effect, []string{reason}
	return total
}

// fate is what becomes of one set.
type fate struct {
	effect Effect
	// replicas is how many of them stop.
	replicas int64
	reason   string
}

func (c *Change) add(s Set, f fate) {
	if slices.Index(gravity, f.effect) > slices.Index(gravity, c.Effect) {
		c.Effect = f.effect
	}
	if f.reason != "" {
		c.Reasons = append(c.Reasons, f.reason)
	}
	if f.replicas == 0 {
		return
	}
	c.Pods += f.replicas * s.Size
	if s.Devices == nil || c.Devices == nil {
		c.Devices = nil
		return
	}
	add(c.Devices, s.Devices, f.replicas)
}

// changed says what becomes of a set that stays under its name.
func changed(s, next Set) fate {
	switch {
	case s.Max == 0:
		return fate{effect: None}
	case next.Max == 0:
		return fate{Unavailable, s.Max, s.Name + " is scaled to none"}
	case s.Groups != nil && next.Groups != nil:
		return regrouped(s, next)
	case templateChanges(s, next):
		return replaced(s, next, max(s.Max-next.Rollout.Partition, 0), s.Max, true)
	case s.Max > next.Max:
		return scaledDown(s, s.Max-next.Max, s.Max)
	}
	return fate{effect: None}
}

// templateChanges reports whether a set is made from something else.
func templateChanges(s, next Set) bool {
	return s.Size != next.Size || !equality.Semantic.DeepEqual(s.Template, next.Template)
}

// replaced says what becomes of a set of which a rollout stops so many of the replicas that run. They may be fewer unless
// that is sure.
func replaced(s, next Set, stopped, of int64, sure bool) fate {
	// Where something scales the set, the least number of replicas is what an outage is judged by.
	running := max(min(s.Min, next.Min), 1)
	unavailable := resolve(next.Rollout.MaxUnavailable, running, false)
	surge := resolve(next.Rollout.MaxSurge, running, true)
	if unavailable == 0 && surge == 0 {
		unavailable = 1
	}
	switch {
	case stopped == 0:
		return fate{effect: None}
	case s.Ends:
		return fate{Recreate, stopped, s.Name + " begins anew"}
	case next.Rollout.Partition == 0 && stopped >= of && (next.Rollout.Recreate || unavailable >= running):
		return fate{Recreate, stopped, fmt.Sprintf("%s stops %s before a new one serves", s.Name, together(running, s.Max))}
	}
	how := fmt.Sprintf("at most %d at a time", min(max(unavailable, 1), stopped))
	if surge > 0 {
		how += fmt.Sprintf(", with %d more meanwhile", surge)
	}
	what := replicas(stopped)
	if !sure {
		what = "up to " + what
	}
	return fate{Rolling, stopped, fmt.Sprintf("%s replaces %s, %s", s.Name, what, how)}
}

// removed says what becomes of a set that is not there any more.
func removed(s Set, before, after []Set) fate {
	others := func(match func(Set) bool) bool {
		return slices.ContainsFunc(after, func(o Set) bool { return o.Max > 0 && o.Ends == s.Ends && match(o) })
	}
	switch {
	case s.Max == 0:
		return fate{effect: None}
	case others(func(o Set) bool { return find(before, o.Name) == nil }):
		return fate{Recreate, s.Max, s.Name + " makes way for another"}
	case s.Ends || others(func(Set) bool { return true }):
		return fate{ScaleDown, s.Max, s.Name + " is removed"}
	}
	return fate{Unavailable, s.Max, s.Name + " is removed, and nothing takes its place"}
}

func find(sets []Set, name string) *Set {
	for i := range sets {
		if sets[i].Name == name {
			return &sets[i]
		}
	}
	return nil
}

// resolve is a number, or a percentage of so many replicas.
func resolve(value intstr.IntOrString, of int64, up bool) int64 {
	n, err := intstr.GetScaledValueFromIntOrPercent(&value, int(of), up)
	if err != nil {
		return 1
	}
	return int64(n)
}

func replicas(n int64) string {
	if n == 1 {
		return "1 replica"
	}
	return fmt.Sprintf("%d replicas", n)
}

// together names the replicas that stop at the same time.
func together(running, most int64) string {
	switch {
	case most == 1:
		return "its only replica"
	case running == 1:
		return "what may be its only replica"
	}
	return "all its replicas"
}

// Text writes amounts as `8 nvidia.com/gpu, 2 rdma/hca`, "" for none.
func Text(devices map[string]int64) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(devices)) {
		if devices[name] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", devices[name], name))
		}
	}
	return strings.Join(parts, ", ")
}
