package enginelint_test

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// TestUnknown has two engines that break every rule but one, and values that are not known.
func TestUnknown(t *testing.T) {
	engine := func(name string) enginelint.Engine {
		return enginelint.Engine{
			Container: &corev1.Container{
				Image:     "vllm",
				Args:      []string{"--revision=main", "--tensor-parallel-size=4", "--dtype=half", "--dtype=auto"},
				Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"nvidia.com/gpu": resource.MustParse("2")}},
			},
			At: field.NewPath("spec", name), Accelerators: 2,
		}
	}
	rules := enginelint.Rules(func(kinds.Candidate) []enginelint.Engine {
		return []enginelint.Engine{engine("first"), engine("second")}
	}, "spec.first", "spec.second")
	all := []string{
		"EL-1 spec.first.args[1]", "EL-1 spec.second.args[1]", "EL-2 spec.first.args[3]", "EL-2 spec.second.args[3]",
		"EL-3 spec.first.image", "EL-3 spec.second.image", "EL-4 spec.first.args[0]", "EL-4 spec.second.args[0]",
	}
	for unknown, silent := range map[string][]string{
		"spec.firstName":             nil,
		"spec.first.args[3]":         {all[0], all[1], all[2], all[6]},
		"spec.first.command":         {all[0], all[1], all[2], all[6]},
		"spec.first.image":           {all[0], all[1], all[4]},
		"spec.second.resources[gpu]": {all[0], all[1]},
		"spec":                       all,
	} {
		t.Run(unknown, func(t *testing.T) {
			var got, want []string
			for _, r := range rules {
				found, err := r.Decide(kinds.Candidate{}, []string{unknown})
				if err != nil {
					t.Error(err)
				}
				for _, f := range found {
					got = append(got, r.ID+" "+f.Field)
				}
			}
			for _, finding := range all {
				if !slices.Contains(silent, finding) {
					want = append(want, finding)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}
