package llmkube

import (
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// LLMKube only ever added fields, so the definitions table has the fields of v0.9.19.
//
// Mirrors defilantech/LLMKube config/crd/bases@v0.8.7 and @v0.9.19.

var modelReleases = object.Releases(system, object.Release{Name: "v0.8.7"}, object.Release{Name: "v0.9.19", Marker: "spec.prefetch"})

var serviceReleases = object.Releases(system, object.Release{Name: "v0.8.7"}, object.Release{
	Name:   "v0.9.19",
	Marker: "spec.suspend",
	// There it is an object without fields.
	Lacks: []string{"k8s.io/api/core/v1.PersistentVolumeClaimTemplate.metadata"},
})

// laterReleases are those of kinds that v0.8.7 does not have.
var laterReleases = object.Releases(system, object.Release{Name: "v0.9.19"})

var routerReleases = object.Releases(system, object.Release{Name: "v0.8.7"}, object.Release{Name: "v0.9.19", Marker: "spec.dataPlane"})
