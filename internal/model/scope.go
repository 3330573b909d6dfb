package model

import (
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Scope is a kind, and the settings under which its objects are asked for.
type Scope struct {
	Model    *ResourceModel
	Settings *Settings
	// All are the kinds of the provider, which a message may point to.
	All []*kinds.Kind
	// Progress tells what an action waits for; nil for a resource.
	Progress func(string)
}
