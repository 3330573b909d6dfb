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

var rolesPath = field.NewPath("spec", "template", "roles")

// podReads are paths below the templates of every role.
func podReads(below ...string) []string {
	var reads []string
	for _, template := range []string{"entryTemplate", "workerTemplate"} {
		for _, path := range below {
			reads = append(reads, "spec.template.roles[]."+template+"."+path)
		}
	}
	return reads
}

// containerReads are paths below the containers and init containers of every template.
func containerReads(below ...string) []string {
	var paths []string
	for _, list := range []string{"containers", "initContainers"} {
		for _, path := range below {
			paths = append(paths, "spec."+list+"[]."+path)
		}
	}
	return podReads(paths...)
}

// templateRule makes a rule of a check of one template. A ModelInfer reads as a
// ModelServing where its roles are concerned.
func templateRule(check func(*role.PodTemplateSpec, *field.Path) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return roleRule(func(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
		errs := check(&r.EntryTemplate, at.Child("entryTemplate"))
		if r.WorkerTemplate != nil {
			errs = append(errs, check(r.WorkerTemplate, at.Child("workerTemplate"))...)
		}
		return errs
	})
}

// podRule makes a rule of a check of one template that pods are made of. The workers of a role
// without any may be described by nothing, as Kthena's own ModelBooster does.
func podRule(check func(*role.PodTemplateSpec, *field.Path) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return roleRule(func(r *servingv1alpha1.Role, at *field.Path) field.ErrorList {
		errs := check(&r.EntryTemplate, at.Child("entryTemplate"))
		if r.WorkerTemplate != nil && r.WorkerReplicas > 0 {
			errs = append(errs, check(r.WorkerTemplate, at.Child("workerTemplate"))...)
		}
		return errs
	})
}

// containerRule makes a rule of a check of one container or init container of a pod.
func containerRule(check func(*corev1.Container, *field.Path) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return podRule(func(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
		var errs field.ErrorList
		if template.Spec == nil {
			return nil
		}
		for i := range template.Spec.Containers {
			errs = append(errs, check(&template.Spec.Containers[i], at.Child("spec", "containers").Index(i))...)
		}
		for i := range template.Spec.InitContainers {
			errs = append(errs, check(&template.Spec.InitContainers[i], at.Child("spec", "initContainers").Index(i))...)
		}
		return errs
	})
}

// podRules find pods that the API server would refuse. Kthena's definitions take any
// pod, and the controller tries to create it for ever without saying so.
//
// Mirrors kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.36.3.
func podRules(id string) []kinds.Rule {
	rules := []kinds.Rule{
		{
			ID: id, Says: "a pod has at least one container, and its containers and init containers have different names, each a DNS-1123 label",
			Reads: podReads("spec.containers[].name", "spec.initContainers[].name"), Check: podRule(containerNames),
		},
		{
			ID: id, Says: "containers and init containers have an `image`",
			Reads: containerReads("image"), Check: containerRule(imageNamed),
		},
		{
			ID: id, Says: "a volume that is mounted is one of the pod",
			Reads: append(podReads("spec.volumes[].name"), containerReads("volumeMounts[].name")...), Check: podRule(mountedVolumes),
		},
		{
			ID: id, Says: "ports are from 1 to 65535",
			Reads: containerReads("ports[].containerPort"), Check: containerRule(containerPorts),
		},
		{
			ID: id, Says: "names of environment variables are printable and have no `=`",
			Reads: containerReads("env[].name"), Check: containerRule(envNames),
		},
		{
			ID: id, Says: "a request is not more than its limit",
			Reads: containerReads("resources.requests", "resources.limits"), Check: containerRule(requestsWithinLimits),
		},
		{
			ID: id, Says: "a probe has exactly one of `exec`, `http_get`, `tcp_socket` and `grpc`",
			Reads: containerReads("livenessProbe", "readinessProbe", "startupProbe"), Check: containerRule(probeHandlers),
		},
		{
			ID: id, Says: "`restart_policy` is `Always`, `OnFailure` or `Never`",
			Reads: podReads("spec.restartPolicy"), Check: podRule(restartPolicies),
		},
		{
			ID: id, Says: "labels and annotations of pods have the syntax that the API server asks for",
			Reads: podReads("metadata.labels", "metadata.annotations"), Check: podRule(metadataSyntax),
		},
	}
	for i := range rules {
		rules[i].Reads = append(rules[i].Reads, "spec.template.roles[].workerReplicas")
	}
	return rules
}

func containerNames(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	at = at.Child("spec")
	if template.Spec == nil || len(template.Spec.Containers) == 0 {
		return field.ErrorList{field.Required(at.Child("containers"), "a pod has at least one container; without one no pod can be created, and nothing says so")}
	}
	var errs field.ErrorList
	seen := map[string]bool{}
	check := func(name string, at *field.Path) {
		switch {
		case len(validation.IsDNS1123Label(name)) > 0:
			errs = append(errs, field.Invalid(at, name, "must consist of at most 63 lower-case letters, digits and `-`, with a letter or digit at both ends"))
		case seen[name]:
			err := field.Duplicate(at, name)
			err.Detail = "another container of the pod has that name; init containers count too"
			errs = append(errs, err)
		}
		seen[name] = true
	}
	for i, c := range template.Spec.Containers {
		check(c.Name, at.Child("containers").Index(i).Child("name"))
	}
	for i, c := range template.Spec.InitContainers {
		check(c.Name, at.Child("initContainers").Index(i).Child("name"))
	}
	return errs
}

func imageNamed(c *corev1.Container, at *field.Path) field.ErrorList {
	if c.Image != "" {
		return nil
	}
	return field.ErrorList{field.Required(at.Child("image"), "a container needs an image; without one no pod can be created, and nothing says so")}
}

func mountedVolumes(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	if template.Spec == nil {
		return nil
	}
	var errs field.ErrorList
	volumes := map[string]bool{}
	for _, volume := range template.Spec.Volumes {
		volumes[volume.Name] = true
	}
	check := func(list string, containers []corev1.Container) {
		for i, c := range containers {
			for j, mount := range c.VolumeMounts {
				if !volumes[mount.Name] {
					errs = append(errs, field.NotFound(at.Child("spec", list).Index(i).Child("volumeMounts").Index(j).Child("name"), mount.Name))
					errs[len(errs)-1].Detail = "the pod has no such volume; add it to `volumes`, or mount one that is there"
				}
			}
		}
	}
	check("containers", template.Spec.Containers)
	check("initContainers", template.Spec.InitContainers)
	return errs
}

func containerPorts(c *corev1.Container, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	for i, port := range c.Ports {
		if port.ContainerPort < 1 || port.ContainerPort > 65535 {
			errs = append(errs, field.Invalid(at.Child("ports").Index(i).Child("containerPort"), port.ContainerPort, "must be a port from 1 to 65535"))
		}
	}
	return errs
}

func envNames(c *corev1.Container, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	for i, env := range c.Env {
		if len(validation.IsRelaxedEnvVarName(env.Name)) > 0 {
			errs = append(errs, field.Invalid(at.Child("env").Index(i).Child("name"), env.Name, "must be printable ASCII characters other than `=`"))
		}
	}
	return errs
}

func requestsWithinLimits(c *corev1.Container, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(c.Resources.Requests)) {
		request := c.Resources.Requests[name]
		if limit, limited := c.Resources.Limits[name]; limited && limit.Cmp(request) < 0 {
			errs = append(errs, field.Invalid(at.Child("resources", "requests").Key(string(name)), request.String(),
				fmt.Sprintf("must not be more than the limit of %s; lower it, or raise `%s` in `limits`", limit.String(), name)))
		}
	}
	return errs
}

func probeHandlers(c *corev1.Container, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	check := func(name string, probe *corev1.Probe) {
		if probe == nil {
			return
		}
		handlers := 0
		for _, set := range []bool{probe.Exec != nil, probe.HTTPGet != nil, probe.TCPSocket != nil, probe.GRPC != nil} {
			if set {
				handlers++
			}
		}
		if handlers != 1 {
			errs = append(errs, field.Forbidden(at.Child(name), fmt.Sprintf(
				"a probe has exactly one of `exec`, `http_get`, `tcp_socket` and `grpc`, and this one has %d", handlers)))
		}
	}
	check("livenessProbe", c.LivenessProbe)
	check("readinessProbe", c.ReadinessProbe)
	check("startupProbe", c.StartupProbe)
	return errs
}

func restartPolicies(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	allowed := []corev1.RestartPolicy{corev1.RestartPolicyAlways, corev1.RestartPolicyOnFailure, corev1.RestartPolicyNever}
	if template.Spec == nil || template.Spec.RestartPolicy == "" || slices.Contains(allowed, template.Spec.RestartPolicy) {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("spec", "restartPolicy"), template.Spec.RestartPolicy, "must be `Always`, `OnFailure` or `Never`")}
}

func metadataSyntax(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	if template.Metadata == nil {
		return nil
	}
	const keys = "a key is at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends, and may follow a domain and `/`"
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(template.Metadata.Labels)) {
		below, value := at.Child("metadata", "labels").Key(key), template.Metadata.Labels[key]
		switch {
		case len(validation.IsQualifiedName(key)) > 0:
			errs = append(errs, field.Invalid(below, key, keys))
		case len(validation.IsValidLabelValue(value)) > 0:
			errs = append(errs, field.Invalid(below, value, "the value of a label is at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends"))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(template.Metadata.Annotations)) {
		if len(validation.IsQualifiedName(strings.ToLower(key))) > 0 {
			errs = append(errs, field.Invalid(at.Child("metadata", "annotations").Key(key), key, keys))
		}
	}
	return errs
}

// groupLabels are the labels by which the controllers find the pods of a group, below their domain.
// What else is below it they take for the user's.
//
// Mirrors volcano-sh/kthena pkg/apis/workload/v1alpha1/labels.go@v1.0.0.
var groupLabels = []string{"entry", "group-name", "name", "revision", "role", "role-id", "role-template-hash"}

// ownLabels makes a rule that templates have none of the labels of a domain by which pods are
// found: their values win over those of the controller. It holds for the dialects, all if there are none.
func ownLabels(id, domain string, dialects ...string) kinds.Rule {
	return kinds.Rule{
		ID: id, Says: "pods have none of the labels under `" + domain + "` by which Kthena finds them, such as `role`",
		Warn: true, Dialects: dialects, Reads: podReads("metadata.labels"), Check: templateRule(func(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
			if template.Metadata == nil {
				return nil
			}
			var errs field.ErrorList
			for _, name := range groupLabels {
				key := domain + name
				if _, set := template.Metadata.Labels[key]; set {
					errs = append(errs, field.Forbidden(at.Child("metadata", "labels").Key(key),
						"Kthena finds the pods of a group by this label, and a value set here would detach the pod; use a key of your own"))
				}
			}
			return errs
		}),
	}
}

// images refuses what no container runtime takes. Init containers are not looked at.
func images(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	if template.Spec == nil {
		return nil
	}
	var errs field.ErrorList
	for i, c := range template.Spec.Containers {
		if c.Image != "" && (strings.TrimSpace(c.Image) == "" || strings.Contains(c.Image, " ")) {
			errs = append(errs, field.Invalid(at.Child("spec", "containers").Index(i).Child("image"), c.Image, "must not contain spaces"))
		}
	}
	return errs
}

// annotationsCrash refuses annotations of pods, which the ModelInfer controller writes into a map it never made.
func annotationsCrash(template *role.PodTemplateSpec, at *field.Path) field.ErrorList {
	if template.Metadata == nil || len(template.Metadata.Annotations) == 0 {
		return nil
	}
	return field.ErrorList{field.Forbidden(at.Child("metadata", "annotations"),
		"the ModelInfer controller crashes on annotations of pods; remove them, or use Kthena v0.4.0 or later")}
}
