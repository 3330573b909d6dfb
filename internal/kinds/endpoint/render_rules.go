package endpoint

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var renders = []kinds.RenderRule{
	kinds.LabelsRender, kinds.ManifestRender, kinds.CacheSizeRender, kinds.CachePodsRender,
	{ID: "EP-05", Says: "the name of the endpoint picker, which follows from that of the endpoint, can be the name of a Service"},
	{ID: "EP-24", Says: "the spec has at most 128 KiB, so that the Service can keep it for the data source"},
}
