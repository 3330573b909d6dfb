package render

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	lwsv1ac "sigs.k8s.io/lws/client-go/applyconfiguration/leaderworkerset/v1"
)

// Groups describe groups of pods that run one model together.
type Groups struct {
	// Replicas is the number of groups.
	Replicas int32
	// Size is the number of pods of a group, its leader included.
	Size int32
	// Startup says whether the workers of a group wait until its leader is ready.
	Startup lwsv1.StartupPolicyType
	// Leader and Worker are the pods of a group.
	Leader, Worker *corev1ac.PodTemplateSpecApplyConfiguration
}

// GroupSet returns the LeaderWorkerSet of a component that runs in groups of several
// hosts. The pods of a group find each other in the domain of the set, and the restart
// of one restarts its group. An update replaces one group at a time, with one group
// more than the replicas while it lasts.
func GroupSet(c Component, groups Groups) (*unstructured.Unstructured, error) {
	one := intstr.FromInt32(1)
	return object(lwsv1ac.LeaderWorkerSet(c.Name, c.Namespace).
		WithLabels(c.ObjectLabels()).
		WithAnnotations(c.annotations()).
		WithSpec(lwsv1ac.LeaderWorkerSetSpec().
			WithReplicas(groups.Replicas).
			WithStartupPolicy(groups.Startup).
			WithNetworkConfig(lwsv1ac.NetworkConfig().WithSubdomainPolicy(lwsv1.SubdomainShared)).
			WithRolloutStrategy(lwsv1ac.RolloutStrategy().
				WithType(lwsv1.RollingUpdateStrategyType).
				WithRollingUpdateConfiguration(lwsv1ac.RollingUpdateConfiguration().
					WithMaxUnavailable(one).
					WithMaxSurge(one))).
			WithLeaderWorkerTemplate(lwsv1ac.LeaderWorkerTemplate().
				WithSize(groups.Size).
				WithRestartPolicy(lwsv1.RecreateGroupOnPodRestart).
				WithLeaderTemplate(groups.Leader).
				WithWorkerTemplate(groups.Worker))))
}
