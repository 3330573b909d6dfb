package gie

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var objectiveRules []kinds.Rule
