package llmaz

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/ptr"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	lwsv1ac "sigs.k8s.io/lws/client-go/applyconfiguration/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directService is a configured service with everything it refers to.
type directService struct {
	directServing
	object *inferencev1alpha1.Service
	// workload is the option of that name.
	workload string
}

// RenderService renders what llmaz's controller makes of a service: a Deployment or, for several
// hosts, a LeaderWorkerSet of the pods that it describes, with what loads the claimed models, and the core Service in front of
// it. Errors name the reference or option at fault.
// The differences of the kind say how it differs from the controller on purpose.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
var RenderService = render.Typed(func(b *render.Builder, object *inferencev1alpha1.Service, options direct.LlmazService) {
	s := directService{object: object, workload: options.Workload}
	s.directServing = serve(b, claimOfService(object, candidateOf(b.Input)), render.Breaks("SV-C1", field.Required(claimedModelsPath,
		"no model is claimed: list at least the model of role main")), options.LlmazWeights)
	if s.Failed() {
		return
	}
	s.check()
	if s.Failed() {
		return
	}
	var env []corev1.EnvVar
	for _, template := range templatesOf(object) {
		if i := template.runner(); i >= 0 {
			env = append(env, template.pod.Containers[i].Env...)
		}
	}
	s.warn(env, int64(serviceReplicas(object))*int64(groupSize(object)))
	if s.inGroups() {
		s.draw(s.set(), render.LeaderSelector(s.Owner.Name))
	} else {
		s.draw(s.deployment(), s.Owner.Selector())
	}
})

// check finds what keeps the service from being rendered or from running, as far as it
// takes the claimed models to know; the rules have the rest.
func (s directService) check() {
	s.checkWorkload(s.workload, s.groupsFor())
	if s.inGroups() {
		s.checkName(statefulSetLength(s.Owner.Name), "N-3")
		s.checkTopology(s.object.Spec.WorkloadTemplate.SubGroupPolicy != nil)
	}
	s.directServing.check()
	volumes, mounts := s.modelVolumes()
	for _, template := range templatesOf(s.object) {
		s.Fail(template.collisions(volumes, mounts)...)
	}
}

// collisions are volumes, and mounts of the serving container, that would be there twice.
func (t podTemplate) collisions(volumes []corev1.Volume, mounts []corev1.VolumeMount) field.ErrorList {
	var errs field.ErrorList
	refuse := func(at *field.Path, value, detail string) {
		err := field.Duplicate(at, value)
		err.Detail = detail
		errs = append(errs, render.Breaks("DR-24", err))
	}
	for i, own := range t.pod.Volumes {
		if slices.ContainsFunc(volumes, func(v corev1.Volume) bool { return v.Name == own.Name }) {
			refuse(t.path.Child("volumes").Index(i).Child("name"), own.Name,
				"the volume for the weights, which is added to the pods, has that name; give each entry a name of its own")
		}
	}
	runner := t.runner()
	if runner < 0 {
		return errs
	}
	for i, own := range t.pod.Containers[runner].VolumeMounts {
		if slices.ContainsFunc(mounts, func(m corev1.VolumeMount) bool { return m.MountPath == own.MountPath }) {
			refuse(t.path.Child("containers").Index(runner).Child("volumeMounts").Index(i).Child("mountPath"), own.MountPath,
				"the weights are mounted there; mount the volume elsewhere")
		}
	}
	return errs
}

// set returns the LeaderWorkerSet of the groups.
func (s directService) set() *unstructured.Unstructured {
	template := s.object.Spec.WorkloadTemplate
	group := lwsv1ac.LeaderWorkerTemplate().
		WithSize(groupSize(s.object)).
		WithRestartPolicy(s.restartPolicy())
	if policy := template.SubGroupPolicy; policy != nil {
		group.SubGroupPolicy = &lwsv1ac.SubGroupPolicyApplyConfiguration{SubGroupSize: policy.SubGroupSize}
	}
	if template.LeaderTemplate != nil {
		group.WithLeaderTemplate(s.podTemplate("leader_template", *template.LeaderTemplate, true))
	}
	group.WithWorkerTemplate(s.podTemplate("worker_template", template.WorkerTemplate, template.LeaderTemplate == nil))
	rollout := lwsv1ac.RolloutStrategy().WithType(lwsv1.RollingUpdateStrategyType)
	if bounds := s.rollingUpdate(); bounds != nil {
		rollout.WithRollingUpdateConfiguration(&lwsv1ac.RollingUpdateConfigurationApplyConfiguration{
			MaxUnavailable: bounds.MaxUnavailable,
			MaxSurge:       bounds.MaxSurge,
		})
	}
	spec := lwsv1ac.LeaderWorkerSetSpec().
		WithReplicas(serviceReplicas(s.object)).
		WithStartupPolicy(cmp.Or(lwsv1.StartupPolicyType(template.StartupPolicy), lwsv1.LeaderCreatedStartupPolicy)).
		WithRolloutStrategy(rollout).
		WithLeaderWorkerTemplate(group)
	if network := template.NetworkConfig; network != nil {
		spec.WithNetworkConfig(lwsv1ac.NetworkConfig().WithSubdomainPolicy(lwsv1.SubdomainPolicy(network.SubdomainPolicy)))
	}
	return render.LeaderWorkerSet(s.Owner, spec)
}

// deployment returns what runs a service whose replicas are one pod each, that of the leader.
func (s directService) deployment() *unstructured.Unstructured {
	attribute, template := "worker_template", s.object.Spec.WorkloadTemplate.WorkerTemplate
	if leader := s.object.Spec.WorkloadTemplate.LeaderTemplate; leader != nil {
		attribute, template = "leader_template", *leader
	}
	strategy := render.DeleteFirst()
	if bounds := s.rollingUpdate(); bounds != nil {
		strategy.RollingUpdate.MaxUnavailable = cmp.Or(bounds.MaxUnavailable, strategy.RollingUpdate.MaxUnavailable)
		strategy.RollingUpdate.MaxSurge = cmp.Or(bounds.MaxSurge, strategy.RollingUpdate.MaxSurge)
	}
	return render.Deployment(s.Owner, serviceReplicas(s.object), strategy, s.podTemplate(attribute, template, true))
}

// restartPolicy returns what happens to a group when one of its pods restarts. Default
// is the old name of None, by which the controller's webhook replaces it.
//
// Mirrors kubernetes-sigs/lws pkg/webhooks/leaderworkerset_webhook.go@v0.9.0.
func (s directService) restartPolicy() lwsv1.RestartPolicyType {
	policy := lwsv1.RestartPolicyType(s.object.Spec.WorkloadTemplate.RestartPolicy)
	switch {
	case policy == lwsv1.DeprecatedDefaultRestartPolicy, policy == "" && groupSize(s.object) == 1:
		return lwsv1.NoneRestartPolicy
	case policy == "":
		return lwsv1.RecreateGroupOnPodRestart
	}
	return policy
}

// rollingUpdate returns the bounds of a rolling update, nil when the service has none.
func (s directService) rollingUpdate() *inferencev1alpha1.RollingUpdateConfiguration {
	return ptr.Deref(s.object.Spec.RolloutStrategy, inferencev1alpha1.RolloutStrategy{}).RollingUpdateConfiguration
}

// podTemplate returns a template with what serving the models takes, and tells what its author
// should know about that. leads says whether its pods answer requests.
func (s directService) podTemplate(attribute string, template corev1.PodTemplateSpec, leads bool) *corev1ac.PodTemplateSpecApplyConfiguration {
	pod := template.Spec.DeepCopy()
	placed := s.inject(pod)
	if runner := slices.IndexFunc(pod.Containers, isRunner); runner >= 0 && !s.Bare {
		// A template of several hosts is that of pods which answer no request as well.
		alone := groupSize(s.object) == 1 || s.object.Spec.WorkloadTemplate.LeaderTemplate != nil
		engines.Complete(pod, runner, engines.Group{Accelerators: s.accelerators(), Hosts: int64(groupSize(s.object)), Leads: leads && alone})
		s.Warn(render.RuleAccelerator, engines.Warn(nil, pod, runner)...)
	}
	if !placed {
		s.Warnf("DR-25", "spec.workload_template.%s chooses nodes itself, so its pods may run on nodes that offer none of the claimed flavors: leave the choice out, or set direct.flavor_affinity to false",
			attribute)
	}
	labels, annotations := template.Labels, template.Annotations
	if leads {
		labels, annotations = render.Overlay(labels, s.leaderLabels()), render.Overlay(annotations, s.leaderAnnotations())
	}
	applied := render.PodTemplate(labels, annotations, *pod)
	if len(template.Finalizers) > 0 {
		applied.WithFinalizers(template.Finalizers...)
	}
	return applied
}

// accelerators are those of all pods of a group, 0 where a template has no serving container.
func (s directService) accelerators() int64 {
	var sum int64
	templates := templatesOf(s.object)
	for i, template := range templates {
		runner := template.runner()
		if runner < 0 {
			return 0
		}
		c := template.pod.Containers[runner]
		if len(s.flavors) > 0 {
			c.Resources = render.DedicateResources(c.Resources, s.flavors[0].Limits)
		}
		pods := int64(1) // the leader, which a template of its own describes
		if i == len(templates)-1 {
			pods = int64(groupSize(s.object)) - int64(i)
		}
		sum += pods * engines.Accelerators(&c)
	}
	return sum
}

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
	return slices.IndexFunc(t.pod.Containers, isRunner)
}

// serviceReplicas returns the number of groups, 1 when unset.
func serviceReplicas(s *inferencev1alpha1.Service) int32 { return ptr.Deref(s.Spec.Replicas, 1) }

// groupSize returns the number of pods in a group, 1 when unset.
func groupSize(s *inferencev1alpha1.Service) int32 { return ptr.Deref(s.Spec.WorkloadTemplate.Size, 1) }
