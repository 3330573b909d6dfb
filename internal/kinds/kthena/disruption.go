package kthena

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// servingRuns says what Kthena runs of a ModelServing: in every group the instances of
// every role, each an entry pod and its workers.
func servingRuns(c kinds.Candidate) []podset.Set {
	return roleSets(c.Object.Object, true, c.Release == mainLine)
}

// inferRuns says the same of a ModelInfer. Its own controller replaces one group at a
// time, whatever bound is set.
func inferRuns(c kinds.Candidate) []podset.Set {
	return roleSets(inferAsServing(c.Object.Object), c.Release != asInfer, false)
}

// roleSets returns one set for each role, whose replicas are its instances in all groups.
// The revision of a group covers everything in all of its roles but how many instances
// they have, so that a change of one role replaces groups as a whole; only updates by role
// replace the instances of the changed role alone, in all groups at once. Of the main line after v1.0.0 an update by role takes one
// instance at a time where nothing bounds it.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/{controller,utils}@v1.0.0 and @3cc05728.
func roleSets(tree map[string]any, bounded, oneByOne bool) []podset.Set {
	serving, err := render.Decode[servingv1alpha1.ModelServing](tree)
	if err != nil {
		return nil
	}
	return setsOf(serving.Spec, bounded, oneByOne)
}

// setsOf are the sets of a ModelServing.
func setsOf(spec servingv1alpha1.ModelServingSpec, bounded, oneByOne bool) []podset.Set {
	one := intstr.FromInt32(1)
	groups := podset.Replicas(spec.Replicas)
	byRole := spec.RolloutStrategy != nil && spec.RolloutStrategy.Type == roleRollingUpdate
	var sets []podset.Set
	for i := range spec.Template.Roles {
		r := &spec.Template.Roles[i]
		instances := podset.Replicas(r.Replicas)
		s := podset.Set{
			Name: "role " + r.Name, Min: groups * instances, Max: groups * instances, Size: 1 + int64(r.WorkerReplicas),
			Devices: instanceDevices(r), Parts: instanceParts(r),
		}
		if byRole && oneByOne && r.MaxUnavailable == nil {
			r.MaxUnavailable = &one
		}
		if byRole {
			s.Template, s.Rollout = revision(*r), roleRollout(r, groups, instances)
		} else {
			missing, kept := groupRollout(spec.RolloutStrategy, groups, bounded)
			s.Template, s.Rollout = revision(spec.Template.Roles...), podset.Steps(int(missing*instances), 0)
			s.Rollout.Partition = kept * instances
			if bounded {
				s.Groups = &podset.Groups{Count: groups, Kept: kept, Missing: missing}
			}
		}
		sets = append(sets, s)
	}
	return sets
}

// instanceDevices are what the pods of one instance hold.
func instanceDevices(r *servingv1alpha1.Role) map[string]int64 {
	devices := map[string]int64{}
	if r.EntryTemplate.Spec != nil {
		devices = podset.Devices(r.EntryTemplate.Spec)
	}
	if r.WorkerTemplate == nil || r.WorkerTemplate.Spec == nil {
		return devices
	}
	for name, amount := range podset.Devices(r.WorkerTemplate.Spec) {
		devices[name] += int64(r.WorkerReplicas) * amount
	}
	return devices
}

// instanceParts are the pods of one instance.
func instanceParts(r *servingv1alpha1.Role) []podset.Part {
	if r.EntryTemplate.Spec == nil {
		return nil
	}
	parts := []podset.Part{{Pods: 1, Spec: r.EntryTemplate.Spec}}
	if r.WorkerTemplate != nil && r.WorkerTemplate.Spec != nil {
		parts = append(parts, podset.Part{Pods: int64(r.WorkerReplicas), Spec: r.WorkerTemplate.Spec})
	}
	return parts
}

// revision is as much of roles as makes another revision of a group.
func revision(roles ...servingv1alpha1.Role) string {
	roles = slices.Clone(roles)
	for i := range roles {
		roles[i].Replicas, roles[i].MaxUnavailable, roles[i].Partition = nil, nil, nil
	}
	text, err := json.Marshal(roles)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// roleRollout replaces as many instances of a role in each group as its bound says, and all where it says nothing.
func roleRollout(r *servingv1alpha1.Role, groups, instances int64) podset.Rollout {
	if r.MaxUnavailable == nil {
		return podset.Rollout{Recreate: true}
	}
	missing, err := intstr.GetScaledValueFromIntOrPercent(r.MaxUnavailable, int(instances), false)
	if err != nil {
		return podset.Rollout{Recreate: true}
	}
	rollout := podset.Steps(int(groups)*missing, 0)
	if kept, known := resolved(r.Partition, int32(instances), true); known {
		rollout.Partition = groups * int64(kept)
	}
	return rollout
}

// groupRollout is how many groups a rollout takes away at a time, one unless the strategy says more, and how many of the
// first it leaves.
func groupRollout(strategy *servingv1alpha1.RolloutStrategy, groups int64, bounded bool) (missing, kept int64) {
	missing = 1
	if strategy == nil || strategy.RollingUpdateConfiguration == nil {
		return missing, 0
	}
	rolling := strategy.RollingUpdateConfiguration
	if n, known := resolved(rolling.MaxUnavailable, int32(groups), false); known && bounded {
		missing = max(int64(n), 1)
	}
	if n, known := resolved(rolling.Partition, int32(groups), true); known {
		kept = int64(n)
	}
	return missing, kept
}

// liveGroups are the groups of a ModelServing that pods are there of, by the labels that its controller gives them. They are
// nil while the controller has not said which revision is the one of the spec, and for a ModelInfer, whose controller
// fills up the numbers of groups.
//
// Mirrors volcano-sh/kthena pkg/apis/workload/v1alpha1/labels.go@v1.0.0.
func liveGroups(live *unstructured.Unstructured, pods []*unstructured.Unstructured) []podset.Group {
	latest, _, _ := unstructured.NestedString(live.Object, "status", "updateRevision")
	if _, outdated := observe.Outdated(live); outdated || latest == "" {
		return nil
	}
	current := map[int64]bool{}
	for _, pod := range pods {
		labels := pod.GetLabels()
		name := labels[prefixes[0]+"group-name"]
		ordinal, err := strconv.ParseInt(name[strings.LastIndex(name, "-")+1:], 10, 64)
		if err != nil || pod.GetDeletionTimestamp() != nil {
			continue
		}
		// Where roles were replaced one by one, those that have not changed keep the revision that they were made with.
		current[ordinal] = current[ordinal] || labels[prefixes[0]+"revision"] == latest
	}
	var groups []podset.Group
	for _, ordinal := range slices.Sorted(maps.Keys(current)) {
		groups = append(groups, podset.Group{Ordinal: ordinal, Current: current[ordinal]})
	}
	return groups
}
