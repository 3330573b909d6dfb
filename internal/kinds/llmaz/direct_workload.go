package llmaz

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Values of the option workload.
const (
	workloadDeployment = "Deployment"
	workloadGroups     = "LeaderWorkerSet"
)

// inGroups reports whether the pods run in a LeaderWorkerSet. Without the option they do where
// something asks for it that a Deployment does not have.
func (p directPlayground) inGroups() bool {
	return p.options.Workload == workloadGroups || p.options.Workload == "" && p.groupsFor() != ""
}

// groupsFor says what of the playground takes a LeaderWorkerSet, "" when nothing does.
func (p directPlayground) groupsFor() string {
	if p.groupSize() > 1 {
		return fmt.Sprintf("flavor %s of OpenModel %s spreads the model over %d hosts (params.PP)", p.flavors[0].Name, p.models[0].name, p.groupSize())
	}
	pod := p.pod()
	runner := runnerOf(&pod)
	runner.Command, runner.Args = p.runtime.spec.Command, slices.Concat(p.runtime.config.Args, p.runtimeConfig().Args)
	return p.groupsForPods(pod)
}

// inGroups reports whether the pods run in a LeaderWorkerSet. Without the option they do where
// something asks for it that a Deployment does not have.
func (s directService) inGroups() bool {
	return s.workload == workloadGroups || s.workload == "" && s.groupsFor() != ""
}

// groupsFor says what of the service takes a LeaderWorkerSet, "" when nothing does.
func (s directService) groupsFor() string {
	template := s.object.Spec.WorkloadTemplate
	switch {
	case groupSize(s.object) > 1:
		return fmt.Sprintf("spec.workload_template.size is %d", groupSize(s.object))
	case template.SubGroupPolicy != nil:
		return "spec.workload_template has a sub_group_policy"
	case template.NetworkConfig != nil:
		return "spec.workload_template has a network_config"
	case s.restartPolicy() != lwsv1.NoneRestartPolicy:
		return fmt.Sprintf("spec.workload_template.restart_policy is %q", string(s.restartPolicy()))
	}
	return s.groupsForPods(leaderOf(s.object).pod)
}

// groupsForPods says what of the annotations or of a pod on one host takes a LeaderWorkerSet.
func (s directServing) groupsForPods(pod corev1.PodSpec) string {
	for _, key := range []string{lwsv1.ExclusiveKeyAnnotationKey, lwsv1.SubGroupExclusiveKeyAnnotationKey} {
		if _, set := s.owner.Annotations[key]; set {
			return fmt.Sprintf("metadata.annotations has %q", key)
		}
	}
	if variable := render.GroupVariable(pod); variable != "" {
		return "a container refers to " + variable
	}
	return ""
}

// checkWorkload refuses a Deployment of what takes a LeaderWorkerSet, for a reason that is not empty.
func checkWorkload(option, reason string) field.ErrorList {
	if option != workloadDeployment || reason == "" {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("direct", "workload"), option,
		reason+", which takes a LeaderWorkerSet: remove workload, or that")}
}
