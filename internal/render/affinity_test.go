package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
)

func TestPreferNodes(t *testing.T) {
	in := func(key, value string) corev1.NodeSelectorRequirement {
		return corev1.NodeSelectorRequirement{Key: key, Operator: corev1.NodeSelectorOpIn, Values: []string{value}}
	}
	first := corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{in("link", "nvlink"), in("model", "h100")}}
	second := corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{in("model", "a100")}}
	want := &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
		RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{first, second}},
		PreferredDuringSchedulingIgnoredDuringExecution: []corev1.PreferredSchedulingTerm{
			{Weight: 60, Preference: first}, {Weight: 40, Preference: second},
		},
	}}
	got := PreferNodes([]map[string]string{{"model": "h100", "link": "nvlink"}, {"model": "a100"}}, []int32{60, 40, 20})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("one term a selector, its labels sorted and all of them required (-want +got):\n%s", diff)
	}
}
