package llmkube

import (
	"cmp"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
)

func hardware(m *v1alpha1.Model) v1alpha1.HardwareSpec {
	if m.Spec.Hardware == nil {
		return v1alpha1.HardwareSpec{}
	}
	return *m.Spec.Hardware
}

func gpu(m *v1alpha1.Model) v1alpha1.GPUSpec {
	if g := hardware(m).GPU; g != nil {
		return *g
	}
	return v1alpha1.GPUSpec{}
}

func vendor(m *v1alpha1.Model) string { return cmp.Or(gpu(m).Vendor, "nvidia") }
