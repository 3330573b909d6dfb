package render

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// PodTemplate returns the apply configuration of a pod template. It claims what the
// spec sets and nothing else.
func PodTemplate(labels, annotations map[string]string, spec corev1.PodSpec) *corev1ac.PodTemplateSpecApplyConfiguration {
	applied := corev1ac.PodSpec()
	convert(&spec, applied)
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
	return template
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

// spellOutAtoms sets the defaults of the API inside values that a server-side apply
// compares whole: without them, another manager that applies the same manifest would be in conflict
// with the first one.
func spellOutAtoms(pod *corev1ac.PodSpecApplyConfiguration) {
	for _, containers := range [][]corev1ac.ContainerApplyConfiguration{pod.InitContainers, pod.Containers} {
		for _, c := range containers {
			for _, env := range c.Env {
				if env.ValueFrom != nil {
					spellOutField(env.ValueFrom.FieldRef)
					spellOutResource(env.ValueFrom.ResourceFieldRef)
				}
			}
		}
	}
	for _, volume := range pod.Volumes {
		if volume.DownwardAPI != nil {
			spellOutFiles(volume.DownwardAPI.Items)
		}
		if volume.Projected == nil {
			continue
		}
		for _, source := range volume.Projected.Sources {
			if source.DownwardAPI != nil {
				spellOutFiles(source.DownwardAPI.Items)
			}
		}
	}
}

func spellOutFiles(items []corev1ac.DownwardAPIVolumeFileApplyConfiguration) {
	for _, item := range items {
		spellOutField(item.FieldRef)
		spellOutResource(item.ResourceFieldRef)
	}
}

func spellOutField(ref *corev1ac.ObjectFieldSelectorApplyConfiguration) {
	if ref != nil && ref.APIVersion == nil {
		ref.WithAPIVersion("v1")
	}
}

func spellOutResource(ref *corev1ac.ResourceFieldSelectorApplyConfiguration) {
	if ref != nil && ref.Divisor == nil {
		ref.WithDivisor(resource.MustParse("0"))
	}
}

// defaultPeriodSeconds is the period of a probe that sets none.
// Source: kubernetes/kubernetes pkg/apis/core/v1/defaults.go@v1.36.3.
const defaultPeriodSeconds = 10

// AllowStartup returns a copy of a startup probe that may fail for at least so many
// seconds before the container is restarted.
func AllowStartup(probe *corev1.Probe, seconds int32) *corev1.Probe {
	allowed := probe.DeepCopy()
	period := allowed.PeriodSeconds
	if period <= 0 {
		period = defaultPeriodSeconds
	}
	allowed.FailureThreshold = (seconds-1)/period + 1
	return allowed
}

// PreferNodes returns an affinity to the nodes that match at least one of the selectors
// and, more strongly, to those that match an earlier one: the preference for the i-th
// selector has the i-th weight. It needs a weight of 1 to 100 for every selector.
func PreferNodes(selectors []map[string]string, weights []int32) *corev1.Affinity {
	node := &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{}}
	required := node.RequiredDuringSchedulingIgnoredDuringExecution
	for i, selector := range selectors {
		term := nodeSelectorTerm(selector)
		required.NodeSelectorTerms = append(required.NodeSelectorTerms, term)
		node.PreferredDuringSchedulingIgnoredDuringExecution = append(
			node.PreferredDuringSchedulingIgnoredDuringExecution,
			corev1.PreferredSchedulingTerm{Weight: weights[i], Preference: term})
	}
	return &corev1.Affinity{NodeAffinity: node}
}

func nodeSelectorTerm(selector map[string]string) corev1.NodeSelectorTerm {
	var term corev1.NodeSelectorTerm
	for _, key := range slices.Sorted(maps.Keys(selector)) {
		term.MatchExpressions = append(term.MatchExpressions, corev1.NodeSelectorRequirement{
			Key:      key,
			Operator: corev1.NodeSelectorOpIn,
			Values:   []string{selector[key]},
		})
	}
	return term
}
