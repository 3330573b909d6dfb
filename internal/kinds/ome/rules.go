package ome

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var (
	baseModelRules             []kinds.Rule
	clusterBaseModelRules      []kinds.Rule
	fineTunedWeightRules       []kinds.Rule
	servingRuntimeRules        []kinds.Rule
	clusterServingRuntimeRules []kinds.Rule
	inferenceServiceRules      []kinds.Rule
	benchmarkJobRules          []kinds.Rule
	acceleratorClassRules      []kinds.Rule
)
