package endpoint

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// TestExplains shows which field decides about what keeps a container from running.
func TestExplains(t *testing.T) {
	at := func(field string) []kinds.Place { return []kinds.Place{{Field: field}} }
	kindstest.Explains(t, Kinds(), "endpoint", map[string]kindstest.Blamed{
		"image":           {Reason: "the engine has one", Object: validEndpoint, Cause: tree.Cause{Reason: tree.Image, Container: "vllm"}, Want: at("spec.engine.image")},
		"download":        {Reason: "the address is wrong", Object: validEndpoint, Cause: tree.Cause{Reason: tree.CrashLoop, Container: "download"}, Want: at("spec.model.source")},
		"predownload":     {Reason: "the repository is gated, or not there", Object: validEndpoint, Cause: tree.Cause{Reason: tree.CrashLoop, Container: "predownload"}, Want: at("spec.model")},
		"its memory":      {Reason: "the Job says how much", Object: validEndpoint, Cause: tree.Cause{Reason: tree.HostMemory, Container: "predownload"}, Want: at("spec.cache.predownload.resources")},
		"router":          {Reason: "its arguments are of its own", Object: validEndpoint, Cause: tree.Cause{Reason: tree.CrashLoop, Container: "router"}, Want: at("spec.prefill.router.args")},
		"endpoint picker": {Reason: "the route has it", Object: validEndpoint, Cause: tree.Cause{Reason: tree.Image, Container: "epp"}, Want: at("spec.route.pool")},
		"memory of it":    {Reason: "the pool says how much", Object: validEndpoint, Cause: tree.Cause{Reason: tree.HostMemory, Container: "epp"}, Want: at("spec.route.pool.resources")},
		"devices":         {Reason: "no node has any left", Object: validEndpoint, Cause: tree.Cause{Reason: tree.NoNode, Lacks: []string{"nvidia.com/gpu"}}, Want: at("spec.accelerators")},
	})
}
