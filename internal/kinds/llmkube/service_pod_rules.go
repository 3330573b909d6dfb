package llmkube

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// podRules are what the API server will ask of the pods, and what they lose.
var podRules = []kinds.Rule{
	serviceRule("I-06", "an environment variable has `value` or `value_from`",
		envSourceRule, "spec.env"),
	warning(withOperator(serviceRule("I-06", "environment variables have different names, or the last one of a name counts",
		envTwiceRule, "spec.env"))),
	rendered(serviceRule("I-06", "environment variables have different names",
		envTwiceRule, "spec.env")),
	serviceRule("I-07", "references to Secrets and ConfigMaps have a name",
		secretNamesRule, "spec.env", "spec.imagePullSecrets", "spec.vllmConfig.hfTokenSecretRef",
		"spec.sglangConfig.hfTokenSecretRef", "spec.tgiConfig.hfTokenSecretRef", "spec.personaPlexConfig.hfTokenSecretRef"),
	serviceRule("I-08", "a probe has exactly one handler, and numbers that it can have",
		probesRule, "spec.probeOverrides"),
	warning(serviceRule("I-09", "`pod_labels` has none of the labels that LLMKube sets",
		podLabelsRule, "spec.podLabels")),
	warning(serviceRule("I-71", "`pod_security_context` has `fs_group`, or the download can usually not write to its volume",
		podSecurityRule, "spec.runtime", "spec.skipModelInit", "spec.podSecurityContext")),
	warning(serviceRule("I-73", "`security_context` drops all capabilities, as the default does",
		securityRule, "spec.securityContext")),
	serviceRule("I-74", "extra volumes have names of their own, and mounts name volumes that exist, each at a path of its own",
		volumesRule, "spec.extraVolumes", "spec.extraVolumeMounts"),
}

func envSourceRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	for i, env := range s.Spec.Env {
		if env.Value != "" && env.ValueFrom != nil {
			errs = append(errs, field.Forbidden(specPath.Child("env").Index(i).Child("valueFrom"), "not together with `value`; remove one of them"))
		}
	}
	return errs
}

func envTwiceRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	seen := map[string]bool{}
	for i, env := range s.Spec.Env {
		if seen[env.Name] {
			errs = append(errs, duplicate(specPath.Child("env").Index(i).Child("name"), env.Name))
		}
		seen[env.Name] = true
	}
	return errs
}

func secretNamesRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	named := func(at *field.Path, name string) {
		if name == "" {
			errs = append(errs, field.Required(at.Child("name"), "name the object; the API takes an empty name here and refuses the pods"))
		}
	}
	token := func(config string, ref *corev1.SecretKeySelector) {
		if ref != nil {
			named(specPath.Child(config, "hfTokenSecretRef"), ref.Name)
		}
	}
	for i, env := range s.Spec.Env {
		at := specPath.Child("env").Index(i).Child("valueFrom")
		if from := env.ValueFrom; from != nil && from.SecretKeyRef != nil {
			named(at.Child("secretKeyRef"), from.SecretKeyRef.Name)
		} else if from != nil && from.ConfigMapKeyRef != nil {
			named(at.Child("configMapKeyRef"), from.ConfigMapKeyRef.Name)
		}
	}
	for i, ref := range s.Spec.ImagePullSecrets {
		named(specPath.Child("imagePullSecrets").Index(i), ref.Name)
	}
	token("vllmConfig", vllm(s).HFTokenSecretRef)
	token("sglangConfig", sglang(s).HFTokenSecretRef)
	if c := s.Spec.TGIConfig; c != nil {
		token("tgiConfig", c.HFTokenSecretRef)
	}
	if c := s.Spec.PersonaPlexConfig; c != nil {
		token("personaPlexConfig", c.HFTokenSecretRef)
	}
	return errs
}

// probesRule mirrors kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.36.3.
func probesRule(s *v1alpha1.InferenceService) field.ErrorList {
	p, at := s.Spec.ProbeOverrides, specPath.Child("probeOverrides")
	if p == nil {
		return nil
	}
	errs := probe(at.Child("startup"), p.Startup, false)
	errs = append(errs, probe(at.Child("liveness"), p.Liveness, false)...)
	return append(errs, probe(at.Child("readiness"), p.Readiness, true)...)
}

func probe(at *field.Path, p *corev1.Probe, readiness bool) field.ErrorList {
	if p == nil {
		return nil
	}
	var errs field.ErrorList
	handlers := 0
	for _, set := range []bool{p.Exec != nil, p.HTTPGet != nil, p.TCPSocket != nil, p.GRPC != nil} {
		if set {
			handlers++
		}
	}
	if handlers != 1 {
		errs = append(errs, field.Invalid(at, handlers, "set exactly one of `exec`, `http_get`, `tcp_socket` and `grpc`"))
	}
	if !readiness && p.SuccessThreshold > 1 {
		errs = append(errs, field.Invalid(at.Child("successThreshold"), p.SuccessThreshold, "must be 1 for a startup or liveness probe"))
	}
	if readiness && p.TerminationGracePeriodSeconds != nil {
		errs = append(errs, field.Forbidden(at.Child("terminationGracePeriodSeconds"), "a readiness probe ends no pod; remove it"))
	}
	numbers := map[string]int32{
		"initialDelaySeconds": p.InitialDelaySeconds, "timeoutSeconds": p.TimeoutSeconds, "periodSeconds": p.PeriodSeconds,
		"successThreshold": p.SuccessThreshold, "failureThreshold": p.FailureThreshold,
	}
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		if numbers[name] < 0 {
			errs = append(errs, field.Invalid(at.Child(name), numbers[name], "must not be negative"))
		}
	}
	return errs
}

var ownLabels = []string{"app", "inference.llmkube.dev/model", "inference.llmkube.dev/runtime", "inference.llmkube.dev/service"}

func podLabelsRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	for _, key := range ownLabels {
		if value, set := s.Spec.PodLabels[key]; set {
			errs = append(errs, field.Invalid(specPath.Child("podLabels").Key(key), value, "LLMKube sets this label itself; choose another key"))
		}
	}
	return errs
}

func podSecurityRule(s *v1alpha1.InferenceService) field.ErrorList {
	if c := s.Spec.PodSecurityContext; c == nil || c.FSGroup != nil || isTrue(s.Spec.SkipModelInit) || !downloads(runtimeOf(s)) {
		return nil
	}
	return required(specPath.Child("podSecurityContext", "fsGroup"), "the context replaces the default one, and without a group the download can usually not write to its volume; set `fs_group`, which is 102 by default")
}

func securityRule(s *v1alpha1.InferenceService) field.ErrorList {
	c := s.Spec.SecurityContext
	if c == nil || c.Capabilities != nil && slices.Contains(c.Capabilities.Drop, "ALL") {
		return nil
	}
	return required(specPath.Child("securityContext", "capabilities"), "the context replaces the default one, which drops all capabilities; set `drop = [\"ALL\"]` to keep that")
}

var ownVolumes = []string{"model-cache", "model-storage", "model-source", "host-model", "custom-ca-cert"}

func isOwnVolume(name string) bool {
	return slices.Contains(ownVolumes, name) || strings.HasPrefix(name, "draft-")
}

func volumesRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	names, paths := map[string]bool{}, map[string]bool{}
	for i, volume := range s.Spec.ExtraVolumes {
		at := specPath.Child("extraVolumes").Index(i).Child("name")
		switch {
		case isOwnVolume(volume.Name):
			errs = append(errs, field.Invalid(at, volume.Name, "LLMKube names a volume of its own so; choose another name"))
		case names[volume.Name]:
			errs = append(errs, duplicate(at, volume.Name))
		}
		names[volume.Name] = true
	}
	for i, mount := range s.Spec.ExtraVolumeMounts {
		at := specPath.Child("extraVolumeMounts").Index(i)
		if !names[mount.Name] && !isOwnVolume(mount.Name) {
			errs = append(errs, field.Invalid(at.Child("name"), mount.Name, fmt.Sprintf("there is no such volume; add it to `extra_volumes`, which has %q", slices.Sorted(maps.Keys(names)))))
		}
		if paths[mount.MountPath] {
			errs = append(errs, duplicate(at.Child("mountPath"), mount.MountPath))
		}
		paths[mount.MountPath] = true
	}
	return errs
}
