package render

import (
	corev1 "k8s.io/api/core/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// PodTemplate returns the apply configuration of a pod template. It claims what the
// spec sets and nothing else.
func PodTemplate(labels, annotations map[string]string, spec corev1.PodSpec) (*corev1ac.PodTemplateSpecApplyConfiguration, error) {
	applied := corev1ac.PodSpec()
	if err := convert(&spec, applied); err != nil {
		return nil, err
	}
	omitEmptyResources(applied.InitContainers)
	omitEmptyResources(applied.Containers)
	spellOutAtoms(applied)
	template := corev1ac.PodTemplateSpec().WithSpec(applied)
	if len(labels) > 0 {
		template.WithLabels(labels)
	}
	if len(annotations) > 0 {
		template.WithAnnotations(annotations)
	}
	return template, nil
}

// omitEmptyResources drops the resources that a typed container cannot leave unset.
func omitEmptyResources(containers []corev1ac.ContainerApplyConfiguration) {
	for i := range containers {
		r := containers[i].Resources
		if r != nil && r.Limits == nil && r.Requests == nil && len(r.Claims) == 0 {
			containers[i].Resources = nil
		}
	}
}
