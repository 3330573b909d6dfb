package gie

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var poolRules []kinds.Rule
