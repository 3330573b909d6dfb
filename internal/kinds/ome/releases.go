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

// lacksDownloadPolicy is what v0.1.2 does not have of a storage.
var lacksDownloadPolicy = []string{"ome/v1beta1.StorageSpec.downloadPolicy"}

// lacksOperators is what v0.1.2 does not have of formats and frameworks.
var lacksOperators = []string{
	"ome/v1beta1.ModelFormat.operator",
	"ome/v1beta1.ModelFormat.weight",
	"ome/v1beta1.ModelFrameworkSpec.operator",
	"ome/v1beta1.ModelFrameworkSpec.weight",
}

// lacksComponents is what v0.1.2 does not have of the components of a service.
var lacksComponents = []string{
	"ome/v1beta1.EngineSpec.acceleratorOverride",
	"ome/v1beta1.EngineSpec.minAvailable",
	"ome/v1beta1.EngineSpec.maxUnavailable",
	"ome/v1beta1.DecoderSpec.acceleratorOverride",
	"ome/v1beta1.DecoderSpec.minAvailable",
	"ome/v1beta1.DecoderSpec.maxUnavailable",
	"ome/v1beta1.RouterSpec.minAvailable",
	"ome/v1beta1.RouterSpec.maxUnavailable",
	"ome/v1beta1.KedaConfig.authenticationRef",
	"ome/v1beta1.KedaConfig.authModes",
}

var baseModelReleases = []object.Release{
	{
		Name: "v0.1.2",
		Lacks: slices.Concat(lacksDownloadPolicy, lacksOperators, []string{
			"ome/v1beta1.BaseModelSpec.apiCapabilities",
			"ome/v1beta1.BaseModelSpec.diffusionPipeline",
		}),
	},
	{Name: "v0.1.5", Marker: "spec.apiCapabilities"},
}

var fineTunedWeightReleases = []object.Release{
	{Name: "v0.1.2", Lacks: lacksDownloadPolicy},
	{Name: "v0.1.5", Marker: "spec.storage.downloadPolicy"},
}

var servingRuntimeReleases = []object.Release{
	{
		Name: "v0.1.2",
		Lacks: slices.Concat(lacksPod, lacksDebugging, lacksOperators, lacksComponents, []string{
			"ome/v1beta1.ServingRuntimeSpec.acceleratorRequirements",
			"ome/v1beta1.SupportedModelFormat.acceleratorConfig",
			"ome/v1beta1.SupportedModelFormat.diffusionPipeline",
		}),
	},
	{Name: "v0.1.5", Marker: "spec.acceleratorRequirements", Lacks: slices.Concat(lacksPod, lacksDebugging)},
}

// lacksServicePod is what a component of a service does not have in any release,
// although the same component of a runtime has it.
var lacksServicePod = []string{
	"ome/v1beta1.EngineSpec.ephemeralContainers",
	"ome/v1beta1.DecoderSpec.ephemeralContainers",
	"ome/v1beta1.RouterSpec.ephemeralContainers",
	"ome/v1beta1.PredictorSpec.ephemeralContainers",
}

var inferenceServiceReleases = []object.Release{
	{
		Name: "v0.1.2",
		Lacks: slices.Concat(lacksPod, lacksDebugging, lacksServicePod, lacksComponents, []string{
			"ome/v1beta1.PredictorSpec.minAvailable",
			"ome/v1beta1.PredictorSpec.maxUnavailable",
			"ome/v1beta1.InferenceServiceSpec.acceleratorSelector",
			"ome/v1beta1.ComponentStatusSpec.selectedAccelerator",
		}),
	},
	{Name: "v0.1.5", Marker: "spec.acceleratorSelector", Lacks: slices.Concat(lacksPod, lacksDebugging, lacksServicePod)},
}

// lacksOverride is lacksPod as far as it is within reach of a benchmark.
var lacksOverride = slices.Concat(lacksEnv, lacksTemplateMetadata, []string{"k8s.io/api/core/v1.VolumeProjection.podCertificate"})

var benchmarkJobReleases = []object.Release{
	{Name: "v0.1.2", Lacks: slices.Concat(lacksOverride, lacksDownloadPolicy)},
	{Name: "v0.1.5", Marker: "spec.outputLocation.downloadPolicy", Lacks: lacksOverride},
}

// acceleratorClassReleases: the kind came with v0.1.4.
var acceleratorClassReleases = []object.Release{{Name: "v0.1.5"}}
