package ome

// Labels and annotations of OME.
// Source: sgl-project/ome pkg/constants/constants.go@v0.1.5.
const (
	labelService     = "ome.io/inferenceservice"
	labelComponent   = "component"
	labelApp         = "app"
	labelRuntime     = "serving-runtime"
	labelFineTuned   = "fine-tuned-serving"
	labelModelName   = "base-model-name"
	labelModelSize   = "base-model-size"
	labelModelType   = "base-model-type"
	labelModelVendor = "base-model-vendor"
	labelNodeType    = "ray.io/node-type"

	annotationDeploymentMode   = "ome.io/deploymentMode"
	annotationAutoscaler       = "ome.io/autoscalerClass"
	annotationUtilization      = "ome.io/targetUtilizationPercentage"
	annotationAcceleratorClass = "ome.io/accelerator-class"
	annotationServiceType      = "ome.io/service-type"
	annotationLoadBalancerIP   = "ome.io/load-balancer-ip"
	annotationModelCategory    = "models.ome.io/category"
)

// Annotations of a rendered workload: the runtime it was rendered with and why, and the
// accelerator class.
const (
	annotationChosenRuntime = "inferops.dev/runtime"
	annotationRuntimeReason = "inferops.dev/runtime-reason"
	annotationChosenClass   = "inferops.dev/accelerator-class"
)

// defaultServiceLabel is the pod label with the name of the service when the options name none.
const defaultServiceLabel = "inferops.dev/inferenceservice"

// Names of the components.
const (
	engineName  = "engine"
	decoderName = "decoder"
	routerName  = "router"
)

// mainContainerName is the name that runners have by convention. Only a container of this
// name gets the default readiness probe.
const mainContainerName = "ome-container"

// defaultPort is the port of a container that lists none.
const defaultPort = 8080

// gpuResource is the resource that parallelism is counted in.
const gpuResource = "nvidia.com/gpu"

// componentName is the name of the workload of a component.
func componentName(service, component string) string { return service + "-" + component }

// groupSetName is the name of the LeaderWorkerSet of a component.
func groupSetName(component string) string { return "lws-" + component }

// scaledObjectName is the name of the KEDA autoscaler of a component.
func scaledObjectName(component string) string { return "scaledobject-" + component }
