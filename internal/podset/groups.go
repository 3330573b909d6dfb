package podset

import (
	"fmt"
	"slices"
)

// Groups is how the replicas of a set are divided into groups, which a rollout replaces one by one as a whole. A group that
// takes the place of another gets the next number after the last one.
type Groups struct {
	// Count is how many groups there are to be.
	Count int64
	// Kept is how many of the first groups a rollout leaves as they are, and Missing how many it may take away at a time.
	Kept, Missing int64
	// Live are the groups that run; nil where that is not known.
	Live []Group
}

// Group is one that runs.
type Group struct {
	Ordinal int64 `json:"ordinal"`
	// Current is true for a group that was made from the template as it is.
	Current bool `json:"current"`
}

// regrouped says what becomes of a set in groups.
func regrouped(s, next Set) fate {
	anew := templateChanges(s, next)
	each := s.Max / max(s.Groups.Count, 1)
	lost := max(s.Max-next.Max, 0)
	if s.Groups.Live == nil {
		return regroupedUnseen(s, next, anew, each, lost)
	}
	running := int64(len(s.Groups.Live))
	wanted := next.Groups.Count
	if wanted == s.Groups.Count {
		wanted = running // whoever scales it
	}
	out := next.Groups.roll(s.Groups.Live, wanted, anew)
	switch stopped := out.stopped * each; {
	case out.rolled:
		return replaced(s, next, stopped, running*each, out.sure)
	case stopped > 0 || lost > 0:
		return scaledDown(s, max(stopped, lost), running*each)
	}
	return fate{effect: None}
}

// regroupedUnseen is the most that can become of a set of which nobody has seen the groups that run.
func regroupedUnseen(s, next Set, anew bool, each, lost int64) fate {
	most := s.Max
	kept := min(s.Groups.Kept, s.Groups.Count)
	switch {
	case anew:
	case next.Groups.Kept >= kept && lost == 0:
		return fate{effect: None}
	case next.Groups.Kept >= kept:
		return scaledDown(s, lost, s.Max)
	case next.Groups.Kept == 0:
		most = max(kept*each, lost)
	}
	sure := anew && next.Groups.Kept == 0 && kept == 0
	f := replaced(s, next, most, s.Max, sure)
	if !sure {
		f.reason += "; which groups run was not seen"
	}
	return f
}

// rollout is what becomes of groups.
type rollout struct {
	// stopped is how many of those that run stop.
	stopped int64
	// rolled is true where some stop because of their template, and sure where all of these are known to have another.
	rolled, sure bool
}

// member is a group in the course of a rollout.
type member struct {
	Group
	outdated, ran bool
}

// roll follows a rollout to its end, as if every group were ready at once. With a partition, the controller fills up the
// numbers below it as soon as it makes a group, and then has too many; the last ones go.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/controller/model_serving_controller.go@v1.0.0.
func (g Groups) roll(live []Group, wanted int64, anew bool) rollout {
	out := rollout{sure: true}
	members := make([]member, len(live))
	for i, group := range live {
		members[i] = member{group, anew || !group.Current, true}
	}
	slices.SortFunc(members, func(a, b member) int { return int(a.Ordinal - b.Ordinal) })
	remove := func(i int) {
		if members[i].ran {
			out.stopped++
		}
		members = slices.Delete(members, i, i+1)
	}
	// Each turn but the last one makes or stops a group for good.
	for range 3*(int64(len(live))+wanted) + 1 {
		switch n := int64(len(members)); {
		case n < wanted:
			members = g.fill(members, wanted)
		case n > wanted:
			remove(int(n - 1))
		default:
			before := out.stopped
			for i := n - 1; i >= g.Kept && out.stopped-before < max(g.Missing, 1); i-- {
				if !members[i].outdated {
					continue
				}
				out.rolled = true
				out.sure = out.sure && (!anew || members[i].Current)
				remove(int(i))
			}
			if out.stopped == before {
				return out
			}
		}
	}
	return out
}

// fill makes the groups that are missing: first those below the partition.
func (g Groups) fill(members []member, wanted int64) []member {
	for ordinal := range min(g.Kept, wanted) {
		if !slices.ContainsFunc(members, func(m member) bool { return m.Ordinal == ordinal }) {
			members = append(members, member{Group: Group{Ordinal: ordinal}})
		}
	}
	slices.SortFunc(members, func(a, b member) int { return int(a.Ordinal - b.Ordinal) })
	for int64(len(members)) < wanted {
		last := int64(-1)
		if len(members) > 0 {
			last = members[len(members)-1].Ordinal
		}
		members = append(members, member{Group: Group{Ordinal: last + 1}})
	}
	return members
}

func scaledDown(s Set, lost, of int64) fate {
	return fate{ScaleDown, lost, fmt.Sprintf("%s loses %d of %s", s.Name, lost, replicas(of))}
}
