package gie

import (
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// poolExplains is about the endpoint picker, which direct mode makes.
var poolExplains = kinds.Explains{
	Blames: []kinds.Blame{
		{Field: "direct.image", Reasons: kinds.OfImage, Modes: kinds.DirectMode},
		{Field: "direct.config", Reasons: kinds.OfEngine, Modes: kinds.DirectMode},
		{Field: "direct.resources", Reasons: kinds.OfMemory, Modes: kinds.DirectMode},
	},
	Nodes: kinds.AsksIn("direct.resources", ""),
}
