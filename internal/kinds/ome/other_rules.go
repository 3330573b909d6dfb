package ome

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var (
	servingRuntimeRules        []kinds.Rule
	clusterServingRuntimeRules []kinds.Rule
	fineTunedWeightRules       []kinds.Rule
	acceleratorClassRules      []kinds.Rule
)
