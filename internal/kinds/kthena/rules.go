package kthena

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var (
	inferRules   []kinds.Rule
	servingRules []kinds.Rule
)
