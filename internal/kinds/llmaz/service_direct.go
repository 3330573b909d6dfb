package llmaz

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
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
// [serviceDifferences] say how it differs from the controller on purpose.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
func RenderService(in render.Input) (render.Output, field.ErrorList) {
	s, errs := resolveService(in)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	if errs := s.check(); len(errs) > 0 {
		return render.Output{}, errs
	}
	out, err := s.output()
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(field.NewPath("spec"), err)}
	}
	return out, nil
}

// resolveService decodes the input and looks up what the service refers to.
func resolveService(in render.Input) (directService, field.ErrorList) {
	object, err := render.Decode[inferencev1alpha1.Service](in.Object.Object)
	if err != nil {
		return directService{}, field.ErrorList{field.Invalid(field.NewPath("spec"), in.Object.GetName(), err.Error())}
	}
	options, err := render.Decode[direct.LlmazService](in.Options)
	if err != nil {
		return directService{}, field.ErrorList{field.Invalid(field.NewPath("direct"), in.Object.GetName(), err.Error())}
	}
	serving, errs := resolveServing(in, claimOfService(&object, candidateOf(in)), field.Required(claimedModelsPath,
		"no model is claimed: list at least the model of role main (SV-C1)"), options.LlmazWeights)
	return directService{directServing: serving, object: &object, workload: options.Workload}, errs
}

// check returns what keeps the service from being rendered or from running, as far as it
// takes the claimed models to know; the rules have the rest.
func (s directService) check() field.ErrorList {
	errs := checkWorkload(s.workload, s.groupsFor())
	if s.inGroups() {
		if fault := statefulSetLength(s.owner.Name); fault != "" {
			errs = append(errs, refuseName(s.owner.Name, fault+"; shorten it (N-3)")...)
		}
		errs = append(errs, s.checkTopology(s.object.Spec.WorkloadTemplate.SubGroupPolicy != nil)...)
	}
	errs = append(errs, s.directServing.check()...)
	volumes, mounts := s.modelVolumes()
	for _, template := range templatesOf(s.object) {
		errs = append(errs, template.checkVolumes(volumes)...)
		errs = append(errs, template.checkMounts(mounts)...)
	}
	return errs
}

// checkVolumes finds volumes that would be there twice.
func (t podTemplate) checkVolumes(added []corev1.Volume) field.ErrorList {
	var errs field.ErrorList
	for i, own := range t.pod.Volumes {
		for _, volume := range added {
			if own.Name == volume.Name {
				errs = append(errs, duplicateName(t.path.Child("volumes").Index(i).Child("name"), own.Name,
					"the volume for the weights, which is added to the pods, has that name")...)
			}
		}
	}
	return errs
}

// checkMounts finds places of the serving container that would be mounted twice.
func (t podTemplate) checkMounts(added []corev1.VolumeMount) field.ErrorList {
	runner := t.runner()
	if runner < 0 {
		return nil
	}
	var errs field.ErrorList
	for i, own := range t.pod.Containers[runner].VolumeMounts {
		for _, mount := range added {
			if own.MountPath == mount.MountPath {
				err := field.Duplicate(t.path.Child("containers").Index(runner).Child("volumeMounts").Index(i).Child("mountPath"), own.MountPath)
				err.Detail = "the weights are mounted there; mount the volume elsewhere"
				errs = append(errs, err)
			}
		}
	}
	return errs
}

// output builds the objects in the order in which they are applied.
func (s directService) output() (render.Output, error) {
	if !s.inGroups() {
		return s.onOneHost()
	}
	template := s.object.Spec.WorkloadTemplate
	group := lwsv1ac.LeaderWorkerTemplate().
		WithSize(groupSize(s.object)).
		WithRestartPolicy(s.restartPolicy())
	if policy := template.SubGroupPolicy; policy != nil {
		group.SubGroupPolicy = &lwsv1ac.SubGroupPolicyApplyConfiguration{SubGroupSize: policy.SubGroupSize}
	}
	var warnings []string
	if template.LeaderTemplate != nil {
		leader, warned, err := s.podTemplate("leader_template", *template.LeaderTemplate, true)
		if err != nil {
			return render.Output{}, err
		}
		group.WithLeaderTemplate(leader)
		warnings = append(warnings, warned...)
	}
	worker, warned, err := s.podTemplate("worker_template", template.WorkerTemplate, template.LeaderTemplate == nil)
	if err != nil {
		return render.Output{}, err
	}
	group.WithWorkerTemplate(worker)
	set, err := s.set(group)
	if err != nil {
		return render.Output{}, err
	}
	return s.directServing.output(set, render.LeaderSelector(s.owner.Name), append(append(s.warnings(), warnings...), warned...))
}

// onOneHost builds the objects of a service whose replicas are one pod each, that of the leader.
func (s directService) onOneHost() (render.Output, error) {
	attribute, template := "worker_template", s.object.Spec.WorkloadTemplate.WorkerTemplate
	if leader := s.object.Spec.WorkloadTemplate.LeaderTemplate; leader != nil {
		attribute, template = "leader_template", *leader
	}
	pods, warned, err := s.podTemplate(attribute, template, true)
	if err != nil {
		return render.Output{}, err
	}
	strategy := render.DeleteFirst()
	if bounds := s.rollingUpdate(); bounds != nil {
		strategy.RollingUpdate.MaxUnavailable = cmp.Or(bounds.MaxUnavailable, strategy.RollingUpdate.MaxUnavailable)
		strategy.RollingUpdate.MaxSurge = cmp.Or(bounds.MaxSurge, strategy.RollingUpdate.MaxSurge)
	}
	deployment, err := render.Deployment(s.owner, serviceReplicas(s.object), strategy, pods)
	if err != nil {
		return render.Output{}, err
	}
	return s.directServing.output(deployment, s.owner.Selector(), append(s.warnings(), warned...))
}

// set returns the LeaderWorkerSet of the groups.
func (s directService) set(group *lwsv1ac.LeaderWorkerTemplateApplyConfiguration) (*unstructured.Unstructured, error) {
	template := s.object.Spec.WorkloadTemplate
	spec := lwsv1ac.LeaderWorkerSetSpec().
		WithReplicas(serviceReplicas(s.object)).
		WithStartupPolicy(cmp.Or(lwsv1.StartupPolicyType(template.StartupPolicy), lwsv1.LeaderCreatedStartupPolicy)).
		WithRolloutStrategy(s.rolloutStrategy()).
		WithLeaderWorkerTemplate(group)
	if network := template.NetworkConfig; network != nil {
		spec.WithNetworkConfig(lwsv1ac.NetworkConfig().WithSubdomainPolicy(lwsv1.SubdomainPolicy(network.SubdomainPolicy)))
	}
	return render.LeaderWorkerSet(s.owner, spec)
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

func (s directService) rolloutStrategy() *lwsv1ac.RolloutStrategyApplyConfiguration {
	strategy := lwsv1ac.RolloutStrategy().WithType(lwsv1.RollingUpdateStrategyType)
	bounds := s.rollingUpdate()
	if bounds == nil {
		return strategy
	}
	return strategy.WithRollingUpdateConfiguration(&lwsv1ac.RollingUpdateConfigurationApplyConfiguration{
		MaxUnavailable: bounds.MaxUnavailable,
		MaxSurge:       bounds.MaxSurge,
	})
}

// rollingUpdate returns the bounds of a rolling update, nil when the service has none.
func (s directService) rollingUpdate() *inferencev1alpha1.RollingUpdateConfiguration {
	if s.object.Spec.RolloutStrategy == nil {
		return nil
	}
	return s.object.Spec.RolloutStrategy.RollingUpdateConfiguration
}

// podTemplate returns a template with what serving the models takes, and what its author
// should know about that. leads says whether its pods answer requests.
func (s directService) podTemplate(attribute string, template corev1.PodTemplateSpec, leads bool) (*corev1ac.PodTemplateSpecApplyConfiguration, []string, error) {
	pod := template.Spec.DeepCopy()
	var warnings []string
	placed := s.inject(pod)
	if runner := slices.IndexFunc(pod.Containers, isRunner); runner >= 0 {
		// A template of several hosts is that of pods which answer no request as well.
		alone := groupSize(s.object) == 1 || s.object.Spec.WorkloadTemplate.LeaderTemplate != nil
		engines.Complete(pod, runner, engines.Group{Accelerators: s.accelerators(), Hosts: int64(groupSize(s.object)), Leads: leads && alone})
		warnings = engines.Warn(warnings, pod, runner)
	}
	if !placed {
		warnings = append(warnings, fmt.Sprintf(
			"spec.workload_template.%s chooses nodes itself, so its pods may run on nodes that offer none of the claimed flavors: leave the choice out, or set direct.flavor_affinity to false.",
			attribute))
	}
	labels, annotations := map[string]string{}, map[string]string{}
	maps.Copy(labels, template.Labels)
	maps.Copy(annotations, template.Annotations)
	if leads {
		maps.Copy(labels, s.leaderLabels())
		maps.Copy(annotations, s.leaderAnnotations())
	}
	applied, err := render.PodTemplate(labels, annotations, *pod)
	if err != nil {
		return nil, nil, err
	}
	if len(template.Finalizers) > 0 {
		applied.WithFinalizers(template.Finalizers...)
	}
	return applied, warnings, nil
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

// warnings tells what is rendered but will not do what its author may expect.
func (s directService) warnings() []string {
	var env []corev1.EnvVar
	for _, template := range templatesOf(s.object) {
		if i := template.runner(); i >= 0 {
			env = append(env, template.pod.Containers[i].Env...)
		}
	}
	return s.directServing.warnings(env, int64(serviceReplicas(s.object))*int64(groupSize(s.object)))
}

// duplicateName is the verdict that a name has been used before.
func duplicateName(path *field.Path, name, why string) field.ErrorList {
	err := field.Duplicate(path, name)
	err.Detail = why + "; give each entry a name of its own"
	return field.ErrorList{err}
}
