package llmaz

import (
	"maps"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// flavorWeights are the preferences for nodes of the first, second, ... flavor: the
// weights 34, 21, 13, 8, 5, 3, 2, 1 of llmaz's scheduler plugin as percentages of their sum.
// Source: InftyAI/scheduler-plugins pkg/plugins/resource_fungibility/resource_fungibility.go@685a4d9.
var flavorWeights = []int32{39, 24, 15, 9, 6, 3, 2, 1}

// placeOnFlavors keeps a pod on nodes that offer a claimed flavor. A flavor without a
// node selector is offered by every node, so that nothing is left to choose. It reports false
// when the pod itself says otherwise, which then holds.
func (s directServing) placeOnFlavors(pod *corev1.PodSpec) bool {
	selectors := s.flavorSelectors()
	switch {
	case len(selectors) == 0:
		return true
	case len(selectors) > 1:
		if pod.Affinity != nil && pod.Affinity.NodeAffinity != nil {
			return false
		}
		if pod.Affinity == nil {
			pod.Affinity = &corev1.Affinity{}
		}
		pod.Affinity.NodeAffinity = render.PreferNodes(selectors, flavorWeights).NodeAffinity
		return true
	}
	for key, value := range pod.NodeSelector {
		if offered, ok := selectors[0][key]; ok && offered != value {
			return false
		}
	}
	merged := maps.Clone(selectors[0])
	maps.Copy(merged, pod.NodeSelector)
	pod.NodeSelector = merged
	return true
}

// flavorSelectors are the labels of the nodes that offer each flavor; none when any node will do.
func (s directServing) flavorSelectors() []map[string]string {
	if wanted := s.weights.FlavorAffinity; wanted != nil && !*wanted {
		return nil
	}
	var selectors []map[string]string
	for _, flavor := range s.flavors {
		if len(flavor.NodeSelector) == 0 {
			return nil
		}
		selectors = append(selectors, flavor.NodeSelector)
	}
	return selectors[:min(len(selectors), len(flavorWeights))]
}
