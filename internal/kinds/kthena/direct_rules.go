package kthena

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// setNameLength is the longest name of a StatefulSet whose pods can be labelled with it and a
// hash of up to 10 characters.
const setNameLength = 52

// lwsPrefix is what the labels and annotations of LeaderWorkerSets start with.
const lwsPrefix = "leaderworkerset.sigs.k8s.io/"

// directRules hold for both kinds where they are rendered as LeaderWorkerSets. id makes
// the identifier of a rule as for [groupRules].
//
// Mirrors kubernetes-sigs/lws pkg/webhooks/leaderworkerset_webhook.go@v0.9.0 and
// kubernetes/kubernetes pkg/apis/apps/validation/validation.go@v1.36.3.
func directRules(id func(infer, serving string) string) []kinds.Rule {
	rules := []kinds.Rule{
		{
			ID: "DM-01", Says: "the names of the StatefulSets, which are made of the names of the object and of its roles, have at most 52 characters", Check: kinds.Typed(setNames),
			Reads: []string{"metadata.name", "spec.replicas", "spec.template.roles[].name", "spec.template.roles[].replicas", "spec.template.roles[].workerReplicas"},
		},
		{
			ID: "DM-03", Says: "no role is named like an instance of another",
			Reads: []string{"spec.template.roles[].name"}, Check: kinds.Typed(namesApart),
		},
		{
			ID: "DM-04", Says: "`restart_policy` of pods is `Always`, or left out",
			Reads: podReads("spec.restartPolicy"), Check: templateRule(alwaysRestarts),
		},
		{
			ID: "DM-05", Says: "pods have nothing that the pods of a StatefulSet cannot have",
			Reads: podReads("spec.activeDeadlineSeconds", "spec.ephemeralContainers", "spec.hostname", "spec.subdomain"), Check: templateRule(notOfStatefulSets),
		},
		{
			ID: "DM-06", Says: "pods have no labels and annotations of LeaderWorkerSets",
			Reads: podReads("metadata.labels", "metadata.annotations"), Check: templateRule(notOfWorkerSets),
		},
		{
			ID: "DM-07", Says: "`restart_grace_period_seconds` is left out, because a failed instance restarts at once",
			Warn: true, Reads: []string{"spec.template.restartGracePeriodSeconds"}, Check: kinds.Typed(noGracePeriod),
		},
		{
			ID: "DM-08", Says: "the recovery policy does not ask for whole groups, because the other roles of a group go on",
			Warn: true, Reads: []string{"spec.recoveryPolicy", "spec.template.roles"}, Check: kinds.Typed(noGroupRecovery),
		},
		{
			ID: id("MI-09", "MS-09"), Says: "`partition` keeps no group back",
			Reads: []string{readsPartition}, Check: kinds.Typed(noPartition),
		},
	}
	for i := range rules {
		rules[i].Modes = kinds.DirectMode
	}
	return rules
}

// setNames holds names to what StatefulSets, which LeaderWorkerSets are made of, can be
// called. It leaves names that are too long for pods to [podNames].
func setNames(s *servingv1alpha1.ModelServing, c kinds.Candidate) field.ErrorList {
	name := c.Object.GetName()
	var errs field.ErrorList
	for _, r := range s.Spec.Template.Roles {
		if len(longestPodName(name, s, &r)) > validation.DNS1035LabelMaxLength {
			continue
		}
		longest := fmt.Sprintf("%s-%d-%s", name, max(orOne(s.Spec.Replicas)-1, 0), r.Name)
		if r.WorkerReplicas > 0 {
			longest += fmt.Sprintf("-%d", max(orOne(r.Replicas)-1, 0))
		}
		if over := len(longest) - setNameLength; name != "" && over > 0 {
			errs = append(errs, field.Invalid(field.NewPath("metadata", "name"), name, fmt.Sprintf(
				"the StatefulSets of role `%s` would have names of up to %d characters, such as `%s`, and their pods can be labelled with %d; shorten this name or that of the role by %d",
				r.Name, len(longest), longest, setNameLength, over)))
		}
	}
	return errs
}

// namesApart refuses roles whose LeaderWorkerSets would make StatefulSets or Services of one name.
func namesApart(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	var errs field.ErrorList
	for i, r := range s.Spec.Template.Roles {
		for _, other := range s.Spec.Template.Roles {
			rest, found := strings.CutPrefix(r.Name, other.Name+"-")
			if found && strings.Trim(rest, "0123456789-") == "" {
				errs = append(errs, field.Invalid(rolesPath.Index(i).Child("name"), r.Name, fmt.Sprintf(
					"the instances of role `%s` have names that end in a number too and would take this one; put a letter behind the last `-`", other.Name)))
			}
		}
	}
	return errs
}

// alwaysRestarts leaves what is no policy to [restartPolicies].
func alwaysRestarts(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	if template.Spec == nil || template.Spec.RestartPolicy != corev1.RestartPolicyNever && template.Spec.RestartPolicy != corev1.RestartPolicyOnFailure {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("spec", "restartPolicy"), template.Spec.RestartPolicy,
		"the pods of a StatefulSet always restart in direct mode; remove it, or set it to `Always`")}
}

// notOfStatefulSets refuses what the pods of a StatefulSet cannot have.
func notOfStatefulSets(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	if template.Spec == nil {
		return nil
	}
	var errs field.ErrorList
	at = at.Child("spec")
	if template.Spec.ActiveDeadlineSeconds != nil {
		errs = append(errs, field.Forbidden(at.Child("activeDeadlineSeconds"), "the pods of a StatefulSet have no deadline; remove it"))
	}
	if len(template.Spec.EphemeralContainers) > 0 {
		errs = append(errs, field.Forbidden(at.Child("ephemeralContainers"), "a template has no ephemeral containers; remove them"))
	}
	const names = "a StatefulSet names its pods and their domain itself; remove it, and reach the entry pod by ENTRY_ADDRESS"
	if template.Spec.Hostname != "" {
		errs = append(errs, field.Forbidden(at.Child("hostname"), names))
	}
	if template.Spec.Subdomain != "" {
		errs = append(errs, field.Forbidden(at.Child("subdomain"), names))
	}
	return errs
}

// notOfWorkerSets refuses labels and annotations by which LeaderWorkerSets tell their pods apart.
func notOfWorkerSets(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	if template.Metadata == nil {
		return nil
	}
	var errs field.ErrorList
	check := func(what string, entries map[string]string) {
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			if strings.HasPrefix(key, lwsPrefix) {
				errs = append(errs, field.Forbidden(at.Child("metadata", what).Key(key),
					"the controller of LeaderWorkerSets sets what is under `"+lwsPrefix+"` itself; remove it"))
			}
		}
	}
	check("labels", template.Metadata.Labels)
	check("annotations", template.Metadata.Annotations)
	return errs
}

func noGracePeriod(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	seconds := s.Spec.Template.RestartGracePeriodSeconds
	if seconds == nil || *seconds <= 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "template", "restartGracePeriodSeconds"), *seconds,
		"a LeaderWorkerSet waits for no pod to recover and restarts its instance at once; remove it")}
}

// noGroupRecovery warns of a failure that Kthena would let the whole group share.
func noGroupRecovery(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	policy := s.Spec.RecoveryPolicy
	if len(s.Spec.Template.Roles) < 2 || policy != "ServingGroupRecreate" && policy != "InferGroupRecreate" {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "recoveryPolicy"), policy,
		"direct mode restarts the instance that failed, and the other roles of its group go on; set it to `RoleRecreate`, which says so")}
}

func noPartition(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	rolling := rollingUpdate(s)
	if rolling == nil {
		return nil
	}
	// Any total tells a share of nothing from others.
	if kept, known := resolved(rolling.Partition, 100, true); !known || kept == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(rollingPath.Child("partition"), rolling.Partition.String(),
		"direct mode keeps no group at an older revision; remove it, and give the groups that are to stay a resource of their own")}
}
