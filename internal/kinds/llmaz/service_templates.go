package llmaz

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
)

var workloadTemplatePath = field.NewPath("spec", "workloadTemplate")

// podTemplate is one template of a service and where it stands.
type podTemplate struct {
	pod  corev1.PodSpec
	path *field.Path
}

// leaderOf returns the template of the pods that answer requests: that of the workers
// when there is no other.
func leaderOf(s *inferencev1alpha1.Service) podTemplate {
	return templatesOf(s)[0]
}

// templatesOf returns the templates of a service, the leader's first.
func templatesOf(s *inferencev1alpha1.Service) []podTemplate {
	worker := podTemplate{s.Spec.WorkloadTemplate.WorkerTemplate.Spec, workloadTemplatePath.Child("workerTemplate", "spec")}
	if leader := s.Spec.WorkloadTemplate.LeaderTemplate; leader != nil {
		return []podTemplate{{leader.Spec, workloadTemplatePath.Child("leaderTemplate", "spec")}, worker}
	}
	return []podTemplate{worker}
}

// runner returns the index of the serving container, -1 when there is none.
func (t podTemplate) runner() int {
	return slices.IndexFunc(t.pod.Containers, func(c corev1.Container) bool { return c.Name == runnerContainerName })
}

// serviceReplicas returns the number of groups, 1 when unset.
func serviceReplicas(s *inferencev1alpha1.Service) int32 {
	if s.Spec.Replicas == nil {
		return 1
	}
	return *s.Spec.Replicas
}

// groupSize returns the number of pods in a group, 1 when unset.
func groupSize(s *inferencev1alpha1.Service) int32 {
	if s.Spec.WorkloadTemplate.Size == nil {
		return 1
	}
	return *s.Spec.WorkloadTemplate.Size
}
