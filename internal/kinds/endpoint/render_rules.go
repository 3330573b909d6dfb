package endpoint

import "github.com/inferops/terraform-provider-inference/internal/kinds"

var renders = []kinds.RenderRule{
	kinds.LabelsRender, kinds.ManifestRender, kinds.CacheSizeRender, kinds.CachePodsRender,
	{ID: "EP-05", Says: "the name of the endpoint picker, which follows from that of the endpoint, can be the name of a Service"},
}
