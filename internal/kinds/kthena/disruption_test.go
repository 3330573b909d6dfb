package kthena

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// TestLiveGroups shows what pods tell of the groups of a ModelServing.
func TestLiveGroups(t *testing.T) {
	pod := func(group, revision string, more ...any) *unstructured.Unstructured {
		metadata := map[string]any{"labels": map[string]any{"modelserving.volcano.sh/group-name": group, "modelserving.volcano.sh/revision": revision}}
		if len(more) > 0 {
			metadata["deletionTimestamp"] = more[0]
		}
		return &unstructured.Unstructured{Object: map[string]any{"metadata": metadata}}
	}
	serving := func(observed int64, revision string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"metadata": map[string]any{"generation": int64(2)}, "status": map[string]any{"observedGeneration": observed, "updateRevision": revision},
		}}
	}
	cases := map[string]struct {
		reason string
		live   *unstructured.Unstructured
		pods   []*unstructured.Unstructured
		want   []podset.Group
	}{
		"groups of two revisions": {
			"a group is told by the number that its name ends with",
			serving(2, "new"),
			[]*unstructured.Unstructured{pod("a-b-10", "new"), pod("a-b-2", "old"), pod("a-b-10", "new")},
			[]podset.Group{{Ordinal: 2}, {Ordinal: 10, Current: true}},
		},
		"roles of two revisions": {
			"a role that has not changed keeps its revision",
			serving(2, "new"),
			[]*unstructured.Unstructured{pod("a-0", "old"), pod("a-0", "new"), pod("a-0", "old")},
			[]podset.Group{{Ordinal: 0, Current: true}},
		},
		"a pod on its way out":    {"its group is none", serving(2, "new"), []*unstructured.Unstructured{pod("a-0", "new", "2026-01-01T00:00:00Z")}, nil},
		"a change not acted upon": {"the revision is not that of the spec", serving(1, "new"), []*unstructured.Unstructured{pod("a-0", "new")}, nil},
		"no revision":             {"nothing tells which is the latest", serving(2, ""), []*unstructured.Unstructured{pod("a-0", "new")}, nil},
		"pods of a ModelInfer":    {"they have other labels", serving(2, "new"), []*unstructured.Unstructured{{Object: map[string]any{}}}, nil},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, liveGroups(tc.live, tc.pods)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestGroupsOfGenerations shows for which release groups count on: the one whose controller does not fill up their numbers.
func TestGroupsOfGenerations(t *testing.T) {
	for release, want := range map[string]string{asInfer: "<nil>", asServing: "&{4 2 1 []}"} {
		obj := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{
			"replicas":        int64(4),
			"rolloutStrategy": map[string]any{"rollingUpdateConfiguration": map[string]any{"partition": int64(2)}},
			"template":        map[string]any{"roles": []any{map[string]any{"name": "server"}}},
		}}}
		sets := inferRuns(kinds.Candidate{Object: obj, Release: release})
		if got := fmt.Sprint(sets[0].Groups); got != want {
			t.Errorf("%s: groups %s, want %s", release, got, want)
		}
	}
}

// TestRolloutOfRoles shows what an update by role takes away at a time where nothing bounds it, and what a partition of a role keeps.
func TestRolloutOfRoles(t *testing.T) {
	cases := map[string]struct {
		reason, release string
		role            map[string]any
		want            podset.Rollout
	}{
		"v1.0.0":    {"all at once", asServing, nil, podset.Rollout{Recreate: true}},
		"unknown":   {"it may be v1.0.0", "", nil, podset.Rollout{Recreate: true}},
		"main line": {"one in each of two groups", mainLine, nil, podset.Steps(2, 0)},
		"bounded":   {"two in each of two groups", mainLine, map[string]any{"maxUnavailable": int64(2)}, podset.Steps(4, 0)},
	}
	partition := podset.Steps(2, 0)
	partition.Partition = 4
	cases["partition"] = struct {
		reason, release string
		role            map[string]any
		want            podset.Rollout
	}{"half of three, rounded up, in each of two groups", mainLine, map[string]any{"partition": "50%"}, partition}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			role := map[string]any{"name": "server", "replicas": int64(3)}
			maps.Copy(role, tc.role)
			obj := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{
				"replicas":        int64(2),
				"rolloutStrategy": map[string]any{"type": roleRollingUpdate},
				"template":        map[string]any{"roles": []any{role}},
			}}}
			sets := servingRuns(kinds.Candidate{Object: obj, Release: tc.release})
			if diff := cmp.Diff(tc.want, sets[0].Rollout); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestRevisionOfRoles shows that what bounds a rollout begins none.
func TestRevisionOfRoles(t *testing.T) {
	plain, bounded := servingv1alpha1.Role{}, servingv1alpha1.Role{MaxUnavailable: new(intstr.FromInt32(1)), Partition: new(intstr.FromInt32(1))}
	if revision(plain) != revision(bounded) {
		t.Errorf("%s is another revision than %s", revision(bounded), revision(plain))
	}
}
