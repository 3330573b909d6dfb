package kthena

import "github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"

// modelUses are the models of hubs that the engines of the roles name.
var modelUses = enginelint.ModelUses(enginesOf)
