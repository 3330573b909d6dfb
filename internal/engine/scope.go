package engine

import "github.com/inferops/terraform-provider-inference/internal/kinds"

// scope is a kind, and the settings under which its objects are asked for.
type scope struct {
	model    *resourceModel
	settings *Settings
	// all are the kinds of the provider, which a message may point to.
	all []*kinds.Kind
	// progress tells what an action waits for; nil for a resource.
	progress func(string)
}
