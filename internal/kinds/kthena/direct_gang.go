package kthena

import (
	"cmp"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/apis/workload"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// queueAnnotation of a ModelServing names the queue of its groups.
const queueAnnotation = "scheduling.volcano.sh/queue-name"

// podGroup builds the PodGroup of a group. It is no part of what is waited for: the pods that it holds back are.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/podgroupmanager/manager.go@v1.0.0.
func (s directServing) podGroup(index int32) (*unstructured.Unstructured, error) {
	spec := workload.PodGroupSpec{Queue: s.owner.Annotations[queueAnnotation], MinResources: map[string]resource.Quantity{}}
	topology := servingv1alpha1.NetworkTopologies{}
	if s.spec.Template.NetworkTopology != nil {
		topology = *s.spec.Template.NetworkTopology
	}
	spec.NetworkTopology = networkTopology(topology.GroupPolicy)
	for i := range s.spec.Template.Roles {
		r := &s.spec.Template.Roles[i]
		least, size := s.leastInstances(r), 1+r.WorkerReplicas
		spec.MinMember += least * size
		addResources(spec.MinResources, r, least)
		if s.options.Gang == gangTaskMembers {
			if spec.MinTaskMember == nil {
				spec.MinTaskMember = map[string]int32{}
			}
			spec.MinTaskMember[r.Name] = least * size
			continue
		}
		spec.SubGroupPolicy = append(spec.SubGroupPolicy, workload.SubGroupPolicy{
			Name:            r.Name,
			SubGroupSize:    &size,
			MinSubGroups:    &least,
			LabelSelector:   &metav1.LabelSelector{MatchLabels: s.roleLabels(index, r)},
			MatchLabelKeys:  []string{lwsv1.GroupIndexLabelKey},
			NetworkTopology: networkTopology(topology.RolePolicy),
		})
	}
	return render.PodGroup(s.labelled(s.groupLabels(index)), s.groupName(index), spec)
}

// leastInstances is how many instances of a role must find a place: all, unless fewer are enough.
func (s directServing) leastInstances(r *servingv1alpha1.Role) int32 {
	all := orOne(r.Replicas)
	if s.spec.Template.GangPolicy == nil {
		return all
	}
	if least, set := s.spec.Template.GangPolicy.MinRoleReplicas[r.Name]; set {
		return min(least, all)
	}
	return all
}

func networkTopology(from *servingv1alpha1.NetworkTopology) *workload.NetworkTopology {
	if from == nil {
		return nil
	}
	topology := &workload.NetworkTopology{Mode: cmp.Or(from.Mode, "hard"), HighestTierName: from.HighestTierName}
	if from.HighestTierAllowed != nil {
		tier := int32(*from.HighestTierAllowed)
		topology.HighestTierAllowed = &tier
	}
	return topology
}

// addResources adds what so many instances of a role request.
func addResources(total map[string]resource.Quantity, r *servingv1alpha1.Role, instances int32) {
	add := func(pod *corev1.PodSpec, pods int32) {
		for i := range pod.Containers {
			for name, amount := range requests(&pod.Containers[i]) {
				if pods == 0 {
					continue
				}
				amount.Mul(int64(pods))
				sum := total[string(name)]
				sum.Add(amount)
				total[string(name)] = sum
			}
		}
	}
	add(r.EntryTemplate.Spec, instances)
	if r.WorkerReplicas > 0 {
		add(r.WorkerTemplate.Spec, instances*r.WorkerReplicas)
	}
}

// requests are those of a container: a limit without a request is one too. The caller
// may change the amounts.
func requests(c *corev1.Container) corev1.ResourceList {
	list := corev1.ResourceList{}
	for name, limit := range c.Resources.Limits {
		list[name] = limit.DeepCopy()
	}
	for name, request := range c.Resources.Requests {
		list[name] = request.DeepCopy()
	}
	return list
}
