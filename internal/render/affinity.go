package render

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
)

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
