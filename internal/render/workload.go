package render

import (
	"math"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	appsv1ac "k8s.io/client-go/applyconfigurations/apps/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	lwsv1ac "sigs.k8s.io/lws/client-go/applyconfiguration/leaderworkerset/v1"
)

// Component is one of several workloads of an owner.
type Component struct {
	Owner
	// Name is the name of the workload, and of its Service.
	Name string
	// Selector are labels that the pods of this component have and those of others do not.
	// They cannot change during its life.
	Selector map[string]string
	// Notes are annotations of the workload itself, which its pods do not get.
	Notes map[string]string
}

// annotations are those of the workload.
func (c Component) annotations() map[string]string { return Overlay(c.Annotations, c.Notes) }

// ComponentDeployment returns the Deployment of a component, whose pods carry the
// component's selector beside the labels of the template. It has no deadline for
// progress: pods that load weights make none that Kubernetes sees, for as long as that takes.
func ComponentDeployment(c Component, replicas int32, strategy appsv1.DeploymentStrategy, template *corev1ac.PodTemplateSpecApplyConfiguration) *unstructured.Unstructured {
	applied := appsv1ac.DeploymentStrategy()
	convert(&strategy, applied)
	return object(appsv1ac.Deployment(c.Name, c.Namespace).
		WithLabels(c.ObjectLabels()).
		WithAnnotations(c.annotations()).
		WithSpec(appsv1ac.DeploymentSpec().
			WithReplicas(replicas).
			WithProgressDeadlineSeconds(noProgressDeadline).
			WithSelector(metav1ac.LabelSelector().WithMatchLabels(c.Selector)).
			WithStrategy(applied).
			WithTemplate(template.WithLabels(c.Selector))))
}

// ServiceOf returns a Service of that name with the given spec.
func ServiceOf(o Owner, name string, spec corev1.ServiceSpec) *unstructured.Unstructured {
	applied := corev1ac.ServiceSpec()
	convert(&spec, applied)
	return object(corev1ac.Service(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithAnnotations(o.Annotations).
		WithSpec(applied))
}

// noProgressDeadline keeps the Deployment controller from ever giving up on a rollout.
//
// Mirrors kubernetes/kubernetes pkg/controller/deployment/util/deployment_util.go@v1.36.3.
const noProgressDeadline = math.MaxInt32

// Deployment returns the Deployment of an owner that has no other workload, under the owner's name: its pods
// carry the owner's selector beside the labels of the template.
func Deployment(o Owner, replicas int32, strategy appsv1.DeploymentStrategy, template *corev1ac.PodTemplateSpecApplyConfiguration) *unstructured.Unstructured {
	return ComponentDeployment(Component{Owner: o, Name: o.Name, Selector: o.Selector()}, replicas, strategy, template)
}

// DeleteFirst replaces one pod at a time and deletes it first, as a LeaderWorkerSet does: accelerators
// are rarely free for a surge.
func DeleteFirst() appsv1.DeploymentStrategy {
	return Rolling(intstr.FromInt32(1), intstr.FromInt32(0))
}

// Rolling replaces pods within the bounds.
func Rolling(unavailable, surge intstr.IntOrString) appsv1.DeploymentStrategy {
	return appsv1.DeploymentStrategy{
		Type:          appsv1.RollingUpdateDeploymentStrategyType,
		RollingUpdate: &appsv1.RollingUpdateDeployment{MaxUnavailable: &unavailable, MaxSurge: &surge},
	}
}

// Groups describes the groups of a LeaderWorkerSet.
type Groups struct {
	// Replicas is the number of groups.
	Replicas int32
	// Size is the number of pods of a group, its leader among them.
	Size int32
	// Leader is the template of the leaders. Nil makes them like the workers.
	Leader *corev1ac.PodTemplateSpecApplyConfiguration
	// Worker is the template of all other pods.
	Worker *corev1ac.PodTemplateSpecApplyConfiguration
	// Startup says when the workers of a group are created.
	Startup lwsv1.StartupPolicyType
	// Restart says what a container that fails takes with it.
	Restart lwsv1.RestartPolicyType
	// MaxUnavailable is how many groups an update may replace at a time, and MaxSurge how
	// many it may have beside the replicas meanwhile, as a number or a percentage.
	MaxUnavailable, MaxSurge intstr.IntOrString
}

// GroupSet returns the LeaderWorkerSet of a component whose groups are a leader and its
// workers, which find each other in the domain of the set.
//
// What the controller's webhook would fill in is claimed, so that a change by hand shows.
// The partition needs LWS v0.7.0.
func GroupSet(c Component, g Groups) *unstructured.Unstructured {
	template := lwsv1ac.LeaderWorkerTemplate().
		WithSize(g.Size).
		WithRestartPolicy(g.Restart).
		WithWorkerTemplate(g.Worker)
	if g.Leader != nil {
		template.WithLeaderTemplate(g.Leader)
	}
	return object(lwsv1ac.LeaderWorkerSet(c.Name, c.Namespace).
		WithLabels(c.ObjectLabels()).
		WithAnnotations(c.annotations()).
		WithSpec(lwsv1ac.LeaderWorkerSetSpec().
			WithReplicas(g.Replicas).
			WithStartupPolicy(g.Startup).
			WithNetworkConfig(lwsv1ac.NetworkConfig().WithSubdomainPolicy(lwsv1.SubdomainShared)).
			WithRolloutStrategy(lwsv1ac.RolloutStrategy().
				WithType(lwsv1.RollingUpdateStrategyType).
				WithRollingUpdateConfiguration(lwsv1ac.RollingUpdateConfiguration().
					WithPartition(0).
					WithMaxUnavailable(g.MaxUnavailable).
					WithMaxSurge(g.MaxSurge))).
			WithLeaderWorkerTemplate(template)))
}

// LeaderWorkerSet returns a LeaderWorkerSet of the owner's name. It carries the owner's
// annotations, among which its controller looks for topologies.
func LeaderWorkerSet(o Owner, spec *lwsv1ac.LeaderWorkerSetSpecApplyConfiguration) *unstructured.Unstructured {
	return object(lwsv1ac.LeaderWorkerSet(o.Name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithAnnotations(o.Annotations).
		WithSpec(spec))
}

// SingleHostSet returns a LeaderWorkerSet of the owner's name whose groups are one pod
// each. A container that fails restarts in place: the controller's default would delete
// the pod, and with it the loaded weights and the logs of the failure.
func SingleHostSet(o Owner, replicas int32, template *corev1ac.PodTemplateSpecApplyConfiguration) *unstructured.Unstructured {
	return LeaderWorkerSet(o, lwsv1ac.LeaderWorkerSetSpec().
		WithReplicas(replicas).
		WithStartupPolicy(lwsv1.LeaderReadyStartupPolicy).
		WithRolloutStrategy(lwsv1ac.RolloutStrategy().WithType(lwsv1.RollingUpdateStrategyType)).
		WithLeaderWorkerTemplate(lwsv1ac.LeaderWorkerTemplate().
			WithSize(1).
			WithRestartPolicy(lwsv1.NoneRestartPolicy).
			WithWorkerTemplate(template)))
}

// LeaderSelector returns the labels of the pods that serve a LeaderWorkerSet of that name.
func LeaderSelector(name string) map[string]string {
	return map[string]string{lwsv1.SetNameLabelKey: name, lwsv1.WorkerIndexLabelKey: "0"}
}

// GroupVariable returns the first variable of a LeaderWorkerSet that a container of a pod refers to, "" when none does:
// only its controller sets them.
func GroupVariable(pod corev1.PodSpec) string {
	for _, c := range slices.Concat(pod.InitContainers, pod.Containers) {
		texts := slices.Concat(c.Command, c.Args)
		for _, env := range c.Env {
			texts = append(texts, env.Value)
		}
		for _, variable := range []string{lwsv1.LwsLeaderAddress, lwsv1.LwsGroupSize, lwsv1.LwsWorkerIndex} {
			if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, variable) }) {
				return variable
			}
		}
	}
	return ""
}
