package ome

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var serviceRenders = []kinds.RenderRule{
	{ID: "IS-16", Says: "without `runtime`, `references` has one that can serve the model"},
}
