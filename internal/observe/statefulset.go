package observe

import appsv1 "k8s.io/api/apps/v1"

// statefulSet is ready when every replica that its rollout may replace is of the newest template
// and all are available. With the strategy OnDelete nothing is replaced until somebody deletes it.
//
// Mirrors kubernetes/kubectl pkg/polymorphichelpers/rollout_status.go@v0.36.3.
func statefulSet(s *appsv1.StatefulSet) Result {
	want, kept, status := int32(1), int32(0), s.Status
	if s.Spec.Replicas != nil {
		want = *s.Spec.Replicas
	}
	if r := s.Spec.UpdateStrategy.RollingUpdate; r != nil && r.Partition != nil {
		kept = *r.Partition
	}
	rolls := s.Spec.UpdateStrategy.Type != appsv1.OnDeleteStatefulSetStrategyType
	switch {
	case status.ObservedGeneration < s.Generation:
		return notDone("its controller has seen generation %d of %d", status.ObservedGeneration, s.Generation)
	case rolls && status.UpdatedReplicas < want-kept:
		return notDone("%d of %d replicas are updated", status.UpdatedReplicas, want-kept)
	case status.Replicas > want:
		return notDone("%d replicas exist, %d are wanted", status.Replicas, want)
	case status.AvailableReplicas < want:
		return notDone("%d of %d replicas are available", status.AvailableReplicas, want)
	}
	return ready("%d of %d replicas are available", status.AvailableReplicas, want)
}
