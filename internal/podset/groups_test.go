package podset

import (
	"strings"
	"testing"
)

// grouped is a set of three groups of two replicas of two pods each.
func grouped(template string, count, kept int64, live ...Group) []Set {
	s := Set{
		Name: "role server", Min: count * 2, Max: count * 2, Size: 2, Devices: map[string]int64{"nvidia.com/gpu": 4}, Template: template, Rollout: Steps(2, 0),
		Groups: &Groups{Count: count, Kept: kept, Missing: 1, Live: live},
	}
	s.Rollout.Partition = kept * 2
	return []Set{s}
}

// were are live groups: those of the latest template, and those before the stroke of an earlier one.
func were(earlier []int64, current ...int64) []Group {
	groups := []Group{}
	for _, ordinal := range earlier {
		groups = append(groups, Group{Ordinal: ordinal})
	}
	for _, ordinal := range current {
		groups = append(groups, Group{Ordinal: ordinal, Current: true})
	}
	return groups
}

// TestCompareGroups shows which groups a change stops, by the numbers that they have.
func TestCompareGroups(t *testing.T) {
	old := func(ordinals ...int64) []int64 { return ordinals }
	cases := map[string]struct {
		reason        string
		before, after []Set
		effect        Effect
		pods          int64
		says          string
	}{
		"template":                     {"all are replaced", grouped("a", 3, 0, were(nil, 0, 1, 2)...), grouped("b", 3, 0), Rolling, 12, "role server replaces 6 replicas, at most 2 at a time"},
		"template, the only group":     {"the only one stops first", grouped("a", 1, 0, were(nil, 4)...), grouped("b", 1, 0), Recreate, 4, "role server stops all its replicas before a new one serves"},
		"partition":                    {"the first are kept", grouped("a", 3, 2, were(nil, 0, 1, 2)...), grouped("b", 3, 2), Rolling, 4, "role server replaces 2 replicas, at most 2 at a time"},
		"partition after a rollout":    {"the numbers below it are filled up first", grouped("a", 3, 0, were(nil, 2, 3, 4)...), grouped("b", 3, 2), Rolling, 12, "role server replaces 6 replicas, at most 2 at a time"},
		"partition, a gap":             {"one number below it is taken", grouped("a", 3, 0, were(nil, 1, 2, 3)...), grouped("b", 3, 2), Rolling, 8, "role server replaces 4 replicas, at most 2 at a time"},
		"partition of all":             {"none is updated", grouped("a", 3, 3, were(nil, 2, 3, 4)...), grouped("b", 3, 3), None, 0, ""},
		"partition removed":            {"those that it kept follow", grouped("a", 3, 2, were(old(0, 1), 2)...), grouped("a", 3, 0), Rolling, 8, "role server replaces 4 replicas, at most 2 at a time"},
		"partition removed, none kept": {"all have the template already", grouped("a", 3, 2, were(nil, 0, 1, 2)...), grouped("a", 3, 0), None, 0, ""},
		"partition lowered":            {"one of two follows", grouped("a", 3, 2, were(old(0, 1), 2)...), grouped("a", 3, 1), Rolling, 4, "role server replaces 2 replicas, at most 2 at a time"},
		"partition raised":             {"nothing follows", grouped("a", 3, 1, were(old(0), 1, 2)...), grouped("a", 3, 2), None, 0, ""},
		"partition set":                {"no group is made, so no number is filled up", grouped("a", 3, 0, were(nil, 2, 3, 4)...), grouped("a", 3, 2), None, 0, ""},
		"another template and no partition": {
			"those that were kept may have it", grouped("a", 3, 2, were(old(0, 1), 2)...), grouped("b", 3, 0), Rolling, 12, "role server replaces up to 6 replicas, at most 2 at a time",
		},
		"fewer groups":                    {"the last ones go", grouped("a", 3, 0, were(nil, 2, 3, 4)...), grouped("a", 2, 0), ScaleDown, 4, "role server loses 2 of 6 replicas"},
		"fewer groups, partition":         {"the kept ones stay as they are", grouped("a", 3, 2, were(old(0, 1), 2)...), grouped("a", 2, 2), ScaleDown, 4, "role server loses 2 of 6 replicas"},
		"more groups":                     {"nothing stops", grouped("a", 3, 0, were(nil, 2, 3, 4)...), grouped("a", 4, 0), None, 0, ""},
		"more groups, partition":          {"filling up the numbers below it makes one too many", grouped("a", 3, 2, were(nil, 2, 3, 4)...), grouped("a", 4, 2), ScaleDown, 4, "role server loses 2 of 6 replicas"},
		"more groups than are configured": {"an autoscaler has made them", grouped("a", 3, 0, were(nil, 0, 1, 2, 3)...), grouped("b", 3, 0), Rolling, 16, "role server replaces 8 replicas, at most 2 at a time"},

		"unseen, template":                          {"all are replaced whatever their numbers", grouped("a", 3, 0), grouped("b", 3, 0), Rolling, 12, "role server replaces 6 replicas, at most 2 at a time"},
		"unseen, partition":                         {"it may keep none", grouped("a", 3, 0), grouped("b", 3, 2), Rolling, 12, "role server replaces up to 6 replicas, at most 2 at a time; which groups run was not seen"},
		"unseen, another template and no partition": {"those that were kept may have it", grouped("a", 3, 2), grouped("b", 3, 0), Rolling, 12, "role server replaces up to 6 replicas, at most 2 at a time; which groups run was not seen"},
		"unseen, partition removed":                 {"those that it kept may follow", grouped("a", 3, 2), grouped("a", 3, 0), Rolling, 8, "role server replaces up to 4 replicas, at most 2 at a time; which groups run was not seen"},
		"unseen, partition raised":                  {"nothing follows", grouped("a", 3, 1), grouped("a", 3, 2), None, 0, ""},
		"unseen, fewer groups":                      {"the last ones go", grouped("a", 3, 0), grouped("a", 2, 0), ScaleDown, 4, "role server loses 2 of 6 replicas"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := Compare(tc.before, tc.after)
			if got.Effect != tc.effect || got.Pods != tc.pods || got.Devices["nvidia.com/gpu"] != tc.pods*2 || strings.Join(got.Reasons, "; ") != tc.says {
				t.Errorf("%s: got %+v, want %s of %d pods, because %q", tc.reason, got, tc.effect, tc.pods, tc.says)
			}
		})
	}
}
