package gie

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var poolRenders = []kinds.RenderRule{
	{ID: "EP-05", Says: "the name of the endpoint picker, which follows from that of the pool, can be the name of a Service"},
	{ID: "IP-07", Says: "the selector does not select the pods of the endpoint picker"},
}
