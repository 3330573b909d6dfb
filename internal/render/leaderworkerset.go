package render

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	lwsv1ac "sigs.k8s.io/lws/client-go/applyconfiguration/leaderworkerset/v1"
)

// LeaderWorkerSet returns a LeaderWorkerSet of the owner's name. It carries the owner's
// annotations, among which its controller looks for topologies.
func LeaderWorkerSet(o Owner, spec *lwsv1ac.LeaderWorkerSetSpecApplyConfiguration) (*unstructured.Unstructured, error) {
	return object(lwsv1ac.LeaderWorkerSet(o.Name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithAnnotations(o.Annotations).
		WithSpec(spec))
}

// SingleHostSet returns a LeaderWorkerSet of the owner's name whose groups are one pod
// each. A container that fails restarts in place: the controller's default would delete
// the pod, and with it the loaded weights and the logs of the failure.
func SingleHostSet(o Owner, replicas int32, template *corev1ac.PodTemplateSpecApplyConfiguration) (*unstructured.Unstructured, error) {
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
