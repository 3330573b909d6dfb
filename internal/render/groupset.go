package render

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	lwsv1ac "sigs.k8s.io/lws/client-go/applyconfiguration/leaderworkerset/v1"
)

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
func GroupSet(c Component, g Groups) (*unstructured.Unstructured, error) {
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
