package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var serviceRenders = []kinds.RenderRule{
	{ID: "PG-C1", Says: "`references` has every model that is claimed"},
	{ID: "LWS-10", Says: "no annotation places subgroups where the groups have none"},
}

var playgroundRenders = append([]kinds.RenderRule{
	{ID: "PG-C6", Says: "the runtime is built in, or `references` has it"},
	{ID: "EL-1", Says: "the tensor and pipeline parallel sizes of an engine use exactly the accelerators of its pods", Warn: true},
}, serviceRenders...)
