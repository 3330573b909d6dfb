package kthena

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/ptr"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/apis/workload"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Labels by which Kthena's router finds pods.
//
// Mirrors volcano-sh/kthena pkg/apis/workload/v1alpha1/labels.go@v1.0.0.
const (
	labelName      = "modelserving.volcano.sh/name"
	labelGroupName = "modelserving.volcano.sh/group-name"
	labelRole      = "modelserving.volcano.sh/role"
	labelEntry     = "modelserving.volcano.sh/entry"
)

// annotationTask names the task of a gang that a pod belongs to.
//
// Mirrors volcano-sh/apis pkg/apis/batch/v1alpha1/labels.go@v1.12.0.
const annotationTask = "volcano.sh/task-spec"

func (s directServing) groupName(index int32) string {
	return fmt.Sprintf("%s-%d", s.name, index)
}

func (s directServing) groupLabels(index int32) map[string]string {
	return map[string]string{labelName: s.name, labelGroupName: s.groupName(index)}
}

func (s directServing) roleLabels(index int32, r *servingv1alpha1.Role) map[string]string {
	labels := s.groupLabels(index)
	labels[labelRole] = r.Name
	return labels
}

// labelled is the owner of objects that have further labels. Those of its author stay as they are.
func (s directServing) labelled(labels map[string]string) render.Owner {
	owner := s.Owner
	owner.Labels = render.Overlay(labels, owner.Labels)
	return owner
}

func setName(group string, r *servingv1alpha1.Role) string {
	return group + "-" + r.Name
}

// inGroups reports whether the instances of a role run in a LeaderWorkerSet: where they span hosts, where a gang counts them, and
// where something refers to what only a LeaderWorkerSet has.
func (s directServing) inGroups(r *servingv1alpha1.Role) bool {
	_, placed := s.Owner.Annotations[lwsv1.ExclusiveKeyAnnotationKey]
	return r.WorkerReplicas > 0 || s.gang() || placed || render.GroupVariable(*r.EntryTemplate.Spec) != ""
}

// roleWorkload builds what runs a role in a group, whose replicas are the instances of the role.
func (s directServing) roleWorkload(index int32, r *servingv1alpha1.Role) *unstructured.Unstructured {
	if s.inGroups(r) {
		return s.roleSet(index, r)
	}
	entry := s.template(index, r, &r.EntryTemplate, true)
	return render.ComponentDeployment(s.component(index, r), orOne(r.Replicas), render.Rolling(s.unavailable(r), intstr.FromInt32(0)), entry)
}

// component is a role in a group.
func (s directServing) component(index int32, r *servingv1alpha1.Role) render.Component {
	labels := s.roleLabels(index, r)
	return render.Component{Owner: s.labelled(labels), Name: setName(s.groupName(index), r), Selector: labels}
}

// roleSet builds the LeaderWorkerSet of a role in a group. Its groups are the instances of the role.
func (s directServing) roleSet(index int32, r *servingv1alpha1.Role) *unstructured.Unstructured {
	entry := s.template(index, r, &r.EntryTemplate, true)
	groups := render.Groups{
		Replicas:       orOne(r.Replicas),
		Size:           1 + r.WorkerReplicas,
		Worker:         entry,
		Startup:        lwsv1.LeaderCreatedStartupPolicy,
		Restart:        lwsv1.RecreateGroupOnPodRestart,
		MaxUnavailable: s.unavailable(r),
	}
	if s.spec.RecoveryPolicy == "None" {
		groups.Restart = lwsv1.NoneRestartPolicy
	}
	if r.WorkerReplicas > 0 {
		groups.Leader = entry
		groups.Worker = s.template(index, r, r.WorkerTemplate, false)
	}
	return render.GroupSet(s.component(index, r), groups)
}

// unavailable is how many instances of a role may be missing in an update: all of them,
// unless roles are updated one by one, where it is one without another bound.
func (s directServing) unavailable(r *servingv1alpha1.Role) intstr.IntOrString {
	if s.spec.RolloutStrategy != nil && s.spec.RolloutStrategy.Type == roleRollingUpdate {
		return ptr.Deref(r.MaxUnavailable, intstr.FromInt32(1))
	}
	return intstr.FromString("100%")
}

// template builds the template of the entry pods or of the workers of a role in a group.
func (s directServing) template(index int32, r *servingv1alpha1.Role, from *role.PodTemplateSpec, entry bool) *corev1ac.PodTemplateSpecApplyConfiguration {
	pod := *from.Spec.DeepCopy()
	pod.SchedulerName = s.spec.SchedulerName
	if !s.Bare {
		engines.Complete(&pod, 0, engineGroup(r, entry))
	}
	metadata := ptr.Deref(from.Metadata, role.Metadata{})
	labels, annotations, env := render.Overlay(metadata.Labels, s.roleLabels(index, r)), render.Overlay(metadata.Annotations), s.instanceEnv(r)
	if entry {
		labels[labelEntry] = "true"
	}
	for _, tweak := range s.tweaks {
		if !tweak.covers(r.Name, entry) {
			continue
		}
		if name := tweak.RuntimeClassName; name != nil && *name != "" {
			pod.RuntimeClassName = name
		}
		maps.Copy(annotations, tweak.Annotations)
		env = lastOf(env, tweak.Env)
	}
	if s.gang() {
		maps.Copy(annotations, render.GroupMember(s.groupName(index)))
		annotations[annotationTask] = r.Name
	}
	for _, containers := range [][]corev1.Container{pod.InitContainers, pod.Containers} {
		for i := range containers {
			containers[i].Env = lastOf(containers[i].Env, env)
		}
	}
	return render.PodTemplate(labels, annotations, pod)
}

// engineGroup is the pods of an instance of a role, whose engine is in the first container.
func engineGroup(r *servingv1alpha1.Role, leads bool) engines.Group {
	group := engines.Group{Accelerators: engines.Accelerators(&r.EntryTemplate.Spec.Containers[0]), Hosts: 1 + int64(r.WorkerReplicas), Leads: leads}
	if r.WorkerReplicas > 0 {
		group.Accelerators = enginelint.Together(&r.EntryTemplate.Spec.Containers[0], &r.WorkerTemplate.Spec.Containers[0], int64(r.WorkerReplicas))
	}
	return group
}

// instanceEnv tells a pod of its instance. The controller of LeaderWorkerSets puts the
// variables that these refer to before them; an instance of one pod is its own entry.
func (s directServing) instanceEnv(r *servingv1alpha1.Role) []corev1.EnvVar {
	if !s.inGroups(r) {
		return []corev1.EnvVar{
			{Name: "GROUP_SIZE", Value: "1"},
			{Name: "ENTRY_ADDRESS", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "status.podIP"}}},
			{Name: "WORKER_INDEX", Value: "0"},
		}
	}
	return []corev1.EnvVar{
		{Name: "GROUP_SIZE", Value: strconv.Itoa(int(1 + r.WorkerReplicas))},
		{Name: "ENTRY_ADDRESS", Value: "$(" + lwsv1.LwsLeaderAddress + ")"},
		{Name: "WORKER_INDEX", Value: "$(" + lwsv1.LwsWorkerIndex + ")"},
	}
}

// lastOf returns env and, after it, the last variables, which take the place of others of the same name.
func lastOf(env, last []corev1.EnvVar) []corev1.EnvVar {
	last = render.MergeEnv(nil, last)
	return slices.Concat(render.WithoutEnv(render.MergeEnv(nil, env), last), last)
}

// covers reports whether a plugin changes the entry pods or the workers of a role.
func (t podTweak) covers(roleName string, entry bool) bool {
	if len(t.scope.Roles) > 0 && !slices.Contains(t.scope.Roles, roleName) {
		return false
	}
	switch t.scope.Target {
	case "Entry":
		return entry
	case "Worker":
		return !entry
	}
	return true
}

// servicePort is the name of the port of the Service in front of a role.
const servicePort = "http"

// entryServices builds the headless Services by which Kthena's workers find the entry
// pods of a role in a group, if they are asked for and the role has workers to find them.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/plugins/headless_service_plugin.go@v1.0.0.
func (s directServing) entryServices(index int32, r *servingv1alpha1.Role) []*unstructured.Unstructured {
	if !s.options.EntryServices || r.WorkerReplicas == 0 {
		return nil
	}
	owner, set := s.labelled(s.roleLabels(index, r)), setName(s.groupName(index), r)
	var services []*unstructured.Unstructured
	for i := range orOne(r.Replicas) {
		selector := render.LeaderSelector(set)
		selector[lwsv1.GroupIndexLabelKey] = fmt.Sprint(i)
		services = append(services, render.HeadlessService(owner, fmt.Sprintf("%s-%d-0", set, i), selector))
	}
	return services
}

// queueAnnotation of a ModelServing names the queue of its groups.
const queueAnnotation = "scheduling.volcano.sh/queue-name"

// podGroup builds the PodGroup of a group. It is no part of what is waited for: the pods that it holds back are.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/podgroupmanager/manager.go@v1.0.0.
func (s directServing) podGroup(index int32) *unstructured.Unstructured {
	spec := workload.PodGroupSpec{Queue: s.Owner.Annotations[queueAnnotation], MinResources: map[string]resource.Quantity{}}
	topology := ptr.Deref(s.spec.Template.NetworkTopology, servingv1alpha1.NetworkTopologies{})
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
		topology.HighestTierAllowed = new(int32(*from.HighestTierAllowed))
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
	return render.Overlay(c.Resources.Limits.DeepCopy(), c.Resources.Requests.DeepCopy())
}
