package gie

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var poolRenders = []kinds.RenderRule{
	kinds.LabelsRender, kinds.ManifestRender,
	{ID: "EP-05", Says: "the name of the endpoint picker, which follows from that of the pool, can be the name of a Service"},
	{ID: "IP-07", Says: "the selector does not select the pods of the endpoint picker"},
	{ID: "DR-10", Says: "`endpoint_picker_ref`, where it is written, is the endpoint picker that direct mode makes"},
	{ID: "DR-11", Says: "`direct.engine` stands only where `direct.config` does not say which metrics are read"},
	{ID: "DR-12", Says: "`direct.config` is YAML of the kind that the endpoint picker reads"},
}
