package llmkube

import (
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// mainLine is the newest release: the main line after v0.9.19, which has no tag and is named after its commit.
const mainLine = "907ac8d8"

// LLMKube only ever added fields, so the definitions table has the fields of the newest release. Of the main line after v0.9.19 only
// the Model has a new one.
//
// Mirrors defilantech/LLMKube config/crd/bases@v0.8.7, @v0.9.19 and @907ac8d8.

var modelReleases = object.Releases(system,
	object.Release{Name: "v0.8.7"},
	object.Release{Name: "v0.9.19", Marker: "spec.prefetch"},
	object.Release{Name: mainLine, Marker: "spec.prefetchTolerations"},
)

var serviceReleases = object.Releases(system, object.Release{Name: "v0.8.7"}, object.Release{
	Name:   "v0.9.19",
	Also:   []string{mainLine},
	Marker: "spec.suspend",
	// There it is an object without fields.
	Lacks: []string{"k8s.io/api/core/v1.PersistentVolumeClaimTemplate.metadata"},
})

// laterReleases are those of kinds that v0.8.7 does not have.
var laterReleases = object.Releases(system, object.Release{Name: "v0.9.19", Also: []string{mainLine}})

var routerReleases = object.Releases(system, object.Release{Name: "v0.8.7"}, object.Release{Name: "v0.9.19", Also: []string{mainLine}, Marker: "spec.dataPlane"})
