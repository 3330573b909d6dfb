package ome

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// OME only ever added to its API. The definitions table has the fields of v0.1.5.
//
// Mirrors sgl-project/ome config/crd/full@v0.1.2 and @v0.1.5.

// What the Kubernetes types in the table have and those that OME embeds do not: OME was
// built against Kubernetes 1.33.
var (
	lacksEnv = []string{"k8s.io/api/core/v1.EnvVarSource.fileKeyRef"}
	lacksPod = slices.Concat(lacksEnv, lacksTemplateMetadata, []string{
		"k8s.io/api/core/v1.Container.restartPolicyRules",
		"k8s.io/api/core/v1.VolumeProjection.podCertificate",
	})
	lacksDebugging = []string{"k8s.io/api/core/v1.EphemeralContainer.restartPolicyRules"}
)

// lacksTemplateMetadata is what OME's definitions do not have of the metadata of the claim
// in an ephemeral volume, so that the API server would drop it.
var lacksTemplateMetadata = []string{
	"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.annotations",
	"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.finalizers",
	"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.labels",
	"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.name",
	"k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.namespace",
}

var baseModelReleases = object.Releases(system, object.Release{Name: "v0.1.2"}, object.Release{Name: "v0.1.5", Marker: "spec.apiCapabilities"})

var fineTunedWeightReleases = object.Releases(system, object.Release{Name: "v0.1.2"}, object.Release{Name: "v0.1.5", Marker: "spec.storage.downloadPolicy"})

var servingRuntimeReleases = object.Releases(system,
	object.Release{Name: "v0.1.2", Lacks: slices.Concat(lacksPod, lacksDebugging)},
	object.Release{Name: "v0.1.5", Marker: "spec.acceleratorRequirements", Lacks: slices.Concat(lacksPod, lacksDebugging)},
)

// lacksServicePod is what a component of a service does not have in any release,
// although the same component of a runtime has it.
var lacksServicePod = []string{
	"ome/v1beta1.EngineSpec.ephemeralContainers",
	"ome/v1beta1.DecoderSpec.ephemeralContainers",
	"ome/v1beta1.RouterSpec.ephemeralContainers",
	"ome/v1beta1.PredictorSpec.ephemeralContainers",
}

var inferenceServiceReleases = object.Releases(system,
	object.Release{Name: "v0.1.2", Lacks: slices.Concat(lacksPod, lacksDebugging, lacksServicePod)},
	object.Release{Name: "v0.1.5", Marker: "spec.acceleratorSelector", Lacks: slices.Concat(lacksPod, lacksDebugging, lacksServicePod)},
)

// lacksOverride is lacksPod as far as it is within reach of a benchmark.
var lacksOverride = slices.Concat(lacksEnv, lacksTemplateMetadata, []string{"k8s.io/api/core/v1.VolumeProjection.podCertificate"})

var benchmarkJobReleases = object.Releases(system,
	object.Release{Name: "v0.1.2", Lacks: lacksOverride},
	object.Release{Name: "v0.1.5", Marker: "spec.outputLocation.downloadPolicy", Lacks: lacksOverride},
)

// acceleratorClassReleases: the kind came with v0.1.4.
var acceleratorClassReleases = object.Releases(system, object.Release{Name: "v0.1.5"})
