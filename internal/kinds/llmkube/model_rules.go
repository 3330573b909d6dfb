package llmkube

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var modelRules, serviceRules []kinds.Rule
