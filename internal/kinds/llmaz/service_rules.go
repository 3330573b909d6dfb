package llmaz

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var workloadTemplatePath = field.NewPath("spec", "workloadTemplate")

// serviceRules mirror InftyAI/llmaz pkg/webhook/service_webhook.go,
// pkg/controller/inference/service_controller.go and pkg/controller_helper @v0.1.4 and @v0.1.0.
var serviceRules = slices.Concat(
	[]kinds.Rule{
		{
			ID: "SV-W2", Says: "a container of the worker template is named `model-runner`",
			Reads: []string{"spec.workloadTemplate.workerTemplate.spec.containers[].name"},
			Check: kinds.Typed(workerRunnerRule),
		},
		{
			ID: "SV-W3", Says: "with a model of the role `draft` there are exactly two models",
			Reads: []string{"spec.modelClaims.models[].role"}, Check: claimedModelsRule(serviceClaims, draftNeedsTwoModels),
		},
		{
			ID: "SV-W4", Says: "beside a draft exactly one model has the role `main`",
			Reads: []string{"spec.modelClaims.models[].role"}, Check: claimedModelsRule(serviceClaims, mainBesideDraft),
		},
		{
			ID: "PG-C2", Says: "the model to serve is named, by a name that can be the value of a label",
			Reads: []string{"spec.modelClaims.models[].name", "spec.modelClaims.models[].role"},
			Check: claimedModelsRule(serviceClaims, mainModelNames),
		},
		{
			ID: "PG-C4", Says: "at most one model has the role `main`",
			Reads: []string{"spec.modelClaims.models[].role"}, Check: claimedModelsRule(serviceClaims, severalMainsAlone),
		},
		{
			ID: "SV-C1", Says: "`model_claims` lists at least one model",
			Reads: []string{"spec.modelClaims.models"}, Check: kinds.Typed(serviceModelsRule),
		},
		{
			ID: "SV-C2", Says: "`restart_policy` and `sub_group_policy` are left out, because llmaz does not pass them on",
			Reads: []string{"spec.workloadTemplate.restartPolicy", "spec.workloadTemplate.subGroupPolicy"},
			Modes: kinds.OperatorMode, Warn: true, Check: kinds.Typed(droppedTemplateRule),
		},
		{
			ID: "SV-C2", Says: "`startup_policy`, `network_config` and the bounds of a rolling update are left out, because llmaz v0.1.0 does not pass them on",
			Dialects: []string{"v0.1.0"}, Modes: kinds.OperatorMode, Warn: true,
			Reads: []string{
				"spec.workloadTemplate.startupPolicy", "spec.workloadTemplate.networkConfig.subdomainPolicy",
				"spec.rolloutStrategy.rollingUpdateConfiguration",
			},
			Check: kinds.Typed(droppedBeforeRule),
		},
		{
			ID: "SV-C5", Says: "the ports of the serving container include 8080, which the core Service sends to",
			Dialects: []string{"v0.1.4"}, Warn: true,
			Reads: []string{
				"spec.workloadTemplate.leaderTemplate.spec.containers[].name", "spec.workloadTemplate.leaderTemplate.spec.containers[].ports",
				"spec.workloadTemplate.workerTemplate.spec.containers[].name", "spec.workloadTemplate.workerTemplate.spec.containers[].ports",
			},
			Check: kinds.Typed(servingPortRule),
		},
		{
			ID: "SV-C6", Says: "a container of the leader template is named `model-runner`",
			Reads: []string{"spec.workloadTemplate.leaderTemplate.spec.containers[].name"}, Warn: true,
			Check: kinds.Typed(leaderRunnerRule),
		},
		{
			ID: "SV-C7", Says: "`model-runner` is the first container, whose environment variables the model loader gets",
			Dialects: []string{"v0.1.4"}, Modes: kinds.OperatorMode, Warn: true,
			Reads: []string{
				"metadata.annotations", "spec.workloadTemplate.leaderTemplate.spec.containers[].name",
				"spec.workloadTemplate.workerTemplate.spec.containers[].name",
			},
			Check: kinds.Typed(runnerFirstRule),
		},
		{
			ID: "DUP-3", Says: "volumes, init containers and mounts leave the names and the path free that llmaz adds to the pods",
			Reads: []string{
				"metadata.annotations",
				"spec.workloadTemplate.leaderTemplate.spec.volumes[].name", "spec.workloadTemplate.workerTemplate.spec.volumes[].name",
				"spec.workloadTemplate.leaderTemplate.spec.initContainers[].name", "spec.workloadTemplate.workerTemplate.spec.initContainers[].name",
				"spec.workloadTemplate.leaderTemplate.spec.containers[].name", "spec.workloadTemplate.workerTemplate.spec.containers[].name",
				"spec.workloadTemplate.leaderTemplate.spec.containers[].volumeMounts[].mountPath",
				"spec.workloadTemplate.workerTemplate.spec.containers[].volumeMounts[].mountPath",
			},
			Check: kinds.Typed(injectedTwiceRule),
		},
		{
			ID: "N-4", Says: "with groups of several hosts, the name leaves room for the number of the last group and a hash in 63 characters",
			Check: kinds.Typed(groupNameRule),
			Reads: []string{
				"metadata.name", "spec.workloadTemplate.size", "spec.replicas",
				"spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge",
			},
		},
	},
	templatePodRules,
	claimRules(claimOfService, "spec.modelClaims"),
	[]kinds.Rule{{
		ID: "DUP-2", Says: "environment variables are not those that the model loader sets itself", Dialects: []string{"v0.1.4"}, Modes: kinds.OperatorMode,
		Reads: []string{
			"definitions", "spec.modelClaims", "metadata.annotations",
			"spec.workloadTemplate.leaderTemplate.spec.containers[].env[].name", "spec.workloadTemplate.workerTemplate.spec.containers[].env[].name",
		},
		Check: kinds.Typed(serviceLoaderRule),
	}},
	leaderWorkerSetRules,
	workloadNameRules("SV-W1"),
)

func serviceClaims(s *inferencev1alpha1.Service) *corev1alpha1.ModelClaims {
	return s.Spec.ModelClaims
}

func mainBesideDraft(models []corev1alpha1.ModelRef) field.ErrorList {
	if mains, drafts := countRoles(models); drafts == 0 || mains == 1 {
		return nil
	}
	return notOneMain(models)
}

// severalMainsAlone leaves the models with a draft among them to mainBesideDraft.
func severalMainsAlone(models []corev1alpha1.ModelRef) field.ErrorList {
	if mains, drafts := countRoles(models); drafts > 0 || mains <= 1 {
		return nil
	}
	return notOneMain(models)
}

func serviceModelsRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	if s.Spec.ModelClaims != nil {
		return modelsMissing(s.Spec.ModelClaims.Models)
	}
	return field.ErrorList{field.Required(field.NewPath("spec", "modelClaims"),
		"say what to serve: list at least the model of role `main` in `models`")}
}

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

// skipsLoader reports whether the service leaves loading the weights to the engine.
func skipsLoader(s *inferencev1alpha1.Service) bool {
	return s.Annotations[annotationSkipModelLoader] == "true"
}

func workerRunnerRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	templates := templatesOf(s)
	worker := templates[len(templates)-1]
	if worker.runner() >= 0 {
		return nil
	}
	return field.ErrorList{field.Required(worker.path.Child("containers"),
		"one container must be named `"+runnerContainerName+"`: it gets the model volume and the accelerators")}
}

func leaderRunnerRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	if leader := leaderOf(s); s.Spec.WorkloadTemplate.LeaderTemplate != nil && leader.runner() < 0 {
		return field.ErrorList{field.Required(leader.path.Child("containers"),
			"no container is named `"+runnerContainerName+"`, so the leader gets neither the model volume nor accelerators; rename the one that serves")}
	}
	return nil
}

func servingPortRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	leader := leaderOf(s)
	i := leader.runner()
	if i < 0 || len(leader.pod.Containers[i].Ports) == 0 {
		return nil
	}
	if slices.ContainsFunc(leader.pod.Containers[i].Ports, func(port corev1.ContainerPort) bool {
		return port.ContainerPort == servingPort && (port.Protocol == corev1.ProtocolTCP || port.Protocol == "")
	}) {
		return nil
	}
	return field.ErrorList{field.Invalid(leader.path.Child("containers").Index(i).Child("ports"), leader.pod.Containers[i].Ports,
		"the core Service `<name>-lb` sends requests to port 8080, where nothing listens; let the engine listen on 8080 and declare that port")}
}

func runnerFirstRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	if skipsLoader(s) {
		return nil
	}
	var errs field.ErrorList
	for _, template := range templatesOf(s) {
		if i := template.runner(); i > 0 {
			errs = append(errs, field.Invalid(template.path.Child("containers").Index(i).Child("name"), runnerContainerName,
				"the model loader gets the environment variables of the first container, not of this one; list this one first"))
		}
	}
	return errs
}

// droppedTemplateRule finds settings that llmaz does not copy to the LeaderWorkerSet,
// unless they say what happens anyway.
func droppedTemplateRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	var errs field.ErrorList
	template := s.Spec.WorkloadTemplate
	if policy := template.RestartPolicy; policy != "" && policy != "RecreateGroupOnPodRestart" {
		errs = append(errs, field.Invalid(workloadTemplatePath.Child("restartPolicy"), policy,
			"llmaz does not pass it on: groups are always recreated when one of their pods restarts; remove it"))
	}
	if template.SubGroupPolicy != nil {
		errs = append(errs, field.Forbidden(workloadTemplatePath.Child("subGroupPolicy"),
			"llmaz does not pass it on: groups are never divided; remove it"))
	}
	return errs
}

// droppedBeforeRule finds what llmaz v0.1.0 does not copy in addition.
func droppedBeforeRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	const remedy = "llmaz v0.1.0 does not pass it on; remove it"
	var errs field.ErrorList
	template := s.Spec.WorkloadTemplate
	if policy := template.StartupPolicy; policy != "" && policy != "LeaderCreated" {
		errs = append(errs, field.Invalid(workloadTemplatePath.Child("startupPolicy"), policy, remedy))
	}
	if network := template.NetworkConfig; network != nil && network.SubdomainPolicy != "Shared" {
		errs = append(errs, field.Invalid(workloadTemplatePath.Child("networkConfig", "subdomainPolicy"), network.SubdomainPolicy, remedy))
	}
	if unavailable, surge := rolloutBounds(s); unavailable.String() != "1" || surge.String() != "0" {
		errs = append(errs, field.Forbidden(rollingUpdatePath, remedy+": one group at a time is replaced, and none is added"))
	}
	return errs
}

// injectedTwiceRule finds what llmaz adds to the pods under the same name; the API server
// then refuses the LeaderWorkerSet because of the duplicate.
func injectedTwiceRule(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
	if skipsLoader(s) {
		return nil
	}
	var errs field.ErrorList
	for _, template := range templatesOf(s) {
		errs = append(errs, template.injectedTwice()...)
	}
	return errs
}

func (t podTemplate) injectedTwice() field.ErrorList {
	var errs field.ErrorList
	for i, volume := range t.pod.Volumes {
		if volume.Name == modelVolumeName {
			errs = append(errs, duplicateName(t.path.Child("volumes").Index(i).Child("name"), volume.Name,
				"the volume for the weights, which is added to the pods, has that name")...)
		}
	}
	for i, container := range t.pod.InitContainers {
		if isLoaderName(container.Name) {
			errs = append(errs, duplicateName(t.path.Child("initContainers").Index(i).Child("name"), container.Name,
				"the containers that load the weights, which are added to the pods, have such names")...)
		}
	}
	runner := t.runner()
	if runner < 0 {
		return errs
	}
	for i, mount := range t.pod.Containers[runner].VolumeMounts {
		if strings.TrimSuffix(mount.MountPath, "/")+"/" == modelsMountPath {
			err := field.Duplicate(t.path.Child("containers").Index(runner).Child("volumeMounts").Index(i).Child("mountPath"), mount.MountPath)
			err.Detail = "the weights are mounted there; mount the volume elsewhere"
			errs = append(errs, err)
		}
	}
	return errs
}

// isLoaderName reports whether a container could be one of the model loaders.
func isLoaderName(name string) bool {
	number, numbered := strings.CutPrefix(name, loaderContainerName+"-")
	return name == loaderContainerName || numbered && number != "" && strings.Trim(number, "0123456789") == ""
}

func modelsMissing(models []corev1alpha1.ModelRef) field.ErrorList {
	if len(models) > 0 {
		return nil
	}
	return field.ErrorList{field.Required(claimedModelsPath, "list at least the model of role `main`")}
}

// negativeReplicas is the verdict on spec.replicas of a workload.
func negativeReplicas(replicas *int32) field.ErrorList {
	if replicas == nil || *replicas >= 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "replicas"), *replicas, "must be 0 or more")}
}
